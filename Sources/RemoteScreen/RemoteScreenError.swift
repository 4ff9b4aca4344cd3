internal import Glibc

/// Why a panel cannot be seen from afar.
public struct RemoteScreenError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Operation: String, Hashable, Sendable {
        case loadLibrary = "dlopen"
        case readPassword = "read"
        case listen = "bind"
        case start = "rfbGetScreen"
    }

    public var operation: Operation
    /// The file, or the address and port.
    public var subject: String
    /// The system's answer, positive; 0 when it gave none.
    public var code: Int32
    /// What to do; may be empty.
    public var note: String

    public init(_ operation: Operation, on subject: String, code: Int32 = 0, note: String = "") {
        self.operation = operation
        self.subject = subject
        self.code = code
        self.note = note
    }

    public var description: String {
        let purpose =
            switch operation {
            case .loadLibrary: "LibVNCServer could not be loaded (Debian's package libvncserver1)"
            case .readPassword: "the password could not be taken from \(subject)"
            case .listen: "\(subject) could not be listened on; another program may do so"
            case .start: "the server could not be made"
            }
        let reason = code == 0 ? "" : " (\(String(cString: strerror(code))))"
        return "VNC: \(purpose)\(reason)" + (note.isEmpty ? "." : ": \(note)")
    }
}
