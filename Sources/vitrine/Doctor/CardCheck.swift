import Display
import Glibc

/// Card and connector, the right to open the card, and whether it is free.
struct CardCheck {
    var outputs: OutputsReport
    var user: User
    /// The programs that were asked what they show on.
    var programs: [RunningOutput] = []
    /// The nodes behind the cards.
    var node: (String) -> DeviceNode? = { DeviceNode($0) }

    var findings: [Finding] {
        let survey = outputs.survey
        if survey.cards.isEmpty {
            return [.bad("card", "there is none in /dev/dri", do: outputs.absenceAdvice)]
        }
        var findings: [Finding] = []
        if let choice = outputs.choice { findings.append(.good("card", choice)) }
        for card in survey.cards where !card.isChosen && survey.choice == nil { findings += explanation(card) }
        if survey.choice != nil {
            findings.append(.good("permission", "\(user.name) may open \(survey.choice?.card ?? "")"))
            findings.append(usability)
        }
        return findings
    }

    /// Why nothing is shown on a card.
    private func explanation(_ card: DisplaySurvey.Card) -> [Finding] {
        let isRefused = card.error?.operation == .openCard && [EACCES, EPERM].contains(card.error?.code)
        guard isRefused else {
            let name = card.path + (card.driver.map { " (\($0))" } ?? "")
            return [.bad("card", "\(name): \(card.reason)", do: advice)]
        }
        // What every user may know of it says whether the right would help.
        let connectors = outputs.connectors(behind: card)
        let states = connectors.map { "\($0.name) \($0.status)" }.joined(separator: ", ")
        let connected = connectors.filter(\.isUsable)
        let permission = Finding.bad(
            "permission", "\(user.name) may not open \(card.path)",
            do: node(card.path)?.advice(for: user) ?? "its node is gone")
        guard !connectors.isEmpty else { return [permission] }
        return connected.isEmpty
            ? [.bad("card", "\(card.path): no usable connector: \(states)", do: advice), permission]
            : [.good("card", "\(card.path): \(states), as /sys shows it"), permission]
    }

    private var advice: String {
        "cable, power, the panel's overlay or firmware setting; a card that only renders is of no use here. For a panel "
            + "that cannot be detected the kernel's command line takes video=CONNECTOR:WIDTHxHEIGHT@60e"
    }

    /// Whether something can be shown on the display that was found.
    private var usability: Finding {
        guard let error = outputs.survey.error else {
            return .good("display", "no other program shows something on it")
        }
        guard error.operation == .becomeMaster else { return .bad("display", "cannot be used", do: "\(error)") }
        guard let program = Self.owner(programs) else { return .bad("display", "in use", do: "\(error)") }
        return .good("display", "in use, by \(program.name) (\(program.process)), which shows its picture there")
    }

    /// The program of ours that has the panel: nothing is wrong with a kiosk whose display is not free.
    static func owner(_ programs: [RunningOutput]) -> RunningOutput? { programs.first { $0.kind == .kms } }
}
