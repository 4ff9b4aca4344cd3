extension Board {
    /// The variables that `apply(environment:)` knows, and what they change.
    public static let overrides: [(variable: String, allowed: String)] = [
        ("VITRINE_CARD", "the name of a kernel driver, or a path that begins with /"),
        ("VITRINE_CONNECTOR", "the name of a connector, such as HDMI-A-1"),
        ("VITRINE_MODE", "a mode such as 800x480 or 800x480@60"),
        ("VITRINE_FORMAT", "one of \(BoardFields.list(BoardPixelFormat.self))"),
        ("VITRINE_ROTATION", "0, 90, 180 or 270"),
        ("VITRINE_SCALE", "a number from 0.5 to 4"),
        ("VITRINE_TOUCH_MATRIX", "six numbers with spaces between, of which no line comes"),
        ("VITRINE_BLANK", "one of \(BoardFields.list(BlankMethod.self))"),
        ("VITRINE_BUFFERS", "2 or 3"),
        ("VITRINE_PACING", "\"measured\" or a number of frames a second from 1 to 240"),
    ]

    /// Applies variables of the environment, for a try without a file. Returns the names of those that were there; an
    /// empty value counts as not there. Nothing is changed when one of them cannot be meant.
    ///
    /// `VITRINE_TOUCH_MATRIX` sets the matrix of every touch device in the file, or of any device if the file has none.
    @discardableResult
    public mutating func apply(environment: [String: String]) throws(BoardError) -> [String] {
        var board = self
        var applied: [String] = []
        for (variable, allowed) in Self.overrides {
            guard let value = environment[variable], !value.isEmpty else { continue }
            guard board.apply(variable, value) else {
                throw .badOverride(variable: variable, value: value, allowed: "must be \(allowed)")
            }
            applied.append(variable)
        }
        self = board
        return applied
    }

    private mutating func apply(_ variable: String, _ text: String) -> Bool {
        // Several screens have a value each, with commas between; a board's own fields are those of the first.
        let isList = ["VITRINE_CONNECTOR", "VITRINE_MODE", "VITRINE_ROTATION", "VITRINE_SCALE"].contains(variable)
        let value = isList ? String(text.prefix { $0 != "," }) : text
        switch variable {
        case "VITRINE_CARD":
            drm = value.hasPrefix("/") ? BoardCard(path: value) : BoardCard(drivers: [value])
        case "VITRINE_CONNECTOR":
            connectors = [value]
        case "VITRINE_MODE":
            mode = BoardMode(value)
            return mode != nil
        case "VITRINE_FORMAT":
            guard let format = BoardPixelFormat(rawValue: value) else { return false }
            formats = [format] + formats.filter { $0 != format }
        case "VITRINE_ROTATION":
            guard let degrees = Int(value), [0, 90, 180, 270].contains(degrees) else { return false }
            rotation = degrees
        case "VITRINE_SCALE":
            guard let number = Double(value), (0.5...4).contains(number) else { return false }
            scale = number
        case "VITRINE_TOUCH_MATRIX":
            return applyTouchMatrix(value)
        case "VITRINE_BLANK":
            guard let method = BlankMethod(rawValue: value) else { return false }
            blank = method
        case "VITRINE_BUFFERS":
            guard let number = Int(value), (2...3).contains(number) else { return false }
            buffers = number
        case "VITRINE_PACING":
            if value == "measured" {
                pacing = .measured
            } else {
                guard let rate = Double(value), (1...240).contains(rate) else { return false }
                pacing = .fixed(rate)
            }
        default:
            return false
        }
        return true
    }

    private mutating func applyTouchMatrix(_ value: String) -> Bool {
        let words = value.split(separator: " ")
        let numbers = words.compactMap { Double($0) }.filter(\.isFinite)
        guard words.count == 6, numbers.count == 6,
            abs(numbers[0] * numbers[4] - numbers[1] * numbers[3]) > 1e-6
        else { return false }
        if touch.isEmpty { touch = [BoardTouch(name: "*")] }
        for index in touch.indices {
            touch[index].transform = .app
            touch[index].matrix = numbers
        }
        return true
    }
}
