internal import Foundation
internal import Motion

/// From one value to another (fact A-104 for what happens when only some of the three are given).
///
/// Values are numbers, `CGPoint`, `CGSize`, `CGRect`, `CGColor` or `CATransform3D`, as the property wants.
@preconcurrency @MainActor
open class CABasicAnimation: CAPropertyAnimation {
    private final var from: Any?
    private final var to: Any?
    private final var by: Any?

    public required init() { super.init() }

    open var fromValue: Any? {
        get { from }
        set { if canChange("fromValue") { from = newValue } }
    }
    open var toValue: Any? {
        get { to }
        set { if canChange("toValue") { to = newValue } }
    }
    open var byValue: Any? {
        get { by }
        set { if canChange("byValue") { by = newValue } }
    }

    /// None of the three is given: the start is the value before the change that the animation accompanies.
    final var hasNoValues: Bool { from == nil && to == nil && by == nil }

    override func takeValues(of other: CAAnimation) {
        super.takeValues(of: other)
        guard let other = other as? CABasicAnimation else { return }
        from = other.from
        to = other.to
        by = other.by
    }

    override func course(for key: LayerKey, model: MotionValue) -> LayerAnimation.Course? {
        guard let ends = ends(for: key, model: model) else { return nil }
        return .basic(from: ends.from, to: ends.to, by: ends.by, curve: pace?.curve ?? .linear)
    }

    /// The three values as the property wants them; nil if one does not fit.
    final func ends(
        for key: LayerKey, model: MotionValue
    ) -> (from: MotionValue?, to: MotionValue?, by: MotionValue?)? {
        func converted(_ value: Any?) -> (MotionValue?, isUsable: Bool) {
            guard let value else { return (nil, true) }
            let motion = motion(value, for: key)
            return (motion, motion != nil)
        }
        let (start, end, way) = (converted(from), converted(to), converted(by))
        guard start.isUsable, end.isUsable, way.isUsable else {
            LayerLog.note("An animation of \(keyPath ?? "nothing") has a value of a type the property does not take.")
            return nil
        }
        // From a colour to one that the layer does not have there is no way in between: nothing shows (fact A-106). A
        // clear colour that is given is a colour.
        if model == AnimatableValue.noColor, !addsToValue, way.0 == nil, (start.0 == nil) != (end.0 == nil) {
            return (AnimatableValue.noColor, AnimatableValue.noColor, nil)
        }
        return (start.0, end.0, way.0)
    }
}
