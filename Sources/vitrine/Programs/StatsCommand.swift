import ControlSocket

/// `vitrine stats`
enum StatsCommand {
    static func run(_ words: [String]) throws(UsageError) -> Answer {
        let arguments = try Arguments(
            words, flags: ["--json", "--follow"], options: ["--interval", "--screen"], maximum: 1)
        let isJSON = arguments.flags.contains("--json")
        let interval = try arguments.number("--interval", ControlRequest.intervals)
        let screen = arguments.values["--screen"]?.last
        if interval != nil, !arguments.flags.contains("--follow") {
            throw UsageError(reason: "--interval goes with --follow")
        }
        do throws(ProgramChoice.Problem) {
            let program = try ProgramChoice.find(arguments.rest.first)
            if arguments.flags.contains("--follow") {
                return try follow(program, interval: interval ?? 1, screen: screen, isJSON: isJSON)
            }
            let stats = try StatsText.stats(of: screen, in: ProgramChoice.ask(program, .stats(interval: nil)).fields)
            return Answer(output: isJSON ? stats.document : StatsText.text(stats))
        } catch {
            return error.answer
        }
    }

    /// Until the program ends, or nobody reads any more.
    private static func follow(
        _ program: ControlProgram, interval: Double, screen: String?, isJSON: Bool
    ) throws(ProgramChoice.Problem) -> Answer {
        do throws(ControlClient.Failure) {
            let client = try ControlClient(
                path: program.path, request: .stats(interval: interval), user: program.user)
            var last: JSONValue?
            while let message = try client.next(timeout: interval + 15) {
                if let failure = message.failure { throw ControlClient.Failure(reason: Lines.plain(failure)) }
                let stats: JSONValue
                do throws(ProgramChoice.Problem) {
                    stats = try StatsText.stats(of: screen, in: message.fields)
                } catch {
                    throw ControlClient.Failure(reason: error.reason)
                }
                let text = isJSON ? stats.line + "\n" : StatsText.row(stats, after: last)
                guard VitrineTool.write(text) else { return Answer(status: .problem) }
                last = stats
            }
            return Answer(complaint: "vitrine: \(program.name) (\(program.process)) ended\n")
        } catch {
            throw ProgramChoice.Problem(reason: "stats: \(program.name) (\(program.process)): \(error.reason)")
        }
    }
}
