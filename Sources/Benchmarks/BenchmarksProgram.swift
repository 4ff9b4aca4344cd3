import Foundation
import Raster

/// `Benchmarks scenes` measures the documented scenes, `Benchmarks peers` the same beside Qt, `Benchmarks memory` what a
/// view takes, `Benchmarks touch` how well fingers are foretold; `Benchmarks walk` checks exactness for as long as one likes; `Benchmarks gallery` draws what layers can show,
/// `Benchmarks filmstrip` how they move, and `Benchmarks animations` measures what that costs.
@main
@MainActor
struct BenchmarksProgram {
    static let usage = """
        usage: Benchmarks scenes [--only S1,S3] [--size 1920x1080] [--frames N] [--json FILE]
                                 [--pictures FOLDER]
               Benchmarks peers  [the same options]
               Benchmarks memory [--views 16000]
               Benchmarks touch [--recordings FILE,FILE]
               Benchmarks animations
               Benchmarks gallery FOLDER [--only shadows,masks]
               Benchmarks filmstrip FOLDER [--only transition-fade,curves]
               Benchmarks walk [--steps N] [--seed S]
        """

    static func main() {
        var arguments = Array(CommandLine.arguments.dropFirst())
        guard !arguments.isEmpty else { stop(usage) }
        let command = arguments.removeFirst()
        var folder: String?
        if command == "gallery" || command == "filmstrip" {
            guard let first = arguments.first, !first.hasPrefix("--") else { stop(usage) }
            folder = arguments.removeFirst()
        }
        var options: [String: String] = [:]
        while !arguments.isEmpty {
            let name = arguments.removeFirst()
            guard name.hasPrefix("--"), !arguments.isEmpty else { stop("\(name): not understood\n\(usage)") }
            options[String(name.dropFirst(2))] = arguments.removeFirst()
        }
        func number(_ name: String, _ standard: Int) -> Int {
            guard let text = options[name] else { return standard }
            guard let value = Int(text), value > 0 else { stop("--\(name) \(text): a positive number is needed") }
            return value
        }
        let sizeText = options["size"] ?? "1920x1080"
        let sides = sizeText.split(separator: "x").compactMap { Int($0) }
        guard sides.count == 2, sides.allSatisfy({ (64...8192).contains($0) }) else {
            stop("--size \(sizeText): a size such as 1920x1080 is needed")
        }
        let size = PixelSize(width: sides[0], height: sides[1])
        let only = options["only"].map { Set($0.split(separator: ",").map(String.init)) }
        switch command {
        case "scenes":
            SceneRunner(size: size, frames: number("frames", 300), picturesFolder: options["pictures"])
                .run(only: only, jsonPath: options["json"])
        case "peers":
            PeersRunner(size: size, frames: number("frames", 200), picturesFolder: options["pictures"])
                .run(only: only, jsonPath: options["json"])
        case "memory":
            ViewMemory.run(size: size, count: number("views", 16_000))
        case "touch":
            if let files = options["recordings"] {
                RecordedStreams.run(files: files.split(separator: ",").map(String.init))
            } else {
                TouchStreams.run()
                RecordedStreams.run()
            }
        case "animations":
            AnimationCost.run(size: size)
        case "gallery", "filmstrip":
            do {
                let url = URL(fileURLWithPath: folder ?? "")
                let failures =
                    try command == "gallery" ? Gallery.write(to: url, only: only) : Filmstrip.write(to: url, only: only)
                for failure in failures { print(failure) }
                exit(failures.isEmpty ? 0 : 1)
            } catch {
                stop("\(command): \(error)")
            }
        case "walk":
            let steps = number("steps", 2000)
            let seed = options["seed"].flatMap { UInt64($0) } ?? UInt64.random(in: 1...999_999)
            let failures = ViewWalk.run(steps: steps, seed: seed)
            for failure in failures { print(failure) }
            print(
                failures.isEmpty
                    ? "walk: \(steps) steps, seed \(seed): every frame equals a full repaint" : "walk failed")
            exit(failures.isEmpty ? 0 : 1)
        default:
            stop(usage)
        }
    }

    static func stop(_ text: String) -> Never {
        FileHandle.standardError.write(Data((text + "\n").utf8))
        exit(64)
    }
}
