/// Reads the lines of a recording: the device's name and axes, and the kernel's events.
struct TouchRecordingReader {
    /// One event of the kernel.
    struct Event {
        var microseconds: Int64
        var type: UInt16
        var code: UInt16
        var value: Int32
    }

    /// From the least value of an axis to the greatest.
    struct Axis {
        var least: Int64
        var greatest: Int64

        /// How many values there are.
        var count: Int { Int(greatest - least + 1) }
        /// As libinput gives it: 0…1, the end of the last step excluded.
        func share(_ value: Int32) -> Double { Double(Int64(value) - least) / Double(count) }
    }

    struct Axes {
        var x: Axis
        var y: Axis
        /// The device numbers its fingers.
        var hasSlots: Bool
    }

    /// The kernel's numbers.
    enum Code {
        static let synchronization: UInt16 = 0
        static let report: UInt16 = 0
        static let unnumberedReport: UInt16 = 2
        static let dropped: UInt16 = 3
        static let key: UInt16 = 1
        static let touch: UInt16 = 0x14a
        static let absolute: UInt16 = 3
        static let x: UInt16 = 0
        static let y: UInt16 = 1
        static let slot: UInt16 = 0x2f
        static let touchX: UInt16 = 0x35
        static let touchY: UInt16 = 0x36
        static let trackingID: UInt16 = 0x39
    }

    private(set) var name = ""
    private(set) var events: [Event] = []
    private var ranges: [UInt16: Axis] = [:]
    /// In the part of a file of `libinput record` that this is.
    private var part = Part.head
    private var sawUnnumberedReport = false

    private enum Part {
        case head
        case axes
        case events
        /// What the tool also wrote down: what libinput made of the events, the device's own reports.
        case remarks
        /// Another device's: not read.
        case other
    }

    mutating func read(_ text: String) throws(TouchRecordingError) {
        guard text.utf8.count <= TouchRecording.maximumBytes else {
            throw TouchRecordingError(line: 0, reason: "more than \(TouchRecording.maximumBytes >> 20) MB")
        }
        var number = 0
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            let content = line.prefix { $0 != UInt8(ascii: "#") }
            do throws(LineComplaint) {
                try readLine(String(content) ?? "")
            } catch {
                throw TouchRecordingError(line: number, reason: error.reason)
            }
        }
    }

    /// The axes of the fingers.
    func axes() throws(TouchRecordingError) -> Axes {
        let hasSlots = ranges[Code.slot] != nil && ranges[Code.touchX] != nil && ranges[Code.touchY] != nil
        if sawUnnumberedReport && !hasSlots {
            throw TouchRecordingError(line: 0, reason: "the device does not number its fingers (SYN_MT_REPORT)")
        }
        guard
            let x = ranges[hasSlots ? Code.touchX : Code.x], let y = ranges[hasSlots ? Code.touchY : Code.y]
        else { throw TouchRecordingError(line: 0, reason: "no device with touch axes is described in it") }
        guard x.count > 1, y.count > 1 else { throw TouchRecordingError(line: 0, reason: "an axis has no size") }
        return Axes(x: x, y: y, hasSlots: hasSlots)
    }

    private mutating func readLine(_ line: String) throws(LineComplaint) {
        if line.hasPrefix("E: ") { return try readOlderEvent(line) }
        if line.hasPrefix("A: ") { return try readOlderAxis(line) }
        if line.hasPrefix("N: ") {
            name = String(line.dropFirst(3).prefix(80))
            return
        }
        let words = line.drop { $0 == " " }
        if words.hasPrefix("- node:") {
            // The first device that can be touched is the one.
            if part != .head, (try? axes()) != nil { part = .other }
            if part != .other { (part, ranges, events, name) = (.head, [:], [], "") }
            return
        }
        if part == .other { return }
        if words.hasPrefix("name:") {
            name = String(words.dropFirst(5).filter { $0 != "\"" }.drop { $0 == " " }.prefix(80))
        }
        if words.hasPrefix("absinfo:") {
            part = .axes
        } else if words.hasPrefix("properties:") || words.hasPrefix("udev:") {
            if part == .axes { part = .head }
        } else if words.hasPrefix("events:") {
            part = .events
        } else if part == .events || part == .remarks {
            if words.hasPrefix("- evdev:") {
                part = .events
            } else if words.hasPrefix("libinput:") || words.hasPrefix("- libinput:") || words.hasPrefix("- hid:") {
                part = .remarks
            }
            if part == .events, words.contains("[") { try readEvents(words) }
        } else if part == .axes, let colon = words.firstIndex(of: ":"), let code = UInt16(words[..<colon]) {
            let numbers = try Self.numbers(in: words[colon...])
            guard numbers.count >= 2 else { throw LineComplaint("an axis needs its least and its greatest value") }
            try setRange(code, numbers[0], numbers[1])
        }
    }

    /// `[seconds, microseconds, type, code, value]`, any number of them.
    private mutating func readEvents(_ words: Substring) throws(LineComplaint) {
        for group in words.split(separator: "[").dropFirst(words.hasPrefix("[") ? 0 : 1) {
            let numbers = try Self.numbers(in: group)
            if numbers.isEmpty { continue }
            guard numbers.count == 5 else { throw LineComplaint("an event has five numbers") }
            guard let seconds = Int64(exactly: numbers[0]), abs(seconds) < 1 << 40, abs(numbers[1]) < 1 << 40 else {
                throw LineComplaint("no time is \(numbers[0]) s")
            }
            try add(seconds * 1_000_000 + numbers[1], numbers[2], numbers[3], numbers[4])
        }
    }

    /// `E: 0.054565 0003 002f 0001`: type and code are hexadecimal.
    private mutating func readOlderEvent(_ line: String) throws(LineComplaint) {
        let words = line.split { $0 == " " || $0 == "\t" }
        guard words.count >= 5, let time = Double(words[1]), abs(time) < 1e12, let type = Int64(words[2], radix: 16),
            let code = Int64(words[3], radix: 16), let value = Int64(words[4])
        else { throw LineComplaint("an event is a time, a type, a code and a value") }
        try add(Int64((time * 1_000_000).rounded()), type, code, value)
    }

    /// `A: 35 0 4095 0 0 10`: the code is hexadecimal.
    private mutating func readOlderAxis(_ line: String) throws(LineComplaint) {
        let words = line.split { $0 == " " || $0 == "\t" }
        guard words.count >= 4, let code = UInt16(words[1], radix: 16), let least = Int64(words[2]),
            let greatest = Int64(words[3])
        else { throw LineComplaint("an axis needs its code, its least and its greatest value") }
        try setRange(code, least, greatest)
    }

    private mutating func setRange(_ code: UInt16, _ least: Int64, _ greatest: Int64) throws(LineComplaint) {
        guard let low = Int32(exactly: least), let high = Int32(exactly: greatest), low <= high else {
            throw LineComplaint("no axis goes from \(least) to \(greatest)")
        }
        ranges[code] = Axis(least: Int64(low), greatest: Int64(high))
    }

    private mutating func add(
        _ microseconds: Int64, _ type: Int64, _ code: Int64, _ value: Int64
    ) throws(LineComplaint) {
        guard let type = UInt16(exactly: type), let code = UInt16(exactly: code), let value = Int32(exactly: value)
        else {
            throw LineComplaint("no event is \(type) \(code) \(value)")
        }
        guard events.count < TouchRecording.maximumEvents else {
            throw LineComplaint("more than \(TouchRecording.maximumEvents) events")
        }
        if type == Code.synchronization, code == Code.unnumberedReport { sawUnnumberedReport = true }
        events.append(Event(microseconds: microseconds, type: type, code: code, value: value))
    }

    /// The whole numbers in a list, up to its end.
    private static func numbers(in words: Substring) throws(LineComplaint) -> [Int64] {
        let list = words.prefix { $0 != "]" }.drop { $0 == ":" || $0 == " " || $0 == "[" }
        var numbers: [Int64] = []
        for word in list.split(separator: ",") {
            let trimmed = word.filter { $0 != " " }
            guard let number = Int64(trimmed) else {
                throw LineComplaint("'\(trimmed.prefix(20))' is not a whole number")
            }
            numbers.append(number)
        }
        return numbers
    }
}

/// What is wrong with the line that is being read.
private struct LineComplaint: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
