internal import Motion
internal import Raster

/// A shape layer's outline with its colour, upright: what is drawn of it in perspective.
final class ShapePicture {
    let bitmap: Bitmap
    private let version: Int
    private let colour: UInt32

    /// Nil when there is no memory for it.
    init?(_ coverage: ShapeMasks.Coverage, _ colour: UInt32) {
        guard
            let bitmap = try? Bitmap(
                width: coverage.surface.width, height: coverage.surface.height, format: .argb8888)
        else { return nil }
        Kernels.over(colour, through: coverage.surface, onto: bitmap.surface)
        bitmap.freeze()
        self.bitmap = bitmap
        self.colour = colour
        version = coverage.version
    }

    func shows(_ coverage: ShapeMasks.Coverage, _ colour: UInt32) -> Bool {
        version == coverage.version && self.colour == colour
    }
}

extension ShapeMasks {
    func dropPictures() {
        fillPicture = nil
        strokePicture = nil
    }
}

extension ShapePlacement {
    /// The longest side of a shape's picture, pixels.
    static let longestPicture = 2048.0

    /// Upright, about as many pixels as the layer has on the screen: in steps, so that a layer that turns is not made
    /// again in every frame.
    init(projected node: UnsafePointer<RenderNode>, _ content: ShapeContent, scale: Double) {
        self.init(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0)
        let scales = node.pointee.axisScales
        let wanted = max(scales.x, scales.y)
        // A turned layer is shorter than it is; a scale below the screen's is only for layers that are much smaller.
        while a < wanted, a < 64 * scale { a *= 2 }
        while a > 4 * wanted, a > scale / 64 { a /= 2 }
        d = a
        let extent = content.fillExtent(self).union(content.strokeExtent(self))
        let longest = Double(max(extent.width, extent.height))
        if longest > Self.longestPicture {
            a *= Self.longestPicture / longest
            d = a
        }
    }
}

extension RenderTree {
    /// The screen pixels of an extent in the pixels of a placement made for a projected layer.
    func projectedExtent(
        _ extent: ScreenRect, _ placement: ShapePlacement, _ node: UnsafePointer<RenderNode>
    ) -> ScreenRect {
        if extent.isEmpty { return .empty }
        let grown = extent.grown(by: 1)
        let edges = SIMD4(Double(grown.minX), Double(grown.minY), Double(grown.maxX), Double(grown.maxY))
        return screenRect(of: edges / placement.a, node)
    }
}

extension DisplayList {
    func addProjectedShape(
        _ content: ShapeContent, _ masks: ShapeMasks, _ node: UnsafePointer<RenderNode>, _ placement: ShapePlacement,
        alpha: UInt8
    ) {
        var clip = node.pointee.ownExtent
        if node.pointee.traits.contains(.masksToBounds) { clip = clip.intersection(node.pointee.rect) }
        if clip.isEmpty { return }
        // With a clear pixel around it, so that its edges are soft.
        let fillExtent = content.fillExtent(placement).grown(by: 1)
        let budget = Int(fillExtent.width) * Int(fillExtent.height)
        if !fillExtent.isEmpty,
            let coverage = masks.fill(content, placement, fillExtent, needed: fillExtent, budget: budget)
        {
            let colour = premultiplied(content.fillColor)
            if masks.fillPicture?.shows(coverage, colour) != true {
                masks.fillPicture = ShapePicture(coverage, colour)
            }
            if let picture = masks.fillPicture { add(picture, coverage, node, placement, alpha: alpha, clip) }
        }
        let strokeExtent = content.strokeExtent(placement).grown(by: 1)
        let strokeBudget = Int(strokeExtent.width) * Int(strokeExtent.height)
        if !strokeExtent.isEmpty,
            let coverage = masks.stroke(content, placement, strokeExtent, needed: strokeExtent, budget: strokeBudget)
        {
            let colour = premultiplied(content.strokeColor)
            if masks.strokePicture?.shows(coverage, colour) != true {
                masks.strokePicture = ShapePicture(coverage, colour)
            }
            if let picture = masks.strokePicture { add(picture, coverage, node, placement, alpha: alpha, clip) }
        }
    }

    private func add(
        _ picture: ShapePicture, _ coverage: ShapeMasks.Coverage, _ node: UnsafePointer<RenderNode>,
        _ placement: ShapePlacement, alpha: UInt8, _ extent: ScreenRect
    ) {
        let surface = picture.bitmap.surface
        guard
            let map = toLayer(node)?.concatenating(
                Affine(
                    a: placement.a, d: placement.d, tx: -Double(coverage.originX), ty: -Double(coverage.originY))),
            let projection = Projection(
                map, taps: surface.bounds, edges: SIMD4(0, 0, Double(surface.width), Double(surface.height)),
                filter: .bilinear)
        else { return }
        let item = DisplayItem(
            kind: .projectedSample, alpha: alpha, resource: Int32(projectedPictures.count), rect: extent)
        projectedPictures.append(ProjectedPicture(source: surface, projection: projection))
        add(item, extent)
    }
}
