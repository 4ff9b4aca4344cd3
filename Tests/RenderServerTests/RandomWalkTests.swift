import Foundation
import Raster
import Testing

/// Promise 1 of the design: exact.
@Suite("Every buffer equals a full repaint")
struct RandomWalkTests {
    struct Setup: CustomTestStringConvertible, Sendable {
        var rotation: Rotation
        var format: PixelFormat
        var buffers: Int
        var scale: Double
        var seed: UInt64
        var testDescription: String {
            "\(rotation.rawValue)°, \(format), \(buffers) buffers, scale \(scale), seed \(seed)"
        }
    }

    static let setups: [Setup] = {
        var result: [Setup] = []
        var seed: UInt64 = 1
        for rotation in Rotation.allCases {
            for format in [PixelFormat.xrgb8888, .rgb565] {
                for buffers in 1...3 {
                    result.append(
                        Setup(
                            rotation: rotation, format: format, buffers: buffers,
                            scale: [1, 1.25, 1.5, 2][Int(seed) % 4], seed: seed))
                    seed += 1
                }
            }
        }
        return result
    }()

    @Test("random changes: exact after each frame", arguments: setups)
    func walk(_ setup: Setup) {
        let walk = RandomLayerWalk(
            seed: setup.seed, scale: setup.scale, rotation: setup.rotation, buffers: setup.buffers, format: setup.format
        )
        let fault = walk.run(steps: 40)
        #expect(fault == nil, "\(fault ?? "")")
    }

    static let conversions: [Setup] = Rotation.allCases.flatMap { rotation in
        PixelFormat.scanout.enumerated().map { index, format in
            Setup(
                rotation: rotation, format: format, buffers: 1 + index % 3, scale: 1.5,
                seed: UInt64(500 + rotation.rawValue + index))
        }
    }

    @Test("random changes: exact in every format a panel may have, with dithering too", arguments: conversions)
    func formats(_ setup: Setup) {
        let walk = RandomLayerWalk(
            seed: setup.seed, scale: setup.scale, rotation: setup.rotation, buffers: setup.buffers,
            format: setup.format, features: WalkFeature.all, dithers: setup.format.isLossy)
        let fault = walk.run(steps: 10)
        #expect(fault == nil, "\(fault ?? "")")
    }

    /// Every feature at once. `VITRINE_WALK_STEPS` and `VITRINE_WALK_SEED` in the environment make it longer and another.
    @Test("random changes with every feature", arguments: setups)
    func walkWithFeatures(_ setup: Setup) {
        let walk = RandomLayerWalk(
            seed: Self.baseSeed &+ setup.seed, scale: setup.scale, rotation: setup.rotation, buffers: setup.buffers,
            format: setup.format, features: WalkFeature.all)
        let fault = walk.run(steps: Self.steps)
        #expect(fault == nil, "\(fault ?? "")")
    }

    /// Each left stale pixels near a backdrop once, at the step before the last.
    @Test("walks that found faults in backdrops", arguments: [(12, 275), (1, 447)])
    func backdropFaults(_ number: Int, _ steps: Int) {
        let setup = Self.setups[number - 1]
        let walk = RandomLayerWalk(
            seed: 30000 + setup.seed, scale: setup.scale, rotation: setup.rotation, buffers: setup.buffers,
            format: setup.format, features: [.depth, .specials, .masks, .effects])
        let fault = walk.run(steps: steps)
        #expect(fault == nil, "\(fault ?? "")")
    }

    private static let steps = number("VITRINE_WALK_STEPS") ?? 25
    private static let baseSeed = UInt64(number("VITRINE_WALK_SEED") ?? 250)

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap(Int.init)
    }

    /// On a larger screen damage lies in many cells of its grid, and most of the screen is not drawn in a frame.
    @Test("random changes on a larger screen", arguments: Rotation.allCases)
    func largerScreen(_ rotation: Rotation) {
        let walk = RandomLayerWalk(
            seed: 100 + UInt64(rotation.rawValue), width: 311, height: 203, scale: 1.25, rotation: rotation, buffers: 2,
            format: .xrgb8888)
        let fault = walk.run(steps: 25)
        #expect(fault == nil, "\(fault ?? "")")
    }
}
