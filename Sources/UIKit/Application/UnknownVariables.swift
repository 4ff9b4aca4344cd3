/// Variables that were meant for a program and that none reads: a letter too many, and a kiosk would turn the wrong way
/// without a word.
enum UnknownVariables {
    /// A sentence for each, in the order of names.
    static func report(_ environment: [String: String]) -> [String] {
        environment.keys.filter { $0.hasPrefix("VITRINE_") && !LaunchArguments.variables.contains($0) }.sorted().map {
            guard let known = nearest(to: $0) else { return "\($0) is set, which no program reads; ignored." }
            return "\($0) is set, which no program reads: ignored. There is \(known)."
        }
    }

    /// The variable that differs in the fewest letters, two at the most.
    private static func nearest(to name: String) -> String? {
        let best = LaunchArguments.variables.sorted().map { (name: $0, changes: changes(from: name, to: $0)) }
            .min { $0.changes < $1.changes }
        return best.flatMap { $0.changes <= 2 ? $0.name : nil }
    }

    /// How many letters have to be put in, left out or replaced.
    private static func changes(from first: String, to second: String) -> Int {
        let second = Array(second.utf8)
        var row = Array(0...second.count)
        for (index, letter) in first.utf8.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in second.indices {
                let replaced = diagonal + (second[column] == letter ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, min(row[column], diagonal) + 1)
            }
        }
        return row[second.count]
    }
}
