import Foundation
import Input
import TouchRecordings

/// How far a finger is shown from where it is, and how evenly it moves: the newest report beside the resampled one, for
/// devices of several rates against paths that are known exactly.
///
/// A device reports whole pixels of a 1080p panel with a noise of 0.3 pixels, each report jitters by 0.3 ms and arrives
/// 2 ms late. Frames are made every 1/60 s and seen one frame later.
enum TouchStreams {
    private struct Path: Sendable {
        let name: String
        /// Pixels at a time in seconds.
        let place: @Sendable (Double) -> (x: Double, y: Double)
    }

    private static let rates = [25.0, 50, 60, 100, 240]
    private static let seconds = 4.0

    private static let paths = [
        Path(name: "to and fro with rests") { time in
            let share = there(time, moving: 0.7, resting: 0.2)
            return (600 * share, 300 * share)
        },
        Path(name: "circle") { (200 * cos(5 * $0), 200 * sin(5 * $0)) },
        Path(name: "flings") { (0, -900 * there($0, moving: 0.35, resting: 0.3)) },
        Path(name: "slow") { (60 * $0, 10 * sin(2 * $0)) },
        Path(name: "at rest") { _ in (100.4, 100.5) },
        Path(name: "sudden stops") { time in
            let phase = time.truncatingRemainder(dividingBy: 1.6)
            let share = phase < 0.5 ? phase / 0.5 : phase < 0.8 ? 1 : phase < 1.3 ? 1 - (phase - 0.8) / 0.5 : 0
            return (400 * share, 0)
        },
    ]

    static func run() {
        let lead = Int((ResamplingMeasurement.frame * 1000).rounded())
        print("pixels, root mean square; p99 in brackets; a frame is seen \(lead) ms after it is made")
        print("rate     newest report                 resampled                     error   jitter")
        for rate in rates {
            let newest = measure(paths, rate: rate, resampled: false)
            let resampled = measure(paths, rate: rate, resampled: true)
            print(line("\(Int(rate)) Hz", newest, resampled))
        }
        print("\nby path, 100 Hz")
        for path in paths {
            let newest = measure([path], rate: 100, resampled: false)
            let resampled = measure([path], rate: 100, resampled: true)
            print(line(path.name, newest, resampled))
        }
    }

    private static func line(_ name: String, _ newest: ResamplingMeasurement, _ resampled: ResamplingMeasurement)
        -> String
    {
        func text(_ result: ResamplingMeasurement) -> String {
            String(format: "error %5.1f (%5.1f) jitter %5.1f", result.error, result.worst, result.jitter)
        }
        let column = name.padding(toLength: max(8, name.count), withPad: " ", startingAt: 0)
        let ratios = String(format: "%.2f    %.2f", resampled.error / newest.error, resampled.jitter / newest.jitter)
        return "\(column) \(text(newest))   \(text(resampled))   \(ratios)"
    }

    private static func measure(_ paths: [Path], rate: Double, resampled: Bool) -> ResamplingMeasurement {
        var result = ResamplingMeasurement()
        for path in paths {
            for seed in 1...3 {
                var noise = Noise(state: UInt64(seed) * 7919 + 1)
                var samples: [ContactResampler.Sample] = []
                var time = noise.uniform() / rate
                while time < seconds {
                    let place = path.place(time)
                    samples.append(
                        .init(
                            time: time + 0.0003 * noise.normal(), x: (place.x + 0.3 * noise.normal()).rounded(),
                            y: (place.y + 0.3 * noise.normal()).rounded()))
                    time += 1 / rate
                }
                result.add(
                    samples, until: seconds - 2 * ResamplingMeasurement.frame,
                    firstFrame: ResamplingMeasurement.frame, isResampled: resampled
                ) { time in
                    let place = path.place(time)
                    return SIMD2(place.x, place.y)
                }
            }
        }
        return result
    }

    /// 0 to 1 and back as a hand moves, with rests at both ends.
    private static func there(_ time: Double, moving: Double, resting: Double) -> Double {
        let half = moving + resting
        let phase = time.truncatingRemainder(dividingBy: 2 * half)
        return phase < half ? eased(phase / moving) : 1 - eased((phase - half) / moving)
    }

    /// The course with the least jerk.
    private static func eased(_ share: Double) -> Double {
        let t = min(max(share, 0), 1)
        return t * t * t * (10 - 15 * t + 6 * t * t)
    }

    private struct Noise {
        var state: UInt64

        mutating func uniform() -> Double {
            state ^= state >> 12
            state ^= state << 25
            state ^= state >> 27
            return Double((state &* 0x2545_F491_4F6C_DD1D) >> 11) / 9_007_199_254_740_992
        }

        mutating func normal() -> Double { (uniform() + uniform() + uniform() + uniform() - 2) * 1.732 }
    }
}
