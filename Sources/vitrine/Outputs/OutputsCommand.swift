import ControlSocket
import Display

/// `vitrine outputs`
enum OutputsCommand {
    static func run(_ words: [String]) throws(UsageError) -> Answer {
        let arguments = try Arguments(words, flags: ["--json"])
        try Variables.check()
        let isJSON = arguments.flags.contains("--json")
        let programs = RunningOutput.all()
        let other = PanellessReport.current(WantedOutput.current(programs))
        let wishes = try KMSConfiguration.wishes(of: BoardReport.current(folders: BoardCommand.defaultFolders).choice)
        let report: OutputsReport
        do throws(DisplayError) {
            report = OutputsReport(
                survey: try DisplaySurvey.takeFirst(of: wishes), kernelConnectors: KernelConnector.all(),
                hasFramebuffer: SystemFile.exists("/dev/fb0"))
        } catch {
            // Who wants a window asks for no card.
            report = OutputsReport(survey: DisplaySurvey(error: error))
            if other == nil, !isJSON { return Answer(complaint: "vitrine: \(error)\n", status: .problem) }
        }
        return answer(report, other, programs, isJSON: isJSON)
    }

    /// - Parameter other: what programs show on, if it is no panel by KMS.
    static func answer(
        _ report: OutputsReport, _ other: PanellessReport?, _ programs: [RunningOutput], isJSON: Bool = false
    ) -> Answer {
        let problem = other.map(\.problem) ?? report.problem
        let status = problem == nil ? ExitStatus.success : .problem
        if isJSON {
            let json = report.json(problem: problem).adding(
                "output", other?.json ?? .fields(["kind": .text("kms"), "problem": .optional(problem)])
            ).adding("programs", .list(programs.map(\.json)))
            return Answer(output: json.document, status: status)
        }
        var text = other.map { "\($0.text)\n\(report.cards)\($0.conclusion)" } ?? report.text
        for program in programs { text += "\(program.finding.text)\n" }
        return Answer(output: text, status: status)
    }
}

/// What is known of the display cards.
struct OutputsReport: Hashable {
    var survey: DisplaySurvey
    var kernelConnectors: [KernelConnector] = []
    /// Whether there is an old framebuffer device, which is what drivers without mode setting offer.
    var hasFramebuffer = false

    /// Why nothing could be shown, and what to do; nil if something could be.
    var problem: String? {
        guard let error = survey.error else { return nil }
        return survey.cards.isEmpty ? "There is no display card in /dev/dri: \(absenceAdvice)" : error.description
    }

    /// What to do where there is no card at all.
    var absenceAdvice: String {
        let advice = "is the display's kernel driver loaded, and its device tree overlay or firmware setting on?"
        guard hasFramebuffer else { return advice }
        return
            "\(advice) A framebuffer device such as the /dev/fb0 here is not enough, the driver must do mode setting "
            + "(on a Raspberry Pi dtoverlay=vc4-kms-v3d)"
    }

    /// "/dev/dri/card0 (vc4), DSI-1: 800x480@60, XR24"; nil without a display.
    var choice: String? {
        guard let choice = survey.choice else { return nil }
        let facts = [choice.mode?.text, choice.formatCode].compactMap { $0 }
        let display = "\(choice.card), \(choice.connector)"
        return facts.isEmpty ? display : "\(display): \(facts.joined(separator: ", "))"
    }

    /// Connectors of a card that may not be opened.
    func connectors(behind card: DisplaySurvey.Card) -> [KernelConnector] {
        card.driver == nil ? kernelConnectors.filter { $0.card == card.path } : []
    }
}
