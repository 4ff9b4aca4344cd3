import Glibc

/// Why a source of contacts could not start.
public enum InputError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There are input devices, and none could be opened. `advice` says which group the process should be in.
    case noPermission(devices: [String], advice: String)
    /// A system call or library call failed; `errno` is 0 where the library gives no reason.
    case failed(operation: String, subject: String, errno: Int32)
    /// The source delivers into a queue already; stop it first.
    case alreadyStarted
    /// xkbcommon has no keymap of these names.
    case noKeymap(layout: String, variant: String)

    public var description: String {
        switch self {
        case .noPermission(let devices, let advice):
            return "input: permission denied for every input device (\(devices.joined(separator: ", "))): \(advice)"
        case .failed(let operation, let subject, let errno):
            let reason = errno == 0 ? "no reason given" : InputError.text(of: errno)
            return "input: \(operation) failed on \(subject): \(reason)"
        case .alreadyStarted:
            return "input: the source is started already; stop it before starting it again"
        case .noKeymap(let layout, let variant):
            let name = variant.isEmpty ? layout : "\(layout) (\(variant))"
            return "input: there is no keymap \"\(name)\"; /usr/share/X11/xkb/rules/base.lst lists what is installed "
                + "(Debian's package xkb-data)"
        }
    }

    /// The system's words for an error number.
    static func text(of errno: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            buffer.initialize(repeating: 0)
            guard let text = buffer.baseAddress, strerror_r(errno, text, 127) == 0 else { return "error \(errno)" }
            return "\(String(cString: text)) (\(errno))"
        }
    }
}
