import Display
import QuartzCore
import Raster
import RenderServer
import Testing

@testable import UIKit

/// A screen whose threads and device do as they are told.
@MainActor
private final class ScriptedScreen: ProvenScreen {
    let info: OutputInfo
    var isConnected = true
    var isDark = false
    var failingSince: Double?
    var framesShown = 1
    private(set) var turns = 0
    var onTick: (() -> Void)?
    private(set) var recoveries = 0
    /// The render thread turns; no flip of it is stuck.
    var isThreadAlive = true
    var isFlipStuck = false
    private var isAsked = false

    init(_ name: String) {
        info = OutputInfo(name: name, card: "", panelSize: PixelSize(width: 80, height: 48), refreshInterval: 1.0 / 60)
    }

    var isExpected: Bool { isConnected && !isDark }
    func requestTick() { isAsked = true }
    func requestRecovery() { recoveries += 1 }

    /// What happens until the next look.
    func live() {
        guard isThreadAlive else { return }
        turns += 1
        guard isAsked, !isFlipStuck else { return }
        isAsked = false
        onTick?()
    }
}

@MainActor
private final class Bench: ProofListener {
    let screens: [ScriptedScreen]
    private(set) var meals = 0
    private(set) var statuses: [String] = []
    private(set) var told: [String] = []
    private var proof: PictureProof!
    private(set) var now = 1000.0

    init(_ names: String...) {
        screens = names.map(ScriptedScreen.init)
        proof = PictureProof(self, screens) { [unowned self] in told.append($0) }
        proof.begin()
    }

    func feedWatchdog() { meals += 1 }
    func status(_ text: String) { statuses.append(text) }

    /// Proofs every five seconds, so many times; how often there was food.
    func run(_ count: Int) -> Int {
        let before = meals
        for _ in 0..<count {
            proof.prove(now: now)
            for screen in screens { screen.live() }
            now += 5
        }
        return meals - before
    }
}

@Suite("Food for the watchdog")
@MainActor
struct PictureProofTests {
    @Test("a picture that stands still because nothing has to change is fed for, every time; nothing is said")
    func idle() {
        let bench = Bench("DSI-1")
        #expect(bench.meals == 1, "at once: the first interval has begun before")
        #expect(bench.run(100) == 100)
        #expect(bench.statuses.isEmpty && bench.told.isEmpty && bench.screens[0].recoveries == 0)
    }

    @Test("a picture that moves ticks with every frame, and is fed for no oftener")
    func moving() {
        let bench = Bench("DSI-1")
        _ = bench.run(1)
        let before = bench.meals
        for _ in 0..<300 { bench.screens[0].onTick?() }
        #expect(bench.meals == before)
        #expect(bench.run(10) == 10)
    }

    @Test(
        "a stuck flip and a dead render thread: no food from then on, told once, the mode set again; afterwards all is well",
        arguments: [false, true])
    func stuck(isDead: Bool) {
        let bench = Bench("DSI-1")
        let screen = bench.screens[0]
        #expect(bench.run(4) == 4)
        if isDead { screen.isThreadAlive = false } else { screen.isFlipStuck = true }
        #expect(bench.run(60) == 0)
        #expect(screen.recoveries > 3 && bench.told.count == 1 && bench.statuses == ["DSI-1 shows nothing"])
        screen.isThreadAlive = true
        screen.isFlipStuck = false
        _ = bench.run(1)
        #expect(bench.run(10) == 10)
        #expect(bench.statuses.last == "DSI-1 80x48 at 60.0 Hz" && bench.told.count == 1)
    }

    @Test("a device that refuses every picture while its thread answers: no food after ten seconds")
    func refused() {
        let bench = Bench("DSI-1")
        _ = bench.run(4)
        bench.screens[0].failingSince = bench.now
        #expect(bench.run(2) == 2)
        #expect(bench.run(60) == 0)
        bench.screens[0].failingSince = nil
        #expect(bench.run(10) == 10)
    }

    @Test(
        "no panel, and a dark one: nobody expects a picture, and there is food without an answer",
        arguments: [false, true])
    func nothingToProve(isDark: Bool) {
        let bench = Bench("DSI-1")
        _ = bench.run(4)
        let screen = bench.screens[0]
        if isDark { screen.isDark = true } else { screen.isConnected = false }
        screen.isFlipStuck = true
        #expect(bench.run(100) == 100)
        #expect(screen.recoveries == 0 && bench.told.isEmpty)
        // Lit again it must prove itself.
        screen.isDark = false
        screen.isConnected = true
        _ = bench.run(2)
        #expect(bench.run(60) == 0)
    }

    @Test(
        "a further screen that fails soon after the start: the main one is fed for, for good; the status names the other"
    )
    func further() {
        let bench = Bench("DSI-1", "HDMI-A-1")
        #expect(bench.run(20) == 20)
        bench.screens[1].isFlipStuck = true
        #expect(bench.run(200) == 200)
        #expect(bench.statuses.last == "DSI-1 80x48 at 60.0 Hz; HDMI-A-1 shows nothing")
        #expect(bench.screens[1].recoveries > 3 && bench.screens[0].recoveries == 0)
        bench.screens[0].isFlipStuck = true
        _ = bench.run(2)
        #expect(bench.run(60) == 0, "the main one decides")
    }

    @Test(
        "a further screen that worked for ten minutes: after a minute no food, once; not where its thread hangs in its driver",
        arguments: [false, true])
    func worth(isDead: Bool) {
        let bench = Bench("DSI-1", "HDMI-A-1")
        #expect(bench.run(130) == 130)
        let other = bench.screens[1]
        if isDead { other.isThreadAlive = false } else { other.isFlipStuck = true }
        #expect(bench.run(10) == 10, "its mode is set again first")
        let later = bench.run(60)
        #expect(isDead ? later == 60 : later < 10, "\(later)")
    }

    @Test("with a real render server: its answer is food only when the main thread has heard it")
    func mainThread() throws {
        MediaClock.setVirtual(1000)
        defer { MediaClock.setVirtual(nil) }
        let output = try HeadlessOutput(HeadlessConfiguration(size: PixelSize(width: 80, height: 48), pacing: .manual))
        let server = RenderServer(output: output, rotation: .none, threads: .one)
        defer { server.stop() }
        let session = DisplaySession(server: server, scale: 1, isMain: false)
        defer { session.close() }
        let listener = Listener()
        let proof = PictureProof(listener, [session]) { _ in }
        proof.begin()
        for round in 1...3 {
            proof.prove(now: MediaClock.now)
            #expect(server.wantsFrame, "the render thread is woken")
            server.postTick(target: MediaClock.now + 1.0 / 60)
            #expect(listener.meals == round, "while the main thread stands still nothing is fed")
            session.drainServer()
            #expect(listener.meals == round + 1)
            server.skipRefresh(target: MediaClock.now + 1.0 / 60)
            MediaClock.setVirtual(MediaClock.now + 5)
        }
    }

    @MainActor
    private final class Listener: ProofListener {
        var meals = 0
        func feedWatchdog() { meals += 1 }
        func status(_ text: String) {}
    }
}
