import Foundation
import Raster
import UIKit

/// S9: the cards of S1 in real time, with the render thread running and nothing that changes.
@MainActor
enum IdleScene {
    static let seconds = 3.0

    static func measure(size: PixelSize, memcpyTime: Double) throws -> SceneResult {
        let stage = try RealTimeStage(panel: size)
        let window = UIWindow(frame: stage.screen.bounds)
        _ = CardsScene(window: window)
        window.makeKeyAndVisible()
        try stage.start()
        // The first frames and what they leave behind are not idleness.
        stage.run(for: 0.5)
        let sample = IdleSample(server: stage.server, delay: 0.3, seconds: seconds)
        sample.begin()
        stage.run(for: 0.3 + seconds + 0.3)
        let idle = sample.result
        window.isHidden = true
        stage.close()
        return SceneResult(
            scene: "S9", title: "idle", width: size.width, height: size.height, allocations: idle.allocations,
            memcpy: memcpyTime, wakeUpsPerSecond: Double(idle.wakeUps) / seconds,
            processorMillisecondsPerSecond: idle.processorTime * 1000 / seconds)
    }
}
