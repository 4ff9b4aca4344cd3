import Foundation
import Raster
import Testing

@Suite("Every buffer equals a full repaint, with rasterised layers")
struct RasterizeWalkTests {
    @Test("random changes with rasterised layers", arguments: 1...12 as ClosedRange<UInt64>)
    func alone(_ seed: UInt64) { walk(seed, [.rasterizing]) }

    @Test("random changes with rasterised layers in space", arguments: 1...8 as ClosedRange<UInt64>)
    func depth(_ seed: UInt64) { walk(seed, [.rasterizing, .depth]) }

    @Test("random changes with rasterised layers, masks and special layers", arguments: 1...8 as ClosedRange<UInt64>)
    func masks(_ seed: UInt64) { walk(seed, [.rasterizing, .masks, .specials]) }

    @Test("random changes with rasterised layers and all but backdrops", arguments: 1...12 as ClosedRange<UInt64>)
    func everything(_ seed: UInt64) { walk(seed, [.rasterizing, .depth, .specials, .masks, .filters]) }

    private func walk(_ seed: UInt64, _ features: [WalkFeature]) {
        let seed = seed + Self.baseSeed
        let walk = RandomLayerWalk(
            seed: seed, scale: [1, 1.5, 2][Int(seed % 3)], rotation: seed % 5 == 0 ? .quarter : .none,
            buffers: 1 + Int(seed % 3), format: .xrgb8888, features: features)
        let fault = walk.run(steps: Self.steps)
        #expect(fault == nil, "\(fault ?? "")")
    }

    private static let steps = number("VITRINE_WALK_STEPS") ?? 20
    private static let baseSeed = UInt64(number("VITRINE_WALK_SEED") ?? 7000)

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap(Int.init)
    }
}
