import ControlSocket

/// The running program that is meant.
enum ProgramChoice {
    /// What went wrong on the way to a program, and what to do.
    struct Problem: Error, Hashable {
        var reason: String

        var answer: Answer { Answer(complaint: "vitrine: \(reason)\n", status: .problem) }
    }

    /// Programs that answer, in the order of their numbers.
    static func all(in folders: [ControlFolder] = ControlFolder.all()) -> [ControlProgram] {
        folders.flatMap { $0.programs() }.sorted { $0.process < $1.process }
    }

    /// - Parameter word: a program's name or its process number; nil for the only one there is.
    static func find(_ word: String?, in programs: [ControlProgram] = all()) throws(Problem) -> ControlProgram {
        let found = programs.filter { word == nil || $0.name == word || "\($0.process)" == word }
        if let program = found.first, found.count == 1 { return program }
        let names = programs.map { "\($0.name) (\($0.process))" }.joined(separator: ", ")
        if found.count > 1 { throw Problem(reason: "several programs run, say which: \(names)") }
        guard let word else {
            throw Problem(
                reason: "no program runs whose socket this user can see. Of a service only its user and root may ask: "
                    + "try sudo. A program with VITRINE_CONTROL=off has none")
        }
        throw Problem(
            reason: "no program \"\(word)\" that this user can see"
                + (names.isEmpty ? "; of a service only its user and root may ask: try sudo" : "; there is \(names)"))
    }

    /// Asks and takes the first answer.
    static func ask(
        _ program: ControlProgram, _ request: ControlRequest, timeout: Double = 15
    ) throws(Problem) -> ControlMessage {
        do throws(ControlClient.Failure) {
            let client = try ControlClient(path: program.path, request: request, user: program.user)
            guard let message = try client.next(timeout: timeout) else {
                throw ControlClient.Failure(reason: "it ended before it answered")
            }
            if let failure = message.failure { throw ControlClient.Failure(reason: Lines.plain(failure)) }
            return message
        } catch {
            throw Problem(reason: "\(request.name): \(program.name) (\(program.process)): \(error.reason)")
        }
    }
}
