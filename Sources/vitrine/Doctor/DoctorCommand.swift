import Display

/// `vitrine doctor`
enum DoctorCommand {
    static func run(_ words: [String]) throws(UsageError) -> Answer {
        _ = try Arguments(words)
        let board = try BoardReport.current(folders: BoardCommand.defaultFolders)
        let wishes = try KMSConfiguration.wishes(of: board.choice)
        let user = User.current()
        let outputs: OutputsReport
        do {
            outputs = OutputsReport(
                survey: try DisplaySurvey.takeFirst(of: wishes), kernelConnectors: KernelConnector.all(),
                hasFramebuffer: SystemFile.exists("/dev/fb0"))
        } catch {
            return Answer(
                output: Finding.bad("card", "/dev/dri cannot be read", do: "\(error)").line, status: .problem)
        }
        let inputs = InputsReport.current()
        var findings = CardCheck(outputs: outputs, user: user).findings
        findings += TouchCheck(inputs: inputs, user: user).findings
        findings.append(FontCheck.current().finding)
        findings += BoardCheck(report: board).findings
        findings += ServiceCheck.current().findings
        return answer(findings, outputs: outputs)
    }

    static func answer(_ findings: [Finding], outputs: OutputsReport) -> Answer {
        var text = findings.map(\.line).joined()
        // Nothing else that is looked at keeps a picture from being shown.
        guard outputs.survey.error == nil, let choice = outputs.choice else {
            return Answer(output: text + "No picture can be shown.\n", status: .problem)
        }
        text += "A picture can be shown on \(choice)\n"
        return Answer(output: text)
    }
}
