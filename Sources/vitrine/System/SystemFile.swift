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

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Writes the file as a whole, or not at all; what is there must be a file, too: no device and no link is replaced. Why
    /// it could not be written, or nil.
    static func write(_ bytes: [UInt8], to path: String) -> String? {
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            return "there is something that is no file, and it is left as it is"
        }
        // In the same folder, so that it can take the place of the old one.
        let early = "\(path).\(getpid())"
        guard let file = fopen(early, "wxe") else { return text(of: errno) }
        let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count && fflush(file) == 0
        var code = errno
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
