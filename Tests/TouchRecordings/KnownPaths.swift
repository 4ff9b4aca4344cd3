/// Where the fingers of a recording really were: `Tests/Recordings/paths.txt`.
package struct KnownPaths: Sendable {
    package struct Path: Sendable {
        package var name: String
        /// When it begins, seconds of the recording.
        package var begin: Double
        /// Seconds between two places.
        var step: Double
        /// Pixels; for each finger.
        var places: [[SIMD2<Double>]]

        package var end: Double { begin + step * Double((places.first?.count ?? 1) - 1) }

        /// Where a finger is; nil before the path and after it.
        package func place(of finger: Int, at time: Double) -> SIMD2<Double>? {
            let share = (time - begin) / step
            let list = places[finger]
            guard share >= 0, share <= Double(list.count - 1) else { return nil }
            let index = min(Int(share), list.count - 2)
            return list[index] + (list[index + 1] - list[index]) * (share - Double(index))
        }
    }

    package let paths: [Path]
    /// The panel's size, pixels.
    package static let pixels = SIMD2(1920.0, 1080.0)

    /// - Returns: nil where a line is not understood.
    package init?(_ text: String) {
        var paths: [Path] = []
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ")
            if words.first == "path" {
                guard words.count == 4, let begin = Double(words[2]), let step = Double(words[3]), step > 0 else {
                    return nil
                }
                paths.append(Path(name: String(words[1]), begin: begin / 1000, step: step / 1000, places: []))
                continue
            }
            let numbers = words.compactMap { Double($0) }
            guard let last = paths.indices.last, numbers.count == words.count, numbers.count % 2 == 0 else {
                return nil
            }
            if paths[last].places.isEmpty { paths[last].places = Array(repeating: [], count: numbers.count / 2) }
            guard paths[last].places.count == numbers.count / 2 else { return nil }
            for finger in paths[last].places.indices {
                paths[last].places[finger].append(SIMD2(numbers[2 * finger], numbers[2 * finger + 1]))
            }
        }
        guard !paths.isEmpty, paths.allSatisfy({ ($0.places.first?.count ?? 0) >= 2 }) else { return nil }
        self.paths = paths
    }

    /// The path that a recorded finger follows, and as which of its fingers: the one that is there when it lands.
    package func path(of finger: RecordedFinger) -> (path: Path, finger: Int)? {
        guard let first = finger.samples.first,
            let path = paths.first(where: { $0.begin - 0.02 <= first.time && first.time <= $0.end + 0.02 })
        else { return nil }
        let time = min(max(first.time, path.begin), path.end)
        func distance(_ number: Int) -> Double {
            let miss = (path.place(of: number, at: time) ?? SIMD2(.infinity, 0)) - SIMD2(first.x, first.y)
            return (miss * miss).sum()
        }
        return path.places.indices.min { distance($0) < distance($1) }.map { (path, $0) }
    }
}
