internal import CDRM
import Glibc

/// What /dev and /proc tell about display cards.
enum SystemCards {
    private static let folder = "/dev/dri"

    static func list() throws(KernelError) -> [String] {
        guard let entries = names(in: folder) else {
            // Without the folder there is no card: not an error, the driver may come later.
            if errno == ENOENT { return [] }
            throw KernelError(errno)
        }
        let numbers = entries.compactMap { $0.hasPrefix("card") ? Int($0.dropFirst(4)) : nil }
        return numbers.sorted().map { "\(folder)/card\($0)" }
    }

    static func driverName(_ fd: Int32) throws(KernelError) -> String {
        var name = [CChar](repeating: 0, count: 64)
        try KernelError.check(cdrm_driver_name(fd, &name, Int32(name.count)))
        return name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }

    /// Processes other than this one that have the node open. Only root sees those of others.
    static func holders(of path: String) -> [String] {
        var target = stat()
        guard stat(path, &target) == 0, let processes = names(in: "/proc") else { return [] }
        var holders: [String] = []
        for process in processes {
            guard let number = pid_t(process), number != getpid(),
                let descriptors = names(in: "/proc/\(process)/fd")
            else { continue }
            let isHolder = descriptors.contains { descriptor in
                var status = stat()
                return stat("/proc/\(process)/fd/\(descriptor)", &status) == 0 && status.st_rdev == target.st_rdev
                    && status.st_mode & S_IFMT == S_IFCHR
            }
            if isHolder { holders.append("\(commandName(process)) (\(process))") }
        }
        return holders
    }

    /// The daemon of the splash screen, if it runs: its socket is in a list that anybody may read.
    static func splash(in list: String = "/proc/net/unix") -> String? {
        guard let file = fopen(list, "re") else { return nil }
        defer { fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, file) > 0 {
            if let line, strstr(line, "@/org/freedesktop/plymouthd") != nil { return "plymouthd" }
        }
        return nil
    }

    private static func commandName(_ process: String) -> String {
        guard let file = fopen("/proc/\(process)/comm", "re") else { return "process" }
        defer { fclose(file) }
        var line = [UInt8](repeating: 0, count: 64)
        let count = fread(&line, 1, line.count, file)
        return String(decoding: line.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// Nil, with `errno`, when the folder cannot be read.
    private static func names(in folder: String) -> [String]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
