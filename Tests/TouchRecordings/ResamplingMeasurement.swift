package import Input

/// How far a finger is shown from where it is when it is seen, and how evenly it moves.
///
/// Frames are made every 1/60 s and seen one frame later; a report can be read 2 ms after its time stamp.
package struct ResamplingMeasurement {
    package static let frame = 1.0 / 60
    package static let delay = 0.002

    /// Distances in the unit of the places, one for each frame.
    private var misses: [Double] = []
    /// Sum of the squares of how the distance changed from frame to frame, and how many there were.
    private var changes = (sum: 0.0, count: 0)

    package init() {}

    /// Root mean square distance.
    package var error: Double { (misses.reduce(0) { $0 + $1 * $1 } / Double(max(misses.count, 1))).squareRoot() }

    /// One frame of a hundred is further off.
    package var worst: Double {
        misses.isEmpty ? 0 : misses.sorted()[min(misses.count - 1, misses.count * 99 / 100)]
    }

    /// Root mean square of the change.
    package var jitter: Double { (changes.sum / Double(max(changes.count, 1))).squareRoot() }

    package var frames: Int { misses.count }

    /// Shows one finger from its first report until it has lifted.
    /// - Parameters:
    ///   - first: when the first frame is made, seconds.
    ///   - isResampled: or the newest report is shown.
    ///   - truth: where the finger is at a time; nil when nobody knows.
    package mutating func add(
        _ samples: [ContactResampler.Sample], until end: Double, firstFrame first: Double, isResampled: Bool,
        truth: (Double) -> SIMD2<Double>?
    ) {
        var resampler = ContactResampler(limit: isResampled ? ContactResampler.defaultLimit : 0)
        var before: SIMD2<Double>?
        var next = 0
        var made = first
        while end + Self.delay > made {
            defer { made += Self.frame }
            while next < samples.count, samples[next].time + Self.delay <= made {
                resampler.add(samples[next])
                next += 1
            }
            let seen = made + Self.frame
            guard let shown = isResampled ? resampler.place(at: seen) : resampler.last, let place = truth(seen) else {
                continue
            }
            let miss = SIMD2(shown.x, shown.y) - place
            misses.append((miss * miss).sum().squareRoot())
            if let before {
                changes.sum += ((miss - before) * (miss - before)).sum()
                changes.count += 1
            }
            before = miss
        }
    }

    /// The same for a recorded finger, with as many phases of the panel's frames to the device's reports.
    package mutating func add(
        _ finger: RecordedFinger, phases: Int, isResampled: Bool, truth: (Double) -> SIMD2<Double>?
    ) {
        guard let first = finger.samples.first else { return }
        for phase in 0..<phases {
            add(
                finger.samples, until: finger.end,
                firstFrame: first.time + Self.delay + Self.frame * Double(phase) / Double(phases),
                isResampled: isResampled, truth: truth)
        }
    }
}
