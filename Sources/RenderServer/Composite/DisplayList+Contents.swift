internal import Raster

extension DisplayList {
    /// Background and contents.
    func addInside(_ tree: RenderTree, _ node: UnsafePointer<RenderNode>, isClipped: Bool) {
        let alpha = node.pointee.isGroup ? 255 : node.pointee.alpha
        if node.pointee.drawsBackground, !isHiddenByContents(tree, node, alpha: alpha) {
            addBackground(node, alpha: alpha, isClipped: isClipped)
        }
        if node.pointee.contents >= 0, !node.pointee.contentsRect.isEmpty {
            addContents(tree, node, alpha: alpha, isClipped: isClipped)
        }
    }

    /// An opaque picture over the whole background.
    private func isHiddenByContents(_ tree: RenderTree, _ node: UnsafePointer<RenderNode>, alpha: UInt8) -> Bool {
        guard node.pointee.contents >= 0, alpha == 255, node.pointee.gravity == .resize, node.pointee.extras < 0,
            node.pointee.orientation != .turned
        else { return false }
        return tree.contents.base[Int(node.pointee.contents)].isOpaque || node.pointee.traits.contains(.isOpaque)
    }

    private func addContents(
        _ tree: RenderTree, _ node: UnsafePointer<RenderNode>, alpha: UInt8, isClipped: Bool
    ) {
        let record = tree.contents.base[Int(node.pointee.contents)]
        guard let placement = tree.placement(of: node), placement.isFinite else { return }
        let center =
            placement.isStretched ? tree.extrasOf(node).contentsCenter : NodeExtras.none.contentsCenter
        let source = record.surface(isOpaque: node.pointee.traits.contains(.isOpaque))
        var extent = node.pointee.contentsRect.intersection(node.pointee.ownExtent)
        if node.pointee.traits.contains(.masksToBounds) { extent = extent.intersection(node.pointee.rect) }
        if extent.isEmpty { return }
        let parts = ContentsParts(source: source, alpha: alpha, extent: extent, traits: node.pointee.traits)
        switch node.pointee.orientation {
        case .upright: addUpright(node, placement, center, parts)
        case .quarterTurned: addQuarterTurned(node, placement, center, parts)
        case .turned: addTurned(node, placement, center, parts, isClipped: isClipped)
        }
    }

    /// What all parts of one layer's contents have in common.
    private struct ContentsParts {
        var source: PixelSurface
        var alpha: UInt8
        var extent: ScreenRect
        var traits: LayerTraits
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
                let (t0, t1) = rows.source(row)
                let (x0, x1) = columns.place(column)
                let (y0, y1) = rows.place(row)
                guard x0 != x1, y0 != y1, s1 > s0, t1 > t0 else { continue }
                let part = SourcePart(minX: s0, minY: t0, maxX: s1, maxY: t1, in: parts.source)
                let drawn = ScreenRect(x0, y0, x1, y1)
                if part.isWhole, x1 - x0 == s1 - s0, y1 - y0 == t1 - t0 {
                    addCopy(parts, drawn, originX: Int(x0) - Int(s0), originY: Int(y0) - Int(t0))
                    continue
                }
                let a = (s1 - s0) / (x1 - x0)
                let d = (t1 - t0) / (y1 - y0)
                addSample(parts, part, drawn, Affine(a: a, d: d, tx: s0 - x0 * a, ty: t0 - y0 * d))
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
                let (t0, t1) = rows.source(row)
                let (y0, y1) = columns.place(column)
                let (x0, x1) = rows.place(row)
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
        let sampling = Sampling(
            transform: transform, taps: part.taps, minX: -far, minY: -far, maxX: far, maxY: far,
            filter: filter(map, parts.traits, isExact: part.isWhole))
        var item = DisplayItem(kind: .sample, alpha: parts.alpha, resource: Int32(pictures.count), rect: drawn)
        item.isCover = parts.alpha == 255 && parts.source.format == .xrgb8888 && part.isInside
        pictures.append(Picture(source: parts.source, sampling: sampling))
        add(item, extent)
    }

    private func filter(_ map: Affine, _ traits: LayerTraits, isExact: Bool) -> Sampling.Filter {
        let pixels = map.determinant.magnitude
        // Mirrored or turned by a quarter at natural size: every sample lies in the middle of a pixel.
        if isExact, (map.a + map.c).magnitude == 1, (map.b + map.d).magnitude == 1, map.orientation != .turned {
            return .nearest
        }
        return traits.contains(pixels > 1 ? .minifiesNearest : .magnifiesNearest) ? .nearest : .bilinear
    }

    // MARK: Turned

    private func addTurned(
        _ node: UnsafePointer<RenderNode>, _ placement: ContentsPlacement, _ center: SIMD4<Double>,
        _ parts: ContentsParts, isClipped: Bool
    ) {
        guard let inverse = node.pointee.world.inverse else { return }
        let edges = placement.destination
        let columns = AxisSlices(
            source: (placement.source.x, placement.source.z), place: (edges.x, edges.z), start: center.x,
            length: center.z, scale: placement.naturalScale, isRounded: false)
        let rows = AxisSlices(
            source: (placement.source.y, placement.source.w), place: (edges.y, edges.w), start: center.y,
            length: center.w, scale: placement.naturalScale, isRounded: false)
        let isSmoothed = node.pointee.traits.contains(.allowsEdgeAntialiasing)
        var clip: Int?
        if isSmoothed, !isClipped {
            // The picture is drawn a pixel too large and then cut.
            clip = items.count
            shapes.append(
                ShapeCoverage(
                    toShape: Affine(
                        a: inverse.a, b: inverse.b, c: inverse.c, d: inverse.d, tx: inverse.tx - edges.x,
                        ty: inverse.ty - edges.y),
                    width: edges.z - edges.x, height: edges.w - edges.y, radius: 0, corners: [], isSmoothed: true))
            add(DisplayItem(kind: .shapeClip, resource: Int32(shapes.count - 1)), parts.extent)
        }
        for row in 0..<rows.count {
            for column in 0..<columns.count {
                let (s0, s1) = columns.source(column)
                let (t0, t1) = rows.source(row)
                let (x0, x1) = columns.place(column)
                let (y0, y1) = rows.place(row)
                guard x1 > x0, y1 > y0, s1 > s0, t1 > t0 else { continue }
                let part = SourcePart(minX: s0, minY: t0, maxX: s1, maxY: t1, in: parts.source)
                let kx = (s1 - s0) / (x1 - x0)
                let ky = (t1 - t0) / (y1 - y0)
                let map = inverse.concatenating(Affine(a: kx, d: ky, tx: s0 - x0 * kx, ty: t0 - y0 * ky))
                guard
                    let transform = SamplingTransform(a: map.a, b: map.b, c: map.c, d: map.d, tx: map.tx, ty: map.ty)
                else { continue }
                // Under a clip that smooths, the picture reaches beyond it, unless it ends inside.
                let edge = isSmoothed && (!isClipped || node.pointee.gravity == .resize) ? 1.5 : 0
                let edgeX = edge * (map.a.magnitude + map.c.magnitude)
                let edgeY = edge * (map.b.magnitude + map.d.magnitude)
                let sampling = Sampling(
                    transform: transform, taps: part.taps, minX: s0 - (column == 0 ? edgeX : 0),
                    minY: t0 - (row == 0 ? edgeY : 0), maxX: s1 + (column == columns.count - 1 ? edgeX : 0),
                    maxY: t1 + (row == rows.count - 1 ? edgeY : 0), filter: filter(map, parts.traits, isExact: false))
                let item = DisplayItem(
                    kind: .sample, alpha: parts.alpha, resource: Int32(pictures.count), rect: parts.extent)
                pictures.append(Picture(source: parts.source, sampling: sampling))
                add(item, parts.extent)
            }
        }
        if let clip { items.base[clip].end = Int32(items.count) }
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
private struct SourcePart {
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
