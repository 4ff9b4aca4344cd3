internal import Motion

/// What few layers have: kept apart, so that a plain layer stays small.
struct NodeExtras: Equatable {
    var transform = Matrix4.identity
    var sublayerTransform = Matrix4.identity
    var anchorPointZ = 0.0
    var contentsRect = SIMD4<Double>(0, 0, 1, 1)
    var contentsCenter = SIMD4<Double>(0, 0, 1, 1)
    var clock = LayerClock()
    /// Premultiplied, multiplies the picture of the subtree; 0 for none.
    var tint: UInt32 = 0
    var minificationFilterBias: Float = 0

    // Numbers of records kept elsewhere; -1 for none.

    var effects: Int32 = -1
    var special: Int32 = -1
    /// The node whose alpha cuts this one's picture.
    var mask = NodeLinks.none

    static let none = NodeExtras()
}
