import Foundation
import Input
import TouchRecordings

/// The same measurement on what touch screens said to the kernel, played through the chain that reads devices.
enum RecordedStreams {
    private static let rates = [25, 50, 60, 100, 240]
    private static let panels = ["fine", "coarse"]
    /// Each recording is shown with so many phases of the panel's frames to its reports.
    private static let phases = 16

    private struct Pair {
        var newest = ResamplingMeasurement()
        var resampled = ResamplingMeasurement()

        mutating func add(_ finger: RecordedFinger, _ truth: (Double) -> SIMD2<Double>?) {
            newest.add(finger, phases: phases, isResampled: false, truth: truth)
            resampled.add(finger, phases: phases, isResampled: true, truth: truth)
        }
    }

    /// Those of this package, whose paths are known.
    static func run() {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let folder = sources.appendingPathComponent("../../../Tests/Recordings").standardizedFileURL
        guard let text = try? String(contentsOf: folder.appendingPathComponent("paths.txt"), encoding: .utf8),
            let known = KnownPaths(text)
        else {
            print("\nno recordings: \(folder.path) cannot be read")
            return
        }
        for panel in panels {
            print("\nrecorded, \(panel) panel: all paths, then error and jitter of newest report > resampled by path")
            for rate in rates {
                var all = Pair()
                var single: [String: Pair] = [:]
                var names: [String] = []
                guard let recording = read(folder.appendingPathComponent("\(panel)-\(rate).yml").path) else { continue }
                for finger in recording.fingers(pixels: KnownPaths.pixels) {
                    guard let (path, number) = known.path(of: finger) else { continue }
                    if single[path.name] == nil { names.append(path.name) }
                    let truth = { path.place(of: number, at: $0) }
                    all.add(finger, truth)
                    single[path.name, default: Pair()].add(finger, truth)
                }
                print(line("\(rate) Hz", all))
                for name in names {
                    guard let pair = single[name] else { continue }
                    print(
                        "         \(name.padding(toLength: 7, withPad: " ", startingAt: 0))"
                            + String(
                                format: " error %5.1f > %5.1f   jitter %5.1f > %5.1f", pair.newest.error,
                                pair.resampled.error, pair.newest.jitter, pair.resampled.jitter))
                }
            }
        }
    }

    /// Anybody's. Where a finger was is not known: a curve is laid through its reports, from before and after each
    /// moment.
    static func run(files: [String]) {
        print("the true path is taken to be a smooth curve through the reports; pixels of a panel of 1920 x 1080")
        for file in files {
            guard let recording = read(file) else { continue }
            let fingers = recording.fingers(pixels: KnownPaths.pixels)
            let intervals = fingers.flatMap { finger in
                zip(finger.samples.dropFirst(), finger.samples).map { $0.time - $1.time }
            }.sorted()
            func interval(_ share: Double) -> Double {
                intervals.isEmpty ? 0 : 1000 * intervals[min(intervals.count - 1, Int(share * Double(intervals.count)))]
            }
            let contacts = recording.frames.flatMap(\.contacts)
            func count(_ phase: ContactPhase) -> Int { contacts.count { $0.phase == phase } }
            print("\n\(file): \(recording.name), \(recording.units.x) x \(recording.units.y) units")
            print(
                "  contacts: \(count(.began)) began, \(count(.ended)) ended, \(count(.cancelled)) cancelled;"
                    + " \(recording.frames.count) reports, "
                    + String(
                        format: "between two of a finger %.1f ms (5 %% %.1f, 95 %% %.1f)", interval(0.5),
                        interval(0.05), interval(0.95)))
            for note in recording.notes { print("  \(note)") }
            var all = Pair()
            for finger in fingers where finger.samples.count >= 6 {
                let curve = SmoothCurve(finger.samples)
                all.add(finger) { curve.place(at: $0) }
            }
            if all.newest.frames > 0 { print("  " + line("", all)) }
        }
    }

    private static func read(_ file: String) -> TouchRecording? {
        do {
            return try TouchRecording(String(contentsOfFile: file, encoding: .utf8))
        } catch {
            print("\(file): \(error)")
            return nil
        }
    }

    private static func line(_ name: String, _ pair: Pair) -> String {
        func text(_ result: ResamplingMeasurement) -> String {
            String(format: "error %5.1f (%5.1f) jitter %5.1f", result.error, result.worst, result.jitter)
        }
        let column = name.padding(toLength: max(8, name.count), withPad: " ", startingAt: 0)
        let ratios = String(
            format: "%.2f    %.2f", pair.resampled.error / max(pair.newest.error, 0.001),
            pair.resampled.jitter / max(pair.newest.jitter, 0.001))
        return "\(column) \(text(pair.newest))   \(text(pair.resampled))   \(ratios)"
    }
}

/// A curve through the reports of a finger: at each moment the parabola that fits those within some tens of ms
/// best, before and after it.
private struct SmoothCurve {
    private let samples: [ContactResampler.Sample]
    /// Reports this far away weigh 0.6, seconds: at least one and a half intervals.
    private let width: Double

    init(_ samples: [ContactResampler.Sample]) {
        self.samples = samples
        let interval = (samples[samples.count - 1].time - samples[0].time) / Double(samples.count - 1)
        width = max(0.015, 1.5 * interval)
    }

    /// nil beyond the reports.
    func place(at time: Double) -> SIMD2<Double>? {
        guard time >= samples[0].time, time <= samples[samples.count - 1].time else { return nil }
        // Normal equations of x = a + b t + c t², weighted.
        var moments = [Double](repeating: 0, count: 5)
        var sums = [SIMD2<Double>](repeating: .zero, count: 3)
        for sample in samples where abs(sample.time - time) < 4 * width {
            let t = (sample.time - time) / width
            var power = exp(-0.5 * t * t)
            for index in 0..<5 {
                moments[index] += power
                if index < 3 { sums[index] += power * SIMD2(sample.x, sample.y) }
                power *= t
            }
        }
        let m = moments
        let determinant =
            m[0] * (m[2] * m[4] - m[3] * m[3]) - m[1] * (m[1] * m[4] - m[3] * m[2]) + m[2] * (m[1] * m[3] - m[2] * m[2])
        guard determinant > 1e-9 else { return nil }
        let first = sums[0] * (m[2] * m[4] - m[3] * m[3])
        let second = sums[1] * (m[1] * m[4] - m[2] * m[3])
        let third = sums[2] * (m[1] * m[3] - m[2] * m[2])
        return (first - second + third) / determinant
    }
}
