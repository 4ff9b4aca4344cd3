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
    /// Frames before anything counts.
    static let warmUp = 30

    func run(only: Set<String>?, jsonPath: String?) {
        #if DEBUG
            print("These are debug figures: run with -c release.")
        #endif
        print("\(size.width)x\(size.height), \(frames) frames a scene; milliseconds per frame")
        var results: [SceneResult] = []
        let table = TextTable([
            ("scene", 36), ("CPU", 9), ("p99", 9), ("wall", 9), ("goal", 9), ("of goal", 9), ("of memcpy", 11),
            ("pixels", 10), ("bytes out", 11), ("layers", 8), ("allocations", 11),
        ])
        for kind in SceneKind.all where only?.contains(kind.name) ?? true {
            do {
                let result = try measure(kind)
                results.append(result)
                print(result, in: table)
            } catch {
                BenchmarksProgram.stop("\(kind.name): \(error)")
            }
        }
        if only?.contains("S9") ?? true {
            do {
                let result = try IdleScene.measure(size: size, memcpyTime: FrameCopy.measure(size))
                results.append(result)
                print(
                    "S9 idle: \(TextTable.time(result.processorMillisecondsPerSecond ?? 0)) ms/s of CPU (goal 0.05), "
                        + "\(result.wakeUpsPerSecond ?? 0) wake-ups/s (goal 0), \(result.allocations) allocations")
            } catch {
                BenchmarksProgram.stop("S9: \(error)")
            }
        }
        let shortfalls = results.compactMap(\.shortfall)
        if !shortfalls.isEmpty { print("Falls short:\n  " + shortfalls.joined(separator: "\n  ")) }
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

    private func measure(_ kind: SceneKind) throws -> SceneResult {
        let memcpyTime = FrameCopy.measure(size)
        let subject = try SceneStage(kind, size: size)
        defer { subject.close() }
        for index in 1...Self.warmUp { subject.frame(index) }
        let before = subject.stage.server.statistics
        var samples = FrameSamples(capacity: frames)
        for index in 1...frames { samples.measure { subject.frame(Self.warmUp + index) } }
        let after = subject.stage.server.statistics
        if let picturesFolder {
            try subject.writePicture(
                to: URL(fileURLWithPath: picturesFolder).appendingPathComponent("\(kind.name).png"))
        }
        let shown = max(after.framesShown - before.framesShown, 1)
        return SceneResult(
            scene: kind.name, title: kind.title, width: size.width, height: size.height, median: samples.median,
            p99: samples.p99, wallMedian: samples.wallMedian,
            pixelsComposited: (after.pixelsComposited - before.pixelsComposited) / shown,
            bytesWritten: (after.bytesWritten - before.bytesWritten) / shown,
            layersVisited: (after.layersVisited - before.layersVisited) / shown,
            allocations: samples.medianAllocations, memcpy: memcpyTime, goal: kind.documentedGoal(at: size),
            remark: kind.remark)
    }

    private func print(_ result: SceneResult, in table: TextTable) {
        table.row([
            "\(result.scene) \(result.title)", TextTable.time(result.median), TextTable.time(result.p99),
            TextTable.time(result.wallMedian), result.goal.map(TextTable.time) ?? "-",
            result.goal.map { TextTable.ratio(result.median / $0) } ?? "-",
            TextTable.ratio(result.median / result.memcpy), "\(result.pixelsComposited)", "\(result.bytesWritten)",
            "\(result.layersVisited)", "\(result.allocations)",
        ])
    }

    private func print(_ text: String) { Swift.print(text) }
}
