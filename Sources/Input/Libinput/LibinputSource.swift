import Glibc

/// The machine's touch screens and mice, through libinput and udev.
///
/// A thread of its own reads the devices as soon as they have something to say, so that a busy main thread loses no
/// finger. Devices come and go at any time; one that goes has its contacts cancelled. The buttons of a mouse make one
/// contact. Keys, and what the pointer does beside that, go into queues of their own, if there are such.
///
/// Owned and called by one thread, usually the main one.
public final class LibinputSource: ContactSource {
    private let seat: String
    private let record: DeviceRecord
    private let keys: KeyQueue?
    private let layout: KeyboardLayout
    private let pointer: PointerQueue?
    private let rules: DeviceRules
    private var thread: DeviceThread?

    /// - Parameters:
    ///   - seat: the udev seat; devices without `ID_SEAT` are on `seat0`.
    ///   - panelWidth, panelHeight: the panel's native size in pixels; sets how far a mouse goes.
    ///   - rotation: as `ContactMapping.rotation`; turns the motion of a mouse. Touch positions are not turned here.
    ///   - keys: where keys go; nil ignores keyboards.
    ///   - layout: the keymap of all keyboards.
    ///   - opener: who opens the devices; nil: the process itself.
    ///   - pointer: where motions of the pointer, wheels and trackpads go; nil ignores them.
    ///   - rules: which devices are heard and which are calibrated here.
    ///   - tell: called on the thread that reads with what a person should know, a line each, at most 64 of them.
    public init(
        seat: String = "seat0", panelWidth: Int, panelHeight: Int, rotation: Int = 0, keys: KeyQueue? = nil,
        layout: KeyboardLayout = KeyboardLayout(), opener: DeviceOpener? = nil, pointer: PointerQueue? = nil,
        rules: DeviceRules = DeviceRules(), tell: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.seat = seat
        self.keys = keys
        self.layout = layout
        self.pointer = pointer
        self.rules = rules
        record = DeviceRecord(panel: Self.panel(panelWidth, panelHeight, rotation), opener: opener, tell: tell)
    }

    deinit { thread?.stop() }

    /// To be called when the mode or the rotation has changed, and for each panel beside the first: a mouse goes over all of
    /// them, side by side in the order of their numbers.
    ///
    /// - Parameters:
    ///   - output: the panel's number, as `Contact.output`.
    ///   - isThere: false: the pointer is on no panel that nothing is connected to.
    public func setPanel(width: Int, height: Int, rotation: Int, output: Int = 0, isThere: Bool = true) {
        var panel = Self.panel(width, height, rotation)
        panel.isThere = isThere
        record.setPanel(panel, output: output)
    }

    /// What is plugged in. Empty before the start and after the stop; a moment after the start it is complete.
    public var devices: [InputDevice] { record.devices }

    /// The latest things libinput had to say, at most 64, oldest first. They outlast a stop.
    public var messages: [InputMessage] { record.messages }

    /// That devices are there and none may be opened: as thrown by `start`, but also later, when the first device comes
    /// after the start and is refused. `nil` as soon as one could be opened.
    public var permissionError: InputError? { record.permissionError }

    /// Throws `InputError.noPermission` when there are devices and none may be opened.
    public func start(delivering queue: ContactQueue) throws(InputError) {
        guard thread == nil else { throw .alreadyStarted }
        let handover = Handover(
            context: try LibinputContext(seat: seat, record: record), keyboard: makeKeyboard(record))
        thread = try DeviceThread(name: "input") { [pointer, rules] stop in
            guard let (context, keyboard) = handover.take() else { return }
            Self.read(context, keyboard, pointer, rules, until: stop, into: queue)
        }
    }

    /// Without a keymap there are still fingers: the record says what is missing.
    private func makeKeyboard(_ record: DeviceRecord) -> Keyboard? {
        guard let keys else { return nil }
        do throws(InputError) {
            return Keyboard(translator: try KeyTranslator(layout), queue: keys)
        } catch {
            record.note(InputMessage(priority: .error, text: error.description))
            return nil
        }
    }

    public func stop() {
        thread?.stop()
        thread = nil
    }

    private static func panel(_ width: Int, _ height: Int, _ rotation: Int) -> PointerPanel {
        precondition(width > 0 && height > 0, "a panel of \(width) x \(height) pixels has no area")
        precondition(rotation % 90 == 0, "a panel is rotated by 0, 90, 180 or 270 degrees, not by \(rotation)")
        return PointerPanel(width: width, height: height, rotation: (rotation % 360 + 360) % 360)
    }

    /// The body of the thread.
    private static func read(
        _ context: LibinputContext, _ keyboard: Keyboard?, _ pointer: PointerQueue?, _ rules: DeviceRules,
        until stop: Int32, into queue: ContactQueue
    ) {
        let record = context.record
        var assembler = ContactAssembler(
            firstIdentifier: InputIdentifiers.firstContactOfNextSource(), rules: rules,
            note: { record.note(InputMessage(priority: .info, text: $0), isForPeople: true) },
            deliverPointer: { pointer?.push($0) },
            deliver: { queue.push($0) })
        var mustStop = false
        var isFailing = false
        while !mustStop {
            let result = context.dispatch()
            let now = DeviceThread.now()
            let panel = record.panel
            assembler.otherPanels = record.otherPanels
            while let event = context.nextEvent() {
                if case .added(let device) = event { record.add(device) }
                if case .removed(let deviceID) = event { record.remove(deviceID) }
                keyboard?.accept(event, now: now)
                assembler.accept(event, panel: panel, now: now)
            }
            assembler.closeReport()

            let failed = result < 0 && result != -EAGAIN && result != -EINTR
            if failed && !isFailing {
                record.note(InputMessage(priority: .error, text: "libinput_dispatch: \(InputError.text(of: -result))"))
            }
            isFailing = failed
            // A descriptor that stays readable because reading it fails would take a whole processor: wait a little.
            mustStop = DeviceThread.wait(
                for: failed ? nil : context.descriptor, orStop: stop, milliseconds: failed ? 100 : -1)
        }
        assembler.cancelAll(now: DeviceThread.now())
        keyboard?.cancelAll(now: DeviceThread.now())
    }

    /// Keys to characters to the queue.
    private struct Keyboard {
        let translator: KeyTranslator
        let queue: KeyQueue

        func accept(_ event: DeviceEvent, now: UInt64) {
            switch event {
            case .key(let deviceID, let keycode, let isDown, let microseconds):
                let time = min(UInt64(clamping: microseconds), now)
                let key = translator.translate(
                    deviceID: deviceID, keycode: keycode, isDown: isDown, microseconds: time)
                if let key { queue.push(key) }
            case .removed(let deviceID):
                for key in translator.cancelAll(deviceID: deviceID, microseconds: now) { queue.push(key) }
            default:
                break
            }
        }

        func cancelAll(now: UInt64) {
            for key in translator.cancelAll(microseconds: now) { queue.push(key) }
        }
    }

    /// Takes a context and a keyboard from the thread that made them to the one that reads them.
    private final class Handover: @unchecked Sendable {
        // Written before the thread exists, taken once by the thread: never by two at the same time.
        private var parts: (LibinputContext, Keyboard?)?

        init(context: LibinputContext, keyboard: Keyboard?) { parts = (context, keyboard) }

        func take() -> (LibinputContext, Keyboard?)? {
            defer { parts = nil }
            return parts
        }
    }
}
