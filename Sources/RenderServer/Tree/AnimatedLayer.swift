internal import Motion

/// A layer with animations, or one whose last animation just went.
struct AnimatedLayer {
    var layer: Int32
    /// Number of the record in `RenderTree.layerModels`: what the layer is without animations.
    var model: Int32
    /// The first and the last of its animations, oldest first; each names the next.
    var first = NodeLinks.none
    var last = NodeLinks.none
    var count: Int32 = 0
    /// Whether there were so many of them that `RenderTree.animationPlaces` knows them.
    var isIndexed = false
    /// The first of its tracks, if that is how its animations are evaluated.
    var firstTrack = NodeLinks.none
    /// Whether that is to be found out.
    var tracksAreStale = true
    /// Properties that show something else than the model.
    var driven = PropertySet()
}

/// One animation of one layer.
struct RunningAnimation {
    var animation: LayerAnimation
    var next = NodeLinks.none
    var previous = NodeLinks.none
    var isEndReported = false
    /// Of a copy: nobody waits for its end.
    var isSilent = false
}

/// An animation of a layer that has many.
struct AnimationName: Hashable {
    var layer: Int32
    var identifier: UInt64
}

/// A running animation as it is evaluated in every frame, in small records that lie side by side. Those of one property
/// follow each other, oldest first.
struct AnimationTrack {
    var animation: SteadyAnimation
    /// For all but transforms.
    var way: VectorWay
    /// The model's value of the property, for all but transforms.
    var base: SIMD4<Double>
    /// Number of the record in `RenderTree.matrixWays`, for transforms without keyframes; -1 for others.
    var matrix: Int32
    /// Of transforms with keyframes: their way. It belongs to the animation; uncounted, as it is looked at in every frame.
    var stops: Unmanaged<KeyframeTrack>?
    /// Number of the record in `RenderTree.steadyGroups`, for an animation in a group; -1 for others.
    var group: Int32
    /// Number of the animation.
    var number: Int32
    /// Of the same layer.
    var next = NodeLinks.none
    var property: LayerKey
    /// Of its property.
    var isFirst, isLast: Bool
    var isEndReported: Bool

    var isTransform: Bool { matrix >= 0 || stops != nil }
}

/// Some of a layer's animatable properties.
struct PropertySet: OptionSet {
    var rawValue: UInt64

    init(rawValue: UInt64 = 0) { self.rawValue = rawValue }

    /// The set of the property that `key` names, or names a part of.
    init(_ key: LayerKey) { rawValue = 1 << key.propertyNumber }

    func contains(_ key: LayerKey) -> Bool { isSuperset(of: PropertySet(key)) }
}
