internal import Motion

/// A layer with animations, or one whose last animation just went.
struct AnimatedLayer {
    var layer: Int32
    /// What the layer is without animations.
    var model: LayerState
    /// The first of its animations, oldest first; each names the next.
    var first = NodeLinks.none
    /// Properties that show something else than the model.
    var driven = PropertySet()
}

/// One animation of one layer.
struct RunningAnimation {
    var animation: LayerAnimation
    var next = NodeLinks.none
    var isEndReported = false
    /// Of a copy: nobody waits for its end.
    var isSilent = false
}

/// Some of a layer's animatable properties.
struct PropertySet: OptionSet {
    var rawValue: UInt64

    init(rawValue: UInt64 = 0) { self.rawValue = rawValue }

    /// The set of the property that `key` names, or names a part of.
    init(_ key: LayerKey) { rawValue = 1 << key.propertyNumber }

    func contains(_ key: LayerKey) -> Bool { isSuperset(of: PropertySet(key)) }
}
