internal import CShims
import Synchronization

/// Fingers, pointer and keys that another system reports in its own way: a desktop's window, the screen of somebody who
/// helps from afar. Makes every story whole and puts it into the queues.
///
/// Any thread may report; each report is put in as a whole, in the order in which stories are made whole: the queue of contacts
/// is woken meanwhile, so its wake hook must not report or stop.
public final class ReportedInput: ContactSource, Sendable {
    /// A key, as far as the other system knows it.
    public struct Key: Sendable {
        /// In the USB keyboard usage page (7), for example 4 for the key labelled A; 0 when it has none there.
        public var usage: UInt16
        /// As `KeyEvent.characters`.
        public var characters: String
        /// As `KeyEvent.charactersIgnoringModifiers`.
        public var charactersIgnoringModifiers: String
        public var modifiers: KeyModifiers

        public init(
            usage: UInt16, characters: String = "", charactersIgnoringModifiers: String = "",
            modifiers: KeyModifiers = []
        ) {
            self.usage = usage
            self.characters = characters
            self.charactersIgnoringModifiers = charactersIgnoringModifiers
            self.modifiers = modifiers
        }
    }

    private struct State: Sendable {
        var queue: ContactQueue?
        var keys: KeyQueue?
        var pointer: PointerQueue?
        var validator: ContactValidator
        var report: [Contact] = []
        /// Keys that are down, by a number that the other system gives them.
        var keysDown: [UInt32: KeyEvent] = [:]
    }

    private let deviceID = InputIdentifiers.nextDevice()
    private let state: Mutex<State>

    /// - Parameters:
    ///   - keys: where keys go; nil ignores keyboards.
    ///   - pointer: where motions of the pointer and wheels go; nil ignores them.
    public init(keys: KeyQueue? = nil, pointer: PointerQueue? = nil) {
        state = Mutex(
            State(
                keys: keys, pointer: pointer,
                validator: ContactValidator(firstIdentifier: InputIdentifiers.firstContactOfNextSource())))
    }

    /// The queues of what comes from now on.
    public func deliver(keys: KeyQueue?, pointer: PointerQueue?) {
        state.withLock { state in
            state.keys = keys
            state.pointer = pointer
        }
    }

    // MARK: ContactSource

    public func start(delivering queue: ContactQueue) throws(InputError) {
        let wasStarted = state.withLock { state in
            defer { state.queue = queue }
            return state.queue != nil
        }
        if wasStarted { throw .alreadyStarted }
    }

    public func stop() {
        cancelAll()
        state.withLock { $0.queue = nil }
    }

    // MARK: Reports

    /// What changed at one moment: one finger a contact, by its slot; positions 0…1 across the panel in its native
    /// orientation. Slots are the caller's, and name one kind of contact each.
    public func report(
        _ fingers: [(slot: Int32, phase: ContactPhase, x: Double, y: Double)], kind: ContactKind = .finger
    ) {
        let now = Int64(vitrine_monotonic_seconds() * 1_000_000)
        state.withLock { state in
            guard let queue = state.queue else { return }
            for finger in fingers {
                let isDown = finger.phase == .began || finger.phase == .moved
                state.validator.accept(
                    RawContact(
                        deviceID: deviceID, slot: finger.slot, phase: finger.phase, kind: kind, x: finger.x,
                        y: finger.y, microseconds: now, buttons: kind == .mouse && isDown ? .primary : []),
                    into: &state.report)
            }
            queue.push(state.report)
            state.report.removeAll(keepingCapacity: true)
        }
    }

    public func report(_ action: PointerEvent.Action) {
        state.withLock { $0.pointer }?.push(PointerEvent(action, microseconds: Self.now()))
    }

    /// - Parameter number: which key it is for the other system; one that goes up names the same number as when it went down.
    public func report(key: Key, number: UInt32, isDown: Bool) {
        let (keys, event): (KeyQueue?, KeyEvent?) = state.withLock { state in
            (state.keys, Self.event(of: key, number, isDown, deviceID, in: &state))
        }
        if let event { keys?.push(event) }
    }

    /// Nil for one that is down already or was never down.
    private static func event(
        of key: Key, _ number: UInt32, _ isDown: Bool, _ deviceID: UInt32, in state: inout State
    ) -> KeyEvent? {
        guard isDown else {
            guard var event = state.keysDown.removeValue(forKey: number) else { return nil }
            event.phase = .ended
            event.microseconds = now()
            event.modifiers = key.modifiers
            return event
        }
        guard state.keysDown[number] == nil, state.keysDown.count < maximumKeys else { return nil }
        var modifiers = key.modifiers
        if KeyUsages.isNumericPad(key.usage) { modifiers.insert(.numericPad) }
        let event = KeyEvent(
            deviceID: deviceID, keycode: KeyUsages.keycode(of: key.usage) ?? unknownKeys | number,
            usage: key.usage, phase: .began, characters: key.characters,
            charactersIgnoringModifiers: key.charactersIgnoringModifiers, modifiers: modifiers,
            repeats: !KeyUsages.isModifier(key.usage), microseconds: now())
        state.keysDown[number] = event
        return event
    }

    /// Text that no key of its own stands for: it goes down and up at once.
    public func report(text: String) {
        let number = UInt32.max
        report(key: Key(usage: 0, characters: text, charactersIgnoringModifiers: text), number: number, isDown: true)
        report(key: Key(usage: 0), number: number, isDown: false)
    }

    /// The other system looks elsewhere now: nothing must act on what is down.
    public func cancelAll() {
        let now = Self.now()
        let (keys, lost) = state.withLock { state in
            state.validator.cancelAll(microseconds: Int64(now), into: &state.report)
            state.queue?.push(state.report)
            state.report.removeAll(keepingCapacity: true)
            defer { state.keysDown.removeAll() }
            return (state.keys, state.keysDown.values.sorted { $0.keycode < $1.keycode })
        }
        for var event in lost {
            event.phase = .cancelled
            event.microseconds = max(now, event.microseconds)
            keys?.push(event)
        }
    }

    /// As many as hands may hold, and then some.
    private static let maximumKeys = 64
    /// Beyond the kernel's numbers.
    private static let unknownKeys: UInt32 = 1 << 31

    private static func now() -> UInt64 { UInt64(vitrine_monotonic_seconds() * 1_000_000) }
}
