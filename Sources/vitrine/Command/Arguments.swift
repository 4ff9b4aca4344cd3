/// The words after a command's name, sorted.
struct Arguments: Hashable {
    /// Options without a value that were there: "--json".
    private(set) var flags: Set<String> = []
    /// The values of the other options, in their order.
    private(set) var values: [String: [String]] = [:]
    /// What is no option.
    private(set) var rest: [String] = []

    /// - Parameters:
    ///   - flags: options that stand alone.
    ///   - options: options that take the next word, or what follows `=`, as their value.
    ///   - maximum: how many other words may be there.
    init(
        _ words: [String], flags: Set<String> = [], options: Set<String> = [], maximum: Int = 0
    ) throws(UsageError) {
        var words = words[...]
        var areOptionsOver = false
        while let word = words.popFirst() {
            guard !areOptionsOver, word.hasPrefix("-"), word != "-" else {
                rest.append(word)
                continue
            }
            if word == "--" {
                areOptionsOver = true
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = parts[0]
            if flags.contains(word) {
                self.flags.insert(word)
            } else if options.contains(name) {
                guard let value = parts.count == 2 ? parts[1] : words.popFirst(), !value.isEmpty else {
                    throw UsageError(reason: "\(name) needs a value")
                }
                values[name, default: []].append(value)
            } else {
                throw UsageError(reason: "\"\(word)\" is not an option of this command")
            }
        }
        if rest.count > maximum { throw UsageError(reason: "what is \"\(rest[maximum])\"?") }
    }

    // MARK: Values

    /// The last value of an option that is a whole number; nil without the option.
    func integer(_ name: String, _ range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = values[name]?.last else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError(reason: "\(name) is a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func number(_ name: String, _ range: ClosedRange<Double>) throws(UsageError) -> Double? {
        guard let text = values[name]?.last else { return nil }
        guard let number = Double(text), range.contains(number) else {
            throw UsageError(reason: "\(name) is a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func choice<Value: RawRepresentable & CaseIterable>(
        _ name: String, _ type: Value.Type
    ) throws(UsageError) -> Value? where Value.RawValue == String {
        guard let text = values[name]?.last else { return nil }
        guard let value = Value(rawValue: text) else {
            let all = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError(reason: "\(name) is one of \(all)")
        }
        return value
    }
}
