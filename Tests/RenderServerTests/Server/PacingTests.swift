import Display
import Motion
import Raster
import Testing

@testable import RenderServer

/// A panel in virtual time: it refreshes on a grid of its own, shows what was handed over before the refresh, and
/// composition takes as long as it is told.
private final class SimulatedPanel: Output {
    var info: OutputInfo
    let fileDescriptors: [Int32] = []
    /// Seconds between true refreshes, whatever the panel reports.
    let interval: Double
    let start: Double
    /// How long the next composition takes, seconds.
    var cost: () -> Double = { 0.002 }
    /// When the flip in flight is shown.
    private(set) var flipTime = Double.infinity
    /// Whether flips are never reported.
    var losesFlips = false
    private var handedOver: ScanoutBuffer?
    private var sequence: UInt32 = 0
    private let memory: [UnsafeMutableRawPointer]
    private let bytesPerRow: Int

    init(_ size: PixelSize, interval: Double, reported: Double, start: Double) {
        info = OutputInfo(name: "simulated", card: "", panelSize: size, refreshInterval: reported)
        self.interval = interval
        self.start = start
        let bytesPerRow = size.width * 4
        self.bytesPerRow = bytesPerRow
        memory = (0..<2).map { _ in
            let memory = UnsafeMutableRawPointer.allocate(byteCount: bytesPerRow * size.height, alignment: 64)
            memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytesPerRow * size.height)
            return memory
        }
    }

    deinit { for memory in memory { memory.deallocate() } }

    func acquire() throws(DisplayError) -> ScanoutBuffer? {
        MediaClock.setVirtual(MediaClock.now + cost())
        let index = Int(sequence % 2)
        return ScanoutBuffer(
            index: index, pixels: memory[index], bytesPerRow: bytesPerRow, size: info.panelSize, format: .xrgb8888,
            age: sequence < 2 ? 0 : 2)
    }

    func present(_ buffer: ScanoutBuffer, damage: UnsafeBufferPointer<PixelRect>) throws(DisplayError) {
        handedOver = buffer
        let periods = ((MediaClock.now - start) / interval).rounded(.down) + 1
        flipTime = losesFlips ? .infinity : start + periods * interval
    }

    func handleEvents(_ body: (OutputEvent) -> Void) throws(DisplayError) {
        guard handedOver != nil, MediaClock.now >= flipTime else { return }
        handedOver = nil
        sequence += 1
        let time = flipTime
        flipTime = .infinity
        body(.flipped(sequence: sequence, timestamp: time))
    }

    func close() {}
}

/// The render loop, a panel and a main thread that is often busy, all in virtual time.
@MainActor
private final class PacingStage {
    static let width = 200
    let panel: SimulatedPanel
    let mailbox = ServerMailbox()
    let loop: RenderLoop
    /// The main thread does nothing before this time.
    var mainIsBusyUntil = 0.0
    private(set) var shown: [(target: Double, flip: Double)] = []
    private var pendingTarget = 0.0
    /// Where the bar's left edge was in each frame.
    private(set) var edges: [Int] = []
    private(set) var turns = 0

    init(rate: Double, reported: Double? = nil) {
        let start = 1000.0
        MediaClock.setVirtual(start)
        panel = SimulatedPanel(
            PixelSize(width: Self.width, height: 40), interval: 1 / rate, reported: 1 / (reported ?? rate), start: start
        )
        loop = RenderLoop(
            output: panel, rotation: .none, threads: .one, contentsBudget: 1 << 30, dithers: false, mailbox: mailbox)
        loop.frameObserver = { [unowned self] buffer, target in
            MainActor.assumeIsolated {
                pendingTarget = target
                let row = buffer.pixels.assumingMemoryBound(to: UInt32.self)
                edges.append((0..<Self.width).first { row[$0] & 0xFF_FFFF == 0xFF_0000 } ?? -1)
            }
        }
    }

    func submit(_ fill: (Commit) -> Void) {
        let commit = Commit()
        fill(commit)
        mailbox.submit(commit)
    }

    /// Runs for `seconds`; `main` is called whenever the main thread is free, and says when it wants to be called again.
    func run(_ seconds: Double, _ main: (Double) -> Double) {
        let end = MediaClock.now + seconds
        var mainTime = MediaClock.now
        while MediaClock.now < end {
            turns += 1
            let now = MediaClock.now
            if now >= max(mainTime, mainIsBusyUntil) {
                mainTime = main(now)
                // The main thread answers ticks as soon as it can.
                mailbox.finishTick()
            }
            let next = loop.turn(now: now)
            let wake = min(next, panel.flipTime, max(mainTime, mainIsBusyUntil), end)
            MediaClock.setVirtual(max(MediaClock.now, wake))
            if MediaClock.now >= panel.flipTime {
                let flip = panel.flipTime
                loop.handleOutputEvents()
                shown.append((pendingTarget, flip))
            }
        }
    }
}

@Suite("Pacing, in virtual time", .serialized)
@MainActor
struct PacingTests {
    private static let bar: UInt32 = 1

    private func begin(_ stage: PacingStage) {
        stage.submit { commit in
            var root = LayerState()
            root.frame(0, 0, 200, 40)
            commit.states.append(.init(layer: LayerID(rawValue: 0), state: root))
            for id in UInt32(1)...9 {
                var state = LayerState()
                state.frame(0, Double(id - 1) * 4, 20, 4)
                state.backgroundColor = id == Self.bar ? .red : .blue
                state.zPosition = id == Self.bar ? 10 : 0
                commit.states.append(.init(layer: LayerID(rawValue: id), state: state))
                commit.sublayerIDs.append(LayerID(rawValue: id))
            }
            commit.sublayers.append(.init(parent: LayerID(rawValue: 0), range: 0..<9))
            commit.root = LayerID(rawValue: 0)
        }
    }

    /// The bar's way: there and back for ever.
    private func barMotion(at begin: Double) -> LayerAnimation {
        LayerAnimation(
            identifier: 1, key: .positionX,
            timing: MediaTiming(
                beginTime: begin, duration: 0.7, repeatCount: .infinity, autoreverses: true, fillMode: .both),
            course: .basic(from: .number(10), to: .number(190), by: nil, curve: .linear),
            isRemovedOnCompletion: false)
    }

    /// One of all the ways to move.
    private func mixture(_ id: UInt32, _ identifier: UInt64, at begin: Double, _ random: inout RandomNumbers)
        -> LayerAnimation
    {
        let duration = random.double(0.2...1.5)
        let spring = SpringCurve(mass: 1, stiffness: 120, damping: 9)
        let courses: [(LayerKey, LayerAnimation.Course)] = [
            (.position, .basic(from: nil, to: .vector2(SIMD2(150, 20)), by: nil, curve: .easeInEaseOut)),
            (.opacity, .basic(from: .number(0), to: .number(1), by: nil, curve: .linear)),
            (.transformRotation, .basic(from: .number(0), to: .number(3), by: nil, curve: .linear)),
            (.backgroundColor, .basic(from: .color(.green), to: .color(.blue), by: nil, curve: .easeIn)),
            (.positionX, .spring(from: .number(20), to: .number(120), by: nil, spring)),
            (.transformScale, .basic(from: .number(0.2), to: .number(1.4), by: nil, curve: .easeOut)),
            (
                .positionX,
                .keyframes(
                    KeyframeTrack(values: [.number(10), .number(90), .number(40)], mode: .cubic)!, curve: .linear)
            ),
        ]
        let (key, course) = random.pick(courses)
        return LayerAnimation(
            identifier: identifier, key: key,
            timing: MediaTiming(
                beginTime: begin + random.pick([0, 0, 0.3]), duration: duration, repeatCount: random.pick([0, 2, 3.5]),
                autoreverses: random.chance(0.3), fillMode: random.pick([.removed, .both])),
            course: course, isAdditive: key == .positionX && random.chance(0.3))
    }

    @Test(
        "A-24, requirement 99: ten seconds of all animations miss no flip while the main thread is blocked again and again",
        arguments: [50, 55.3, 60, 66.7, 120] as [Double])
    func mixture(rate: Double) {
        let before = MediaClock.isVirtual ? MediaClock.now : nil
        defer { MediaClock.setVirtual(before) }
        let stage = PacingStage(rate: rate)
        var random = RandomNumbers(seed: UInt64(rate * 10))
        begin(stage)
        let motion = barMotion(at: MediaClock.now)
        stage.submit { $0.animations.append(.add(layer: LayerID(rawValue: Self.bar), motion)) }
        stage.panel.cost = { [interval = stage.panel.interval] in
            random.chance(0.05) ? min(interval * 0.3, 0.004) : random.double(0.0003...0.0015)
        }
        var choices = RandomNumbers(seed: 7)
        var identifier: UInt64 = 10
        var longest = 0.0
        stage.run(10) { now in
            for _ in 0..<3 {
                let id = UInt32(choices.int(2...9))
                identifier += 1
                let made = mixture(id, identifier, at: now, &choices)
                stage.submit {
                    $0.time = now
                    $0.animations.append(.add(layer: LayerID(rawValue: id), made))
                }
            }
            if choices.chance(0.3) { stage.mailbox.requestTick() }
            let pause = choices.double(0.01...1.2)
            longest = max(longest, pause)
            if choices.chance(0.6) { stage.mainIsBusyUntil = now + pause }
            return now + 0.02
        }
        #expect(longest > 0.5)
        let shown = Array(stage.shown.dropFirst(2))
        #expect(Double(shown.count) >= 10 * rate - 4)
        #expect(stage.loop.statistics.missedRefreshes == 0)
        var misses = 0
        for (a, b) in zip(shown, shown.dropFirst()) where abs(b.flip - a.flip - 1 / rate) > 1e-6 { misses += 1 }
        #expect(misses == 0)
        // Each frame is for the flip that shows it, and what it shows is where Motion says at that time.
        var wrong: [String] = []
        for (number, frame) in shown.enumerated() {
            if abs(frame.target - frame.flip) > 1e-6 { wrong.append("frame \(number) aimed at \(frame.target)") }
            guard case .active(.number(let x)) = motion.sample(model: .number(10), at: frame.target) else {
                Issue.record("the bar has stopped")
                return
            }
            // Half a pixel either way is the rounding's.
            let seen = Double(stage.edges[number + 2])
            if abs(seen - (x - 10)) > 0.5 + 1e-6 { wrong.append("frame \(number) shows \(seen), not \(x - 10)") }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(3))")
    }

    @Test("a composition that takes too long skips refreshes, none is queued, and the next ones begin earlier")
    func overload() {
        let before = MediaClock.isVirtual ? MediaClock.now : nil
        defer { MediaClock.setVirtual(before) }
        let stage = PacingStage(rate: 60)
        begin(stage)
        let motion = barMotion(at: MediaClock.now)
        stage.submit { $0.animations.append(.add(layer: LayerID(rawValue: Self.bar), motion)) }
        var frame = 0
        stage.panel.cost = {
            frame += 1
            return frame == 60 ? 0.045 : 0.004
        }
        stage.run(2) { $0 + 10 }
        // One frame came late: refreshes passed without a picture, and after them each has its own again.
        let gaps = zip(stage.shown, stage.shown.dropFirst()).map { (($1.flip - $0.flip) * 60).rounded() }
        #expect(gaps.filter { $0 > 1 } == [4], "\(gaps)")
        #expect(stage.loop.statistics.missedRefreshes == 3)
        #expect(Set(stage.shown.map(\.flip)).count == stage.shown.count)
        for frame in stage.shown.dropFirst(64) { #expect(abs(frame.target - frame.flip) < 1e-6) }
        #expect(stage.loop.scheduler.renderCost < 1.0 / 60)
    }

    @Test("a display link that draws nothing is ticked once a refresh, each an interval after the one before")
    func ticks() {
        let before = MediaClock.isVirtual ? MediaClock.now : nil
        defer { MediaClock.setVirtual(before) }
        let stage = PacingStage(rate: 60)
        begin(stage)
        var ticks: [(timestamp: Double, target: Double)] = []
        var events: [RenderEvent] = []
        stage.run(1) { now in
            stage.mailbox.takeEvents(into: &events)
            for case .tick(let timestamp, let target) in events { ticks.append((timestamp, target)) }
            events = []
            stage.mailbox.requestTick()
            return now + 1.0 / 240
        }
        #expect(ticks.count >= 57 && stage.shown.count == 1)
        for tick in ticks.dropFirst() { #expect(abs(tick.target - tick.timestamp - 1.0 / 60) < 1e-4, "\(tick)") }
    }

    @Test("the proof of life: a tick comes while nothing moves, none while a flip is stuck")
    func proof() {
        let before = MediaClock.isVirtual ? MediaClock.now : nil
        defer { MediaClock.setVirtual(before) }
        let stage = PacingStage(rate: 60)
        begin(stage)
        var events: [RenderEvent] = []
        // Asks once, then waits; how many ticks there were.
        func ticks(_ seconds: Double) -> Int {
            var count = 0
            stage.mailbox.takeEvents(into: &events)
            stage.mailbox.requestTick()
            stage.run(seconds) { now in
                stage.mailbox.takeEvents(into: &events)
                for case .tick in events { count += 1 }
                return now + 1.0 / 240
            }
            return count
        }
        stage.run(1) { _ in .infinity }
        let shown = stage.shown.count
        #expect(ticks(0.1) == 1 && ticks(5) == 1)
        #expect(stage.shown.count == shown, "it costs no frame")
        stage.panel.losesFlips = true
        stage.mailbox.requestFullRepaint()
        stage.run(0.1) { _ in .infinity }
        #expect(ticks(0.8) == 0)
        #expect(stage.loop.failingSince == nil)
        stage.run(5) { _ in .infinity }
        #expect(stage.loop.failingSince != nil && stage.shown.count == shown, "recovered in vain, and known to be so")
    }

    @Test("nothing moves: no frame and no turn")
    func idle() {
        let before = MediaClock.isVirtual ? MediaClock.now : nil
        defer { MediaClock.setVirtual(before) }
        let stage = PacingStage(rate: 60)
        begin(stage)
        stage.run(10) { _ in .infinity }
        #expect(stage.shown.count == 1 && stage.turns < 10)
    }

    @Test(
        "a panel that reports another rate than it has: after a moment frames are for the flips that show them",
        arguments: [(60, 50), (60, 55.3), (50, 60), (66.7, 60), (120, 60)] as [(Double, Double)])
    func nonsense(reported: Double, actual rate: Double) {
        let before = MediaClock.isVirtual ? MediaClock.now : nil
        defer { MediaClock.setVirtual(before) }
        let stage = PacingStage(rate: rate, reported: reported)
        begin(stage)
        let motion = barMotion(at: MediaClock.now)
        stage.submit { $0.animations.append(.add(layer: LayerID(rawValue: Self.bar), motion)) }
        stage.run(4) { $0 + 10 }
        #expect(Double(stage.shown.count) >= 4 * rate - 8)
        let late = stage.shown.suffix(100)
        for frame in late { #expect(abs(frame.target - frame.flip) < 0.0005, "\(frame)") }
    }

    @Test("rates that are none are 60 Hz", arguments: [0, -1, .nan, .infinity, 1e-9, 50] as [Double])
    func unusable(interval: Double) {
        var scheduler = FrameScheduler(interval: interval, now: 10)
        #expect(abs(scheduler.interval - 1.0 / 60) < 1e-9)
        scheduler.reset(interval: interval, now: 20)
        let next = scheduler.refresh(after: 20)
        #expect(next > 20 && next < 20.02)
    }

    @Test("a thirty hertz animation does not make a panel of 60 Hz one of 30")
    func halfRate() {
        var scheduler = FrameScheduler(interval: 1.0 / 60, now: 0)
        for frame in 1...100 {
            _ = scheduler.didFlip(timestamp: Double(frame) / 30, hasVerticalBlank: true, isContinuous: false)
        }
        #expect(abs(scheduler.interval - 1.0 / 60) < 1e-9)
    }
}
