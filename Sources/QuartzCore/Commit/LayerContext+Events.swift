package import RenderServer

extension LayerContext {
    /// Takes in what the render server reports: ends animations, calls delegates, completion blocks and display links.
    /// To be called from the run loop, in the order of the events.
    package func handle(_ event: RenderEvent) {
        switch event {
        case .tick(let timestamp, let targetTimestamp):
            ticker.tick(timestamp: timestamp, targetTimestamp: targetTimestamp)
            if watchesTiles { updateTiles() }
            redrawLayers(for: targetTimestamp)
        case .animationEnded(let identifier):
            guard let attached = running.removeValue(forKey: identifier) else { return }
            attached.layer.finish(attached)
            delayed[identifier] = nil
        case .framePresented, .outputChanged, .panelLit, .cursorRefused, .outputFailed, .warning:
            return
        }
        TransactionCallbacks.run()
    }

    /// The model removed it: its end is no news any more.
    func forget(_ attached: AttachedAnimation) {
        running.removeValue(forKey: attached.identifier)
        if !delayed.isEmpty { delayed[attached.identifier] = nil }
    }

    // MARK: Starts

    /// Tells the delegate of the start: now, or when a begin time in the future has come.
    func noteStart(of attached: AttachedAnimation, at time: Double) {
        let start = startTime(of: attached)
        guard attached.animation.delegateStorage != nil, start > time, start < .infinity, let scheduleWake else {
            attached.start()
            return
        }
        delayed[attached.identifier] = attached
        scheduleWake(start)
    }

    /// Tells delegates of animations that begin by media time `time`, and gives back bitmaps that were not seen for long;
    /// answers the next such time, nil if none is left.
    @discardableResult
    package func startDueAnimations(at time: Double) -> Double? {
        var next: Double?
        // Calls that are about animations leave the others' alone, or there would be more and more of them.
        if unseenWake <= time {
            next = releaseUnseen(at: time)
            unseenWake = next ?? .infinity
        }
        var due: [AttachedAnimation] = []
        for attached in delayed.values {
            let start = startTime(of: attached)
            if start <= time {
                due.append(attached)
            } else {
                next = min(next ?? start, start)
            }
        }
        for attached in due.sorted(by: { $0.identifier < $1.identifier }) {
            delayed[attached.identifier] = nil
            attached.start()
        }
        TransactionCallbacks.run()
        return next
    }

    private func startTime(of attached: AttachedAnimation) -> Double {
        attached.layer.mediaTime(fromLocal: attached.motions.first?.startTime ?? 0)
    }
}
