import Display

/// What the output reports, and what is done when it fails.
extension RenderLoop {
    func handleOutputEvents() {
        hasChanges = true
        do throws(DisplayError) {
            try output.handleEvents { event in handle(event) }
        } catch {
            didFail(error, now: MediaClock.now)
        }
    }

    private func handle(_ event: OutputEvent) {
        switch event {
        case .flipped(_, let timestamp):
            didFlip(timestamp: timestamp)
        case .reconfigured:
            let info = output.info
            renderer.outputChanged(
                panelSize: info.bufferSize, rotation: Self.turn(wantedRotation, info), bufferCount: info.bufferCount)
            scheduler.reset(interval: info.refreshInterval, now: MediaClock.now)
            inFlight = nil
            copies.drop()
            isConnected = true
            hasGivenUp = false
            failingSince = nil
            darkness = nil
            showCursorAgain()
            post(.outputChanged)
        case .disconnected:
            isConnected = false
            failingSince = nil
            isCursorShown = false
            inFlight = nil
            copies.drop()
            post(.outputChanged)
        case .connected:
            isConnected = true
            darkness = nil
            renderer.invalidateEverything()
            scheduler.reset(interval: output.info.refreshInterval, now: MediaClock.now)
            showCursorAgain()
            post(.outputChanged)
        }
    }

    private func didFlip(timestamp: Double) {
        let missed = scheduler.didFlip(
            timestamp: timestamp, hasVerticalBlank: output.info.hasVerticalBlank, isContinuous: isSequenceRunning)
        guard var report = inFlight else { return }
        inFlight = nil
        failingSince = nil
        report.flipTime = timestamp
        copies.frameShown(report.number, time: timestamp, rotation: rotation)
        report.missedIntervals = isSequenceRunning ? missed : 0
        report.isContinuous = isSequenceRunning
        if report.contactLatency > 0 { report.contactLatency = timestamp - report.contactLatency }
        isSequenceRunning = renderer.nextAnimationTime <= timestamp || renderer.hasPendingDamage
        statistics.framesShown += 1
        statistics.missedRefreshes += report.missedIntervals
        statistics.lastFlipTime = timestamp
        finished = report
        if isWaking {
            isWaking = false
            post(.panelLit)
        }
        // Only the first frame is news to the main thread; the rest is in the statistics.
        if report.number == 1 { post(.framePresented(report)) }
    }

    /// The damage is kept in every case: the frame that should be visible becomes visible when the device allows it.
    func didFail(_ error: DisplayError, now: Double) {
        statistics.flipsRefused += 1
        refusalsInARow += 1
        failingSince = failingSince ?? now
        hasChanges = true
        isSequenceRunning = false
        inFlight = nil
        copies.drop()
        switch error.recovery {
        case .retryAfterEvent:
            scheduler.didFail(now: now, delay: scheduler.interval)
        case .retryLater, .reconfigure:
            let delay = min(scheduler.interval * Double(1 << min(refusalsInARow, 6)), 1)
            scheduler.didFail(now: now, delay: delay)
            if error.recovery == .reconfigure { recoverOutput(now: now) }
        case .stop:
            hasGivenUp = true
        }
        // One line per kind of failure, not one per frame.
        if refusalsInARow == 3 || error.recovery == .stop { tellFailure(error.description) }
    }

    func recoverLostFlip(now: Double) {
        statistics.flipsLost += 1
        failingSince = failingSince ?? now
        hasChanges = true
        inFlight = nil
        copies.drop()
        scheduler.didFail(now: now, delay: 0)
        tellFailure(
            "\(output.info.name): the display did not report a page flip within "
                + "\(scheduler.flipTimeout) s; setting the mode again.")
        recoverOutput(now: now)
    }

    /// Somebody who waits for a picture asks for it.
    func recoverByHand(now: Double) {
        guard isConnected, power == .on else { return }
        hasGivenUp = false
        inFlight = nil
        copies.drop()
        scheduler.didFail(now: now, delay: 0)
        recoverOutput(now: now)
    }

    private func recoverOutput(now: Double) {
        renderer.invalidateEverything()
        do throws(DisplayError) {
            try output.recover()
        } catch {
            scheduler.didFail(now: now, delay: 1)
            tellFailure(error.description)
        }
    }
}
