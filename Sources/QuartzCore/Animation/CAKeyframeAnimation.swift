public import CoreGraphics
public import Foundation
internal import Motion

public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Straight from value to value. The default.
    public static let linear = CAAnimationCalculationMode(rawValue: "linear")
    /// Jumps; key times may have one more than the values.
    public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
    /// Straight, at one speed all the way; key times are ignored.
    public static let paced = CAAnimationCalculationMode(rawValue: "paced")
    /// Smoothly through the values.
    public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")
    public static let cubicPaced = CAAnimationCalculationMode(rawValue: "cubicPaced")

    var motion: KeyframeTrack.CalculationMode {
        switch self {
        case .discrete: .discrete
        case .paced: .paced
        case .cubic: .cubic
        case .cubicPaced: .cubicPaced
        default: .linear
        }
    }
}

public struct CAAnimationRotationMode: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The layer looks along the path.
    public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")
    /// The layer looks back along the path.
    public static let rotateAutoReverse = CAAnimationRotationMode(rawValue: "autoReverse")
}

/// Through several values, or along a path (fact A-108).
///
/// `values` are of the kind the property wants, at least two. `keyTimes` say when each is reached, as ascending shares of
/// the duration; a list that does not fit is ignored and the values follow each other evenly.
@preconcurrency @MainActor
open class CAKeyframeAnimation: CAPropertyAnimation {
    private final var list: [Any]?
    private final var outline: CGPath?
    private final var times: [NSNumber]?
    private final var paces: [CAMediaTimingFunction]?
    private final var mode = CAAnimationCalculationMode.linear
    private final var turning: CAAnimationRotationMode?
    private final var tensions: [NSNumber]?
    private final var continuities: [NSNumber]?
    private final var biases: [NSNumber]?

    public required init() { super.init() }

    open var values: [Any]? {
        get { list }
        set { if canChange("values") { list = newValue } }
    }
    /// For a property that is a point; takes the place of `values`. Each line and curve is one step.
    open var path: CGPath? {
        get { outline }
        set { if canChange("path") { outline = newValue } }
    }
    open var keyTimes: [NSNumber]? {
        get { times }
        set { if canChange("keyTimes") { times = newValue } }
    }
    /// The pace of each step, one fewer than values.
    open var timingFunctions: [CAMediaTimingFunction]? {
        get { paces }
        set { if canChange("timingFunctions") { paces = newValue } }
    }
    open var calculationMode: CAAnimationCalculationMode {
        get { mode }
        set { if canChange("calculationMode") { mode = newValue } }
    }
    /// How the layer turns while it follows `path`; nil not at all. Default nil.
    open var rotationMode: CAAnimationRotationMode? {
        get { turning }
        set { if canChange("rotationMode") { turning = newValue } }
    }
    /// For cubic ways, one per value: positive is tighter, negative rounder.
    open var tensionValues: [NSNumber]? {
        get { tensions }
        set { if canChange("tensionValues") { tensions = newValue } }
    }
    /// For cubic ways, one per value: other than 0 makes a corner.
    open var continuityValues: [NSNumber]? {
        get { continuities }
        set { if canChange("continuityValues") { continuities = newValue } }
    }
    /// For cubic ways, one per value: where the curve is taken out, before or behind the value.
    open var biasValues: [NSNumber]? {
        get { biases }
        set { if canChange("biasValues") { biases = newValue } }
    }

    override func takeValues(of other: CAAnimation) {
        super.takeValues(of: other)
        guard let other = other as? CAKeyframeAnimation else { return }
        list = other.list
        outline = other.outline?.copy()
        times = other.times
        paces = other.paces
        mode = other.mode
        turning = other.turning
        tensions = other.tensions
        continuities = other.continuities
        biases = other.biases
    }

    // MARK: For the layer

    override func course(for key: LayerKey, model: MotionValue) -> LayerAnimation.Course? {
        track(for: key).map { .keyframes($0, curve: pace?.curve ?? .linear) }
    }

    override func motions(in scene: MotionScene, timing: MediaTiming) -> [LayerAnimation] {
        var motions = super.motions(in: scene, timing: timing)
        guard let turning, let first = motions.first, case .keyframes(let track, let curve) = first.course,
            first.key == .position, outline != nil
        else { return motions }
        motions.append(
            LayerAnimation(
                identifier: scene.identifier, key: .transformRotation, timing: timing,
                course: .keyframeAngle(track, curve: curve, turn: turning == .rotateAutoReverse ? .pi : 0),
                isRemovedOnCompletion: scene.isRemoved, group: scene.group))
        return motions
    }

    private func track(for key: LayerKey) -> KeyframeTrack? {
        let curves = paces?.map(\.curve) ?? []
        let times = times?.map(\.doubleValue)
        if let outline {
            return KeyframeTrack(path: outline.keyframeSegments, keyTimes: times, curves: curves, mode: mode.motion)
        }
        guard let list else { return nil }
        let values = list.compactMap { motion($0, for: key) }
        guard values.count == list.count else {
            LayerLog.note(
                "A keyframe animation of \(keyPath ?? "nothing") has a value of a type the property does not take.")
            return nil
        }
        // Pictures and paths have no lengths between them, and nothing to bend.
        var mode = mode.motion
        if key.family == .object, mode != .discrete { mode = .linear }
        let bends = values.indices.map { index in
            func number(_ list: [NSNumber]?) -> Double {
                guard let list, list.indices.contains(index), list[index].doubleValue.isFinite else { return 0 }
                return list[index].doubleValue
            }
            return KeyframeTrack.Bend(
                tension: number(tensions), continuity: number(continuities), bias: number(biases))
        }
        return KeyframeTrack(values: values, keyTimes: times, curves: curves, mode: mode, bends: bends)
    }
}

extension CGPath {
    /// Lines and curves as steps of a way; a move is a jump.
    fileprivate var keyframeSegments: [KeyframeTrack.Segment] {
        var segments: [KeyframeTrack.Segment] = []
        var here = SIMD2<Double>(0, 0)
        var start = here
        func add(_ end: SIMD2<Double>, _ first: SIMD2<Double>? = nil, _ second: SIMD2<Double>? = nil) {
            var controls: KeyframeTrack.Segment.Controls?
            if let first, let second { controls = .init(first: .vector2(first), second: .vector2(second)) }
            segments.append(.init(start: .vector2(here), end: .vector2(end), controls: controls))
            here = end
        }
        var next = elements.points.startIndex
        func point() -> SIMD2<Double> {
            defer { next += 1 }
            return elements.points[next].vector
        }
        for type in elements.types {
            switch type {
            case .moveToPoint:
                here = point()
                start = here
            case .addLineToPoint: add(point())
            case .addQuadCurveToPoint:
                let control = point()
                let end = point()
                add(end, here + (control - here) * (2.0 / 3), end + (control - end) * (2.0 / 3))
            case .addCurveToPoint:
                let first = point()
                let second = point()
                add(point(), first, second)
            case .closeSubpath: if here != start { add(start) }
            @unknown default: break
            }
        }
        return segments
    }
}
