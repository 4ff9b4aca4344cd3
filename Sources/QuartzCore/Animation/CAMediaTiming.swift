internal import Foundation
internal import Motion

/// What shows outside an animation's active time.
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The model's value, before and after. The default.
    public static let removed = CAMediaTimingFillMode(rawValue: "removed")
    /// The end value stays; needs `isRemovedOnCompletion` false to be seen.
    public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
    /// The start value shows before the begin time.
    public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
    public static let both = CAMediaTimingFillMode(rawValue: "both")

    var motion: FillMode {
        switch self {
        case .forwards: .forwards
        case .backwards: .backwards
        case .both: .both
        default: .removed
        }
    }

    init(_ mode: FillMode) {
        switch mode {
        case .removed: self = .removed
        case .forwards: self = .forwards
        case .backwards: self = .backwards
        case .both: self = .both
        }
    }
}

/// Timing of layers and animations, each in its parent's time; seconds.
///
/// A layer's own time is (parent time − beginTime) · speed + timeOffset (fact G-60). Speed 0 stops it at `timeOffset`.
@preconcurrency @MainActor
public protocol CAMediaTiming {
    /// Start in the parent's time. For an animation 0 means: when it is committed. Default 0.
    var beginTime: CFTimeInterval { get set }
    /// Length of one round. For an animation 0 or less means the transaction's duration. Default 0; infinite for layers.
    var duration: CFTimeInterval { get set }
    /// Own seconds per parent second. Default 1.
    var speed: Float { get set }
    var timeOffset: CFTimeInterval { get set }
    /// Rounds; fractions are allowed, infinity never ends, 0 means one. Default 0.
    var repeatCount: Float { get set }
    /// How long rounds go on; 0 means `repeatCount` decides. Default 0.
    var repeatDuration: CFTimeInterval { get set }
    /// Whether each round plays there and back. Default false.
    var autoreverses: Bool { get set }
    var fillMode: CAMediaTimingFillMode { get set }
}
