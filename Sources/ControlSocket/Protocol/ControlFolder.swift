internal import CShims
import Glibc

/// Where the sockets of running programs are: `NAME.PID` in a folder that only the program's user may write to.
public struct ControlFolder: Hashable, Sendable {
    public var path: String

    public init(path: String) { self.path = path }

    /// The folder of a program that starts now: what systemd made for the service (`RuntimeDirectory=`), else one in the
    /// user's `XDG_RUNTIME_DIR`, else one in /tmp.
    public static func own(
        environment: (String) -> String? = ControlFolder.variable
    ) -> ControlFolder {
        if let folders = environment("RUNTIME_DIRECTORY"), let first = folders.split(separator: ":").first {
            return ControlFolder(path: String(first))
        }
        if let folder = environment("XDG_RUNTIME_DIR"), folder.hasPrefix("/") {
            return ControlFolder(path: "\(folder)/vitrine")
        }
        return ControlFolder(path: "/tmp/vitrine-\(geteuid())")
    }

    /// Every folder in which this user may find programs.
    public static func all(
        environment: (String) -> String? = ControlFolder.variable, root: String = ""
    ) -> [ControlFolder] {
        var paths = [own(environment: environment).path]
        paths += names(in: "\(root)/run/vitrine").map { "\(root)/run/vitrine/\($0)" }
        paths += names(in: "\(root)/run/user").map { "\(root)/run/user/\($0)/vitrine" }
        paths += names(in: "\(root)/tmp").filter { $0.hasPrefix("vitrine-") }.map { "\(root)/tmp/\($0)" }
        return paths.reduce(into: []) { folders, path in
            let folder = ControlFolder(path: path)
            if !folders.contains(folder) { folders.append(folder) }
        }
    }

    /// A variable of the environment.
    public static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// Why a program has no socket.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        public var path: String
        public var reason: String

        public init(path: String, reason: String) {
            self.path = path
            self.reason = reason
        }

        public var description: String {
            "The tool vitrine cannot look into this program: \(path): \(reason). RuntimeDirectory= in the service, or "
                + "XDG_RUNTIME_DIR, names a folder that its user may write to; VITRINE_CONTROL=off does without."
        }
    }

    /// A listening socket for this process, and its path. Sockets that programs left behind which ended unforeseen are
    /// removed.
    /// - Parameter process: default: this one's number.
    public func listen(
        program: String, process: Int32? = nil
    ) throws(Failure) -> (descriptor: Int32, path: String) {
        try make()
        removeStale()
        let path = "\(self.path)/\(Self.fileName(program, process ?? getpid()))"
        guard path.utf8.count + 5 <= vitrine_socket_longest_path else {
            throw Failure(path: path, reason: "the path is too long for a socket")
        }
        // Under another name until it listens, or another program that starts now would take it for a dead one's.
        let early = "\(path).new"
        unlink(early)
        let descriptor = vitrine_socket_listen(early, 16)
        guard descriptor >= 0 else { throw Failure(path: path, reason: Self.text(of: -descriptor)) }
        guard rename(early, path) == 0 else {
            let reason = Self.text(of: errno)
            unlink(early)
            vitrine_descriptor_close(descriptor)
            throw Failure(path: path, reason: reason)
        }
        return (descriptor, path)
    }

    /// Makes the folder, for its owner only. One that others may write to is not used: a socket in it could be swapped.
    private func make() throws(Failure) {
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw Failure(path: path, reason: Self.text(of: errno)) }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw Failure(path: path, reason: Self.text(of: errno)) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw Failure(path: path, reason: "it is no folder") }
        guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            throw Failure(path: path, reason: "it is not this user's alone")
        }
    }

    /// A socket that nobody listens on any more refuses connections.
    func removeStale() {
        for program in programs(isOnlyLiving: false) {
            let descriptor = vitrine_socket_connect(program.path)
            if descriptor == -ECONNREFUSED { unlink(program.path) }
            if descriptor >= 0 { vitrine_descriptor_close(descriptor) }
        }
    }

    /// The programs whose sockets are in the folder.
    ///
    /// - Parameter isOnlyLiving: only those at whose socket somebody listens. A process's number says less: a dead one whose
    ///   parent has not asked for it still has it, and so may another program by now.
    public func programs(isOnlyLiving: Bool = true) -> [ControlProgram] {
        guard let owner else { return [] }
        return Self.names(in: path).compactMap { name in
            guard let dot = name.lastIndex(of: "."), let process = Int32(name[name.index(after: dot)...]), process > 0,
                Self.fileName(String(name[..<dot]), process) == name
            else { return nil }
            let program = ControlProgram(
                name: String(name[..<dot]), process: process, path: "\(path)/\(name)", user: owner)
            return isOnlyLiving && !program.isListening ? nil : program
        }
    }

    /// Whose the folder is; nil where it is none, where others may write to it, or where it is not of the user that its name
    /// says (anybody may make a `vitrine-0` in /tmp): what answers there could be anybody.
    var owner: UInt32? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_mode & 0o022 == 0 else {
            return nil
        }
        let name = path.split(separator: "/").last ?? ""
        if name.hasPrefix("vitrine-"), let user = UInt32(name.dropFirst("vitrine-".count)), user != status.st_uid {
            return nil
        }
        return status.st_uid
    }

    /// Letters, digits and a few marks of the program's name, so that no name leads elsewhere.
    static func fileName(_ program: String, _ process: Int32) -> String {
        let allowed = program.unicodeScalars.filter {
            $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_".unicodeScalars.contains($0))
        }
        let name = String(String.UnicodeScalarView(allowed.prefix(32)))
        return "\(name.isEmpty ? "program" : name).\(process)"
    }

    private static func text(of code: Int32) -> String { "error \(code), \(String(cString: strerror(code)))" }

    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        // A folder of somebody else's may hold anything, any number of times.
        while names.count < 10_000, let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}

/// A program that may be asked.
public struct ControlProgram: Hashable, Sendable {
    public var name: String
    public var process: Int32
    /// Its socket.
    public var path: String
    /// Whose it is.
    public var user: UInt32

    /// Whether somebody listens at its socket. True also where this user may not ask.
    var isListening: Bool {
        let descriptor = vitrine_socket_connect(path)
        if descriptor >= 0 { vitrine_descriptor_close(descriptor) }
        return descriptor >= 0 || ![-ECONNREFUSED, -ENOENT, -ENOTSOCK].contains(descriptor)
    }
}
