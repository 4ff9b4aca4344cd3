import ControlSocket

/// `vitrine list`, `vitrine ping`
enum ListCommand {
    static func run(_ words: [String]) throws(UsageError) -> Answer {
        let arguments = try Arguments(words, flags: ["--json"])
        return list(ProgramChoice.all(), isJSON: arguments.flags.contains("--json"))
    }

    static func list(_ programs: [ControlProgram], isJSON: Bool) -> Answer {
        if isJSON {
            let list = programs.map { program in
                JSONValue.fields([
                    "program": .text(program.name), "process": .integer(Int(program.process)),
                    "socket": .text(program.path),
                ])
            }
            return Answer(output: JSONValue.fields(["programs": .list(list)]).document)
        }
        if programs.isEmpty { return Answer(output: "no program runs whose socket this user can see\n") }
        return Answer(
            output: programs.map { "\($0.process)  \(Lines.plain($0.name))  \(Lines.plain($0.path))\n" }.joined())
    }

    /// Whether a program answers.
    static func ping(_ words: [String]) throws(UsageError) -> Answer {
        let arguments = try Arguments(words, flags: ["--json"], maximum: 1)
        do throws(ProgramChoice.Problem) {
            let message = try ProgramChoice.ask(try ProgramChoice.find(arguments.rest.first), .ping)
            return Answer(
                output: arguments.flags.contains("--json")
                    ? message.fields.document : "\(StatsText.name(message.fields))\n")
        } catch {
            return error.answer
        }
    }
}
