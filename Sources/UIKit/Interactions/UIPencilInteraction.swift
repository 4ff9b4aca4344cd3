public import Foundation

/// Hears of taps on a pencil: here, of a press of a pen's side button, whichever of them and wherever the pen is.
///
/// All enabled interactions whose view is in a visible window of the pen's screen are told. What a tap does is the
/// application's to say: there are no settings to ask. Squeezes are not there.
@preconcurrency @MainActor
open class UIPencilInteraction: NSObject, UIInteraction {
    /// One press.
    @preconcurrency @MainActor
    public struct Tap {
        /// When the hardware reported it, seconds of CLOCK_MONOTONIC.
        public let timestamp: TimeInterval
        /// How the pen is held above the panel; nil while it touches or is out of sight.
        public let hoverPose: UIPencilHoverPose?
    }

    public private(set) weak var view: UIView?
    open weak var delegate: (any UIPencilInteractionDelegate)?
    /// Default true.
    open var isEnabled = true

    private static var all: [Weak<UIPencilInteraction>] = []

    public override init() { super.init() }

    public convenience init(delegate: any UIPencilInteractionDelegate) {
        self.init()
        self.delegate = delegate
    }

    /// What Apple's systems do where nobody has set anything else: there are no settings here.
    public static var preferredTapAction: UIPencilPreferredAction { .switchEraser }
    /// Whether fingers are not meant to draw: nobody has said so.
    public static var prefersPencilOnlyDrawing: Bool { false }

    open func willMove(to view: UIView?) {}

    open func didMove(to view: UIView?) {
        self.view = view
        Self.all.removeAll { $0.object == nil || $0.object === self }
        if view != nil { Self.all.append(Weak(self)) }
    }

    /// A side button went down.
    /// - Parameter pose: of a pen above the panel, in the coordinates of a view.
    static func tell(at time: TimeInterval, on screen: UIScreen, pose: (UIView) -> UIPencilHoverPose?) {
        for interaction in all.compactMap(\.object) where interaction.isEnabled {
            guard let view = interaction.view, let window = view.window, !window.isHidden, window.screen === screen
            else { continue }
            let tap = Tap(timestamp: time, hoverPose: pose(view))
            interaction.delegate?.pencilInteraction(interaction, didReceiveTap: tap)
        }
    }
}

/// How a pen is held above the panel.
@preconcurrency @MainActor
public struct UIPencilHoverPose {
    /// In the coordinates of the interaction's view, points.
    public let location: CGPoint
    /// 1 as far as it can be seen, 0 close to the panel.
    public let zOffset: CGFloat
    /// Radians; a right angle for a pen that does not know.
    public let altitudeAngle: CGFloat
    /// Radians clockwise from the view's x axis.
    public var azimuthAngle: CGFloat { atan2(azimuthUnitVector.dy, azimuthUnitVector.dx) }
    public let azimuthUnitVector: CGVector
    /// Radians.
    public let rollAngle: CGFloat
}

@preconcurrency @MainActor
public protocol UIPencilInteractionDelegate: NSObjectProtocol {
    func pencilInteraction(_ interaction: UIPencilInteraction, didReceiveTap tap: UIPencilInteraction.Tap)
    /// The older form: called where the other one is not implemented.
    func pencilInteractionDidTap(_ interaction: UIPencilInteraction)
}

extension UIPencilInteractionDelegate {
    public func pencilInteraction(_ interaction: UIPencilInteraction, didReceiveTap tap: UIPencilInteraction.Tap) {
        pencilInteractionDidTap(interaction)
    }

    public func pencilInteractionDidTap(_ interaction: UIPencilInteraction) {}
}

/// What a tap is for; raw values as Apple's.
public enum UIPencilPreferredAction: Int, Sendable {
    case ignore = 0
    case switchEraser = 1
    case switchPrevious = 2
    case showColorPalette = 3
    case showInkAttributes = 4
    case showContextualPalette = 5
    case runSystemShortcut = 6
}
