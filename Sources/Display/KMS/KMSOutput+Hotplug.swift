import Glibc
import Raster

// Following displays and cards that come and go.
extension KMSOutput {
    /// Acts on what udev told, and on a retry that is due. Returns what went wrong.
    func followHotplug(_ body: (OutputEvent) -> Void) -> DisplayError? {
        var isChanged = false
        while let event = hotplug?.next() {
            let isOurs = event.deviceNumber == card?.deviceNumber || event.deviceNumber == 0
            if isOurs, event.action == .removed { loseCard(body) }
            isChanged = true
        }
        if let due = retryTime, kernel.now() >= due {
            retryTime = nil
            isChanged = true
        }
        // What changed while another program has the display is looked at when it is ours again.
        guard isChanged, !isPaused else { return nil }
        do throws(DisplayError) {
            if card != nil, pipeline != nil {
                try check(body)
            } else {
                try attachAgain(body)
            }
            return nil
        } catch {
            if error.recovery == .retryLater { retryLater() }
            // Still nothing plugged in: the caller knows.
            if case .noConnectedOutput = error.reason, error.recovery == .retryAfterEvent { return nil }
            return error
        }
    }

    /// Looks whether the display in use is still what it was.
    private func check(_ body: (OutputEvent) -> Void) throws(DisplayError) {
        guard let card, let pipeline else { return }
        let connectors = try card.connectors(probe: true)
        guard let connector = connectors.first(where: { $0.id == pipeline.pipe.connector.id }),
            configuration.canUse(connector),
            let mode = ModeChoice.choose(from: connector.modes, wanted: configuration.mode)
        else {
            loseDisplay(body)
            return try attachAgain(body)
        }
        if !mode.hasTimings(of: pipeline.pipe.mode) {
            // The old buffers go first: two sets may not fit into a small board's graphics memory.
            drop(pipeline)
            do throws(DisplayError) {
                try attachConnector(of: card)
            } catch {
                body(.disconnected)
                throw error
            }
            body(.reconfigured)
        } else if try card.properties(of: connector.id, .connector)["link-status"]?.valueName == "Bad" {
            pipeline.requireModeset()
            body(.connected)
        }
    }

    /// No display so far: is there one now?
    private func attachAgain(_ body: (OutputEvent) -> Void) throws(DisplayError) {
        guard let card else {
            try attach()
            return body(.reconfigured)
        }
        do throws(DisplayError) {
            try attachConnector(of: card)
        } catch {
            // Ours is kept until another card is found to have a display: let go, the console would be shown on it.
            guard lessor == nil, error.recovery != .retryLater, let other = try? choice.choose(besides: card.path)
            else {
                throw error
            }
            card.dropMaster()
            loseCard(body)
            try attach(other.card, other.connector)
        }
        body(.reconfigured)
    }
}

extension KMSMode {
    /// Whether setting the one would show nothing new after the other.
    func hasTimings(of other: KMSMode) -> Bool {
        var one = self
        var two = other
        // The name and what the mode is (preferred, from the driver) do not matter.
        (one.name, two.name) = ("", "")
        (one.type, two.type) = (0, 0)
        return one == two
    }
}
