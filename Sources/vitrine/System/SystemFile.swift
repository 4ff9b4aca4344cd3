import Glibc

/// Small files and folders of the system; what is not there, or may not be read, is empty.
enum SystemFile {
    /// Names in the folder, sorted, without `.` and `..`.
    static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Lines of at most 64 KiB of the file, without empty ones.
    static func lines(_ path: String) -> [String] {
        guard let file = fopen(path, "re") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        return bytes.prefix(count).split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// All lines of a file of at most 64 KiB, as they are; none where it cannot be read.
    static func allLines(_ path: String) -> [String] {
        var lines = (text(path) ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// The text of a file of at most 64 KiB; nil where there is none, or a longer one.
    static func text(_ path: String) -> String? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_537)
        let count = fread(&bytes, 1, bytes.count, file)
        return count <= 65_536 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 && !isFolder(path) }

    /// Also a link that leads nowhere.
    static func isThere(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    static func isExecutable(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }

    /// What a symbolic link says; nil where there is none.
    static func linkTarget(_ path: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes { readlink(path, $0.baseAddress!, $0.count) }
        return count > 0 && count < buffer.count ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
    }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Writes the file as a whole, or not at all; what is there must be a file, too: no device and no link is replaced. Why
    /// it could not be written, or nil.
    /// - Parameter mode: whose the file is to read; nil leaves that to the process's mask.
    static func write(_ bytes: [UInt8], to path: String, mode: mode_t? = nil) -> String? {
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            return "there is something that is no file, and it is left as it is"
        }
        // In the same folder, so that it can take the place of the old one.
        let early = "\(path).\(getpid())"
        guard let file = fopen(early, "wxe") else { return text(of: errno) }
        let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count && fflush(file) == 0
        var code = errno
        if let mode { fchmod(fileno(file), mode) }
        if fclose(file) != 0, isWritten { code = errno }
        guard isWritten, rename(early, path) == 0 else {
            if isWritten { code = errno }
            unlink(early)
            return text(of: code)
        }
        return nil
    }

    /// `error 13, Permission denied`
    static func text(of code: Int32) -> String { "error \(code), \(String(cString: strerror(code)))" }
}
