import Display

extension OutputsReport {
    /// A paragraph for each card.
    var cards: String { survey.cards.map { block($0) + "\n" }.joined() }

    var text: String {
        var text = cards
        if let problem {
            // What follows the first line is the reasons of the cards, which were told above.
            let first = problem.split(separator: "\n").first.map(String.init) ?? problem
            text += "Nothing can be shown. \(first)\n"
            for candidate in strangers { text += "  \(candidate.card): \(candidate.reason)\n" }
        } else if let choice {
            text += "Programs show their picture on \(choice)\n"
        }
        return text
    }

    /// What the configuration names and /dev/dri does not have.
    private var strangers: [DisplayError.Candidate] {
        guard let error = survey.error, case .noConnectedOutput(let candidates) = error.reason else { return [] }
        return candidates.filter { candidate in
            !survey.cards.contains { candidate.card == $0.path || candidate.card.hasPrefix("\($0.path) ") }
        }
    }

    private func block(_ card: DisplaySurvey.Card) -> String {
        var text = card.path + (card.driver.map { " (\($0))" } ?? "")
        text += ": \(card.isChosen ? "taken" : "not taken"): \(card.reason)\n"
        if let abilities = abilities(card) { text += "  \(abilities)\n" }
        if card.isChosen, let error = card.error { text += "  \(error)\n" }
        let hidden = connectors(behind: card)
        let width = (card.connectors.map(\.name.count) + hidden.map(\.name.count)).max() ?? 0
        for connector in card.connectors {
            text += "  \(Lines.padded(connector.name, to: width))  \(state(connector))\n"
            text += Lines.list(modes(connector), indentation: String(repeating: " ", count: width + 4))
        }
        if !hidden.isEmpty { text += "  as /sys shows it:\n" }
        for connector in hidden {
            text += "  \(Lines.padded(connector.name, to: width))  \(connector.status)\n"
            text += Lines.list(connector.sizes, indentation: String(repeating: " ", count: width + 4))
        }
        return text
    }

    private func abilities(_ card: DisplaySurvey.Card) -> String? {
        var words: [String] = []
        if let hasModeSetting = card.hasModeSetting {
            words.append(hasModeSetting ? "mode setting" : "no mode setting")
        }
        if let hasDumbBuffers = card.hasDumbBuffers {
            words.append(hasDumbBuffers ? "dumb buffers" : "no dumb buffers")
        }
        if let isAtomic = card.isAtomic { words.append(isAtomic ? "atomic commits" : "no atomic commits") }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    private func state(_ connector: DisplaySurvey.Connector) -> String {
        var words = [connector.connection.rawValue]
        if connector.isBuiltIn { words.append("built in") }
        if let size = connector.physicalSize { words.append("\(size.width) x \(size.height) mm") }
        return words.joined(separator: ", ")
    }

    /// Each text once, with a mark on the panel's own wish.
    private func modes(_ connector: DisplaySurvey.Connector) -> [String] {
        let preferred = connector.modes.filter(\.isPreferred).map(\.text)
        return connector.modes.map(\.text).reduce(into: []) { list, text in
            let word = preferred.contains(text) ? "\(text) (preferred)" : text
            if !list.contains(word) { list.append(word) }
        }
    }
}
