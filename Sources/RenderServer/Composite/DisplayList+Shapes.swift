internal import Raster

extension RenderNode {
    /// Lengths on the screen of one point along the layer's axes, pixels.
    @inline(__always) var axisScales: SIMD2<Double> {
        switch orientation {
        case .upright: SIMD2(world.a.magnitude, world.d.magnitude)
        case .quarterTurned: SIMD2(world.b.magnitude, world.c.magnitude)
        case .turned, .projected:
            SIMD2(
                (world.a * world.a + world.b * world.b).squareRoot(),
                (world.c * world.c + world.d * world.d).squareRoot())
        }
    }

    /// Scales along the screen's axes, for a layer that is not turned otherwise.
    @inline(__always) var screenScales: SIMD2<Double> {
        orientation == .upright
            ? SIMD2(world.a.magnitude, world.d.magnitude) : SIMD2(world.c.magnitude, world.b.magnitude)
    }

    /// A circle is a circle on the screen, and corners have masks.
    @inline(__always) var isEvenlyScaled: Bool {
        let scales = screenScales
        return orientation.isAligned && (scales.x - scales.y).magnitude <= 1e-3 * max(scales.x, scales.y)
    }

    /// The radius of the corners on the screen, pixels; at most half of the smaller side.
    var screenRadius: Double {
        min(cornerRadius * screenScales.x, Double(min(rect.width, rect.height)) / 2)
    }

    /// The continuous curve of the corners on the screen, pixels (fact D-80).
    var screenCorner: ContinuousCorner {
        ContinuousCorner(
            radius: cornerRadius * screenScales.x, room: Double(min(rect.width, rect.height)) / 2)
    }

    /// The rounded corners by their place on the screen.
    var screenCorners: Corners {
        if orientation == .upright, world.a > 0, world.d > 0 { return Corners(rawValue: maskedCorners.rawValue) }
        var result: Corners = []
        for bottom in 0...1 {
            for right in 0...1 where maskedCorners.contains(LayerCorners(rawValue: 1 << UInt8(2 * bottom + right))) {
                let isRight: Bool
                let isBottom: Bool
                if orientation == .upright {
                    isRight = (right == 1) == (world.a > 0)
                    isBottom = (bottom == 1) == (world.d > 0)
                } else {
                    isRight = (bottom == 1) == (world.c > 0)
                    isBottom = (right == 1) == (world.b > 0)
                }
                result.insert(Corners(rawValue: 1 << ((isBottom ? 2 : 0) + (isRight ? 1 : 0))))
            }
        }
        return result
    }
}

extension DisplayList {
    /// A mask for the node's corners; nil when they need a `ShapeCoverage`.
    func cornerMask(_ node: UnsafePointer<RenderNode>, borderWidth: Int32) -> Int32? {
        guard node.pointee.isEvenlyScaled, borderWidth <= Int32(CornerMaskCache.maximumRadius) else { return nil }
        if node.pointee.traits.contains(.hasContinuousCorners) {
            let corner = node.pointee.screenCorner
            guard corner.radius > 0, corner.extent <= CornerMaskCache.maximumRadius else { return nil }
            return masks.mask(corner, borderWidth: borderWidth)
        }
        let radius = node.pointee.screenRadius
        guard radius > 0, radius <= CornerMaskCache.maximumRadius else { return nil }
        return masks.mask(radius: radius, borderWidth: borderWidth)
    }

    /// The number of the node's shape; nil when it covers nothing.
    func shape(_ node: UnsafePointer<RenderNode>, isRounded: Bool, borderWidth: Double) -> Int32? {
        let bounds = node.pointee.bounds
        var shape: ShapeCoverage
        if !node.pointee.orientation.isAligned {
            guard let toShape = toLayer(node)?.concatenating(Affine(tx: -bounds.x, ty: -bounds.y)) else { return nil }
            shape = ShapeCoverage(
                toShape: toShape, width: bounds.z, height: bounds.w, radius: 0,
                corners: Corners(rawValue: node.pointee.maskedCorners.rawValue),
                smoothed: node.pointee.edgesToSmooth, borderWidth: borderWidth)
        } else {
            // Measured from the rounded edges, as everything of an upright layer is.
            let rect = node.pointee.rect
            let scales = node.pointee.screenScales
            guard scales.x > 0, scales.y > 0 else { return nil }
            shape = ShapeCoverage(
                toShape: Homography(
                    Affine(
                        a: 1 / scales.x, d: 1 / scales.y, tx: -Double(rect.minX) / scales.x,
                        ty: -Double(rect.minY) / scales.y)),
                width: Double(rect.width) / scales.x, height: Double(rect.height) / scales.y, radius: 0,
                corners: node.pointee.screenCorners, smoothed: [], borderWidth: borderWidth)
        }
        if isRounded, node.pointee.hasRoundedCorners {
            let room = min(shape.width, shape.height) / 2
            shape.radius = min(node.pointee.cornerRadius, room)
            if node.pointee.traits.contains(.hasContinuousCorners) {
                shape.corner = ContinuousCorner(radius: node.pointee.cornerRadius, room: room)
            }
        }
        guard shape.toShape.isFinite, shape.width > 0, shape.height > 0 else { return nil }
        shapes.append(shape)
        return Int32(shapes.count - 1)
    }

    /// What cuts the node's sublayers, when that is no rectangle.
    func clipItem(_ node: UnsafePointer<RenderNode>) -> DisplayItem {
        if node.pointee.hasRoundedCorners, let mask = cornerMask(node, borderWidth: 0) {
            return DisplayItem(
                kind: .cornerClip, corners: node.pointee.screenCorners, resource: mask, rect: node.pointee.rect,
                side: Int32(masks.masks[Int(mask)].side))
        }
        // A shape that covers nothing leaves nothing to see.
        return DisplayItem(kind: .shapeClip, resource: shape(node, isRounded: true, borderWidth: 0) ?? -1)
    }

    // MARK: Background and border

    /// - Parameter isClipped: what is drawn is cut to the node's shape afterwards.
    func addBackground(_ node: UnsafePointer<RenderNode>, alpha: UInt8, isClipped: Bool) {
        let colour = multiplied(premultiplied(node.pointee.backgroundColor), by: alpha)
        if colour == 0 { return }
        let extent = node.pointee.rect.intersection(node.pointee.ownExtent)
        var item = DisplayItem(kind: .fill, colour: colour, rect: node.pointee.rect)
        item.isCover = colour >= 0xFF00_0000
        let isTurned = !node.pointee.orientation.isAligned
        if isClipped || (!isTurned && !node.pointee.hasRoundedCorners) {
            add(item, extent)
            return
        }
        if node.pointee.orientation == .turned, !node.pointee.hasRoundedCorners, node.pointee.edgesToSmooth.isEmpty {
            guard let sampling = turnedArea(node) else { return }
            item.kind = .turnedFill
            item.isCover = false
            item.resource = Int32(pictures.count)
            pictures.append(Picture(source: Self.noSource, sampling: sampling))
            add(item, extent)
            return
        }
        if node.pointee.orientation == .projected, !node.pointee.hasRoundedCorners, node.pointee.edgesToSmooth.isEmpty {
            guard let area = projectedArea(node) else { return }
            item.kind = .projectedFill
            item.isCover = false
            item.resource = Int32(projectedPictures.count)
            projectedPictures.append(area)
            add(item, extent)
            return
        }
        if let mask = cornerMask(node, borderWidth: 0) {
            item.kind = .roundedFill
            item.corners = node.pointee.screenCorners
            item.resource = mask
            item.side = Int32(masks.masks[Int(mask)].side)
            add(item, extent)
        } else if let shape = shape(node, isRounded: true, borderWidth: 0) {
            item.kind = .shapeFill
            item.isCover = false
            item.resource = shape
            add(item, extent)
        }
    }

    func addBorder(_ node: UnsafePointer<RenderNode>) {
        let alpha = node.pointee.isGroup ? 255 : node.pointee.alpha
        let colour = multiplied(premultiplied(node.pointee.borderColor), by: alpha)
        if colour == 0 { return }
        let extent = node.pointee.rect.intersection(node.pointee.ownExtent)
        var item = DisplayItem(kind: .border, colour: colour, rect: node.pointee.rect)
        if node.pointee.orientation.isAligned {
            let widths = node.pointee.screenScales * node.pointee.borderWidth
            item.side = max(1, widths.x.snapped)
            item.upperSide = max(1, widths.y.snapped)
            if !node.pointee.hasRoundedCorners {
                add(item, extent)
                return
            }
            if let mask = cornerMask(node, borderWidth: item.side) {
                item.kind = .roundedBorder
                item.corners = node.pointee.screenCorners
                item.resource = mask
                add(item, extent)
                return
            }
        }
        if let shape = shape(node, isRounded: true, borderWidth: node.pointee.borderWidth) {
            item.kind = .shapeFill
            item.resource = shape
            add(item, extent)
        }
    }

    /// The turned rectangle as an area that the kernels can fill: drawn as if it were a bitmap with about one pixel per
    /// screen pixel.
    private func turnedArea(_ node: UnsafePointer<RenderNode>) -> Sampling? {
        guard let inverse = node.pointee.world.inverse else { return nil }
        let bounds = node.pointee.bounds
        let scales = node.pointee.axisScales
        let x = min(scales.x, Self.longestArea / bounds.z)
        let y = min(scales.y, Self.longestArea / bounds.w)
        guard
            let transform = SamplingTransform(
                a: inverse.a * x, b: inverse.b * y, c: inverse.c * x, d: inverse.d * y, tx: (inverse.tx - bounds.x) * x,
                ty: (inverse.ty - bounds.y) * y)
        else { return nil }
        return Sampling(
            transform: transform, taps: PixelRect(x: 0, y: 0, width: 1, height: 1), minX: 0, minY: 0,
            maxX: bounds.z * x, maxY: bounds.w * y)
    }

    private static let longestArea = 16_384.0
    /// Stands for a bitmap where only the area of a sampling counts; never read.
    static let noSource = PixelSurface(
        pixels: UnsafeMutableRawPointer(bitPattern: 64).unsafelyUnwrapped, bytesPerRow: 64, width: 1, height: 1,
        format: .xrgb8888)
}
