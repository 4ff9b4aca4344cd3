import Foundation

/// What `vitrine-panel` is called with: a command, and its options.
struct PanelOptions: Hashable, Sendable {
    enum Command: String, CaseIterable, Sendable {
        case testPattern = "test-pattern"
        case touchTest = "touch-test"
        case calibrate
    }

    /// The command line cannot be meant.
    struct Failure: Error, Hashable, Sendable {
        var reason: String
    }

    var command: Command
    /// Ends the program then; nil: when told to.
    var seconds: Double?
    /// Says what was found as one JSON object.
    var isJSON = false
    /// `test-pattern`: what is shown, in order.
    var patterns = TestPattern.allCases
    /// `test-pattern`: seconds until the next one comes by itself; nil: when the panel is touched.
    var cycle: Double?
    /// `test-pattern`: without words.
    var isPlain = false
    /// `test-pattern`: prints the names.
    var isList = false
    /// `calibrate`: where the matrix goes.
    var way = CalibrationWay.udev
    /// `calibrate`: prints the files instead of writing them.
    var isDryRun = false
    /// `calibrate`: the folder that stands for /.
    var root = ""

    static let times = 0.1...604_800.0

    /// - Parameter words: without the program's name. Settings of the environment (`--vitrine-…`) are left out.
    init(_ words: [String]) throws(Failure) {
        var words = words.filter { !$0.hasPrefix("--vitrine-") }[...]
        let all = Command.allCases.map(\.rawValue).joined(separator: ", ")
        guard let word = words.popFirst(), let command = Command(rawValue: word) else {
            throw Failure(reason: "the first word is one of \(all)")
        }
        self.command = command
        while let word = words.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard word.hasPrefix("--") else { throw Failure(reason: "what is \"\(word)\"?") }
            var given = parts.count == 2 ? parts[1] : nil
            func value() throws(Failure) -> String {
                guard let value = given ?? words.popFirst(), !value.isEmpty else {
                    throw Failure(reason: "\(parts[0]) needs a value")
                }
                given = nil
                return value
            }
            switch (parts[0], command) {
            case ("--seconds", _): seconds = try Self.time(parts[0], try value())
            case ("--json", .touchTest), ("--json", .calibrate): isJSON = true
            case ("--pattern", .testPattern): patterns = try Self.patterns(try value())
            case ("--cycle", .testPattern): cycle = try Self.time(parts[0], try value())
            case ("--plain", .testPattern): isPlain = true
            case ("--list", .testPattern): isList = true
            case ("--dry-run", .calibrate): isDryRun = true
            case ("--root", .calibrate): root = try value()
            case ("--by", .calibrate):
                guard let way = CalibrationWay(rawValue: try value()) else {
                    throw Failure(reason: "--by is one of udev, board")
                }
                self.way = way
            default: throw Failure(reason: "\"\(parts[0])\" is not an option of \(command.rawValue)")
            }
            if given != nil { throw Failure(reason: "\(parts[0]) takes no value") }
        }
        while root.hasSuffix("/") { root.removeLast() }
    }

    private static func time(_ name: String, _ text: String) throws(Failure) -> Double {
        guard let seconds = Double(text), times.contains(seconds) else {
            throw Failure(reason: "\(name) is a number of seconds from 0.1 to 604800")
        }
        return seconds
    }

    private static func patterns(_ text: String) throws(Failure) -> [TestPattern] {
        var patterns: [TestPattern] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let pattern = TestPattern(rawValue: String(name)) else {
                let all = TestPattern.allCases.map(\.rawValue).joined(separator: ", ")
                throw Failure(reason: "there is no pattern \"\(name)\"; there are \(all)")
            }
            patterns.append(pattern)
        }
        return patterns
    }

    /// What the environment has to say for it: fingers where the device says they are, and a panel that stays lit.
    var variables: [String: String] {
        var variables = [
            "VITRINE_DIM_AFTER": "never", "VITRINE_BLANK_AFTER": "never", "VITRINE_PIXEL_SHIFT": "never",
        ]
        if let seconds { variables["VITRINE_UNTIL"] = "\(seconds)" }
        if command != .testPattern { variables["VITRINE_TOUCH_RESAMPLING"] = "off" }
        // As the device has it: the old matrix is not to be measured.
        if command == .calibrate { variables["VITRINE_TOUCH_MATRIX"] = "1 0 0 0 1 0" }
        return variables
    }
}

/// Where a matrix goes.
enum CalibrationWay: String, CaseIterable, Sendable {
    /// A rule of udev, for every program; the board file says that it is there.
    case udev
    /// The board file, for this library's programs.
    case board
}
