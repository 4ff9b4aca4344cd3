internal import Motion

/// What a layer has that does not simply lie flat in its superlayer: turned out of the plane, seen in perspective, or
/// within a transform layer. Kept apart, for few layers do.
struct NodeProjection: Equatable {
    /// From the layer's own space, with its depth, to the screen: pixels, and depth in the space of the layer that
    /// flattens this one.
    var space: Matrix4
    /// From the layer's plane to screen pixels.
    var toScreen: Homography
    /// And back; the third component is positive in front of the camera.
    var toLayer: Homography
    /// Depth of the layer's plane at a place (x, y) of the screen: depth.x · x + depth.y · y + depth.z. Larger is nearer.
    var depth: SIMD3<Double>

    /// Depths of planes are whole multiples of a small step. So two planes that are meant to be one are, and comparing
    /// them at a pixel is exact arithmetic.
    static func rounded(_ depth: SIMD3<Double>) -> SIMD3<Double> {
        let slope = 1_073_741_824.0
        let height = 1_048_576.0
        let x = (depth.x * slope).rounded() / slope
        let y = (depth.y * slope).rounded() / slope
        // A height may be any number; the difference of two has to be one.
        let z = (max(-1e15, min(1e15, depth.z)) * height).rounded() / height
        return SIMD3(x, y, z)
    }

    /// Beyond it a plane is seen edge-on.
    static let steepest = 1e9
}

extension RenderTree {
    /// The layer's own space with its depth; `world` for a layer that lies flat.
    func space(of node: UnsafePointer<RenderNode>) -> Matrix4 {
        node.pointee.projection >= 0
            ? projections.base[Int(node.pointee.projection)].space : Matrix4(around: Homography(node.pointee.world))
    }

    /// The layer's plane on the screen.
    func plane(of node: UnsafePointer<RenderNode>) -> Homography {
        node.pointee.orientation == .projected
            ? projections.base[Int(node.pointee.projection)].toScreen : Homography(node.pointee.world)
    }

    /// Depth of the layer's plane in its superlayer's space; see `NodeProjection.depth`.
    func depth(of node: UnsafePointer<RenderNode>) -> SIMD3<Double> {
        node.pointee.projection >= 0
            ? projections.base[Int(node.pointee.projection)].depth
            : NodeProjection.rounded(SIMD3(0, 0, node.pointee.drawingHeight))
    }

    func dropProjection(_ number: Int32) {
        if number >= 0 { projections.remove(number) }
    }
}
