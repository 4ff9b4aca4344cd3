public import Foundation

/// One key or button from the moment it goes down until it is up again: the same object through all phases.
@preconcurrency @MainActor
open class UIPress: NSObject {
    /// `UIPress.Phase`.
    public enum Phase: Int, Sendable {
        case began = 0
        case changed = 1
        case stationary = 2
        case ended = 3
        case cancelled = 4
    }

    /// `UIPress.PressType`: what a remote control would call the key. Keys without such a meaning have `.key`, which has no
    /// name on Apple's systems.
    public struct PressType: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        public static let upArrow = PressType(rawValue: 0)
        public static let downArrow = PressType(rawValue: 1)
        public static let leftArrow = PressType(rawValue: 2)
        public static let rightArrow = PressType(rawValue: 3)
        public static let select = PressType(rawValue: 4)
        public static let menu = PressType(rawValue: 5)
        public static let playPause = PressType(rawValue: 6)
        public static let pageUp = PressType(rawValue: 30)
        public static let pageDown = PressType(rawValue: 31)
        public static let key = PressType(rawValue: 1000)

        static let all: [PressType] = [
            .upArrow, .downArrow, .leftArrow, .rightArrow, .select, .menu, .playPause, .pageUp, .pageDown, .key,
        ]
    }

    public internal(set) var phase = Phase.began
    public let type: PressType
    /// Seconds since boot on the kernel's clock.
    public internal(set) var timestamp: TimeInterval
    /// The window that was key when the press began.
    public internal(set) weak var window: UIWindow?
    /// The responder that was first when the press began; it gets the end, too.
    public internal(set) weak var responder: UIResponder?
    /// 1 while down, 0 afterwards: keys know no more.
    public var force: CGFloat { phase == .ended || phase == .cancelled ? 0 : 1 }
    public let key: UIKey?

    /// Whether it typed something, so that it goes on typing while it is held.
    var hasTyped = false

    init(key: UIKey, timestamp: TimeInterval) {
        self.key = key
        self.timestamp = timestamp
        type =
            switch key.keyCode {
            case .keyboardUpArrow: .upArrow
            case .keyboardDownArrow: .downArrow
            case .keyboardLeftArrow: .leftArrow
            case .keyboardRightArrow: .rightArrow
            case .keyboardPageUp: .pageUp
            case .keyboardPageDown: .pageDown
            default: .key
            }
        super.init()
    }
}

/// What happened to all keys at one moment.
@preconcurrency @MainActor
open class UIPressesEvent: UIEvent {
    open override var type: EventType { .presses }
    open internal(set) var allPresses: Set<UIPress> = []

    open func presses(for responder: UIResponder) -> Set<UIPress> {
        allPresses.filter { $0.responder === responder }
    }
}
