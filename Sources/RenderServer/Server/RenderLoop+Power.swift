import Display
import Raster

// The panel without a picture: unplugged, failed, or dark because nobody looks.
extension RenderLoop {
    /// How often what moves is looked at while nobody sees it, seconds: often enough for those who wait for its end.
    private static let darkInterval = 1.0
    /// When a panel that would not go dark is asked again, seconds.
    private static let darkeningDelay = 1.0
    /// After so many refusals to switch the signal off a black picture must do.
    private static let refusalLimit = 2

    func change(to new: PanelPower) {
        guard new != power else { return }
        power = new
        refusedDarkenings = 0
        // What was refused was a picture that is not wanted any more.
        failingSince = nil
        guard new == .on else { return hideCursor() }
        isWaking = true
        // A panel without signal has no flip that could still be reported.
        if darkness == .signalOff { scheduler.didFail(now: MediaClock.now, delay: 0) }
        darkness = nil
        renderer.invalidateEverything()
        showCursorAgain()
    }

    /// Whether the panel is not as dark as it was asked to be.
    var needsDarkening: Bool {
        guard case .off(let wanted) = power else { return false }
        return isConnected && !hasGivenUp && darkness != wanted
    }

    /// Takes what comes without showing it: commits that nobody took would pile up. When to come back, seconds.
    func stayDark(now: Double) -> Double {
        takeCommits(at: now)
        let next = renderer.nextAnimationTime
        let wake = next <= now ? now + Self.darkInterval : next
        guard needsDarkening, case .off(let wanted) = power else { return wake }
        do throws(DisplayError) {
            // Some devices cannot do without a signal.
            let isBlackInstead = wanted == .signalOff && refusedDarkenings >= Self.refusalLimit
            let next = try darken(isBlackInstead ? .blackPicture : wanted, now: now)
            if next == .infinity { darkness = wanted }
            return min(wake, next)
        } catch {
            statistics.flipsRefused += 1
            refusedDarkenings += 1
            tellFailure(error.description)
            return min(wake, now + Self.darkeningDelay)
        }
    }

    /// Returns when to try again, infinity when it is done.
    private func darken(_ wanted: PanelPower.Darkness, now: Double) throws(DisplayError) -> Double {
        switch wanted {
        case .lightOff:
            break
        case .signalOff:
            try output.blank()
            inFlight = nil
            scheduler.didFail(now: now, delay: 0)
        case .blackPicture:
            if let since = scheduler.flipInFlightSince {
                guard now >= since + scheduler.flipTimeout else { return since + scheduler.flipTimeout }
                recoverLostFlip(now: now)
            }
            guard let buffer = try output.acquire() else { return now + scheduler.interval }
            buffer.fillWithBlack()
            try output.present(buffer, damage: UnsafeBufferPointer(start: nil, count: 0))
            inFlight = nil
            scheduler.didHandOverFlip(now: now)
            frameObserver?(buffer, now)
        }
        return .infinity
    }
}

extension ScanoutBuffer {
    fileprivate func fillWithBlack() {
        // The fourth byte is 255 where there is one: some planes take it for alpha.
        let isWord = format == .xrgb8888 || format == .xbgr8888
        for row in 0..<size.height {
            let start = pixels + row * bytesPerRow
            if isWord {
                start.initializeMemory(as: UInt32.self, repeating: 0xFF00_0000, count: size.width)
            } else {
                start.initializeMemory(as: UInt8.self, repeating: 0, count: size.width * format.bytesPerPixel)
            }
        }
    }
}
