public import Foundation
package import Motion
internal import RenderServer

/// Hears when an animation starts and stops. Calls come from the run loop, after the commit or the frame that caused
/// them; the animation given is the layer's copy.
@preconcurrency @MainActor
public protocol CAAnimationDelegate: NSObjectProtocol {
    func animationDidStart(_ anim: CAAnimation)
    /// `flag` is true if the active time passed, false if the animation was removed or its layer left the tree.
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
    public func animationDidStart(_ anim: CAAnimation) {}
    public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}

/// The base of all animations: timing, delegate, pace.
///
/// A layer keeps a copy of what it is given, which is frozen: changing it is a mistake that is reported and ignored
/// (fact A-101). Main thread.
@preconcurrency @MainActor
open class CAAnimation: NSObject, CAMediaTiming, CAAction, NSCopying {
    package final var timing = MediaTiming()
    final var pace: CAMediaTimingFunction?
    final var delegateStorage: (any CAAnimationDelegate)?
    final var isRemovedStorage = true
    final var tags: [String: Any] = [:]
    /// Whether it belongs to a layer and no longer changes.
    final var isFrozen = false

    public required override init() { super.init() }

    // MARK: Timing (fact A-100 for the defaults)

    open var beginTime: CFTimeInterval {
        get { timing.beginTime }
        set { if canChange("beginTime", isUsable: newValue.isFinite) { timing.beginTime = newValue } }
    }
    open var duration: CFTimeInterval {
        get { timing.duration }
        set { if canChange("duration", isUsable: !newValue.isNaN) { timing.duration = newValue } }
    }
    open var speed: Float {
        get { Float(timing.speed) }
        set { if canChange("speed", isUsable: newValue.isFinite) { timing.speed = Double(newValue) } }
    }
    open var timeOffset: CFTimeInterval {
        get { timing.timeOffset }
        set { if canChange("timeOffset", isUsable: newValue.isFinite) { timing.timeOffset = newValue } }
    }
    open var repeatCount: Float {
        get { Float(timing.repeatCount) }
        set {
            // The greatest number means for ever, as infinity does.
            let count = newValue >= Float.greatestFiniteMagnitude ? .infinity : Double(newValue)
            if canChange("repeatCount", isUsable: !newValue.isNaN) { timing.repeatCount = count }
        }
    }
    open var repeatDuration: CFTimeInterval {
        get { timing.repeatDuration }
        set { if canChange("repeatDuration", isUsable: !newValue.isNaN) { timing.repeatDuration = newValue } }
    }
    open var autoreverses: Bool {
        get { timing.autoreverses }
        set { if canChange("autoreverses") { timing.autoreverses = newValue } }
    }
    open var fillMode: CAMediaTimingFillMode {
        get { CAMediaTimingFillMode(timing.fillMode) }
        set { if canChange("fillMode") { timing.fillMode = newValue.motion } }
    }

    // MARK: The rest

    /// The pace of one round; nil is linear. Default nil.
    open var timingFunction: CAMediaTimingFunction? {
        get { pace }
        set { if canChange("timingFunction") { pace = newValue } }
    }
    /// Held strongly until the animation is gone.
    open var delegate: (any CAAnimationDelegate)? {
        get { delegateStorage }
        set { if canChange("delegate") { delegateStorage = newValue } }
    }
    /// Whether the layer drops it at its end. Default true.
    open var isRemovedOnCompletion: Bool {
        get { isRemovedStorage }
        set { if canChange("removedOnCompletion") { isRemovedStorage = newValue } }
    }

    open class func defaultValue(forKey key: String) -> Any? {
        switch key {
        case "speed": NSNumber(value: 1)
        case "removedOnCompletion": NSNumber(value: true)
        case "fillMode": CAMediaTimingFillMode.removed
        case "beginTime", "duration", "timeOffset", "repeatCount", "repeatDuration": NSNumber(value: 0)
        case "autoreverses": NSNumber(value: false)
        default: nil
        }
    }

    /// A value stored under a name of the application's own with `setValue(_:forKey:)`.
    open func value(forKey key: String) -> Any? { tags[key] }
    /// Stores a value under a name of the application's own; it is copied with the animation.
    open func setValue(_ value: Any?, forKey key: String) {
        if canChange(key) { tags[key] = value }
    }

    /// Adds the animation to the layer under the event's name.
    open func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        (anObject as? CALayer)?.add(self, forKey: event)
    }

    // MARK: Copying

    nonisolated open func copy(with zone: NSZone? = nil) -> Any {
        MainActor.assumeIsolated { duplicate() }
    }

    /// An unfrozen animation of the same class with the same values.
    final func duplicate() -> CAAnimation {
        let copy = type(of: self).init()
        copy.takeValues(of: self)
        return copy
    }

    func takeValues(of other: CAAnimation) {
        timing = other.timing
        pace = other.pace
        delegateStorage = other.delegateStorage
        isRemovedStorage = other.isRemovedStorage
        tags = other.tags
    }

    // MARK: For the layer

    /// Whether it is the layer's one transition.
    var isTransition: Bool { false }
    /// How the layer passes from its old picture to its new one; nil for an animation of values.
    var layerTransition: LayerTransition? { nil }

    /// What is evaluated while it runs; nothing if it drives nothing that the render server knows, or in a way that does
    /// not fit. `timing` is its own, with what it lacks filled in.
    func motions(in scene: MotionScene, timing: MediaTiming) -> [LayerAnimation] { [] }

    final func canChange(_ property: String, isUsable: Bool = true) -> Bool {
        if isFrozen {
            LayerLog.note(
                "\(type(of: self)).\(property) was set although the animation already belongs to a layer; ignored.")
            return false
        }
        if !isUsable {
            LayerLog.note("\(type(of: self)).\(property) was set to a value that is no number; the old one is kept.")
        }
        return isUsable
    }
}
