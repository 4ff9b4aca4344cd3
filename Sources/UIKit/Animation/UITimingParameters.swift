public import CoreGraphics
public import Foundation
import Motion

public enum UITimingCurveType: Int, Sendable {
    case builtin = 0
    case cubic = 1
    case spring = 2
    case composed = 3
}

/// What tells a `UIViewPropertyAnimator` its pace.
@preconcurrency @MainActor
public protocol UITimingCurveProvider: NSObjectProtocol {
    var timingCurveType: UITimingCurveType { get }
    var cubicTimingParameters: UICubicTimingParameters? { get }
    var springTimingParameters: UISpringTimingParameters? { get }
}

/// A cubic Bézier from (0,0) to (1,1). Immutable.
@preconcurrency @MainActor
open class UICubicTimingParameters: NSObject, UITimingCurveProvider {
    /// The named curve; `.easeInOut` for one made of control points.
    public let animationCurve: UIView.AnimationCurve
    public let controlPoint1: CGPoint
    public let controlPoint2: CGPoint
    private let isNamed: Bool

    /// Core Animation's default curve.
    public override init() {
        animationCurve = .easeInOut
        controlPoint1 = CGPoint(x: 0.25, y: 0.1)
        controlPoint2 = CGPoint(x: 0.25, y: 1)
        isNamed = true
    }

    public init(animationCurve curve: UIView.AnimationCurve) {
        let points = curve.motion
        animationCurve = curve
        controlPoint1 = CGPoint(x: points.x1, y: points.y1)
        controlPoint2 = CGPoint(x: points.x2, y: points.y2)
        isNamed = true
    }

    /// Horizontal values are kept in 0…1.
    public init(controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint) {
        animationCurve = .easeInOut
        controlPoint1 = point1
        controlPoint2 = point2
        isNamed = false
    }

    open var timingCurveType: UITimingCurveType { isNamed ? .builtin : .cubic }
    open var cubicTimingParameters: UICubicTimingParameters? { self }
    open var springTimingParameters: UISpringTimingParameters? { nil }

    var curve: TimingCurve {
        func usable(_ value: CGFloat) -> Double { value.isFinite ? Double(value) : 0 }
        return TimingCurve(
            usable(controlPoint1.x), usable(controlPoint1.y), usable(controlPoint2.x), usable(controlPoint2.y))
    }
}

/// A spring. Immutable.
@preconcurrency @MainActor
open class UISpringTimingParameters: NSObject, UITimingCurveProvider {
    /// Ways per second along each axis; the length of the vector is what a change without direction uses.
    public let initialVelocity: CGVector
    /// How the spring is found when the animator's duration is known.
    private enum Form {
        case ratio(Double)
        case spring(SpringCurve)
    }
    private let form: Form

    /// The spring of Apple's sheets and pushes: mass 3, stiffness 1000, damping 500 (fact A-69).
    public override convenience init() {
        self.init(mass: 3, stiffness: 1000, damping: 500, initialVelocity: CGVector(dx: 0, dy: 0))
    }

    /// At rest when the animator's duration is over (fact A-61).
    public convenience init(dampingRatio ratio: CGFloat) {
        self.init(dampingRatio: ratio, initialVelocity: CGVector(dx: 0, dy: 0))
    }

    public init(dampingRatio ratio: CGFloat, initialVelocity velocity: CGVector) {
        initialVelocity = velocity
        form = .ratio(Double(ratio))
    }

    /// The animator's duration is the spring's settling time, whatever it is told (fact A-70).
    public init(mass: CGFloat, stiffness: CGFloat, damping: CGFloat, initialVelocity velocity: CGVector) {
        initialVelocity = velocity
        form = .spring(
            SpringCurve(
                mass: Double(mass), stiffness: Double(stiffness), damping: Double(damping),
                initialVelocity: velocity.speed))
    }

    /// A spring by feel (fact A-67).
    public init(duration: TimeInterval, bounce: CGFloat, initialVelocity velocity: CGVector = CGVector(dx: 0, dy: 0)) {
        initialVelocity = velocity
        form = .spring(
            SpringCurve(perceptualDuration: duration, bounce: Double(bounce), initialVelocity: velocity.speed))
    }

    open var timingCurveType: UITimingCurveType { .spring }
    open var cubicTimingParameters: UICubicTimingParameters? { nil }
    open var springTimingParameters: UISpringTimingParameters? { self }

    /// - Parameter duration: the animator's, seconds.
    func spring(duration: TimeInterval) -> SpringCurve {
        switch form {
        case .ratio(let ratio):
            SpringCurve(dampingRatio: ratio, duration: duration, initialVelocity: initialVelocity.speed)
        case .spring(let spring): spring
        }
    }

    /// The duration that the spring itself has; nil if it takes the animator's.
    var ownDuration: TimeInterval? {
        if case .spring(let spring) = form { spring.settlingDuration } else { nil }
    }
}

extension CGVector {
    /// Towards the target if either part is; the larger part decides.
    fileprivate var speed: Double {
        let part = abs(dx) >= abs(dy) ? Double(dx) : Double(dy)
        return part.isFinite ? part : 0
    }
}

extension UIView.AnimationCurve {
    /// Fact A-04.
    var motion: TimingCurve {
        switch self {
        case .easeInOut: .easeInEaseOut
        case .easeIn: .easeIn
        case .easeOut: .easeOut
        case .linear: .linear
        case .keyboard: TimingCurve(0.38, 0.7, 0.125, 1)
        }
    }
}

/// The pace of one run of an animator.
enum AnimatorPace {
    case curve(TimingCurve)
    case spring(SpringCurve)

    /// The share of the way gone at a share of the duration.
    func value(at share: Double, duration: TimeInterval) -> Double {
        let value =
            switch self {
            case .curve(let curve): curve.value(at: share)
            case .spring(let spring): share >= 1 ? 1 : spring.value(at: share * duration)
            }
        // Control points and velocities may be anything.
        return value.isFinite ? min(max(value, -1e6), 1e6) : 1
    }

    @MainActor
    init(_ provider: any UITimingCurveProvider, duration: TimeInterval) {
        if let spring = provider.springTimingParameters {
            self = .spring(spring.spring(duration: duration))
        } else {
            self = .curve(provider.cubicTimingParameters?.curve ?? .easeInEaseOut)
        }
    }
}
