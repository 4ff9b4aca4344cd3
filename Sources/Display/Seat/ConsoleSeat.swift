internal import CShims
import Glibc

/// The virtual terminals as seat: what `chvt` and Ctrl-Alt-F2 do.
///
/// In a kiosk nobody leaves: every request is refused, whoever makes it. Where leaving is allowed the display is given to
/// whom it goes to, and taken back on return.
public final class ConsoleSeat: Seat, @unchecked Sendable {
    // Unchecked: used by one thread at a time; handed to the output's once it is made.

    public let fileDescriptor: Int32
    private let console: Int32
    private let allowsLeaving: Bool
    private let functions: ConsoleFunctions
    private var isClosed = false

    /// - Throws: where the virtual terminal cannot be watched; switching then goes on behind our back.
    init(console: Int32, path: String, allowsLeaving: Bool, functions: ConsoleFunctions) throws(DisplayError) {
        self.console = console
        self.allowsLeaving = allowsLeaving
        self.functions = functions
        fileDescriptor = functions.watchSwitches(console)
        guard fileDescriptor >= 0 else {
            throw DisplayError(.watchConsole, on: path, code: -fileDescriptor, recovery: .stop)
        }
    }

    deinit { close() }

    public func nextChange() -> SeatChange? {
        guard !isClosed else { return nil }
        while true {
            switch functions.nextSwitch(fileDescriptor) {
            case ConsoleFunctions.Switch.leaving:
                if allowsLeaving { return .revoked }
                _ = functions.answerSwitch(console, ConsoleFunctions.Switch.stay)
            case ConsoleFunctions.Switch.returning:
                _ = functions.answerSwitch(console, ConsoleFunctions.Switch.returned)
                return .granted
            default:
                return nil
            }
        }
    }

    public func letGo() { _ = functions.answerSwitch(console, ConsoleFunctions.Switch.letGo) }

    public func close() {
        guard !isClosed else { return }
        isClosed = true
        functions.unwatchSwitches(console, fileDescriptor)
    }
}
