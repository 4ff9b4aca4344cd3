import ControlSocket

/// `vitrine screenshot`
enum ScreenshotCommand {
    static func run(_ words: [String]) throws(UsageError) -> Answer {
        let arguments = try Arguments(words, flags: ["--json"], options: ["--rotation", "--screen"], maximum: 2)
        guard let file = arguments.rest.first else { throw UsageError(reason: "screenshot needs a file to write to") }
        let turn = try arguments.choice("--rotation", ControlRequest.ScreenshotTurn.self) ?? .shown
        do throws(ProgramChoice.Problem) {
            let program = try ProgramChoice.find(arguments.rest.dropFirst().first)
            let message = try ProgramChoice.ask(program, .screenshot(turn, screen: arguments.values["--screen"]?.last))
            if let reason = SystemFile.write(message.bytes, to: file) {
                throw ProgramChoice.Problem(reason: "screenshot: \(file): \(reason)")
            }
            let picture = message.fields["picture"]
            let size = "\(picture?["width"]?.integer ?? 0)x\(picture?["height"]?.integer ?? 0)"
            return Answer(
                output: arguments.flags.contains("--json")
                    ? message.fields.adding("file", .text(file)).document : "\(file): \(size)\n")
        } catch {
            return error.answer
        }
    }
}
