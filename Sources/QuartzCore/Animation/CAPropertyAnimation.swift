internal import Foundation
internal import Motion

/// An animation of the property, or the part of one, that a key path names; see `CALayer.value(forKeyPath:)`.
@preconcurrency @MainActor
open class CAPropertyAnimation: CAAnimation {
    private final var keyPathStorage: String?
    private final var isAdditiveStorage = false
    private final var isCumulativeStorage = false
    private final var functionStorage: CAValueFunction?

    public required init() { super.init() }

    public convenience init(keyPath path: String?) {
        self.init()
        keyPath = path
    }

    open var keyPath: String? {
        get { keyPathStorage }
        set { if canChange("keyPath") { keyPathStorage = newValue } }
    }
    /// Whether the value is added to what is below: the model, or earlier animations. Default false.
    open var isAdditive: Bool {
        get { isAdditiveStorage }
        set { if canChange("additive") { isAdditiveStorage = newValue } }
    }
    /// Whether each round starts where the last one ended. Default false.
    open var isCumulative: Bool {
        get { isCumulativeStorage }
        set { if canChange("cumulative") { isCumulativeStorage = newValue } }
    }

    /// Makes a transform of the values; `keyPath` is "transform" or "sublayerTransform" then. Default nil.
    open var valueFunction: CAValueFunction? {
        get { functionStorage }
        set { if canChange("valueFunction") { functionStorage = newValue } }
    }

    override func takeValues(of other: CAAnimation) {
        super.takeValues(of: other)
        guard let other = other as? CAPropertyAnimation else { return }
        keyPathStorage = other.keyPathStorage
        isAdditiveStorage = other.isAdditiveStorage
        isCumulativeStorage = other.isCumulativeStorage
        functionStorage = other.functionStorage
    }

    // MARK: For the layer

    /// What of the layer it drives; nil if nothing that the render server knows.
    final var layerKey: LayerKey? { keyPathStorage.flatMap(LayerKey.init(rawValue:)) }
    final var addsToValue: Bool { isAdditiveStorage }
    /// The way it drives it; nil if its values do not fit. `model` is the property's present value.
    func course(for key: LayerKey, model: MotionValue) -> LayerAnimation.Course? { nil }

    override func motions(in scene: MotionScene, timing: MediaTiming) -> [LayerAnimation] {
        let key: LayerKey
        let model: MotionValue
        if let known = layerKey, scene.layer.layerKey(known.rawValue) != nil {
            key = known
            model = key.part(of: scene.layer.motionValue(for: key.property))
        } else if let keyPathStorage, let value = scene.layer.customMotion(forKeyPath: keyPathStorage) {
            key = .custom
            model = value
        } else {
            return []
        }
        let function = functionStorage?.function
        if function != nil, key != .transform, key != .sublayerTransform {
            LayerLog.note("A value function works on transform and sublayerTransform, not on \(key.rawValue).")
            return []
        }
        guard let course = course(for: key, model: model) else { return [] }
        if key == .custom, let keyPathStorage { AnimationObjects.customNames.append(keyPathStorage) }
        return [
            LayerAnimation(
                identifier: scene.identifier, key: key, timing: timing, course: course, isAdditive: isAdditiveStorage,
                isCumulative: isCumulativeStorage, isRemovedOnCompletion: scene.isRemoved, valueFunction: function,
                group: scene.group)
        ]
    }

    /// A value as the property, or the value function, wants it; nil if it is of another kind.
    final func motion(_ value: Any, for key: LayerKey) -> MotionValue? {
        if key.family == .object { return AnimationObjects.motion(value, for: key) }
        guard let function = functionStorage?.function else { return AnimatableValue.motion(value, for: key) }
        if function.inputCount == 1 { return AnimatableValue.number(value).map { .number($0) } }
        guard let list = value as? [Any] else { return nil }
        let numbers = list.compactMap(AnimatableValue.number)
        guard numbers.count == function.inputCount, numbers.count == list.count else { return nil }
        return MotionNumbers(numbers).map { .numbers($0) }
    }
}
