internal import Glibc

/// Who may see a panel from afar, and how.
public struct RemoteScreenConfiguration: Hashable, Sendable {
    /// A number of the interface that is listened on, in dots; the default lets in only what comes from the machine itself,
    /// such as a tunnel of ssh.
    public var address = "127.0.0.1"
    /// The VNC protocol's own port is 5900. 1 to 65535.
    public var port = 5900
    /// Without one nobody gets in. VNC looks at its first eight bytes only.
    public var password = ""
    /// Lets people see and not touch; nil: nobody.
    public var viewPassword: String?
    /// Whether nobody may touch, whatever their password.
    public var isViewOnly = false
    /// What a viewer shows as the name of the screen.
    public var name = "Vitrine"

    public init() {}

    /// "127.0.0.1:5900"
    var place: String { "\(address):\(port)" }

    /// The first line of a file is the password, the second, if there is one, the password for seeing only.
    ///
    /// - Throws: where the file cannot be read, others than its owner can read it, or it has no password.
    public mutating func readPasswords(from path: String) throws(RemoteScreenError) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { throw RemoteScreenError(.readPassword, on: path, code: errno) }
        guard facts.st_mode & 0o077 == 0 else {
            throw RemoteScreenError(
                .readPassword, on: path,
                note: "others can read it, so it is no secret. Take their rights away: chmod 600 \(path).")
        }
        guard let stream = fopen(path, "re") else { throw RemoteScreenError(.readPassword, on: path, code: errno) }
        defer { fclose(stream) }
        let lines = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4096) { buffer in
            let text = buffer[..<fread(buffer.baseAddress, 1, buffer.count, stream)]
            return text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
                String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
            }
        }
        guard let first = lines.first, first.utf8.count >= Self.leastPassword else {
            throw RemoteScreenError(
                .readPassword, on: path,
                note: "its first line must be a password of \(Self.leastPassword) bytes or more.")
        }
        password = first
        viewPassword = lines.count > 1 && !lines[1].isEmpty ? lines[1] : nil
        if let viewPassword, viewPassword.utf8.count < Self.leastPassword {
            throw RemoteScreenError(
                .readPassword, on: path,
                note: "its second line, the password for seeing only, must have \(Self.leastPassword) bytes or more.")
        }
        if let viewPassword, viewPassword.utf8.prefix(8).elementsEqual(first.utf8.prefix(8)) {
            throw RemoteScreenError(
                .readPassword, on: path,
                note: "both passwords begin with the same eight bytes; VNC cannot tell them apart.")
        }
    }

    /// VNC's own limit is eight.
    static let leastPassword = 6
}
