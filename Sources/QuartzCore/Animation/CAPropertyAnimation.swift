internal import Foundation
internal import Motion

/// An animation of the property, or the part of one, that a key path names; see `CALayer.value(forKeyPath:)`.
@preconcurrency @MainActor
open class CAPropertyAnimation: CAAnimation {
    private final var keyPathStorage: String?
    private final var isAdditiveStorage = false
    private final var isCumulativeStorage = false

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

    override func takeValues(of other: CAAnimation) {
        super.takeValues(of: other)
        guard let other = other as? CAPropertyAnimation else { return }
        keyPathStorage = other.keyPathStorage
        isAdditiveStorage = other.isAdditiveStorage
        isCumulativeStorage = other.isCumulativeStorage
    }

    override var layerKey: LayerKey? { keyPathStorage.flatMap(LayerKey.init(rawValue:)) }
    override var addsToValue: Bool { isAdditiveStorage }
    override var accumulates: Bool { isCumulativeStorage }
}
