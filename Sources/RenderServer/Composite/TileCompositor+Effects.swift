internal import Raster

extension TileCompositor {
    /// The pixels that have to be drawn so that those of `rect` are right: more than these where a group shows, blurred,
    /// what lies below it. From the topmost backdrop to the lowest, each asks for what it sees.
    func regionSeen(_ list: DisplayList, from rect: ScreenRect, scope: Int32) -> ScreenRect {
        var region = rect
        for number in stride(from: list.backdrops.count - 1, through: 0, by: -1) {
            let backdrop = list.backdrops.base + number
            guard backdrop.pointee.scope == scope else { continue }
            // Backdrops inside see more of the picture that begins with this one.
            let group = backdrop.pointee.group
            let picture = region.intersection(list.extents.base[Int(group)])
            let wanted = picture.isEmpty ? picture : regionSeen(list, from: picture, scope: group)
            region = region.union(wanted.intersection(backdrop.pointee.extent).grown(by: backdrop.pointee.blur))
        }
        return region
    }

    /// A group with a mask, a backdrop or a blend mode.
    func drawEffectGroup(_ list: DisplayList, _ index: Int, onto target: Target, _ part: ScreenRect, level: Int) {
        let item = list.items.base + index
        let effects = list.groups.base[Int(item.pointee.resource)]
        var begin = index + 1
        var mask: Target?
        if effects.maskEnd >= 0 {
            let region = regionSeen(list, from: part, scope: .max)
            let made = tile(level + 1, region)
            let isWhole = draw(
                list, begin, Int(effects.maskEnd), onto: made, region, level: level + 1, base: 0)
            if !isWhole { mask = made }
            begin = Int(effects.maskEnd)
        }
        let region = regionSeen(list, from: part, scope: Int32(index))
        let picture = tile(level + 2, region)
        var isOpaque = false
        if effects.backdrop >= 0 {
            Kernels.clear(picture.surface)
            drawBackdrop(list, list.backdrops.base + Int(effects.backdrop), of: target, onto: picture, level: level + 2)
            _ = draw(list, begin, Int(item.pointee.end), onto: picture, region, level: level + 2, base: nil)
        } else {
            isOpaque = draw(list, begin, Int(item.pointee.end), onto: picture, region, level: level + 2, base: 0)
        }
        var drawn = picture.part(part)
        if let mask {
            Kernels.multiply(drawn, by: mask.part(part))
        } else if isOpaque {
            drawn = drawn.reinterpreted(as: .xrgb8888)
        }
        guard effects.blendMode != .normal else {
            Kernels.over(drawn, onto: target.part(part), alpha: item.pointee.alpha)
            return
        }
        var below = target.part(part)
        if target.isScreen { below = below.reinterpreted(as: .xrgb8888) }
        Kernels.blend(effects.blendMode, drawn, onto: below, alpha: item.pointee.alpha)
    }

    /// What was drawn on `below` so far, blurred, as the first thing in the picture of a group.
    private func drawBackdrop(
        _ list: DisplayList, _ backdrop: UnsafePointer<Backdrop>, of below: Target, onto picture: Target, level: Int
    ) {
        let part = backdrop.pointee.extent.intersection(picture.rect)
        let seen = part.grown(by: backdrop.pointee.blur).intersection(below.rect)
        if part.isEmpty || seen.isEmpty { return }
        let source = Target(surface: below.part(seen), x: Int(seen.minX), y: Int(seen.minY))
        let result = blur(source, to: part, backdrop.pointee.blur, edge: .repeating, level: level + 1)
        let place = picture.part(part)
        Kernels.copy(result.part(part), to: place)
        if let matrix = backdrop.pointee.matrix { Kernels.apply(matrix, to: place) }
        guard let shape = backdrop.pointee.shape else { return }
        if shape.kind == .cornerClip {
            let rounded = RoundedRect(
                rect: shape.rect.pixelRect.offset(x: -picture.x, y: -picture.y), corners: shape.corners,
                mask: list.masks.masks[Int(shape.resource)])
            Kernels.multiply(
                picture.surface, by: rounded, clip: part.pixelRect.offset(x: -picture.x, y: -picture.y))
        } else if shape.resource >= 0 {
            let coverage = mask(part)
            list.shapes.base[Int(shape.resource)].write(part, to: coverage)
            Kernels.multiply(place, by: coverage)
        } else {
            Kernels.clear(place)
        }
    }

    // MARK: Filters

    /// The picture of the items inside, blurred, with the shadow that it casts below it.
    func drawFilterGroup(_ list: DisplayList, _ index: Int, onto target: Target, _ part: ScreenRect, level: Int) {
        let item = list.items.base + index
        let filter = list.filters.base[Int(item.pointee.resource)]
        let effects = filter.effects
        if let curl = effects.curl { return drawPageCurl(list, index, curl, onto: target, part, level: level) }
        let shadowSeen = part.shifted(-effects.shadowX, -effects.shadowY).grown(by: effects.shadowBlur)
        let hasShadow = effects.shadowSource == .picture
        let wanted = hasShadow ? part.union(shadowSeen) : part
        // Of the blurred picture, and of the one before.
        let needed = wanted.intersection(filter.content.grown(by: effects.blur))
        let source = needed.grown(by: effects.blur).intersection(filter.content)
        if source.isEmpty { return }
        let region = regionSeen(list, from: source, scope: Int32(index))
        var picture = tile(level + 1, region)
        _ = draw(list, index + 1, Int(item.pointee.end), onto: picture, region, level: level + 1, base: 0)
        if !effects.blur.isIdentity {
            let sharp = Target(surface: picture.part(source), x: Int(source.minX), y: Int(source.minY))
            picture = blur(sharp, to: needed, effects.blur, edge: .transparent, level: level + 2)
        }
        let casting = shadowSeen.intersection(needed)
        if hasShadow, !casting.isEmpty {
            let coverage = blur(
                alpha(of: picture, casting, level: level + 4), to: part.shifted(-effects.shadowX, -effects.shadowY),
                effects.shadowBlur, edge: .transparent, level: level + 5)
            Kernels.over(effects.shadowColour, through: coverage.surface, onto: target.part(part))
        }
        let drawn = part.intersection(needed)
        if !drawn.isEmpty { Kernels.over(picture.part(drawn), onto: target.part(drawn)) }
    }

    /// The alpha of a part of a picture, as an `a8` surface.
    private func alpha(of picture: Target, _ part: ScreenRect, level: Int) -> Target {
        let bytesPerRow = (Int(part.width) + 63) & ~63
        let memory = scratch(level, bytes: bytesPerRow * Int(part.height))
        let result = PixelSurface(
            pixels: memory, bytesPerRow: bytesPerRow, width: Int(part.width), height: Int(part.height), format: .a8)
        let source = picture.part(part)
        for y in 0..<source.height {
            let from = source.row(y).assumingMemoryBound(to: UInt32.self)
            let to = result.row(y).assumingMemoryBound(to: UInt8.self)
            for x in 0..<source.width { to[x] = UInt8(truncatingIfNeeded: from[x] >> 24) }
        }
        return Target(surface: result, x: Int(part.minX), y: Int(part.minY))
    }

    /// The pixels of `rect` in a blurred picture; good until the two levels from `level` on are used again. The edge is
    /// the source's.
    private func blur(
        _ source: Target, to rect: ScreenRect, _ blur: PlanarBlur, edge: BlurEdge, level: Int
    ) -> Target {
        var passes = BlurPasses(blur)
        var current = source
        var buffer = level
        passes.prepare(for: rect, source: source.rect)
        for number in 0..<passes.count {
            let pass = passes[number]
            let bytesPerRow = (Int(pass.result.width) * source.surface.format.bytesPerPixel + 63) & ~63 | 64
            let memory = scratch(buffer, bytes: bytesPerRow * Int(pass.result.height))
            let next = Target(
                surface: PixelSurface(
                    pixels: memory, bytesPerRow: bytesPerRow, width: Int(pass.result.width),
                    height: Int(pass.result.height), format: source.surface.format),
                x: Int(pass.result.minX), y: Int(pass.result.minY))
            if pass.axis == .horizontal {
                let rows = ScreenRect(
                    minX: current.rect.minX, minY: pass.result.minY, maxX: current.rect.maxX, maxY: pass.result.maxY)
                Kernels.boxBlur(
                    current.part(rows), to: next.surface, axis: .horizontal, box: pass.box,
                    offset: next.x - current.x, edge: edge)
            } else {
                let columns = ScreenRect(
                    minX: pass.result.minX, minY: current.rect.minY, maxX: pass.result.maxX, maxY: current.rect.maxY)
                Kernels.boxBlur(
                    current.part(columns), to: next.surface, axis: .vertical, box: pass.box,
                    offset: next.y - current.y, edge: edge)
            }
            current = next
            buffer = buffer == level ? level + 1 : level
        }
        return current
    }

    // MARK: Shadows of rectangles and outlines

    func drawShadow(
        _ list: DisplayList, _ item: UnsafePointer<DisplayItem>, onto target: Target, _ part: ScreenRect
    ) {
        let shadow = list.shadows.base + Int(item.pointee.resource)
        part.subtract(shadow.pointee.hole) { piece in
            let coverage = mask(piece)
            for y in piece.minY..<piece.maxY {
                shadow.pointee.write(
                    row: y, from: piece.minX, to: piece.maxX, into: coverage.row(Int(y &- piece.minY)))
            }
            Kernels.over(item.pointee.colour, through: coverage, onto: target.part(piece))
        }
    }
}

extension ShadowPicture {
    /// Coverage of some pixels of a row of the screen, all of them within `place`.
    func write(row y: Int32, from: Int32, to: Int32, into bytes: UnsafeMutableRawPointer) {
        let row = mask.row(Int(Self.position(y &- place.minY, of: place.height, ends: rows, in: Int32(mask.height))))
        let middle = min(max(from, place.minX &+ columns), to)
        let tail = max(min(to, place.maxX &- columns), middle)
        let width = Int32(mask.width)
        if columns >= width {
            bytes.copyMemory(from: row + Int(from &- place.minX), byteCount: Int(to &- from))
            return
        }
        bytes.copyMemory(from: row + Int(from &- place.minX), byteCount: max(0, Int(middle &- from)))
        let even = (row + Int(columns)).load(as: UInt8.self)
        (bytes + Int(middle &- from)).initializeMemory(as: UInt8.self, repeating: even, count: Int(tail &- middle))
        if to > tail {
            (bytes + Int(tail &- from)).copyMemory(
                from: row + Int(width &- (place.maxX &- tail)), byteCount: Int(to &- tail))
        }
    }

    @inline(__always)
    private static func position(_ offset: Int32, of length: Int32, ends: Int32, in size: Int32) -> Int32 {
        if ends >= size || offset < ends { return offset }
        if offset >= length &- ends { return size &- (length &- offset) }
        return ends
    }
}
