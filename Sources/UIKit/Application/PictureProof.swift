import Display
import RenderServer

/// What the proof must know of a screen, and may ask of it.
@MainActor
protocol ProvenScreen: AnyObject {
    var info: OutputInfo { get }
    var isConnected: Bool { get }
    /// Whether somebody may expect a picture on it: connected, lit, and not another program's for the moment.
    var isExpected: Bool { get }
    /// Since when the device refuses or loses its pictures, seconds; nil: it does not.
    var failingSince: Double? { get }
    var framesShown: Int { get }
    /// How often its render thread has turned so far.
    var turns: Int { get }
    /// Called on the main thread with every tick: the render thread is alive and no flip is stuck.
    var onTick: (() -> Void)? { get set }
    func requestTick()
    func requestRecovery()
}

/// Who hears the proof.
@MainActor
protocol ProofListener: AnyObject {
    func feedWatchdog()
    func status(_ text: String)
}

extension ServiceNotifier: ProofListener {}

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
        let screen: any ProvenScreen
        var watch = ScreenWatch()
        var isAsked = false
        var hasAnswered = true
        /// Turns of its render thread at the last look, and whether there were any between the last two.
        var turns = 0
        var isAlive = true
        /// People were told that it shows nothing.
        var isNamed = false

        @MainActor var isExpected: Bool { screen.isExpected }
    }

    private var screens: [Watched]
    private let listener: any ProofListener
    private let tell: (String) -> Void
    private var status = ""

    /// - Parameters:
    ///   - screens: the main one first.
    ///   - tell: gets what a person should read.
    init(_ listener: any ProofListener, _ screens: [any ProvenScreen], tell: @escaping (String) -> Void) {
        self.listener = listener
        self.tell = tell
        self.screens = screens.map { Watched(screen: $0) }
    }

    /// Begins to prove, `interval` seconds from one proof to the next; nil: nobody waits for any.
    func start(every interval: Double?) {
        guard let interval else { return }
        begin()
        prove(every: interval)
    }

    func begin() {
        for index in screens.indices {
            screens[index].screen.onTick = { [weak self] in self?.didTick(index) }
        }
        listener.feedWatchdog()
    }

    private func prove(every interval: Double) {
        prove(now: MediaClock.now)
        MainScheduler.shared.schedule(at: MediaClock.now + interval) { [weak self] in self?.prove(every: interval) }
    }

    /// Looks at what the screens have answered, and asks again.
    func prove(now: Double) {
        look(now: now)
        for index in screens.indices where screens[index].isExpected {
            screens[index].isAsked = true
            screens[index].screen.requestTick()
        }
    }

    private func didTick(_ index: Int) {
        // A moving picture ticks with every frame; the watchdog wants to hear of it twice in its interval.
        guard screens[index].isAsked else { return }
        screens[index].isAsked = false
        screens[index].hasAnswered = true
        if index == 0, mayFeed { listener.feedWatchdog() }
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
            let watched = screens[index]
            let screen = watched.screen
            let isExpected = screen.isExpected
            let sight = ScreenWatch.Sight(
                isExpected: isExpected, hasAnswered: watched.hasAnswered, failingSince: screen.failingSince,
                framesShown: screen.framesShown)
            let turns = screen.turns
            screens[index].isAlive = turns != watched.turns
            screens[index].turns = turns
            let verdict = screens[index].watch.look(sight, now: now)
            if case .recover = verdict { screen.requestRecovery() }
            screens[index].hasAnswered = !isExpected
            return verdict
        }
        // No panel to prove anything on; waiting for one is what the service is there for.
        if !screens[0].isExpected, mayFeed { listener.feedWatchdog() }
        tellStatus()
    }

    /// Each screen in a few words, and a line for people about one that begins to fail.
    private func tellStatus() {
        guard screens.count > 1 || verdicts.contains(where: { $0 != .well }) || !status.isEmpty else { return }
        let words = screens.indices.map { index in
            let info = screens[index].screen.info
            let isWell = verdicts[index] == .well
            if !isWell, !screens[index].isNamed {
                tell("\(info.name) shows nothing though it should; its mode is set again.")
            }
            screens[index].isNamed = !isWell
            if !isWell { return "\(info.name) shows nothing" }
            return screens[index].screen.isConnected ? info.status : "\(info.name) not connected"
        }
        let text = words.joined(separator: "; ")
        guard text != status else { return }
        status = text
        listener.status(text)
    }
}

extension OutputInfo {
    /// "DSI-1 800x480 at 60 Hz"
    var status: String { "\(name) \(panelSize) at \((1 / refreshInterval * 10).rounded() / 10) Hz" }
}
