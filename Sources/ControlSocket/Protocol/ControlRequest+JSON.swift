extension ControlRequest {
    /// Why a request cannot be answered; for the one who asked.
    public struct Failure: Error, Hashable, Sendable {
        public var reason: String

        public init(reason: String) { self.reason = reason }
    }

    /// Reads a line, without its line end.
    public init(line: some RandomAccessCollection<UInt8>) throws(Failure) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: line, maximumDepth: 8)
        } catch {
            throw Failure(reason: "the request is not JSON: \(error.reason) after \(error.offset) bytes")
        }
        guard case .object = json else { throw Failure(reason: "the request is not a JSON object") }
        guard json["protocol"]?.integer == Self.version else {
            throw Failure(reason: "this program speaks protocol \(Self.version): \"protocol\": \(Self.version)")
        }
        let reader = Reader(json: json)
        switch json["command"]?.text {
        case "ping": self = .ping
        case "stats": self = .stats(interval: try reader.number("interval", Self.intervals))
        case "inspect":
            self = .inspect(
                Inspection(
                    isOnlyWindows: try reader.bool("windows") ?? false,
                    depth: try reader.integer("depth", Inspection.depths) ?? Inspection.maximumDepth,
                    hasLayers: try reader.bool("layers") ?? true))
        case "screenshot": self = .screenshot(try reader.turn(), screen: try reader.screen())
        case "record":
            let standard = Recording()
            self = .record(
                Recording(
                    frames: try reader.integer("frames", Recording.frameCounts) ?? standard.frames,
                    seconds: try reader.number("seconds", Recording.durations) ?? standard.seconds,
                    turn: try reader.turn(), screen: try reader.screen()))
        default:
            throw Failure(reason: "\"command\" must be one of ping, stats, inspect, screenshot, record")
        }
    }

    public var json: JSONValue {
        var json = JSONValue.fields(["protocol": .integer(Self.version), "command": .text(name)])
        switch self {
        case .ping, .stats(interval: nil): break
        case .stats(interval: let interval?): json = json.adding("interval", .number(interval))
        case .inspect(let inspection):
            json = json.adding("windows", .bool(inspection.isOnlyWindows))
                .adding("depth", .integer(inspection.depth)).adding("layers", .bool(inspection.hasLayers))
        case .screenshot(let turn, let screen):
            json = json.adding("turn", .text(turn.rawValue))
            if let screen { json = json.adding("screen", .text(screen)) }
        case .record(let recording):
            json = json.adding("frames", .integer(recording.frames)).adding("seconds", .number(recording.seconds))
                .adding("turn", .text(recording.turn.rawValue))
            if let screen = recording.screen { json = json.adding("screen", .text(screen)) }
        }
        return json
    }

    /// A field that is not there is nil; one that cannot be meant is a failure.
    private struct Reader {
        let json: JSONValue

        func bool(_ name: String) throws(Failure) -> Bool? {
            guard let value = json[name] else { return nil }
            guard let flag = value.bool else { throw Failure(reason: "\"\(name)\" must be true or false") }
            return flag
        }

        func integer(_ name: String, _ range: ClosedRange<Int>) throws(Failure) -> Int? {
            guard let value = json[name] else { return nil }
            guard let number = value.integer, range.contains(number) else {
                throw Failure(
                    reason: "\"\(name)\" must be a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            return number
        }

        func number(_ name: String, _ range: ClosedRange<Double>) throws(Failure) -> Double? {
            guard let value = json[name] else { return nil }
            guard let number = value.number, range.contains(number) else {
                throw Failure(reason: "\"\(name)\" must be a number from \(range.lowerBound) to \(range.upperBound)")
            }
            return number
        }

        func screen() throws(Failure) -> String? {
            guard let value = json["screen"] else { return nil }
            if let number = value.integer { return "\(number)" }
            guard let name = value.text, !name.isEmpty else {
                throw Failure(reason: "\"screen\" must be a screen's number, or the name of its connector")
            }
            return name
        }

        func turn() throws(Failure) -> ScreenshotTurn {
            guard let value = json["turn"] else { return .shown }
            guard let turn = value.text.flatMap(ScreenshotTurn.init(rawValue:)) else {
                throw Failure(reason: "\"turn\" must be \"shown\" or \"panel\"")
            }
            return turn
        }
    }
}
