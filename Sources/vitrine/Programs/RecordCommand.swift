import ControlSocket
import Display
import Glibc

/// `vitrine record`
enum RecordCommand {
    static func run(_ words: [String]) throws(UsageError) -> Answer {
        let arguments = try Arguments(
            words, flags: ["--json"], options: ["--frames", "--seconds", "--rotation", "--screen"], maximum: 2)
        guard let folder = arguments.rest.first else { throw UsageError(reason: "record needs a folder to write to") }
        var recording = ControlRequest.Recording()
        if let frames = try arguments.integer("--frames", ControlRequest.Recording.frameCounts) {
            recording.frames = frames
        }
        if let seconds = try arguments.number("--seconds", ControlRequest.Recording.durations) {
            recording.seconds = seconds
        }
        recording.turn = try arguments.choice("--rotation", ControlRequest.ScreenshotTurn.self) ?? .shown
        recording.screen = arguments.values["--screen"]?.last
        do throws(ProgramChoice.Problem) {
            let program = try ProgramChoice.find(arguments.rest.dropFirst().first)
            let result = try record(recording, of: program, into: folder)
            return Answer(output: arguments.flags.contains("--json") ? result.json.document : result.text)
        } catch {
            return error.answer
        }
    }

    struct Result {
        var folder: String
        var frames: [JSONValue] = []
        var dropped = 0
        /// Ended by a signal: what was recorded so far is whole.
        var isStopped = false

        var json: JSONValue {
            .fields([
                "folder": .text(folder), "frames": .list(frames), "dropped": .integer(dropped),
                "stopped": .bool(isStopped),
            ])
        }

        var text: String {
            let seconds = frames.last?["time"]?.number ?? 0
            let lost = dropped == 0 ? "none was left out" : "\(dropped) more were shown and left out: too slow to write"
            let end = isStopped ? "; stopped before its time" : ""
            if frames.isEmpty { return "\(folder): no frame was shown in this time\(end)\n" }
            return "\(folder): \(frames.count) frames of \(StatsText.number(seconds)) s; \(lost)\(end)\n"
        }
    }

    private static func record(
        _ recording: ControlRequest.Recording, of program: ControlProgram, into folder: String
    ) throws(ProgramChoice.Problem) -> Result {
        var result = Result(folder: folder)
        if mkdir(folder, 0o777) != 0, errno != EEXIST {
            throw ProgramChoice.Problem(reason: "record: \(folder): \(SystemFile.text(of: errno))")
        }
        if SystemFile.names(in: folder).contains(where: { $0 == "frames.json" || $0.hasPrefix("frame-") }) {
            throw ProgramChoice.Problem(
                reason: "record: \(folder): an earlier recording is there; name another folder, or empty this one")
        }
        // Control-C ends a recording that is long enough, and must not leave pictures without their times.
        let signals = try? TerminationSignals()
        do throws(ControlClient.Failure) {
            let client = try ControlClient(
                path: program.path, request: .record(recording), user: program.user,
                stop: signals?.fileDescriptor ?? -1)
            var isComplete = false
            while let message = try client.next(timeout: recording.seconds + 15) {
                if let failure = message.failure { throw ControlClient.Failure(reason: Lines.plain(failure)) }
                result.dropped = message.fields["dropped"]?.integer ?? result.dropped
                // The last message counts the frames.
                if message.fields["frames"]?.integer != nil { isComplete = true }
                guard !message.bytes.isEmpty else { continue }
                let number = "\(result.frames.count + 1)"
                let name = "frame-" + String(repeating: "0", count: max(6 - number.count, 0)) + number + ".png"
                try write(message.bytes, to: "\(folder)/\(name)")
                result.frames.append(
                    .fields([
                        "file": .text(name), "time": message.fields["time"] ?? .null,
                        "number": message.fields["number"] ?? .null,
                    ]))
            }
            guard isComplete else { throw ControlClient.Failure(reason: "it ended during the recording") }
            try write(Array(result.json.document.utf8), to: "\(folder)/frames.json")
        } catch {
            result.isStopped = error.isStopped
            // The pictures that are there keep their times.
            let problem = SystemFile.write(Array(result.json.document.utf8), to: "\(folder)/frames.json")
            if error.isStopped, problem == nil { return result }
            throw ProgramChoice.Problem(reason: "record: \(program.name) (\(program.process)): \(error.reason)")
        }
        return result
    }

    private static func write(_ bytes: [UInt8], to file: String) throws(ControlClient.Failure) {
        if let reason = SystemFile.write(bytes, to: file) {
            throw ControlClient.Failure(reason: "\(file): \(reason)")
        }
    }
}
