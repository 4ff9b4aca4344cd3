import Glibc

/// Reads files that somebody else has written, never more of them than asked for.
enum SmallFile {
    enum Failure: Error {
        case tooLarge
        case failed(String)
    }

    static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
        guard let file = fopen(path, "re") else { throw .failed(reason()) }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        let count = fread(&bytes, 1, limit + 1, file)
        if ferror(file) != 0 { throw .failed(reason()) }
        guard count <= limit else { throw .tooLarge }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// The names in a folder, sorted; none if it cannot be read.
    static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = Glibc.readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// The last part of what a symbolic link points to.
    static func linkName(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 1024)
        let count = readlink(path, &buffer, buffer.count - 1)
        guard count > 0 else { return nil }
        let target = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return target.split(separator: "/").last.map(String.init)
    }

    private static func reason() -> String {
        String(cString: strerror(errno))
    }
}
