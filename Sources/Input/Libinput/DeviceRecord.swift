import Glibc
import Synchronization

/// What the input thread knows and other threads may ask: devices, messages, nodes that could not be opened.
final class DeviceRecord: Sendable {
    /// Messages kept; the oldest go first.
    static let maximumMessages = 64
    /// Refused nodes kept.
    static let maximumRefused = 64

    private struct State {
        /// The first one, and those to the right of it.
        var panel: PointerPanel
        var otherPanels: [PointerPanel] = []
        var devices: [InputDevice] = []
        var messages: [InputMessage] = []
        var openedCount = 0
        var refused: [String] = []
        var toldCount = 0
        var toldOnce: Set<String> = []
    }

    private let state: Mutex<State>
    private let tell: @Sendable (String) -> Void
    /// Messages told to people; what goes on after that is only kept.
    private static let maximumTold = 64

    /// Who opens the devices; nil: the process itself.
    let opener: DeviceOpener?

    /// - Parameter tell: gets what a person should read, a line each, at most 64 of them.
    init(
        panel: PointerPanel, opener: DeviceOpener? = nil, tell: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.opener = opener
        state = Mutex(State(panel: panel))
        self.tell = tell
    }

    var panel: PointerPanel { state.withLock { $0.panel } }

    var otherPanels: [PointerPanel] { state.withLock { $0.otherPanels } }

    /// - Parameter output: the panel's number.
    func setPanel(_ panel: PointerPanel, output: Int) {
        state.withLock {
            guard output > 0 else { return $0.panel = panel }
            let absent = PointerPanel(width: 1, height: 1, rotation: 0, isThere: false)
            while $0.otherPanels.count < output { $0.otherPanels.append(absent) }
            $0.otherPanels[output - 1] = panel
        }
    }

    var devices: [InputDevice] { state.withLock { $0.devices } }

    var messages: [InputMessage] { state.withLock { $0.messages } }

    /// Nothing is plugged in: a context begins, or has ended.
    func reset() {
        state.withLock {
            $0.devices = []
            $0.openedCount = 0
            $0.refused = []
        }
    }

    func add(_ device: InputDevice) {
        state.withLock { $0.devices.append(device) }
    }

    func remove(_ deviceID: UInt32) {
        state.withLock { $0.devices.removeAll { $0.id == deviceID } }
    }

    /// - Parameters:
    ///   - isForPeople: whether it is told whatever its priority; errors always are.
    ///   - isOnce: the same words are not told again.
    func note(_ message: InputMessage, isForPeople: Bool = false, isOnce: Bool = false) {
        let mustTell = state.withLock {
            if $0.messages.count == Self.maximumMessages { $0.messages.removeFirst() }
            $0.messages.append(message)
            guard isForPeople || message.priority == .error, $0.toldCount < Self.maximumTold else { return false }
            if isOnce, !$0.toldOnce.insert(message.text).inserted { return false }
            $0.toldCount += 1
            return true
        }
        if mustTell { tell("input: " + message.text) }
    }

    func noteOpened(_ node: String) {
        state.withLock { $0.openedCount += 1 }
    }

    func noteRefused(_ node: String) {
        state.withLock {
            if $0.refused.count < Self.maximumRefused && !$0.refused.contains(node) { $0.refused.append(node) }
        }
    }

    /// Why nothing can be read, if every device there is refused us.
    var permissionError: InputError? {
        let refused = state.withLock { $0.openedCount == 0 ? $0.refused : [] }
        guard let first = refused.first else { return nil }
        return .noPermission(devices: refused, advice: Self.advice(for: first))
    }

    private static func advice(for node: String) -> String {
        var status = stat()
        guard stat(node, &status) == 0, status.st_gid != 0, let group = groupName(status.st_gid) else {
            return "the devices belong to root alone; install udev's rules for input devices, or run as root"
        }
        return
            "the devices belong to the group \"\(group)\"; add the user to it (usermod -aG \(group) USER, then log in "
            + "again), or write SupplementaryGroups=\(group) in the service"
    }

    private static func groupName(_ group: gid_t) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
            var entry = Glibc.group()
            var found: UnsafeMutablePointer<Glibc.group>?
            guard getgrgid_r(group, &entry, buffer.baseAddress!, buffer.count, &found) == 0, found != nil else {
                return nil
            }
            return String(cString: entry.gr_name)
        }
    }
}
