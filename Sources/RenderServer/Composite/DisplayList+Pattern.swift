internal import Raster

extension DisplayList {
    /// A repetition smaller than this on the screen, pixels, is drawn as its average colour: nobody sees more of it, and
    /// there would be very many.
    private static let smallestRepetition = 16.0
    /// More repetitions than this of a layer in perspective are drawn as their average colour.
    private static let mostProjected = 4096.0

    /// A background that is a pattern: the tile side by side from the corner of the bounds on.
    func addPattern(_ tree: RenderTree, _ node: UnsafePointer<RenderNode>, alpha: UInt8, isClipped: Bool) {
        let index = Int32(truncatingIfNeeded: node - UnsafePointer(tree.nodes.base))
        guard case .pattern(let content) = tree.special(index).pointee.shown, content.isUsable else { return }
        let extent = node.pointee.rect.intersection(node.pointee.ownExtent)
        guard !extent.isEmpty, let repetition = Repetition(content, node, toLayer: toLayer(node)) else { return }
        var clip: Int32 = -1
        let isCut = node.pointee.hasRoundedCorners || !node.pointee.edgesToSmooth.isEmpty
        if !isClipped, isCut, depth < Self.maximumDepth {
            depth += 1
            clip = Int32(items.count)
            add(clipItem(node), extent)
        }
        let scales = node.pointee.axisScales
        let count = (node.pointee.bounds.highHalf / content.size).rounded(.up)
        if min(scales.x * content.size.x, scales.y * content.size.y) < Self.smallestRepetition
            || (node.pointee.orientation == .projected && count.x * count.y > Self.mostProjected)
        {
            addAverage(content, node, extent, alpha: alpha, isClipped: isClipped || clip >= 0)
        } else {
            // Where something else cuts it, the picture reaches beyond the edges: the extent of an upright layer, whose
            // edges are rounded, and a clip that smooths.
            let isCutElsewhere =
                node.pointee.orientation.isAligned
                || (!node.pointee.edgesToSmooth.isEmpty && (isClipped || clip >= 0))
            addRepetitions(
                repetition, node, extent, alpha: alpha, overhang: isCutElsewhere ? 1.5 / max(scales.min(), 1e-3) : 0)
        }
        end(clip)
    }

    /// How a tile lies on the screen.
    fileprivate struct Repetition {
        var source: PixelSurface
        /// Points.
        var size: SIMD2<Double>
        /// Pixels of the tile without its margin.
        var pixels: SIMD2<Double>
        /// From the screen to the layer, whose corner is the origin; points.
        var toLayer: Homography
        /// The tile's pixels are the screen's.
        var isExact = false

        init?(_ content: PatternContent, _ node: UnsafePointer<RenderNode>, toLayer whole: Homography?) {
            source = content.tile.surface
            if content.tile.isOpaque { source = source.reinterpreted(as: .xrgb8888) }
            size = content.size
            pixels = SIMD2(Double(source.width - 2), Double(source.height - 2))
            let world = node.pointee.world
            let rect = node.pointee.rect
            switch node.pointee.orientation {
            case .upright:
                // Measured from the rounded edges, as everything of an upright layer is. Where geometry is flipped,
                // pictures are not (fact D-67).
                let isUpsideDown = (world.d < 0) != node.pointee.isMirrored
                let x = world.a > 0 ? (1 / world.a, Double(rect.minX)) : (1 / world.a, Double(rect.maxX))
                let down = 1 / world.d.magnitude
                let y = isUpsideDown ? (-down, Double(rect.maxY)) : (down, Double(rect.minY))
                let map = Affine(a: x.0, d: y.0, tx: -x.1 * x.0, ty: -y.1 * y.0)
                toLayer = Homography(map)
                let shown = SIMD2(world.a.magnitude, world.d.magnitude) * size
                isExact =
                    world.a > 0 && !isUpsideDown && (shown.x - pixels.x).magnitude < 0.02
                    && (shown.y - pixels.y).magnitude < 0.02
            case .quarterTurned:
                let x = world.c > 0 ? (1 / world.c, Double(rect.minX)) : (1 / world.c, Double(rect.maxX))
                let y = world.b > 0 ? (1 / world.b, Double(rect.minY)) : (1 / world.b, Double(rect.maxY))
                toLayer = Homography(
                    Affine(a: 0, b: x.0, c: y.0, d: 0, tx: -y.1 * y.0, ty: -x.1 * x.0))
            case .turned, .projected:
                guard let whole else { return nil }
                let bounds = node.pointee.bounds
                toLayer = whole.concatenating(Affine(tx: -bounds.x, ty: -bounds.y))
            }
            guard toLayer.isFinite else { return nil }
        }
    }

    private func addRepetitions(
        _ repetition: Repetition, _ node: UnsafePointer<RenderNode>, _ extent: ScreenRect, alpha: UInt8,
        overhang: Double
    ) {
        let reach = node.pointee.bounds.highHalf + overhang
        let seen = repetition.seen(extent, within: reach)
        guard seen.x < seen.z, seen.y < seen.w else { return }
        let rect = node.pointee.rect
        for row in Int(seen.y)..<Int(seen.w) {
            for column in Int(seen.x)..<Int(seen.z) {
                let corner = SIMD2(Double(column), Double(row)) * repetition.size
                if repetition.isExact {
                    let step = (repetition.pixels.x, repetition.pixels.y)
                    addExact(repetition, rect, column * Int(step.0), row * Int(step.1), extent, alpha: alpha)
                    continue
                }
                // What of the repetition lies in the layer, and where that is in the tile, margin and all.
                let low = SIMD2(column == 0 ? -overhang : corner.x, row == 0 ? -overhang : corner.y)
                let high = pointwiseMin(corner + repetition.size, reach)
                guard high.x > low.x, high.y > low.y else { continue }
                let k = repetition.pixels / repetition.size
                let map = repetition.toLayer.concatenating(
                    Affine(a: k.x, d: k.y, tx: 1 - corner.x * k.x, ty: 1 - corner.y * k.y))
                let edges = SIMD4(lowHalf: (low - corner) * k + 1, highHalf: (high - corner) * k + 1)
                addRepetition(repetition, node, map, edges, extent, alpha: alpha)
            }
        }
    }

    private func addExact(
        _ repetition: Repetition, _ rect: ScreenRect, _ x: Int, _ y: Int, _ extent: ScreenRect, alpha: UInt8
    ) {
        let left = Int(rect.minX) + x
        let top = Int(rect.minY) + y
        let drawn = ScreenRect(
            minX: Int32(left), minY: Int32(top), maxX: Int32(left + repetition.source.width - 2),
            maxY: Int32(top + repetition.source.height - 2))
        let extent = drawn.intersection(extent)
        guard !extent.isEmpty, let unused = SamplingTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) else { return }
        var item = DisplayItem(kind: .copy, alpha: alpha, resource: Int32(pictures.count), rect: drawn)
        item.isCover = alpha == 255 && repetition.source.format == .xrgb8888
        pictures.append(
            Picture(
                source: repetition.source, originX: left - 1, originY: top - 1,
                sampling: Sampling(transform: unused, taps: repetition.source.bounds)))
        add(item, extent)
    }

    private func addRepetition(
        _ repetition: Repetition, _ node: UnsafePointer<RenderNode>, _ map: Homography, _ edges: SIMD4<Double>,
        _ extent: ScreenRect, alpha: UInt8
    ) {
        let taps = repetition.source.bounds
        if node.pointee.orientation == .projected {
            guard let projection = Projection(map, taps: taps, edges: edges, filter: .bilinear) else { return }
            let item = DisplayItem(
                kind: .projectedSample, alpha: alpha, resource: Int32(projectedPictures.count), rect: extent)
            projectedPictures.append(ProjectedPicture(source: repetition.source, projection: projection))
            add(item, extent)
            return
        }
        let m = map.affine
        guard let transform = SamplingTransform(a: m.a, b: m.b, c: m.c, d: m.d, tx: m.tx, ty: m.ty),
            let inverse = m.inverse
        else { return }
        let sampling = Sampling(
            transform: transform, taps: taps, minX: edges.x, minY: edges.y, maxX: edges.z, maxY: edges.w,
            filter: .bilinear)
        let part = inverse.screenRect(of: edges, isSmoothed: false).grown(by: 1).intersection(extent)
        if part.isEmpty { return }
        let item = DisplayItem(kind: .sample, alpha: alpha, resource: Int32(pictures.count), rect: extent)
        pictures.append(Picture(source: repetition.source, sampling: sampling))
        add(item, part)
    }

    /// Drawn as a background of one colour is.
    private func addAverage(
        _ content: PatternContent, _ node: UnsafePointer<RenderNode>, _ extent: ScreenRect, alpha: UInt8,
        isClipped: Bool
    ) {
        let colour = multiplied(content.averageColor, by: alpha)
        if colour == 0 { return }
        let item = DisplayItem(kind: .fill, colour: colour, rect: node.pointee.rect)
        if isClipped || node.pointee.orientation.isAligned { return add(item, extent) }
        guard let shape = shape(node, isRounded: false, borderWidth: 0) else { return }
        var turned = item
        turned.kind = .shapeFill
        turned.resource = shape
        add(turned, extent)
    }
}

extension DisplayList.Repetition {
    /// The first column and row that may be seen in `extent`, and those after the last.
    fileprivate func seen(_ extent: ScreenRect, within bounds: SIMD2<Double>) -> SIMD4<Double> {
        let all = SIMD4(lowHalf: .zero, highHalf: (bounds / size).rounded(.up))
        // In perspective the extent's corners may lie behind the eye.
        guard toLayer.isAffine else { return all }
        let map = toLayer.affine
        let corners = SIMD4(Double(extent.minX), Double(extent.minY), Double(extent.maxX), Double(extent.maxY))
        let xs = SIMD4(
            map.a * corners.x + map.c * corners.y, map.a * corners.z + map.c * corners.y,
            map.a * corners.x + map.c * corners.w, map.a * corners.z + map.c * corners.w)
        let ys = SIMD4(
            map.b * corners.x + map.d * corners.y, map.b * corners.z + map.d * corners.y,
            map.b * corners.x + map.d * corners.w, map.b * corners.z + map.d * corners.w)
        let low = SIMD2(xs.min() + map.tx, ys.min() + map.ty) / size
        let high = SIMD2(xs.max() + map.tx, ys.max() + map.ty) / size
        guard (low + high).sum().isFinite else { return SIMD4(repeating: 0) }
        let first = low.rounded(.down) - 1
        let last = high.rounded(.up) + 1
        return SIMD4(
            min(max(first.x, all.x), all.z), min(max(first.y, all.y), all.w), min(max(last.x, all.x), all.z),
            min(max(last.y, all.y), all.w))
    }
}
