import ControlSocket
import Foundation
import RenderServer

/// Lets the tool `vitrine` look into the program: answers what comes over the control socket. All but the trees of views
/// is answered without the main thread, so that a program that hangs can still be looked at.
final class InspectionService: ControlResponder {
    let facts: ProgramFacts
    /// The main one first. As many as the program was started for, whether or not they are plugged in.
    let screens: [InspectedScreen]

    init(facts: ProgramFacts, screens: [InspectedScreen]) {
        self.facts = facts
        self.screens = screens
    }

    func respond(to request: ControlRequest, with reply: ControlReply) {
        switch request {
        case .ping:
            reply.send(ControlMessage(facts.json))
        case .stats(let interval):
            reply.send(ControlMessage(StatisticsReport(facts: facts, screens: screens).json), isLast: interval == nil)
        case .inspect(let inspection):
            DispatchQueue.main.async { [facts] in
                MainActor.assumeIsolated {
                    reply.send(ControlMessage(facts.json.adding("tree", ViewTreeReport(inspection).json)))
                }
            }
        case .screenshot(let turn, let name):
            guard let screen = find(name, reply) else { return }
            screen.pictures.takeScreenshot(turn, facts: facts, reply: reply)
        case .record(let recording):
            guard let screen = find(recording.screen, reply) else { return }
            screen.pictures.record(recording, facts: facts, reply: reply)
        }
    }

    /// Nil where the client was told that there is none.
    private func find(_ name: String?, _ reply: ControlReply) -> InspectedScreen? {
        do throws(InspectedScreen.Absence) {
            return try InspectedScreen.find(name, among: screens)
        } catch {
            reply.send(.failure(error.reason))
            return nil
        }
    }

    /// Listens in the folder, on a thread of its own, until `stop()`.
    static func start(
        facts: ProgramFacts, screens: [InspectedScreen], folder: ControlFolder = .own()
    ) throws(ControlFolder.Failure) -> ControlServer {
        let (descriptor, path) = try folder.listen(program: facts.name)
        let control = ControlServer(
            listening: descriptor, path: path, responder: InspectionService(facts: facts, screens: screens))
        guard control.start() else {
            control.stop()
            throw ControlFolder.Failure(path: path, reason: "the system starts no more threads (see ulimit -u)")
        }
        return control
    }
}

/// What does not change while the program runs.
struct ProgramFacts: Sendable {
    /// The program's file name.
    var name: String
    var process = ProcessInfo.processInfo.processIdentifier
    /// Seconds of CLOCK_MONOTONIC.
    var startTime = MediaClock.now
    /// Nil where nobody is to see the panel from afar.
    var help: RemoteHelp?

    var json: JSONValue {
        .fields([
            "program": .text(name), "process": .integer(Int(process)),
            "uptime_s": .number(rounded(MediaClock.now - startTime, 1000)),
        ])
    }
}

/// To so many parts of one: what is shown needs no more digits.
func rounded(_ value: Double, _ parts: Double) -> Double { (value * parts).rounded() / parts }
