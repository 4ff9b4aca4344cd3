import ControlSocket
import Display

/// `vitrine doctor`
enum DoctorCommand {
    static func run(_ words: [String]) throws(UsageError) -> Answer {
        let arguments = try Arguments(words, flags: ["--json"])
        let isJSON = arguments.flags.contains("--json")
        try Variables.check()
        let programs = RunningOutput.all()
        let more = programs.map(\.finding) + RemoteHelpCheck(programs: programs).findings
        if let report = PanellessReport.current(WantedOutput.current(programs)) {
            let findings = report.findings + [FontCheck.current().finding] + more
            return answer(
                findings, choice: report.problem == nil ? report.choice : nil, output: report.output, isJSON: isJSON)
        }
        let board = try BoardReport.current(folders: BoardCommand.defaultFolders)
        let wishes = try KMSConfiguration.wishes(of: board.choice)
        let user = User.current()
        let outputs: OutputsReport
        do {
            outputs = OutputsReport(
                survey: try DisplaySurvey.takeFirst(of: wishes), kernelConnectors: KernelConnector.all(),
                hasFramebuffer: SystemFile.exists("/dev/fb0"))
        } catch {
            let finding = Finding.bad("card", "/dev/dri cannot be read", do: "\(error)")
            let json = JSONValue.fields([
                "findings": .list([finding.json]), "output": .text("kms"), "picture": .bool(false), "choice": .null,
            ])
            return Answer(output: isJSON ? json.document : finding.line, status: .problem)
        }
        let inputs = InputsReport.current()
        var findings = CardCheck(outputs: outputs, user: user, programs: programs).findings
        if let choice = outputs.survey.choice {
            findings += PlaneCheck(choice: choice, board: board.choice.board).findings
        }
        findings += TouchCheck(inputs: inputs, user: user).findings
        findings += try ScreensCheck.current(board.choice, first: outputs.survey, devices: inputs.devices).findings
        findings.append(FontCheck.current().finding)
        findings += BoardCheck(report: board).findings
        let service = ServiceCheck.current()
        findings += service.findings
        if service.hasSystemd { findings += KeysCheck.current(enabled: service.enabled).findings }
        findings += more
        return answer(findings, outputs: outputs, programs: programs, isJSON: isJSON)
    }

    static func answer(
        _ findings: [Finding], outputs: OutputsReport, programs: [RunningOutput] = [], isJSON: Bool = false
    ) -> Answer {
        let error = outputs.survey.error
        let isOurs = error?.operation == .becomeMaster && CardCheck.owner(programs) != nil
        return answer(
            findings, choice: error == nil || isOurs ? outputs.choice : nil,
            output: WantedOutput(kind: .kms, reason: ""), isJSON: isJSON)
    }

    /// - Parameter choice: what a picture can be shown on. Nothing else that is looked at keeps it from being shown.
    static func answer(
        _ findings: [Finding], choice: String?, output: WantedOutput, isJSON: Bool = false
    ) -> Answer {
        if isJSON {
            let json = JSONValue.fields([
                "findings": .list(findings.map(\.json)), "output": .text(output.kind.rawValue),
                "picture": .bool(choice != nil), "choice": .optional(choice),
            ])
            return Answer(output: json.document, status: choice == nil ? .problem : .success)
        }
        let text = findings.map(\.line).joined()
        guard let choice else { return Answer(output: text + "No picture can be shown.\n", status: .problem) }
        return Answer(output: text + "A picture can be shown on \(Lines.plain(choice))\n")
    }
}
