import CAllocationCounter
import Foundation
import Raster
import UIKit

/// Runs scenes one after the other and prints what they cost.
@MainActor
struct SceneRunner {
    let size: PixelSize
    let frames: Int
    /// Where the last picture of each scene is written, if anywhere.
    var picturesFolder: String?

    static let all: [any Scene.Type] = [
        CardsScene.self, ListScene.self, PanScene.self, LayersScene.self, PictureLayersScene.self, MoversScene.self,
    ]

    func run(only: Set<String>?, jsonPath: String?) {
        #if DEBUG
            print("These are debug figures: run with -c release.")
        #endif
        let memcpyTime = measureMemcpy()
        var results: [SceneResult] = []
        print(
            pad("scene", 32) + pad("median ms", 11) + pad("p99 ms", 9) + pad("goal", 8) + pad("pixels", 10)
                + pad("bytes out", 11) + pad("allocations", 12) + "frame memcpy ms")
        for scene in Self.all where only?.contains(scene.name) ?? true {
            do {
                let result = try measure(scene, memcpyTime: memcpyTime)
                results.append(result)
                print(
                    pad("\(result.scene) \(result.title)", 32) + pad(text(result.median), 11) + pad(text(result.p99), 9)
                        + pad(result.goal.map(text) ?? "-", 8) + pad("\(result.pixelsComposited)", 10)
                        + pad("\(result.bytesWritten)", 11) + pad("\(result.allocations)", 12) + text(memcpyTime))
            } catch {
                print("\(scene.name): \(error)")
            }
        }
        if only?.contains("S9") ?? true {
            do {
                let result = try IdleScene.measure(size: size, memcpyTime: memcpyTime)
                results.append(result)
                print(
                    pad("S9 idle", 32)
                        + "\(text(result.processorMillisecondsPerSecond ?? 0)) ms/s of CPU (goal 0.05), "
                        + "\(text(result.wakeUpsPerSecond ?? 0)) wake-ups/s (goal 0), "
                        + "\(result.allocations) allocations")
            } catch {
                print("S9: \(error)")
            }
        }
        if let jsonPath {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            do {
                try encoder.encode(results).write(to: URL(fileURLWithPath: jsonPath))
            } catch {
                BenchmarksProgram.stop("--json \(jsonPath): \(error.localizedDescription)")
            }
        }
    }

    private func measure(_ type: any Scene.Type, memcpyTime: Double) throws -> SceneResult {
        let stage = try HeadlessStage(panel: size)
        defer { stage.close() }
        let window = UIWindow(frame: stage.screen.bounds)
        window.makeKeyAndVisible()
        let scene = type.init(window: window)
        stage.commitAndShow()
        let warmUp = 30
        var times: [Double] = []
        var allocations: [Int] = []
        times.reserveCapacity(frames)
        allocations.reserveCapacity(frames)
        var before = stage.server.statistics
        for index in 1...(frames + warmUp) {
            if index == warmUp + 1 { before = stage.server.statistics }
            let requests = allocation_count()
            let start = CPUClock.thread
            scene.step(index)
            stage.commitAndShow()
            let time = CPUClock.thread - start
            let requested = Int(allocation_count() - requests)
            if index > warmUp {
                times.append(time * 1000)
                allocations.append(requested)
            }
        }
        let after = stage.server.statistics
        if let picturesFolder {
            let file = URL(fileURLWithPath: picturesFolder).appendingPathComponent("\(type.name).png")
            try stage.panelPNG().write(to: file)
        }
        let shown = max(after.framesShown - before.framesShown, 1)
        window.isHidden = true
        times.sort()
        allocations.sort()
        return SceneResult(
            scene: type.name, title: type.title, width: size.width, height: size.height,
            median: times[times.count / 2], p99: times[min(times.count * 99 / 100, times.count - 1)],
            pixelsComposited: (after.pixelsComposited - before.pixelsComposited) / shown,
            bytesWritten: (after.bytesWritten - before.bytesWritten) / shown,
            allocations: allocations[allocations.count / 2], memcpy: memcpyTime,
            goal: size.width == 1920 && size.height == 1080 ? type.goal : nil)
    }

    /// The median time of copying a whole frame, milliseconds.
    private func measureMemcpy() -> Double {
        let bytes = size.width * size.height * 4
        let from = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        let to = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        defer {
            from.deallocate()
            to.deallocate()
        }
        memset(from, 1, bytes)
        memset(to, 2, bytes)
        var times: [Double] = []
        for _ in 0..<41 {
            let start = CPUClock.thread
            memcpy(to, from, bytes)
            times.append((CPUClock.thread - start) * 1000)
        }
        times.sort()
        return times[times.count / 2]
    }

    private func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 1))
    }

    private func text(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }
}
