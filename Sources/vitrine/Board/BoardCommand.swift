import BoardConfig

/// `vitrine board`
enum BoardCommand {
    /// Where board files are looked for; an earlier folder goes before a later one.
    static let defaultFolders = BoardCatalog.standardFolders

    static func run(_ words: [String]) throws(UsageError) -> Answer {
        // Only files to be checked may be many.
        let isLint = words.contains("--lint")
        let arguments = try Arguments(
            words, flags: ["--json", "--lint"], options: ["--folder"], maximum: isLint ? .max - 1 : 0)
        let isJSON = arguments.flags.contains("--json")
        if isLint {
            if arguments.rest.isEmpty { throw UsageError(reason: "--lint needs at least one file") }
            if arguments.values["--folder"] != nil { throw UsageError(reason: "--lint takes files and no --folder") }
            let lint = BoardLint(files: arguments.rest)
            return Answer(
                output: isJSON ? lint.json.document : lint.text, status: lint.problems.isEmpty ? .success : .problem)
        }
        try Variables.check()
        let report = try BoardReport.current(folders: arguments.values["--folder"] ?? defaultFolders)
        return Answer(
            output: isJSON ? report.json.document : report.text,
            status: report.errors.isEmpty ? .success : .problem)
    }
}
