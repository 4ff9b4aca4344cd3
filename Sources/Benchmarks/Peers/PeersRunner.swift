import Foundation
import Raster
import UIKit

/// Runs every scene on our side and on the peers', some frames of one after some frames of the other, and prints ratios.
@MainActor
struct PeersRunner {
    /// QPainter into a QImage; Qt Quick's software scene graph; QWidgets with their backing store.
    static let peers = ["raster", "quick", "widgets"]
    /// How many frames of one side follow each other.
    private static let turn = 20

    let size: PixelSize
    let frames: Int
    /// Where everybody's last picture of each scene is written, if anywhere.
    var picturesFolder: String?

    private struct Contender {
        var name: String
        var frame: @MainActor (Int) -> Void
        var writePicture: @MainActor (URL) throws -> Void
        var close: @MainActor () -> Void
        var samples: FrameSamples
        var next = 1
    }

    func run(only: Set<String>?, jsonPath: String?) {
        #if DEBUG
            print("These are debug figures: run with -c release.")
        #endif
        do {
            let library = try PeerLibrary()
            library.givePictures(size: size)
            print(
                "Qt \(library.version) beside us, \(size.width)x\(size.height), \(frames) frames a scene in turns of "
                    + "\(Self.turn); CPU milliseconds per frame; ratios are ours to theirs")
            let table = TextTable(
                [("scene", 36), ("ours", 9), ("p99", 9), ("of memcpy", 11)]
                    + Self.peers.flatMap { [($0, 10), ("ratio", 8)] } + [("allocations", 0)])
            var results: [PeerResult] = []
            for kind in SceneKind.all where only?.contains(kind.name) ?? true {
                let result = try measure(kind, library: library)
                results.append(result)
                print(result, in: table)
            }
            let shortfalls = results.compactMap(\.shortfall)
            if !shortfalls.isEmpty { print("A peer is ahead in:\n  " + shortfalls.joined(separator: "\n  ")) }
            if let jsonPath {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
                try encoder.encode(results).write(to: URL(fileURLWithPath: jsonPath))
            }
        } catch {
            BenchmarksProgram.stop("peers: \(error)")
        }
    }

    private func measure(_ kind: SceneKind, library: PeerLibrary) throws -> PeerResult {
        let memcpyTime = FrameCopy.measure(size)
        var contenders = try makeContenders(kind, library: library)
        defer { for contender in contenders { contender.close() } }
        for index in contenders.indices {
            for _ in 0..<SceneRunner.warmUp {
                contenders[index].frame(contenders[index].next)
                contenders[index].next += 1
            }
        }
        var done = 0
        while done < frames {
            let count = min(Self.turn, frames - done)
            for index in contenders.indices {
                for _ in 0..<count {
                    let (frame, number) = (contenders[index].frame, contenders[index].next)
                    contenders[index].samples.measure { frame(number) }
                    contenders[index].next += 1
                }
            }
            done += count
        }
        if let picturesFolder {
            for contender in contenders {
                try contender.writePicture(
                    URL(fileURLWithPath: picturesFolder).appendingPathComponent("\(kind.name)-\(contender.name).png"))
            }
        }
        let costs = contenders.map {
            PeerResult.Cost(
                median: $0.samples.median, p99: $0.samples.p99, allocations: $0.samples.medianAllocations)
        }
        return PeerResult(
            scene: kind.name, title: kind.title, width: size.width, height: size.height, ours: costs[0],
            peers: Dictionary(uniqueKeysWithValues: zip(contenders, costs).dropFirst().map { ($0.name, $1) }),
            memcpy: memcpyTime)
    }

    /// We first, then whoever has the scene.
    private func makeContenders(_ kind: SceneKind, library: PeerLibrary) throws -> [Contender] {
        let stage = try SceneStage(kind, size: size)
        let samples = FrameSamples(capacity: frames)
        var contenders = [
            Contender(
                name: "ours", frame: { stage.frame($0) }, writePicture: { try stage.writePicture(to: $0) },
                close: { stage.close() }, samples: samples)
        ]
        for peer in Self.peers {
            guard let scene = library.makeScene(peer: peer, scene: kind.name, size: size) else { continue }
            contenders.append(
                Contender(
                    name: peer, frame: { library.frame(scene, Int32($0)) },
                    writePicture: { library.writePicture(of: scene, to: $0) },
                    close: { library.destroyScene(scene) }, samples: samples))
        }
        return contenders
    }

    private func print(_ result: PeerResult, in table: TextTable) {
        var cells = [
            "\(result.scene) \(result.title)", TextTable.time(result.ours.median), TextTable.time(result.ours.p99),
            TextTable.ratio(result.ours.median / result.memcpy),
        ]
        for name in Self.peers {
            let cost = result.peers[name]
            cells.append(cost.map { TextTable.time($0.median) } ?? "-")
            cells.append(cost.map { TextTable.ratio(result.ours.median / $0.median) } ?? "-")
        }
        let theirs = Self.peers.map { name in result.peers[name].map { "\($0.allocations)" } ?? "-" }
        cells.append("\(result.ours.allocations); " + theirs.joined(separator: ", "))
        table.row(cells)
    }

    private func print(_ text: String) { Swift.print(text) }
}
