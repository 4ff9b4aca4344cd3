internal import Raster

extension DisplayList {
    /// Background and contents.
    func addInside(_ tree: RenderTree, _ node: UnsafePointer<RenderNode>, isClipped: Bool) {
        let alpha = node.pointee.isGroup ? 255 : node.pointee.alpha
        if node.pointee.drawsBackground, !isHiddenByContents(tree, node, alpha: alpha) {
            addBackground(node, alpha: alpha, isClipped: isClipped)
        }
        if node.pointee.specialKind == .pattern { addPattern(tree, node, alpha: alpha, isClipped: isClipped) }
        if node.pointee.contents >= 0, !node.pointee.contentsRect.isEmpty {
            addContents(tree, node, alpha: alpha, isClipped: isClipped)
        }
        if node.pointee.specialKind != .none { addSpecial(tree, node, alpha: alpha, isClipped: isClipped) }
    }

    /// An opaque picture over the whole background.
    private func isHiddenByContents(_ tree: RenderTree, _ node: UnsafePointer<RenderNode>, alpha: UInt8) -> Bool {
        guard node.pointee.contents >= 0, alpha == 255, node.pointee.gravity == .resize, node.pointee.extras < 0,
            node.pointee.orientation.isAligned
        else { return false }
        return tree.contents.base[Int(node.pointee.contents)].isOpaque || node.pointee.traits.contains(.isOpaque)
    }

    private func addContents(
        _ tree: RenderTree, _ node: UnsafePointer<RenderNode>, alpha: UInt8, isClipped: Bool
    ) {
        let record = tree.contents.base + Int(node.pointee.contents)
        guard let placement = tree.placement(of: node), placement.isFinite else { return }
        let center =
            placement.isStretched ? tree.extrasOf(node).contentsCenter : NodeExtras.none.contentsCenter
        var extent = node.pointee.contentsRect.intersection(node.pointee.ownExtent)
        if node.pointee.traits.contains(.masksToBounds) { extent = extent.intersection(node.pointee.rect) }
        if extent.isEmpty { return }
        // A colour through coverage is not a picture until it has to be.
        let isColour =
            record.pointee.isCoverage && alpha == 255 && node.pointee.orientation == .upright
            && node.pointee.traits.isDisjoint(with: [.isOpaque, .minifiesTrilinear])
        guard
            let source = isColour
                ? record.pointee.coverage
                : record.pointee.surface(isOpaque: node.pointee.traits.contains(.isOpaque))
        else { return }
        var parts = ContentsParts(
            source: source, record: record, alpha: alpha, extent: extent, traits: node.pointee.traits,
            isMirrored: node.pointee.isMirrored)
        if node.pointee.traits.contains(.minifiesTrilinear) {
            parts.halves = record.pointee.makeHalves()
            parts.bias = tree.extrasOf(node).minificationFilterBias
        }
        switch node.pointee.orientation {
        case .upright: addUpright(node, placement, center, parts)
        case .quarterTurned: addQuarterTurned(node, placement, center, parts)
        case .turned, .projected: addTurned(node, placement, center, parts, isClipped: isClipped)
        }
    }

    /// What all parts of one layer's contents have in common.
    struct ContentsParts {
        /// `a8` for a colour through coverage.
        var source: PixelSurface
        var record: UnsafeMutablePointer<ContentsRecord>
        var alpha: UInt8
        var extent: ScreenRect
        var traits: LayerTraits
        var isMirrored: Bool
        /// For the trilinear filter.
        var halves: Unmanaged<HalvedPictures>?
        var bias: Float = 0

        /// A row of parts: from and to in the bitmap, and where that is drawn.
        ///
        /// Where geometry is flipped, pictures are not (fact D-67): the bitmap counts as upside down.
        @inline(__always)
        func row(_ number: Int, of rows: AxisSlices) -> (Double, Double, Double, Double) {
            let (t0, t1) = rows.source(number)
            let (p0, p1) = rows.place(number)
            let height = Double(source.height)
            return isMirrored ? (height - t1, height - t0, p1, p0) : (t0, t1, p0, p1)
        }
    }

    // MARK: Along the screen's axes

    private func addUpright(
        _ node: UnsafePointer<RenderNode>, _ placement: ContentsPlacement, _ center: SIMD4<Double>,
        _ parts: ContentsParts
    ) {
        let world = node.pointee.world
        let edges = placement.destination
        let columns = AxisSlices(
            source: (placement.source.x, placement.source.z),
            place: (Double((world.a * edges.x + world.tx).snapped), Double((world.a * edges.z + world.tx).snapped)),
            start: center.x, length: center.z, scale: placement.naturalScale * world.a.magnitude, isRounded: true)
        let rows = AxisSlices(
            source: (placement.source.y, placement.source.w),
            place: (Double((world.d * edges.y + world.ty).snapped), Double((world.d * edges.w + world.ty).snapped)),
            start: center.y, length: center.w, scale: placement.naturalScale * world.d.magnitude, isRounded: true)
        for row in 0..<rows.count {
            for column in 0..<columns.count {
                let (s0, s1) = columns.source(column)
                let (x0, x1) = columns.place(column)
                let (t0, t1, y0, y1) = parts.row(row, of: rows)
                guard x0 != x1, y0 != y1, s1 > s0, t1 > t0 else { continue }
                let part = SourcePart(minX: s0, minY: t0, maxX: s1, maxY: t1, in: parts.source)
                let drawn = ScreenRect(x0, y0, x1, y1)
                if part.isWhole, x1 - x0 == s1 - s0, y1 - y0 == t1 - t0 {
                    addCopy(parts, drawn, originX: Int(x0) - Int(s0), originY: Int(y0) - Int(t0))
                    continue
                }
                let a = (s1 - s0) / (x1 - x0)
                let d = (t1 - t0) / (y1 - y0)
                var sampled = parts
                if parts.source.format == .a8 {
                    guard let picture = parts.record.pointee.surface(isOpaque: false) else { return }
                    sampled.source = picture
                }
                addSample(sampled, part, drawn, Affine(a: a, d: d, tx: s0 - x0 * a, ty: t0 - y0 * d))
            }
        }
    }

    /// The bitmap's columns are rows of the screen.
    private func addQuarterTurned(
        _ node: UnsafePointer<RenderNode>, _ placement: ContentsPlacement, _ center: SIMD4<Double>,
        _ parts: ContentsParts
    ) {
        let world = node.pointee.world
        let edges = placement.destination
        let columns = AxisSlices(
            source: (placement.source.x, placement.source.z),
            place: (Double((world.b * edges.x + world.ty).snapped), Double((world.b * edges.z + world.ty).snapped)),
            start: center.x, length: center.z, scale: placement.naturalScale * world.b.magnitude, isRounded: true)
        let rows = AxisSlices(
            source: (placement.source.y, placement.source.w),
            place: (Double((world.c * edges.y + world.tx).snapped), Double((world.c * edges.w + world.tx).snapped)),
            start: center.y, length: center.w, scale: placement.naturalScale * world.c.magnitude, isRounded: true)
        for row in 0..<rows.count {
            for column in 0..<columns.count {
                let (s0, s1) = columns.source(column)
                let (y0, y1) = columns.place(column)
                let (t0, t1, x0, x1) = parts.row(row, of: rows)
                guard x0 != x1, y0 != y1, s1 > s0, t1 > t0 else { continue }
                let part = SourcePart(minX: s0, minY: t0, maxX: s1, maxY: t1, in: parts.source)
                let drawn = ScreenRect(x0, y0, x1, y1)
                let c = (s1 - s0) / (y1 - y0)
                let b = (t1 - t0) / (x1 - x0)
                addSample(parts, part, drawn, Affine(a: 0, b: b, c: c, d: 0, tx: s0 - y0 * c, ty: t0 - x0 * b))
            }
        }
    }

    private func addCopy(_ parts: ContentsParts, _ drawn: ScreenRect, originX: Int, originY: Int) {
        let extent = drawn.intersection(parts.extent)
        if extent.isEmpty { return }
        guard let unused = SamplingTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) else { return }
        var item = DisplayItem(kind: .copy, alpha: parts.alpha, resource: Int32(pictures.count), rect: drawn)
        item.isCover = parts.alpha == 255 && parts.source.format == .xrgb8888
        if parts.source.format == .a8 {
            item.kind = .coverageFill
            item.colour = parts.record.pointee.color
        }
        pictures.append(
            Picture(
                source: parts.source, originX: originX, originY: originY,
                sampling: Sampling(transform: unused, taps: parts.source.bounds)))
        add(item, extent)
    }

    /// `map` goes from screen pixels to the bitmap.
    private func addSample(_ parts: ContentsParts, _ part: SourcePart, _ drawn: ScreenRect, _ map: Affine) {
        let extent = drawn.intersection(parts.extent)
        guard !extent.isEmpty,
            let transform = SamplingTransform(a: map.a, b: map.b, c: map.c, d: map.d, tx: map.tx, ty: map.ty)
        else { return }
        // The edges are those of `drawn`: the bitmap's plane has none.
        let far = 100_000.0
        if addTrilinear(
            parts, part, map, edges: SIMD4(-far, -far, far, far), rect: drawn, extent, isInside: part.isInside)
        {
            return
        }
        let sampling = Sampling(
            transform: transform, taps: part.taps, minX: -far, minY: -far, maxX: far, maxY: far,
            filter: filter(map, parts.traits, isExact: part.isWhole))
        var item = DisplayItem(kind: .sample, alpha: parts.alpha, resource: Int32(pictures.count), rect: drawn)
        item.isCover = parts.alpha == 255 && parts.source.format == .xrgb8888 && part.isInside
        pictures.append(Picture(source: parts.source, sampling: sampling))
        add(item, extent)
    }

    func filter(_ map: Affine, _ traits: LayerTraits, isExact: Bool) -> Sampling.Filter {
        let pixels = map.determinant.magnitude
        // Mirrored or turned by a quarter at natural size: every sample lies in the middle of a pixel.
        if isExact, (map.a + map.c).magnitude == 1, (map.b + map.d).magnitude == 1, map.orientation != .turned {
            return .nearest
        }
        return traits.contains(pixels > 1 ? .minifiesNearest : .magnifiesNearest) ? .nearest : .bilinear
    }
}

extension ScreenRect {
    /// Between two corners whose coordinates are whole numbers, in any order.
    fileprivate init(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) {
        self.init(
            minX: Int32(min(x0, x1)), minY: Int32(min(y0, y1)), maxX: Int32(max(x0, x1)), maxY: Int32(max(y0, y1)))
    }
}

/// A part of a bitmap that is drawn by itself.
struct SourcePart {
    /// The pixels it touches; at least one.
    var taps: PixelRect
    /// Its edges lie between pixels, inside the bitmap.
    var isWhole: Bool
    var isInside: Bool

    init(minX: Double, minY: Double, maxX: Double, maxY: Double, in bitmap: PixelSurface) {
        let left = max(0, min(bitmap.width - 1, Int(minX.pixelFloor)))
        let top = max(0, min(bitmap.height - 1, Int(minY.pixelFloor)))
        let right = max(left + 1, min(bitmap.width, Int(maxX.pixelCeil)))
        let bottom = max(top + 1, min(bitmap.height, Int(maxY.pixelCeil)))
        taps = PixelRect(minX: left, minY: top, maxX: right, maxY: bottom)
        isInside = minX >= 0 && minY >= 0 && maxX <= Double(bitmap.width) && maxY <= Double(bitmap.height)
        isWhole =
            isInside && minX == Double(left) && minY == Double(top) && maxX == Double(right) && maxY == Double(bottom)
    }
}
