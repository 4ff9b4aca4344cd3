import BoardConfig
import Foundation
import Input

/// Reads what a calibration needs of the system, and writes what comes of it.
struct CalibrationWriter {
    /// The folder that stands for /; empty: / itself.
    var root = ""

    func surroundings(connector: String) -> CalibrationFiles.Surroundings {
        let machine = Machine.current()
        var surroundings = CalibrationFiles.Surroundings(machine: machine, connector: connector)
        let folders = BoardCatalog.standardFolders.map { root + $0 }
        var environment = ProcessInfo.processInfo.environment
        // This program's own.
        environment["VITRINE_TOUCH_MATRIX"] = nil
        let named = ["VITRINE_BOARD": environment["VITRINE_BOARD"] ?? ""]
        if let choice = try? BoardCatalog(folders: folders).choose(for: machine, environment: named),
            choice.board.id != Board.generic.id
        {
            let path = folders.map { "\($0)/\(choice.board.id).json" }.first(where: FileManager.default.fileExists)
            if let path, let text = try? String(contentsOfFile: path, encoding: .utf8) {
                surroundings.board = (choice.board.id, choice.board, text)
            }
        }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "yyyy-MM-dd"
        surroundings.date = formatter.string(from: Date())
        return surroundings
    }

    /// Why a file could not be written; nil when all are.
    func write(_ files: [CalibrationFiles.File]) -> String? {
        for file in files {
            let path = root + file.path
            do {
                let folder = (path as NSString).deletingLastPathComponent
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                try Data(file.text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
                // For everybody to read, whoever wrote it.
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            } catch {
                return "\(path): \(Self.reason(error)); as root, or with --root DIR where / is read-only"
            }
        }
        return nil
    }

    private static func reason(_ error: any Error) -> String {
        let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        let code = underlying?.domain == NSPOSIXErrorDomain ? underlying?.code : nil
        return code.map { String(cString: strerror(Int32($0))) } ?? "cannot be written"
    }

    /// Has udev read its rules again, and look at the devices anew. Whether it did.
    func reloadRules() -> Bool {
        guard root.isEmpty else { return false }
        let tools = ["/usr/bin/udevadm", "/bin/udevadm", "/usr/sbin/udevadm", "/sbin/udevadm"]
        guard let tool = tools.first(where: FileManager.default.isExecutableFile) else { return false }
        return [["control", "--reload"], ["trigger", "--action=change", "--subsystem-match=input"]].allSatisfy {
            Self.run([tool] + $0)
        }
    }

    /// Not by Foundation's `Process`, which needs sockets that a small system may not have. Whether it ended well.
    private static func run(_ words: [String]) -> Bool {
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        var variables: [UnsafeMutablePointer<CChar>?] = [nil]
        guard posix_spawn(&process, words[0], nil, nil, arguments, &variables) == 0 else { return false }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 { if errno != EINTR { return false } }
        return status == 0
    }
}
