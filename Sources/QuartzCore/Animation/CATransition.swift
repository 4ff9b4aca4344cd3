internal import Foundation
internal import Motion
internal import RenderServer

/// What a transition looks like.
public struct CATransitionType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The old picture gives way to the new one.
    public static let fade = CATransitionType(rawValue: "fade")
    /// The new picture moves over the old one.
    public static let moveIn = CATransitionType(rawValue: "moveIn")
    /// The new picture moves in and pushes the old one out.
    public static let push = CATransitionType(rawValue: "push")
    /// The old picture moves away from the new one.
    public static let reveal = CATransitionType(rawValue: "reveal")
}

extension CATransitionType {
    /// The old picture rolls up and away.
    package static let pageCurl = CATransitionType(rawValue: "pageCurl")
    /// The new picture unrolls over the old one.
    package static let pageUnCurl = CATransitionType(rawValue: "pageUnCurl")
}

/// The side of the layer where the movement begins. As everywhere in Core Animation "top" is the maximum y (fact D-44),
/// which on a screen whose y points down is the lower edge: from the top is upwards.
public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let fromRight = CATransitionSubtype(rawValue: "fromRight")
    public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft")
    public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
    public static let fromBottom = CATransitionSubtype(rawValue: "fromBottom")
}

/// The key under which layers keep transitions, whatever key they are added for (fact A-101).
public let kCATransition = "transition"

/// Passes from what a layer and everything below it showed at the last commit to what they show at the one that begins the
/// transition. Runs in the render server, like every animation.
///
/// The old picture is still; the new one is the layer itself and goes on changing. Pictures move by the layer's size in
/// its own coordinates, are not cut at its bounds, and do not fade while they move. Particles of emitters are not in the
/// old picture. In a group of animations it does nothing; neither on the layer that fills the screen nor on a mask, which
/// change at once.
@preconcurrency @MainActor
open class CATransition: CAAnimation {
    private final var typeStorage = CATransitionType.fade
    private final var subtypeStorage: CATransitionSubtype?
    private final var start: Float = 0
    private final var end: Float = 1
    private final var filterStorage: Any?

    public required init() { super.init() }

    /// Default `fade`, which an unknown name becomes, too.
    open var type: CATransitionType {
        get { typeStorage }
        set { if canChange("type") { typeStorage = newValue } }
    }
    /// Where the movement begins; nil is `fromLeft`. Default nil. A fade has no direction.
    open var subtype: CATransitionSubtype? {
        get { subtypeStorage }
        set { if canChange("subtype") { subtypeStorage = newValue } }
    }
    /// How far the transition is at its beginning, 0…1. Default 0.
    open var startProgress: Float {
        get { start }
        set { if canChange("startProgress", isUsable: newValue.isFinite) { start = newValue } }
    }
    /// How far it is at its end, 0…1, not less than `startProgress`. Default 1.
    open var endProgress: Float {
        get { end }
        set { if canChange("endProgress", isUsable: newValue.isFinite) { end = newValue } }
    }
    /// Kept, and without effect: the type decides. Default nil.
    open var filter: Any? {
        get { filterStorage }
        set {
            guard canChange("filter") else { return }
            if newValue != nil { LayerLog.noteOnce("CATransition.filter changes nothing here: the type decides.") }
            filterStorage = newValue
        }
    }

    open override class func defaultValue(forKey key: String) -> Any? {
        switch key {
        case "type": CATransitionType.fade
        case "startProgress": NSNumber(value: 0)
        case "endProgress": NSNumber(value: 1)
        default: super.defaultValue(forKey: key)
        }
    }

    override func takeValues(of other: CAAnimation) {
        super.takeValues(of: other)
        guard let other = other as? CATransition else { return }
        typeStorage = other.typeStorage
        subtypeStorage = other.subtypeStorage
        start = other.start
        end = other.end
        filterStorage = other.filterStorage
    }

    override var isTransition: Bool { true }

    override var layerTransition: LayerTransition? {
        let kind: LayerTransition.Kind
        switch typeStorage {
        case .fade: kind = .fade
        case .moveIn: kind = .moveIn
        case .push: kind = .push
        case .reveal: kind = .reveal
        // No public names, as on Apple's systems; for UIKit's transitions.
        case .pageCurl: kind = .curlUp
        case .pageUnCurl: kind = .curlDown
        default:
            LayerLog.noteOnce("There is no transition “\(typeStorage.rawValue)”; it is a fade.")
            kind = .fade
        }
        let heading: SIMD2<Double>
        switch subtypeStorage {
        case .fromRight: heading = SIMD2(-1, 0)
        case .fromTop: heading = SIMD2(0, -1)
        case .fromBottom: heading = SIMD2(0, 1)
        default: heading = SIMD2(1, 0)
        }
        return LayerTransition(kind, heading: heading)
    }

    override func motions(in scene: MotionScene, timing: MediaTiming) -> [LayerAnimation] {
        guard scene.group == nil else {
            LayerLog.noteOnce("A CATransition in a CAAnimationGroup does nothing; add it to the layer itself.")
            return []
        }
        let from = Double(min(max(start, 0), 1))
        let to = Double(min(max(end, start, 0), 1))
        return [
            LayerAnimation(
                identifier: scene.identifier, key: .transition, timing: timing,
                course: .basic(from: .number(from), to: .number(to), by: nil, curve: pace?.curve ?? .linear),
                isRemovedOnCompletion: scene.isRemoved)
        ]
    }
}
