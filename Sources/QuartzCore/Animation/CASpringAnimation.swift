public import Foundation
package import Motion

/// A basic animation that a spring drives (facts ). Its `duration` does not follow `settlingDuration` by
/// itself.
@preconcurrency @MainActor
open class CASpringAnimation: CABasicAnimation {
    private final var spring = SpringCurve()

    /// With all of a spring's values; the duration is the caller's.
    package convenience init(spring: SpringCurve) {
        self.init()
        self.spring = spring
    }

    public required init() { super.init() }

    /// A spring by feel; sets `duration` to `settlingDuration` (fact A-67).
    ///
    /// - Parameters:
    ///   - perceptualDuration: seconds, greater than 0.
    ///   - bounce: 0 is critical, positive overshoots (at most 1), negative is overdamped (more than −1).
    public convenience init(perceptualDuration: CFTimeInterval, bounce: CGFloat) {
        self.init()
        spring = SpringCurve(perceptualDuration: perceptualDuration, bounce: Double(bounce))
        duration = spring.settlingDuration
    }

    /// Greater than 0; other values are refused. Default 1.
    open var mass: CGFloat {
        get { CGFloat(spring.mass) }
        set {
            if canChange("mass", isUsable: newValue > 0 && newValue.isFinite) { spring.mass = Double(newValue) }
        }
    }
    /// Greater than 0; other values are refused. Default 100.
    open var stiffness: CGFloat {
        get { CGFloat(spring.stiffness) }
        set {
            if canChange("stiffness", isUsable: newValue > 0 && newValue.isFinite) {
                spring.stiffness = Double(newValue)
            }
        }
    }
    /// 0 or more; other values are refused. Default 10.
    open var damping: CGFloat {
        get { CGFloat(spring.damping) }
        set {
            if canChange("damping", isUsable: newValue >= 0 && newValue.isFinite) { spring.damping = Double(newValue) }
        }
    }
    /// Ways per second at the start, positive towards the target. Default 0.
    open var initialVelocity: CGFloat {
        get { CGFloat(spring.initialVelocity) }
        set {
            if canChange("initialVelocity", isUsable: newValue.isFinite) { spring.initialVelocity = Double(newValue) }
        }
    }
    /// Whether more than critical damping makes it slower; otherwise it counts as critical. Default false.
    open var allowsOverdamping: Bool {
        get { spring.allowsOverdamping }
        set { if canChange("allowsOverdamping") { spring.allowsOverdamping = newValue } }
    }
    /// Seconds until the spring is at rest (fact A-65).
    open var settlingDuration: CFTimeInterval { spring.settlingDuration }
    /// The period of the undamped spring, seconds (fact A-67).
    open var perceptualDuration: CFTimeInterval { 2 * .pi / (spring.stiffness / spring.mass).squareRoot() }
    /// 0 is critical, 1 swings for ever, negative is overdamped (fact A-67).
    open var bounce: CGFloat {
        let ratio = spring.dampingRatio
        return CGFloat(ratio <= 1 ? 1 - ratio : 1 / ratio - 1)
    }

    override func takeValues(of other: CAAnimation) {
        super.takeValues(of: other)
        if let other = other as? CASpringAnimation { spring = other.spring }
    }

    override func course(for key: LayerKey, model: MotionValue) -> LayerAnimation.Course? {
        guard let ends = ends(for: key, model: model) else { return nil }
        return .spring(from: ends.from, to: ends.to, by: ends.by, spring)
    }
}
