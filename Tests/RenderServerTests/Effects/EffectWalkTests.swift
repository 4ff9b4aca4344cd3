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

    @Test("a group that fades keeps no picture with an older shadow")
    func keptShadow() {
        let walk = RandomLayerWalk(
            seed: 5007, scale: 1, rotation: .none, buffers: 1, format: .xrgb8888, features: [.effects])
        let fault = walk.run(steps: 99)
        #expect(fault == nil, "\(fault ?? "")")
    }

    private func walk(_ seed: UInt64, _ features: [WalkFeature]) {
        let seed = seed + Self.baseSeed
        let walk = RandomLayerWalk(
            seed: seed, scale: [1, 1.5, 2][Int(seed % 3)], rotation: seed % 5 == 0 ? .quarter : .none,
            buffers: 1 + Int(seed % 3), format: .xrgb8888, features: features)
        let fault = walk.run(steps: Self.steps)
        #expect(fault == nil, "\(fault ?? "")")
    }

    private static let steps = number("VITRINE_WALK_STEPS") ?? 20
    private static let baseSeed = UInt64(number("VITRINE_WALK_SEED") ?? 5000)

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap(Int.init)
    }
}
