import Foundation
import Raster
import Testing

@Suite("Every buffer equals a full repaint, with effects")
struct EffectWalkTests {
    @Test("random changes with masks", arguments: 1...12 as ClosedRange<UInt64>)
    func masks(_ seed: UInt64) { walk(seed, [.masks]) }

    @Test("random changes with shadows, blur, backdrops and blend modes", arguments: 1...12 as ClosedRange<UInt64>)
    func effects(_ seed: UInt64) { walk(seed, [.effects]) }

    @Test("random changes with effects and masks", arguments: 1...12 as ClosedRange<UInt64>)
    func both(_ seed: UInt64) { walk(seed, [.effects, .masks]) }

    @Test("random changes with everything and many backdrops", arguments: 1...12 as ClosedRange<UInt64>)
    func backdrops(_ seed: UInt64) { walk(seed, [.depth, .specials, .masks, .effects, .backdrops]) }

    @Test("random changes with many backdrops in rasterised layers", arguments: 1...12 as ClosedRange<UInt64>)
    func rasterized(_ seed: UInt64) { walk(seed, [.rasterizing, .depth, .masks, .effects, .backdrops]) }

    /// Each left stale or tile-dependent pixels near a backdrop once, at the step before the last.
    @Test(
        "walks that found faults in backdrops",
        arguments: [
            (62211, 6), (62011, 13), (64504, 25), (64007, 31), (42005, 32), (64011, 36),
        ] as [(UInt64, Int)])
    func backdropFaults(_ seed: UInt64, _ steps: Int) {
        walk(seed &- Self.baseSeed, [.depth, .specials, .masks, .effects, .backdrops], steps: steps)
    }

    @Test("a group that fades keeps no picture with an older shadow")
    func keptShadow() {
        let walk = RandomLayerWalk(
            seed: 5007, scale: 1, rotation: .none, buffers: 1, format: .xrgb8888, features: [.effects])
        let fault = walk.run(steps: 99)
        #expect(fault == nil, "\(fault ?? "")")
    }

    private func walk(_ seed: UInt64, _ features: [WalkFeature], steps: Int = Self.steps) {
        let seed = seed &+ Self.baseSeed
        let walk = RandomLayerWalk(
            seed: seed, scale: [1, 1.5, 2][Int(seed % 3)], rotation: seed % 5 == 0 ? .quarter : .none,
            buffers: 1 + Int(seed % 3), format: .xrgb8888, features: features)
        let fault = walk.run(steps: steps)
        #expect(fault == nil, "\(fault ?? "")")
    }

    private static let steps = number("VITRINE_WALK_STEPS") ?? 20
    private static let baseSeed = UInt64(number("VITRINE_WALK_SEED") ?? 5000)

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap(Int.init)
    }
}
