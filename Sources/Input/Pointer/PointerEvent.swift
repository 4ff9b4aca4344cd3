/// What a mouse, a trackpad, a wheel or a pen above the panel does beside pressing buttons and touching, which make contacts.
public struct PointerEvent: Hashable, Sendable {
    public enum Action: Hashable, Sendable {
        /// The pointer is at this place of the panel: 0…1, as `Contact.x` and `y`.
        case moved(x: Double, y: Double)
        /// A wheel turned by so many clicks, parts of clicks included; positive is down and right.
        case wheel(x: Double, y: Double)
        /// Two fingers on a trackpad went so far, pixels of the screen as the user sees it; positive is down and right.
        case scrolled(x: Double, y: Double)
        /// The fingers on the trackpad have lifted: what they moved may go on by itself.
        case scrollEnded
        /// Two or more fingers rest on a trackpad: what they let go may stop.
        case rested
        /// Two fingers on a trackpad pinch or turn: what follows belongs to one gesture, until `transformEnded`.
        case transformBegan
        /// How far they are apart, relative to the beginning, and by how many degrees they have turned clockwise since then.
        case transformed(scale: Double, degrees: Double)
        /// They lifted; cancelled: it was something else.
        case transformEnded(isCancelled: Bool)
        /// A pen is above this place of the panel, 0…1, and does not touch it.
        case penHovered(x: Double, y: Double, PenState)
        /// The pen is out of reach.
        case penLeft
        /// A button at a pen's side went down.
        case penPressed
        /// The last pointing device that spoke is gone.
        case left
    }

    public var action: Action
    /// When the hardware reported it, in microseconds of CLOCK_MONOTONIC.
    public var microseconds: UInt64
    /// Which of the program's panels it is on, as `Contact.output`.
    public var output: Int

    /// The same in seconds.
    @inlinable public var timestamp: Double { Double(microseconds) / 1_000_000 }

    public init(_ action: Action, microseconds: UInt64, output: Int = 0) {
        self.action = action
        self.microseconds = microseconds
        self.output = output
    }

    /// This event and the one right after it as one, where that says the same: a mouse may report a thousand times a second
    /// to a screen that shows sixty.
    func merged(with next: PointerEvent) -> PointerEvent? {
        let action: Action
        switch (self.action, next.action) {
        case (.moved, .moved): action = next.action
        case (.wheel(let x, let y), .wheel(let dx, let dy)): action = .wheel(x: x + dx, y: y + dy)
        case (.scrolled(let x, let y), .scrolled(let dx, let dy)): action = .scrolled(x: x + dx, y: y + dy)
        case (.transformed, .transformed), (.penHovered, .penHovered): action = next.action
        case (.scrollEnded, .scrollEnded), (.left, .left), (.rested, .rested), (.penLeft, .penLeft):
            action = next.action
        default: return nil
        }
        return PointerEvent(action, microseconds: next.microseconds, output: next.output)
    }
}
