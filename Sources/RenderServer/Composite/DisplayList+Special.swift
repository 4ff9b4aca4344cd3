internal import Raster

/// A gradient as an item draws it.
struct GradientItem {
    var paint: GradientPaint
    /// Every pixel inside is opaque, before the item's alpha.
    var isOpaque: Bool
    /// For the kernels, which do without `paint`. The record of the layer holds the table.
    var map: GradientMap?
    var table: Unmanaged<GradientTable>?
    /// Number of the mask of rounded corners; -1 for none.
    var mask: Int32 = -1
    /// Number of the `ShapeCoverage` that cuts it; -1 for none.
    var shape: Int32 = -1
}

extension DisplayList {
    /// What a special layer draws over its background and contents.
    func addSpecial(
        _ tree: RenderTree, _ node: UnsafePointer<RenderNode>, alpha: UInt8, isClipped: Bool
    ) {
        let index = Int32(truncatingIfNeeded: node - UnsafePointer(tree.nodes.base))
        let record = tree.special(index)
        switch record.pointee.shown {
        case .gradient(let content): addGradient(content, record, node, alpha: alpha, isClipped: isClipped)
        case .shape(let content):
            if let masks = record.pointee.masks {
                addShape(content, masks, node, alpha: alpha, budget: tree.screenArea)
            }
        case .emitter(let content):
            if let system = record.pointee.particles { addParticles(content, system, node, alpha: alpha) }
        // A pattern lies under the contents and is drawn before them.
        case .replicator, .pattern: break
        }
    }

    // MARK: Gradients

    private func addGradient(
        _ content: GradientContent, _ record: UnsafeMutablePointer<SpecialRecord>, _ node: UnsafePointer<RenderNode>,
        alpha: UInt8, isClipped: Bool
    ) {
        guard content.isVisible, let toUnit = unitSpace(of: node) else { return }
        let extent = node.pointee.rect.intersection(node.pointee.ownExtent)
        if extent.isEmpty { return }
        let first = stops.count
        content.writeStops(to: &stops)
        guard
            let paint = GradientPaint(
                content, toUnit: toUnit, firstStop: Int32(first), stopCount: Int32(stops.count - first))
        else { return }
        var gradient = GradientItem(paint: paint, isOpaque: content.isOpaque)
        if let map = paint.map {
            if record.pointee.table == nil { record.pointee.table = content.makeTable() }
            gradient.map = map
            gradient.table = record.pointee.table.map { Unmanaged.passUnretained($0) }
        }
        var item = DisplayItem(
            kind: .gradient, alpha: alpha, resource: Int32(gradients.count), rect: node.pointee.rect)
        item.isCover = content.isOpaque && alpha == 255
        if !isClipped {
            if node.pointee.orientation != .upright && node.pointee.orientation != .quarterTurned {
                guard let shape = shape(node, isRounded: true, borderWidth: 0) else { return }
                gradient.shape = shape
            } else if node.pointee.hasRoundedCorners {
                if let mask = cornerMask(node, borderWidth: 0) {
                    gradient.mask = mask
                    item.corners = node.pointee.screenCorners
                    item.side = Int32(masks.masks[Int(mask)].side)
                } else if let shape = shape(node, isRounded: true, borderWidth: 0) {
                    gradient.shape = shape
                } else {
                    return
                }
            }
        }
        if gradient.shape >= 0 { item.isCover = false }
        gradients.append(gradient)
        add(item, extent)
    }

    /// From screen pixels to the unit space of the node's bounds; measured from the rounded edges for an upright layer.
    private func unitSpace(of node: UnsafePointer<RenderNode>) -> Homography? {
        let world = node.pointee.world
        let rect = node.pointee.rect
        let bounds = node.pointee.bounds
        guard !rect.isEmpty, bounds.z > 0, bounds.w > 0 else { return nil }
        let width = Double(rect.width)
        let height = Double(rect.height)
        switch node.pointee.orientation {
        case .upright:
            let x = world.a > 0 ? (1 / width, -Double(rect.minX) / width) : (-1 / width, Double(rect.maxX) / width)
            let y = world.d > 0 ? (1 / height, -Double(rect.minY) / height) : (-1 / height, Double(rect.maxY) / height)
            return Homography(Affine(a: x.0, d: y.0, tx: x.1, ty: y.1))
        case .quarterTurned:
            // x on the screen is y in the layer.
            let v = world.c > 0 ? (1 / width, -Double(rect.minX) / width) : (-1 / width, Double(rect.maxX) / width)
            let u = world.b > 0 ? (1 / height, -Double(rect.minY) / height) : (-1 / height, Double(rect.maxY) / height)
            return Homography(Affine(a: 0, b: v.0, c: u.0, d: 0, tx: u.1, ty: v.1))
        default:
            guard let inverse = toLayer(node) else { return nil }
            return inverse.concatenating(
                Affine(a: 1 / bounds.z, d: 1 / bounds.w, tx: -bounds.x / bounds.z, ty: -bounds.y / bounds.w))
        }
    }

    // MARK: Shapes

    private func addShape(
        _ content: ShapeContent, _ masks: ShapeMasks, _ node: UnsafePointer<RenderNode>, alpha: UInt8, budget: Int
    ) {
        guard let placement = masks.placement else { return }
        if node.pointee.orientation == .projected {
            addProjectedShape(content, masks, node, placement, alpha: alpha)
            return
        }
        masks.dropPictures()
        var clip = node.pointee.ownExtent
        if node.pointee.traits.contains(.masksToBounds) { clip = clip.intersection(node.pointee.rect) }

        let fillExtent = content.fillExtent(placement)
        let filled = fillExtent.intersection(clip)
        if filled.isEmpty {
            masks.dropFill()
        } else if let coverage = masks.fill(content, placement, fillExtent, needed: filled, budget: budget) {
            addCoverage(coverage, content.fillColor, alpha: alpha, filled)
        }
        let strokeExtent = content.strokeExtent(placement)
        let stroked = strokeExtent.intersection(clip)
        if stroked.isEmpty {
            masks.dropStroke()
        } else if let coverage = masks.stroke(content, placement, strokeExtent, needed: stroked, budget: budget) {
            addCoverage(coverage, content.strokeColor, alpha: alpha, stroked)
        }
    }

    private func addCoverage(
        _ coverage: ShapeMasks.Coverage, _ color: SIMD4<Float>, alpha: UInt8, _ extent: ScreenRect
    ) {
        let colour = multiplied(premultiplied(color), by: alpha)
        if colour == 0 { return }
        guard let unused = SamplingTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) else { return }
        let item = DisplayItem(
            kind: .coverageFill, resource: Int32(pictures.count), colour: colour, rect: extent)
        pictures.append(
            Picture(
                source: coverage.surface, originX: coverage.originX, originY: coverage.originY,
                sampling: Sampling(transform: unused, taps: coverage.surface.bounds)))
        add(item, extent)
    }
}
