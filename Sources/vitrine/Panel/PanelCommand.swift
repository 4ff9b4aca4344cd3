import Glibc

/// `vitrine test-pattern`, `touch-test` and `calibrate`: another program, which can draw, takes this one's place.
enum PanelCommand {
    static let program = "vitrine-panel"

    /// - Parameter name: of the command, whose options are those of its entry in the table.
    static func run(_ name: String, _ words: [String]) throws(UsageError) -> Answer {
        let options = Command.all.filter { $0.name == name }.flatMap(\.options)
        let arguments = try Arguments(
            words.filter { !$0.hasPrefix("--vitrine-") }, flags: Set(options.filter { $0.value == nil }.map(\.name)),
            options: Set(options.filter { $0.value != nil }.map(\.name)))
        for option in options where !option.choices.isEmpty {
            for value in (arguments.values[option.name] ?? []).flatMap({ $0.split(separator: ",") })
            where !option.choices.contains(String(value)) {
                throw UsageError(reason: "\(option.name) is one of \(option.choices.joined(separator: ", "))")
            }
        }
        try Variables.check()
        let candidates = candidates(beside: SystemFile.linkTarget("/proc/self/exe"), path: Environment.value("PATH"))
        for candidate in candidates where SystemFile.isExecutable(candidate) {
            // Comes back only when it could not.
            return Answer(
                complaint: "vitrine: \(candidate): \(replaceProcess(candidate, [name] + words))\n", status: .problem)
        }
        return Answer(
            complaint: "vitrine: \(program), which shows it, is not installed; it was looked for in "
                + "\(candidates.joined(separator: ", "))\n", status: .problem)
    }

    /// Beside this program, where packages have it, and in the PATH.
    static func candidates(beside tool: String?, path: String?) -> [String] {
        var folders: [String] = []
        if let tool, let slash = tool.lastIndex(of: "/") {
            let folder = String(tool[..<slash])
            folders = [folder, "\(folder)/../lib/vitrine"]
        }
        folders += ["/usr/local/lib/vitrine", "/usr/lib/vitrine"]
        // What is not absolute would be somebody's folder of the moment.
        folders += (path ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
        return folders.reduce(into: []) { list, folder in
            if !list.contains("\(folder)/\(program)") { list.append("\(folder)/\(program)") }
        }
    }

    /// Why it could not.
    private static func replaceProcess(_ path: String, _ words: [String]) -> String {
        var arguments: [UnsafeMutablePointer<CChar>?] = ([path] + words).map { strdup($0) }
        arguments.append(nil)
        execv(path, arguments)
        let code = errno
        for argument in arguments { free(argument) }
        return SystemFile.text(of: code)
    }
}
