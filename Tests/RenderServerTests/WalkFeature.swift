/// What a random walk does besides the plain changes to geometry, looks, contents and order. Each feature's steps stand
/// in a file of their own, `RandomLayerWalk+<Feature>.swift`.
struct WalkFeature: Sendable {
    var name: String
    /// The share of all steps that are this feature's.
    var share: Double
    /// Changes one layer; writes to the walk's log what it did.
    var step: @Sendable (RandomLayerWalk, UInt32) -> Void
    /// Layers left the tree, and their numbers come back as other layers.
    var forget: @Sendable (RandomLayerWalk, [UInt32]) -> Void = { _, _ in }

    /// All there are. A feature's own tests walk with it alone, the long walks with all of them.
    static let all: [WalkFeature] = [.depth, .specials, .masks, .effects, .rasterizing, .transitions]
}
