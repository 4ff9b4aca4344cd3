/// A script being played: gives out its frames as time passes, with times of CLOCK_MONOTONIC.
///
/// It has no clock. A test passes virtual time; a thread passes the real one.
public struct ContactPlayback: Sendable {
    private let script: ContactScript
    private let startMicroseconds: UInt64
    private let deviceID: UInt32
    private let firstIdentifier: UInt64
    private var position = 0
    private var pointerPosition = 0
    /// What is down, as last given out.
    private var live: [Contact] = []

    /// - Parameters:
    ///   - start: the script's time 0, in seconds.
    ///   - deviceID: which device the contacts say they come from.
    ///   - firstIdentifier: the identifier of the first contact; the others follow.
    public init(
        _ script: ContactScript, startingAt start: Double, deviceID: UInt32 = 0, firstIdentifier: UInt64 = 1
    ) {
        self.init(
            script, startMicroseconds: UInt64(max(start * 1_000_000, 0).rounded()), deviceID: deviceID,
            firstIdentifier: firstIdentifier)
    }

    init(_ script: ContactScript, startMicroseconds: UInt64, deviceID: UInt32, firstIdentifier: UInt64) {
        self.script = script
        self.startMicroseconds = startMicroseconds
        self.deviceID = deviceID
        self.firstIdentifier = firstIdentifier
    }

    /// When the next frame or event of the pointer is due, in microseconds; `nil` when the script has no more.
    public var nextMicroseconds: UInt64? {
        let pointer =
            pointerPosition < script.pointerEvents.count
            ? startMicroseconds + script.pointerEvents[pointerPosition].microseconds : nil
        guard let frame = nextFrameMicroseconds else { return pointer }
        return min(frame, pointer ?? frame)
    }

    private var nextFrameMicroseconds: UInt64? {
        position < script.frames.count ? startMicroseconds + script.frames[position].microseconds : nil
    }

    /// The next event of the pointer if it is due at `microseconds`. Of one moment, these come before the frames.
    public mutating func nextPointerEvent(dueAt microseconds: UInt64) -> PointerEvent? {
        guard pointerPosition < script.pointerEvents.count else { return nil }
        var event = script.pointerEvents[pointerPosition]
        event.microseconds += startMicroseconds
        guard event.microseconds <= microseconds else { return nil }
        pointerPosition += 1
        return event
    }

    /// When the next frame or event is due, in seconds; `nil` when the script has no more.
    public var nextTime: Double? { nextMicroseconds.map { Double($0) / 1_000_000 } }

    /// When the script is over, its last wait included, in seconds.
    public var endTime: Double { Double(startMicroseconds + script.durationMicroseconds) / 1_000_000 }

    /// The next frame if it is due at `microseconds`.
    public mutating func nextFrame(dueAt microseconds: UInt64) -> ContactFrame? {
        guard let due = nextFrameMicroseconds, due <= microseconds else { return nil }
        var frame = script.frames[position]
        position += 1
        frame.microseconds = due
        for index in frame.contacts.indices {
            frame.contacts[index].microseconds = due
            frame.contacts[index].deviceID = deviceID
            // The script counts its contacts from 1.
            frame.contacts[index].identifier = frame.contacts[index].identifier &- 1 &+ firstIdentifier
            note(frame.contacts[index])
        }
        return frame
    }

    /// Every frame that is due at `time` (seconds) and was not given out before.
    public mutating func frames(upTo time: Double) -> [ContactFrame] {
        let microseconds = UInt64(max(time * 1_000_000, 0).rounded())
        var frames: [ContactFrame] = []
        while let frame = nextFrame(dueAt: microseconds) { frames.append(frame) }
        return frames
    }

    /// Every event of the pointer that is due at `time` (seconds) and was not given out before.
    public mutating func pointerEvents(upTo time: Double) -> [PointerEvent] {
        let microseconds = UInt64(max(time * 1_000_000, 0).rounded())
        var events: [PointerEvent] = []
        while let event = nextPointerEvent(dueAt: microseconds) { events.append(event) }
        return events
    }

    /// Stops playing: the frame that cancels what is down, if anything is.
    public mutating func stop(at time: Double) -> ContactFrame? {
        stop(atMicroseconds: UInt64(max(time * 1_000_000, 0).rounded()))
    }

    mutating func stop(atMicroseconds microseconds: UInt64) -> ContactFrame? {
        position = script.frames.count
        pointerPosition = script.pointerEvents.count
        guard !live.isEmpty else { return nil }
        let now = live.reduce(microseconds) { max($0, $1.microseconds) }
        for index in live.indices {
            live[index].phase = .cancelled
            live[index].microseconds = now
        }
        defer { live = [] }
        return ContactFrame(microseconds: now, contacts: live)
    }

    private mutating func note(_ contact: Contact) {
        if let index = live.firstIndex(where: { $0.identifier == contact.identifier }) {
            if contact.isOver {
                live.remove(at: index)
            } else {
                live[index] = contact
            }
        } else if !contact.isOver {
            live.append(contact)
        }
    }
}
