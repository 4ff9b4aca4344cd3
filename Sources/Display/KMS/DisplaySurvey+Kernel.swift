// How a survey asks the kernel.
extension DisplaySurvey {
    /// The same on another kernel, such as a scripted one.
    package static func take(
        _ configuration: KMSConfiguration, kernel: KMSFunctions
    ) throws(DisplayError) -> DisplaySurvey {
        let paths: [String]
        do {
            paths = try kernel.listCards()
        } catch {
            throw DisplayError(.listCards, on: "/dev/dri", code: error.code)
        }
        var survey = DisplaySurvey()
        // Asked in the same way as for showing something, so that what is told here is what happens there.
        let chosen = survey.choose(CardChoice(configuration: configuration, kernel: kernel))
        survey.cards = paths.map { path in
            var card = Card(path: path)
            let number = card.examine(kernel)
            card.isChosen = number != nil && number == chosen?.card
            card.explain(configuration, kernel: kernel, chosen: chosen)
            return card
        }
        return survey
    }

    /// The card and the connector that are taken, for the explanations.
    fileprivate struct Chosen {
        /// Its device number: the configuration may have named it by a link.
        var card: Int64
        var name: String
        var connector: KMSConnector
    }

    private mutating func choose(_ choice: CardChoice) -> Chosen? {
        do throws(DisplayError) {
            let (card, connector) = try choice.choose()
            defer { card.close() }
            self.choice = Choice(card: card.name, connector: connector.name)
            do throws(DisplayError) {
                try card.becomeMaster()
                defer { card.dropMaster() }
                try complete(card, connector, choice.configuration)
            } catch {
                self.error = error
                // Who shows something does not hinder from asking what could be shown.
                if error.operation == .becomeMaster { try? complete(card, connector, choice.configuration) }
            }
            return Chosen(card: card.deviceNumber, name: card.name, connector: connector)
        } catch {
            self.error = error
            return nil
        }
    }

    private mutating func complete(
        _ card: KMSCard, _ connector: KMSConnector, _ configuration: KMSConfiguration
    ) throws(DisplayError) {
        try card.enableUniversalPlanes()
        if !configuration.forceLegacy { card.enableAtomic() }
        let pipe = try DisplayPipe.choose(on: card, connector: connector, configuration: configuration)
        choice?.mode = Mode(pipe.mode)
        choice?.formatCode = ScanoutFormat.name(of: pipe.format.code)
        choice?.panelRotation = pipe.panelRotation
        choice?.plane = pipe.plane
        choice?.crtc = pipe.crtc
        choice?.planeRotations = [.none] + [.quarter, .half, .threeQuarter].filter(pipe.canTurn)
    }
}

extension DisplaySurvey.Card {
    /// Reads what the card offers. Its device number, nil if it cannot be opened.
    fileprivate mutating func examine(_ kernel: KMSFunctions) -> Int64? {
        var number: Int64?
        do throws(DisplayError) {
            let card = try KMSCard(path: path, kernel: kernel)
            defer { card.close() }
            number = card.deviceNumber
            driver = card.driver
            hasDumbBuffers = try card.hasDumbBuffers()
            card.enableAtomic()
            isAtomic = card.isAtomic
            hasModeSetting = try !card.resources().connectors.isEmpty
            connectors = try card.connectors(probe: true).map { DisplaySurvey.Connector($0) }
        } catch {
            self.error = error
        }
        return number
    }

    fileprivate mutating func explain(
        _ configuration: KMSConfiguration, kernel: KMSFunctions, chosen: DisplaySurvey.Chosen?
    ) {
        if let chosen, isChosen {
            reason = Self.reason(for: chosen.connector, configuration)
        } else if let wanted = configuration.card, wanted.contains("/"), wanted != path {
            reason = "the configuration names \(wanted)"
        } else if let wanted = configuration.card, !wanted.contains("/"), let driver, driver != wanted {
            reason = "its driver is not \(wanted)"
        } else {
            var only = configuration
            only.card = path
            do throws(DisplayError) {
                try CardChoice(configuration: only, kernel: kernel).choose().card.close()
                reason = chosen.map { "\($0.name), \($0.connector.name) goes before it" } ?? ""
            } catch {
                guard case .noConnectedOutput(let candidates) = error.reason, let candidate = candidates.first else {
                    return reason = error.description
                }
                reason = candidate.reason
                while let last = reason.last, last == "." || last == " " { reason.removeLast() }
            }
        }
    }

    private static func reason(for connector: KMSConnector, _ configuration: KMSConfiguration) -> String {
        if configuration.connector != nil { return "the configuration names \(connector.name)" }
        let state =
            connector.connection == .connected
            ? "is connected" : "has modes, and cannot tell whether something is connected"
        return connector.isBuiltIn
            ? "\(connector.name) is built in and \(state)" : "\(connector.name) is the first that \(state)"
    }
}

extension DisplaySurvey.Connector {
    init(_ connector: KMSConnector) {
        name = connector.name
        connection =
            switch connector.connection {
            case .connected: .connected
            case .disconnected: .disconnected
            case .unknown: .unknown
            }
        isBuiltIn = connector.isBuiltIn
        let isSizeKnown = connector.millimetersWide > 0 && connector.millimetersHigh > 0
        physicalSize =
            isSizeKnown
            ? OutputInfo.PhysicalSize(width: Int(connector.millimetersWide), height: Int(connector.millimetersHigh))
            : nil
        modes = connector.modes.map { DisplaySurvey.Mode($0) }
    }
}

extension DisplaySurvey.Mode {
    init(_ mode: KMSMode) {
        size = mode.size
        refreshRate = mode.refreshRate
        isInterlaced = mode.isInterlaced
        isPreferred = mode.isPreferred
        text = mode.text
    }
}
