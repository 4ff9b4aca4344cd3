import Display
import QuartzCore
import RenderServer

/// Proves to systemd that pictures are shown: asks the render thread of each screen again and again for a tick, which it sends
/// only while no flip of it is stuck.
///
/// The main screen decides over the watchdog. A further screen that owes its picture is named in the unit's status, its mode
/// is set again, and the good main picture goes on; only where the broken one had worked for `worth` before is the program
/// ended for its sake, once: after the new start it must have worked as long again.
@MainActor
final class PictureProof {
    /// How long a further screen must have worked to be worth a new start, seconds.
    static let worth = 600.0

    private struct Watched {
        let session: DisplaySession
        var watch = ScreenWatch()
        var isAsked = false
        var hasAnswered = true
        /// Turns of its render thread at the last look, and whether there were any between the last two.
        var turns = 0
        var isAlive = true
        /// People were told that it shows nothing.
        var isNamed = false

        /// Whether somebody may expect a picture on it.
        @MainActor var isExpected: Bool {
            session.server.isConnected && !session.server.isPaused && !session.idle.isBlanked
        }
    }

    private var screens: [Watched]
    private let notifier: ServiceNotifier
    private let tell: (String) -> Void
    private var status = ""

    /// - Parameters:
    ///   - sessions: the main screen's first.
    ///   - tell: gets what a person should read.
    init(_ notifier: ServiceNotifier, _ sessions: [DisplaySession], tell: @escaping (String) -> Void) {
        self.notifier = notifier
        self.tell = tell
        screens = sessions.map { Watched(session: $0) }
    }

    /// Begins, where a watchdog is set.
    func start() {
        guard let interval = notifier.watchdogInterval else { return }
        for index in screens.indices {
            screens[index].session.onTick = { [weak self] in self?.didTick(index) }
        }
        notifier.feedWatchdog()
        ask(interval)
    }

    private func ask(_ interval: Double) {
        look(now: MediaClock.now)
        for index in screens.indices where screens[index].isExpected {
            screens[index].isAsked = true
            screens[index].session.server.requestTick()
        }
        MainScheduler.shared.schedule(at: MediaClock.now + interval) { [weak self] in self?.ask(interval) }
    }

    private func didTick(_ index: Int) {
        // A moving picture ticks with every frame; the watchdog wants to hear of it twice in its interval.
        guard screens[index].isAsked else { return }
        screens[index].isAsked = false
        screens[index].hasAnswered = true
        if index == 0, mayFeed { notifier.feedWatchdog() }
    }

    private var verdicts: [ScreenWatch.Verdict] = []

    /// Whether a service manager may believe that all is well.
    private var mayFeed: Bool {
        for (index, verdict) in verdicts.enumerated() {
            switch verdict {
            case .well:
                break
            case .silent, .recover, .lost:
                if index == 0 { return false }
                // A thread that does not even turn hangs in its driver, and a new start would then have no display at all.
                if case .lost = verdict, screens[index].isAlive, screens[index].watch.workedBefore >= Self.worth {
                    return false
                }
            }
        }
        return true
    }

    private func look(now: Double) {
        verdicts = screens.indices.map { index in
            let screen = screens[index]
            let server = screen.session.server
            let statistics = server.statistics
            let sight = ScreenWatch.Sight(
                isExpected: screen.isExpected, hasAnswered: screen.hasAnswered, failingSince: server.failingSince,
                framesShown: statistics.framesShown)
            screens[index].isAlive = statistics.wakeUps != screen.turns
            screens[index].turns = statistics.wakeUps
            let verdict = screens[index].watch.look(sight, now: now)
            if case .recover = verdict { server.requestRecovery() }
            screens[index].hasAnswered = !screen.isExpected
            return verdict
        }
        // No panel to prove anything on; waiting for one is what the service is there for.
        if !screens[0].isExpected, mayFeed { notifier.feedWatchdog() }
        tellStatus()
    }

    /// Each screen in a few words, and a line for people about one that begins to fail.
    private func tellStatus() {
        guard screens.count > 1 || verdicts.contains(where: { $0 != .well }) || !status.isEmpty else { return }
        let words = screens.indices.map { index in
            let info = screens[index].session.server.outputInfo
            let isWell = verdicts[index] == .well
            if !isWell, !screens[index].isNamed {
                tell("\(info.name) shows nothing though it should; its mode is set again.")
            }
            screens[index].isNamed = !isWell
            if !isWell { return "\(info.name) shows nothing" }
            return screens[index].session.server.isConnected ? info.status : "\(info.name) not connected"
        }
        let text = words.joined(separator: "; ")
        guard text != status else { return }
        status = text
        notifier.status(text)
    }
}

extension OutputInfo {
    /// "DSI-1 800x480 at 60 Hz"
    var status: String { "\(name) \(panelSize) at \((1 / refreshInterval * 10).rounded() / 10) Hz" }
}
