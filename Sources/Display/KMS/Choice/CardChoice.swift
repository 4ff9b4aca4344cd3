import Glibc

/// Finds the card and the connector to use: by what they can do, never by a number.
struct CardChoice {
    let configuration: KMSConfiguration
    let kernel: KMSFunctions

    /// The open card and its connector. Every other card is closed again.
    ///
    /// - Parameter known: path of a card that is not looked at, for it is open and has no display.
    func choose(besides known: String? = nil) throws(DisplayError) -> (card: KMSCard, connector: KMSConnector) {
        var best: (card: KMSCard, connector: KMSConnector)?
        var rejected: [DisplayError.Candidate] = []
        for path in try paths() where path != known {
            switch examine(path) {
            case .rejected(let candidate):
                rejected.append(candidate)
            case .usable(let card, let connector):
                // The first one wins, unless a later one has a panel that is built in.
                if let found = best, found.connector.isBuiltIn || !connector.isBuiltIn {
                    card.close()
                } else {
                    best?.card.close()
                    best = (card, connector)
                }
            }
        }
        guard let best else {
            throw DisplayError(.chooseOutput, on: wish, reason: .noConnectedOutput(rejected))
        }
        return best
    }

    /// The best of one card's connectors, nil if none will do.
    func connector(among connectors: [KMSConnector]) -> KMSConnector? {
        let usable = connectors.filter { configuration.canUse($0) }
        if let name = configuration.connector { return usable.first { $0.name == name } }
        return usable.first { $0.isBuiltIn && $0.connection == .connected }
            ?? usable.first { $0.connection == .connected } ?? usable.first
    }

    // MARK: Cards

    private enum Verdict {
        case usable(KMSCard, KMSConnector)
        case rejected(DisplayError.Candidate)
    }

    /// What was asked for, for a person.
    private var wish: String {
        let card = configuration.card ?? "/dev/dri"
        return configuration.connector.map { "\(card), \($0)" } ?? card
    }

    private var wantedPath: String? { configuration.card.flatMap { $0.contains("/") ? $0 : nil } }
    private var wantedDriver: String? { configuration.card.flatMap { $0.contains("/") ? nil : $0 } }

    private func paths() throws(DisplayError) -> [String] {
        if let wantedPath { return [wantedPath] }
        do {
            return try kernel.listCards()
        } catch {
            throw DisplayError(.listCards, on: "/dev/dri", code: error.code)
        }
    }

    private func examine(_ path: String) -> Verdict {
        var opened: KMSCard?
        do throws(DisplayError) {
            let card = try KMSCard(path: path, kernel: kernel)
            opened = card
            let verdict = try examine(card)
            if case .rejected = verdict { card.close() }
            return verdict
        } catch {
            opened?.close()
            let reason = "\(error.statement). \(error.advice)"
            return .rejected(DisplayError.Candidate(card: opened?.name ?? path, reason: reason, code: error.code))
        }
    }

    private func examine(_ card: KMSCard) throws(DisplayError) -> Verdict {
        if let wantedDriver, wantedDriver != card.driver {
            return reject(card, "its driver is not \(wantedDriver)")
        }
        guard try card.hasDumbBuffers() else { return reject(card, "it has no dumb buffers") }
        guard try !card.resources().connectors.isEmpty else { return reject(card, "it only renders: no connectors") }
        let connectors = try card.connectors(probe: true)
        guard let connector = connector(among: connectors) else {
            let states = connectors.map(\.state).joined(separator: ", ")
            return reject(card, "no usable connector: \(states)")
        }
        return .usable(card, connector)
    }

    private func reject(_ card: KMSCard, _ reason: String) -> Verdict {
        .rejected(DisplayError.Candidate(card: card.name, reason: reason))
    }
}
