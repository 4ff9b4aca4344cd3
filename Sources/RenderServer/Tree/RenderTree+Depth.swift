internal import Motion

extension RenderTree {
    enum DepthPlacing { case placed, isUnseen, isUnusable }

    /// Whether the node's own values keep it flat in a superlayer that lies flat.
    @inline(__always)
    func liesFlat(_ node: UnsafePointer<RenderNode>) -> Bool {
        // The height of a transform layer lifts its sublayers; any other's only orders it among its siblings.
        if node.pointee.traits.contains(.isTransformLayer), node.pointee.zPosition != 0 { return false }
        guard node.pointee.extras >= 0 else { return true }
        let extra = extras.base + Int(node.pointee.extras)
        return extra.pointee.anchorPointZ == 0 && extra.pointee.transform.isAffine
    }

    /// What the sublayers of a node are placed in: the node's plane, or, in a transform layer, its whole space
    /// (fact G-38).
    private func sublayerSpace(of parent: Int32, isMask: Bool) -> Matrix4 {
        guard parent != NodeLinks.none else { return Matrix4(around: Homography(Affine(a: scale, d: scale))) }
        let above = nodes.base + Int(parent)
        if above.pointee.traits.contains(.isTransition) {
            return sublayerSpace(of: links.base[Int(parent)].parent, isMask: false)
        }
        var space =
            above.pointee.traits.contains(.isTransformLayer)
            ? space(of: above) : Matrix4(around: plane(of: above))
        if above.pointee.traits.contains(.isGeometryFlipped) {
            space = Matrix4(around: Homography(above.pointee.flip)).concatenating(space)
        }
        if hasSublayerTransform(above), !isMask {
            let anchor = above.pointee.anchor
            space = Matrix4.translation(-anchor.x, -anchor.y)
                .concatenating(extras.base[Int(above.pointee.extras)].sublayerTransform)
                .concatenating(.translation(anchor.x, anchor.y)).concatenating(space)
        }
        return space
    }

    /// Places a node by all four rows of its transform (facts G-36, G-37): `world`, `orientation`, and a projection where
    /// those are not all.
    func placeInDepth(
        _ index: Int32, _ node: UnsafeMutablePointer<RenderNode>, in parent: Int32, shift: SIMD2<Double>
    ) -> DepthPlacing {
        let extra = extrasOf(node)
        let anchor = node.pointee.anchor
        let position = node.pointee.position
        let space = Matrix4.translation(shift.x - anchor.x, shift.y - anchor.y, -extra.anchorPointZ)
            .concatenating(extra.transform)
            .concatenating(.translation(position.x, position.y, node.pointee.drawingHeight))
            .concatenating(sublayerSpace(of: parent, isMask: links.base[Int(index)].flags.contains(.isMask)))
        guard space.isFinite else { return .isUnusable }
        if node.pointee.traits.contains(.isTransformLayer) {
            node.pointee.world = Affine(space)
            node.pointee.orientation = .upright
            let unused = Homography(Affine())
            node.pointee.projection = projections.insert(
                NodeProjection(space: space, toScreen: unused, toLayer: unused, depth: SIMD3(0, 0, 0)))
            return node.pointee.world.isFinite ? .placed : .isUnusable
        }

        let bounds = node.pointee.bounds
        var toScreen = Homography(space)
        let reach = max(bounds.lowHalf.magnitudes.max(), (bounds.lowHalf + bounds.highHalf).magnitudes.max(), 1)
        if (toScreen.px.magnitude + toScreen.py.magnitude) * reach <= 1e-9 * toScreen.pw.magnitude {
            // Everything in the plane is equally far away.
            guard toScreen.pw > 0 else { return .isUnseen }
            toScreen.px = 0
            toScreen.py = 0
        }
        // A plane seen edge-on, or squeezed to nothing, shows nothing, and neither does what lies in it.
        guard let toLayer = toScreen.inverse else { return .isUnseen }
        let back = toLayer.affine
        let depthX = back.a * space.m13 + back.b * space.m23 + toLayer.px * space.m43
        let depthY = back.c * space.m13 + back.d * space.m23 + toLayer.py * space.m43
        let depthZ = back.tx * space.m13 + back.ty * space.m23 + toLayer.pw * space.m43
        let depth = SIMD3(depthX, depthY, depthZ)
        guard max(depth.x.magnitude, depth.y.magnitude) < NodeProjection.steepest, depth.z.magnitude < 1e15 else {
            return .isUnseen
        }
        if toScreen.px == 0, toScreen.py == 0 {
            let k = 1 / toScreen.pw
            let m = toScreen.affine
            node.pointee.world = Affine(a: m.a * k, b: m.b * k, c: m.c * k, d: m.d * k, tx: m.tx * k, ty: m.ty * k)
            node.pointee.orientation = node.pointee.world.orientation
            let flat = NodeProjection.rounded(SIMD3(0, 0, node.pointee.drawingHeight))
            if NodeProjection.rounded(depth) == flat { return .placed }
        } else {
            guard let center = centerInFront(bounds, toScreen) else { return .isUnseen }
            node.pointee.world = toScreen.tangent(center.x, center.y)
            node.pointee.orientation = .projected
        }
        node.pointee.projection = projections.insert(
            NodeProjection(
                space: space, toScreen: toScreen, toLayer: toLayer, depth: NodeProjection.rounded(depth)))
        return .placed
    }

    /// The middle of the bounds, or else of the part of a diagonal that lies in front of the camera.
    private func centerInFront(_ bounds: SIMD4<Double>, _ plane: Homography) -> SIMD2<Double>? {
        let low = bounds.lowHalf
        let high = bounds.lowHalf + bounds.highHalf
        let middle = (low + high) / 2
        var best = middle
        var largest = plane.w(middle.x, middle.y)
        if largest > 1e-3 * plane.pw.magnitude { return middle }
        for corner in [low, high, SIMD2(low.x, high.y), SIMD2(high.x, low.y)] {
            let w = plane.w(corner.x, corner.y)
            if w > largest {
                largest = w
                best = corner
            }
        }
        return largest > 0 ? best : nil
    }

    /// Whether one sees the plane's back (fact G-39). Flipped geometry above only turns it upside down.
    func isSeenFromBehind(_ node: UnsafePointer<RenderNode>) -> Bool {
        if node.pointee.traits.contains(.isTransformLayer) { return false }
        let determinant =
            node.pointee.orientation == .projected
            ? projections.base[Int(node.pointee.projection)].toScreen.determinant : node.pointee.world.determinant
        return node.pointee.isMirrored ? determinant > 0 : determinant < 0
    }

    /// The pixels of a rectangle in the layer's plane, given by its edges.
    func screenRect(of edges: SIMD4<Double>, _ node: UnsafePointer<RenderNode>) -> ScreenRect {
        let isSmoothed = node.pointee.traits.contains(.allowsEdgeAntialiasing)
        guard node.pointee.orientation == .projected else {
            return node.pointee.world.screenRect(of: edges, isSmoothed: isSmoothed)
        }
        let projection = projections.base + Int(node.pointee.projection)
        // Somewhat more than the screen: shadows and blurs reach in from outside.
        let room = room(in: links.base[node - UnsafePointer(nodes.base)].parent)
        let rect = projection.pointee.toScreen.screenRect(
            of: edges, toPlane: projection.pointee.toLayer, screen: room.grown(by: 1024))
        return isSmoothed ? rect.grown(by: 1) : rect
    }

    /// Compares two records by number, -1 for a layer that lies flat.
    func projectionDifference(_ old: Int32, _ new: Int32) -> (isElsewhere: Bool, isOtherwiseOrdered: Bool) {
        guard old >= 0, new >= 0 else { return (true, true) }
        let old = projections.base + Int(old)
        let new = projections.base + Int(new)
        return (old.pointee.space != new.pointee.space, old.pointee.depth != new.pointee.depth)
    }

    /// Whether depth decides what covers what among the node and its siblings.
    func isOrderedByDepth(_ index: Int32) -> Bool {
        let parent = links.base[Int(index)].parent
        guard parent != NodeLinks.none else { return false }
        return links.base[Int(parent)].flags.contains(.hasDepth)
            || nodes.base[Int(parent)].traits.contains(.isTransformLayer)
    }
}

extension RenderNode {
    /// Mirrors y about the middle of the bounds (fact G-56).
    @inline(__always) var flip: Affine { Affine(d: -1, ty: 2 * bounds.y + bounds.w) }
}

extension SIMD2<Double> {
    fileprivate var magnitudes: SIMD2<Double> { SIMD2(x.magnitude, y.magnitude) }
}
