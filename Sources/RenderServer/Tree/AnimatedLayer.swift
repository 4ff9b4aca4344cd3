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
}

/// Some of a layer's animatable properties.
struct PropertySet: OptionSet {
    var rawValue: UInt32

    init(rawValue: UInt32 = 0) { self.rawValue = rawValue }

    /// The set of the property that `key` names, or names a part of.
    init(_ key: LayerKey) {
        let bit: UInt32 =
            switch key.property {
            case .bounds: 0
            case .position: 1
            case .zPosition: 2
            case .anchorPoint: 3
            case .anchorPointZ: 4
            case .transform: 5
            case .sublayerTransform: 6
            case .opacity: 7
            case .isHidden: 8
            case .backgroundColor: 9
            case .cornerRadius: 10
            case .borderWidth: 11
            case .borderColor: 12
            case .contentsRect: 13
            case .contentsCenter: 14
            default: 15
            }
        rawValue = 1 << bit
    }

    func contains(_ key: LayerKey) -> Bool { isSuperset(of: PropertySet(key)) }
}
