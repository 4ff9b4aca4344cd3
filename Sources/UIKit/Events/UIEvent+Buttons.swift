import Foundation
import Input

extension UIEvent {
    /// `UIEvent.ButtonMask`: which buttons of a mouse are down.
    public struct ButtonMask: OptionSet, Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        public static let primary = ButtonMask(rawValue: 1 << 0)
        public static let secondary = ButtonMask(rawValue: 1 << 1)

        /// The button of this number, counted from 1, the primary one; empty for a number that is none.
        public static func button(_ buttonNumber: Int) -> ButtonMask {
            (1...16).contains(buttonNumber) ? ButtonMask(rawValue: 1 << (buttonNumber - 1)) : []
        }

        init(_ buttons: PointerButtons) { rawValue = Int(buttons.rawValue) }
    }
}

/// What a mouse, a trackpad or a wheel did while no button is down.
final class PointerUIEvent: UIEvent {
    private let kind: EventType
    override var type: EventType { kind }
    /// The window under the pointer; nil where there is none.
    weak var window: UIWindow?

    /// Of fingers that pinch and turn on a trackpad; relative to the beginning.
    enum TransformStep {
        case began
        case changed(scale: CGFloat, radians: CGFloat)
        case ended(isCancelled: Bool)
    }

    /// What an event of the kind transform is about.
    var transformStep: TransformStep?

    init(_ kind: EventType, timestamp: TimeInterval, modifierFlags: UIKeyModifierFlags) {
        self.kind = kind
        super.init()
        self.timestamp = timestamp
        self.modifierFlags = modifierFlags
        allTouches = nil
    }
}
