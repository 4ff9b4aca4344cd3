import Glibc
import Raster

// Taking a display, and giving it up.
extension KMSOutput {
    var choice: CardChoice { CardChoice(configuration: configuration, kernel: kernel) }

    /// Finds a card and a display and configures them. Nothing is held when it throws.
    func attach() throws(DisplayError) {
        let (card, connector) = if let lessor { try lessor.lend(slot) } else { try choice.choose() }
        try attach(card, connector)
    }

    /// Takes an open card, which is closed when it throws.
    func attach(_ card: KMSCard, _ connector: KMSConnector) throws(DisplayError) {
        do throws(DisplayError) {
            try card.becomeMaster()
            try card.enableUniversalPlanes()
            if !configuration.forceLegacy { card.enableAtomic() }
            try configure(card, connector)
        } catch {
            card.dropMaster()
            card.close()
            throw error
        }
        self.card = card
    }

    /// The same with the card that is open already.
    func attachConnector(of card: KMSCard) throws(DisplayError) {
        let connectors = try card.connectors(probe: true)
        guard let connector = choice.connector(among: connectors) else {
            let states = connectors.map(\.state).joined(separator: ", ")
            throw DisplayError(
                .chooseOutput, on: card.name,
                reason: .noConnectedOutput([.init(card: card.name, reason: "no usable connector: \(states)")]))
        }
        try configure(card, connector)
    }

    private func configure(_ card: KMSCard, _ connector: KMSConnector) throws(DisplayError) {
        let pipe = try DisplayPipe.choose(on: card, connector: connector, configuration: configuration)
        if savedCRTCs[pipe.crtc] == nil {
            let state = try card.read(.readCRTC, of: pipe.subject) { () throws(KernelError) in
                try kernel.crtc(card.fd, pipe.crtc)
            }
            savedCRTCs[pipe.crtc] = (state, connector.id)
        }
        let pipeline = try makePipeline(card, pipe)
        self.pipeline = pipeline
        retryDelay = Self.firstRetryDelay
        lastFailure = nil
        info = describe(card, pipeline)
    }

    /// With the first pixel format that the device says it can show in this mode. Where it says no to all, with the best
    /// one: the refusal of the first picture then tells why.
    private func makePipeline(_ card: KMSCard, _ pipe: DisplayPipe) throws(DisplayError) -> KMSPipeline {
        var memory = paths[PathMemory.Key(card, pipe)] ?? PathMemory()
        let formats = pipe.usableFormats
        for format in formats.filter({ $0.code == memory.format }) + formats.filter({ $0.code != memory.format }) {
            var isTurnRefused = false
            if configuration.usesPlaneRotation, !memory.refusesTurning, pipe.canTurn(by: configuration.rotation) {
                var turned = pipe
                turned.turn = configuration.rotation
                // Buffers that do not fit in memory unturned would not fit turned either: that error is for below.
                if let pipeline = try? makePipeline(card, turned, format, memory) {
                    if pipeline.canSetMode() { return pipeline }
                    pipeline.destroy()
                }
                isTurnRefused = true
            }
            // What the device takes unturned it refused for the turn.
            var upright = memory
            upright.refusesTurning = memory.refusesTurning || isTurnRefused
            let pipeline = try makePipeline(card, pipe, format, upright)
            if pipeline.canSetMode() { return pipeline }
            pipeline.destroy()
        }
        memory.refusesTurning = memory.refusesTurning || pipe.canTurn(by: configuration.rotation)
        return try makePipeline(card, pipe, pipe.format, memory)
    }

    private func makePipeline(
        _ card: KMSCard, _ pipe: DisplayPipe, _ format: ScanoutFormat, _ memory: PathMemory
    ) throws(DisplayError) -> KMSPipeline {
        var pipe = pipe
        pipe.format = format
        var memory = memory
        memory.format = format == pipe.usableFormats.first ? nil : format.code
        return try KMSPipeline(card: card, pipe: pipe, configuration: configuration, memory: memory)
    }

    private func remember(_ pipeline: KMSPipeline) {
        paths[PathMemory.Key(pipeline.card, pipeline.pipe)] = pipeline.memory
    }

    private func describe(_ card: KMSCard, _ pipeline: KMSPipeline) -> OutputInfo {
        let pipe = pipeline.pipe
        let connector = pipe.connector
        let interval = pipe.mode.refreshInterval(fallback: configuration.fallbackRefreshRate)
        // Told to be slower than it is, the panel's own refreshes are no clock for pictures.
        let slowest = configuration.maximumRate.flatMap { $0 > 0 ? 1 / $0 : nil } ?? 0
        let isLimited = slowest > interval * 1.01
        let isSizeKnown = connector.millimetersWide > 0 && connector.millimetersHigh > 0
        var info = OutputInfo(
            name: connector.name, card: card.name, panelSize: pipe.mode.size, format: pipe.format.format,
            formatCode: ScanoutFormat.name(of: pipe.format.code),
            refreshInterval: isLimited ? slowest : interval,
            reportedRefresh: pipe.mode.refreshRate,
            physicalSize: isSizeKnown
                ? .init(width: Int(connector.millimetersWide), height: Int(connector.millimetersHigh)) : nil,
            panelRotation: pipe.panelRotation, bufferCount: pipeline.bufferCount,
            hasVerticalBlank: pipeline.hasVerticalBlank && !isLimited && !pipeline.isSingle,
            supportsDamageClips: pipeline.reportsDamage,
            isAtomic: pipe.atomic != nil)
        info.deviceRotation = pipe.turn
        return info
    }

    // MARK: Giving up

    /// The driver was found to want one buffer instead of those for flipping, or to turn no picture: takes others.
    func changeBuffers(_ body: (OutputEvent) -> Void) -> DisplayError? {
        guard let card, let pipeline, pipeline.wantsNewBuffers, !isPaused else { return nil }
        drop(pipeline)
        do throws(DisplayError) {
            try attachConnector(of: card)
            body(.reconfigured)
            return nil
        } catch {
            body(.disconnected)
            retryLater()
            return error
        }
    }

    /// Takes down what showed something; the ways that worked are kept.
    func drop(_ pipeline: KMSPipeline) {
        remember(pipeline)
        self.pipeline = nil
        shownTime = nil
        pipeline.destroy()
    }

    func loseDisplay(_ body: (OutputEvent) -> Void) {
        guard let pipeline else { return }
        drop(pipeline)
        body(.disconnected)
    }

    /// - Parameter isGone: it is for all outputs, and not only for this one.
    func loseCard(isGone: Bool = true, _ body: (OutputEvent) -> Void) {
        loseDisplay(body)
        if isGone, let card { lessor?.forget(card) }
        card?.close()
        card = nil
        savedCRTCs = [:]
    }

    /// The console's framebuffer, or a splash screen's. One that is gone by now leaves the CRTC off.
    func restoreCRTCs(on card: KMSCard) {
        for (id, saved) in savedCRTCs {
            let crtc = saved.crtc
            if let mode = crtc.mode, crtc.framebuffer != 0,
                kernel.setCRTC(card.fd, id, crtc.framebuffer, crtc.x, crtc.y, [saved.connector], mode) >= 0
            {
                continue
            }
            _ = kernel.setCRTC(card.fd, id, 0, 0, 0, [], nil)
        }
    }
}
