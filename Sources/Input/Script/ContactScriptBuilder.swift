/// Runs the lines of a script one by one and writes the reports down.
struct ContactScriptBuilder {
    private struct Finger {
        var isDown = false
        var x = 0
        var y = 0
        /// The number of the panel it is on.
        var output = 0
    }

    /// How far apart the reports of a glide are.
    private static let reportInterval: UInt64 = 8_000
    /// The longest wait or glide in one command, in milliseconds.
    private static let maximumWait = 600_000

    private let panels: [ContactScript.Panel]
    /// The panel that is spoken of.
    private var output = 0
    var width: Int { panels[output].width }
    var height: Int { panels[output].height }
    private var fingers = [Finger](repeating: Finger(), count: ContactScript.slots.count)
    private var validator = ContactValidator()
    /// The report that is being put together, and the panels of its contacts.
    private var report: [(raw: RawContact, output: Int)] = []
    private var contactCount = 0
    private(set) var frames: [ContactFrame] = []
    /// What mice, trackpads and pens do beside making contacts, in order.
    private(set) var pointerEvents: [PointerEvent] = []
    var pointing = Pointing()
    /// Now, from the start of the script.
    private(set) var microseconds: UInt64 = 0

    init(panels: [ContactScript.Panel]) {
        precondition(!panels.isEmpty, "a script needs a panel")
        for panel in panels {
            precondition(
                panel.width > 0 && panel.height > 0, "a panel of \(panel.width) x \(panel.height) pixels has no area")
        }
        self.panels = panels
    }

    mutating func run(_ line: Substring) throws(ScriptComplaint) {
        let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" || $0 == "\r" }
        guard let command = words.first else { return }
        let arguments = words.dropFirst()
        switch command {
        case "down", "move":
            try place(command == "down" ? .began : .moved, arguments)
        case "up":
            try lift(.ended, arguments)
        case "cancel":
            try lift(.cancelled, arguments)
        case "sync":
            try expect(arguments, 0...0, "sync")
            try closeReport()
        case "glide":
            try glide(arguments)
        case "burst":
            try burst(arguments)
        case "sleep":
            try expect(arguments, 1...1, "sleep MS")
            microseconds += UInt64(try number(arguments[1], 0...Self.maximumWait)) * 1_000
        case "at":
            try expect(arguments, 1...1, "at MS")
            microseconds = max(microseconds, UInt64(try number(arguments[1], 0...Self.maximumWait)) * 1_000)
        case "screen":
            try changeScreen(arguments)
        case "unplug":
            if arguments.isEmpty || arguments[1] == "touch" { try unplug(.finger) }
            if arguments.first == "mouse" { try unplug(.mouse) }
            if arguments.first == "pen" { try unplug(.pen) }
        case "plug", "wait-open", "wait-file", "say":
            break
        case "key":
            throw ScriptComplaint("a contact script has fingers, a mouse and a pen, but no keyboard")
        default:
            guard try !runPointer(command, arguments) else { return }
            throw ScriptComplaint(
                "no such command; known are down, move, up, cancel, sync, glide, burst, sleep, at, screen, unplug, "
                    + Self.pointerWords)
        }
    }

    // MARK: Commands

    private mutating func changeScreen(_ words: ArraySlice<Substring>) throws(ScriptComplaint) {
        try expect(words, 1...1, "screen NAME, or screen NUMBER")
        let word = words[1]
        let number = panels.indices.first { "\($0 + 1)" == word } ?? panels.firstIndex { $0.name == word }
        guard let number else {
            let all = panels.enumerated().map { $1.name.isEmpty ? "\($0 + 1)" : "\($0 + 1) (\($1.name))" }
            throw ScriptComplaint("no such screen; there is \(all.joined(separator: ", "))")
        }
        guard pointing.buttons.isEmpty, pointing.pen == nil else {
            throw ScriptComplaint("the mouse's buttons must be up and the pen away")
        }
        output = number
        let edge = SIMD2(Double(width - 1), Double(height - 1))
        pointing.mouse = pointing.mouse?.clamped(lowerBound: .zero, upperBound: edge)
    }

    private mutating func place(_ phase: ContactPhase, _ words: ArraySlice<Substring>) throws(ScriptComplaint) {
        try expect(words, 3...4, phase == .began ? "down SLOT X Y [PRESSURE]" : "move SLOT X Y [PRESSURE]")
        let slot = try number(words[1], 0...ContactScript.slots.upperBound - 1)
        let x = try number(words[2], 0...width - 1)
        let y = try number(words[3], 0...height - 1)
        var pressure = phase == .began ? 60 : nil
        if words.count == 4 { pressure = try number(words[4], 1...255) }
        if phase == .began {
            guard !fingers[slot].isDown else { throw ScriptComplaint("contact \(slot) is down already") }
        } else {
            try expectDown(slot)
            try expectHere(slot)
        }
        fingers[slot] = Finger(isDown: true, x: x, y: y, output: output)
        append(slot, phase, pressure)
    }

    private mutating func lift(_ phase: ContactPhase, _ words: ArraySlice<Substring>) throws(ScriptComplaint) {
        try expect(words, 1...1, phase == .ended ? "up SLOT" : "cancel SLOT")
        let slot = try number(words[1], 0...ContactScript.slots.upperBound - 1)
        try expectDown(slot)
        fingers[slot].isDown = false
        let raw = RawContact(deviceID: 0, slot: Int32(slot), phase: phase, microseconds: Int64(microseconds))
        report.append((raw, fingers[slot].output))
    }

    private mutating func glide(_ words: ArraySlice<Substring>) throws(ScriptComplaint) {
        let usage = "glide MS SLOT X Y [SLOT X Y …]"
        guard words.count >= 4, (words.count - 1) % 3 == 0 else { throw ScriptComplaint("write it as \(usage)") }
        let duration = try number(words[1], 1...Self.maximumWait)
        var paths: [(slot: Int, from: Finger, x: Int, y: Int)] = []
        for index in stride(from: 2, to: words.endIndex, by: 3) {
            let slot = try number(words[index], 0...ContactScript.slots.upperBound - 1)
            try expectDown(slot)
            try expectHere(slot)
            let x = try number(words[index + 1], 0...width - 1)
            let y = try number(words[index + 2], 0...height - 1)
            paths.append((slot, fingers[slot], x, y))
        }
        let begin = microseconds
        var part = 0.0
        while part < 1 {
            microseconds += Self.reportInterval
            part = min(Double(microseconds - begin) / Double(duration * 1_000), 1)
            for path in paths {
                // A panel reports whole units.
                fingers[path.slot].x = Int(Double(path.from.x) + part * Double(path.x - path.from.x))
                fingers[path.slot].y = Int(Double(path.from.y) + part * Double(path.y - path.from.y))
                append(path.slot, .moved, nil)
            }
            try closeReport()
        }
    }

    private mutating func burst(_ words: ArraySlice<Substring>) throws(ScriptComplaint) {
        try expect(words, 2...2, "burst N SLOT")
        let count = try number(words[1], 1...ContactScript.maximumContacts)
        let slot = try number(words[2], 0...ContactScript.slots.upperBound - 1)
        try expectDown(slot)
        try expectHere(slot)
        let x = fingers[slot].x
        for index in 0..<count {
            fingers[slot].x = x + (index % 2 == 1 ? 0 : x > 0 ? -1 : min(1, width - 1))
            append(slot, .moved, nil)
            try closeReport()
        }
    }

    /// Each kind of contact has a device of its own.
    private mutating func unplug(_ kind: ContactKind) throws(ScriptComplaint) {
        var contacts: [Contact] = []
        if kind == .finger {
            report.removeAll()
            for slot in ContactScript.slots { fingers[slot].isDown = false }
        } else {
            try unplugPointer(kind)
        }
        validator.cancelAll(deviceID: Self.device(of: kind), microseconds: Int64(microseconds), into: &contacts)
        for index in contacts.indices {
            let isFinger = kind == .finger && ContactScript.slots.contains(Int(contacts[index].slot))
            contacts[index].output = isFinger ? fingers[Int(contacts[index].slot)].output : output
        }
        try write(contacts)
    }

    /// Told apart only while the script is read; whoever plays it gives all of them one number.
    static func device(of kind: ContactKind) -> UInt32 { UInt32(kind.rawValue) }

    /// A report of its own, at once: mice and pens have one place only.
    mutating func add(_ raw: RawContact) throws(ScriptComplaint) {
        var contacts: [Contact] = []
        validator.accept(raw, into: &contacts)
        for index in contacts.indices { contacts[index].output = output }
        try write(contacts)
    }

    mutating func tell(_ action: PointerEvent.Action) throws(ScriptComplaint) {
        guard pointerEvents.count < ContactScript.maximumContacts else {
            throw ScriptComplaint("more than \(ContactScript.maximumContacts) events of the pointer in one script")
        }
        pointerEvents.append(PointerEvent(action, microseconds: microseconds, output: output))
    }

    // MARK: Reports

    private mutating func append(_ slot: Int, _ phase: ContactPhase, _ pressure: Int?) {
        // A virtual panel of 8 units to the millimetre says that a touch is 4 + pressure / 8 units across.
        let radius = pressure.map { Double(4 + $0 / 8) / 8 / 2 }
        let raw = RawContact(
            deviceID: 0, slot: Int32(slot), phase: phase, x: Double(fingers[slot].x) / Double(width),
            y: Double(fingers[slot].y) / Double(height), microseconds: Int64(microseconds), majorRadius: radius)
        report.append((raw, fingers[slot].output))
    }

    private mutating func closeReport() throws(ScriptComplaint) {
        var contacts: [Contact] = []
        for entry in report {
            var raw = entry.raw
            raw.microseconds = Int64(microseconds)
            let first = contacts.count
            validator.accept(raw, into: &contacts)
            for index in first..<contacts.count { contacts[index].output = entry.output }
        }
        report.removeAll(keepingCapacity: true)
        try write(contacts)
    }

    private mutating func write(_ contacts: [Contact]) throws(ScriptComplaint) {
        if contacts.isEmpty { return }
        contactCount += contacts.count
        guard contactCount <= ContactScript.maximumContacts else {
            throw ScriptComplaint("more than \(ContactScript.maximumContacts) contact values in one script")
        }
        frames.append(ContactFrame(microseconds: microseconds, contacts: contacts))
    }

    // MARK: Words

    func expect(_ words: ArraySlice<Substring>, _ count: ClosedRange<Int>, _ usage: String)
        throws(ScriptComplaint)
    {
        guard count.contains(words.count) else { throw ScriptComplaint("write it as \(usage)") }
    }

    private func expectDown(_ slot: Int) throws(ScriptComplaint) {
        guard fingers[slot].isDown else { throw ScriptComplaint("contact \(slot) is not down") }
    }

    /// Places are pixels of the screen that is spoken of.
    private func expectHere(_ slot: Int) throws(ScriptComplaint) {
        guard fingers[slot].output == output else {
            throw ScriptComplaint("contact \(slot) is on screen \(fingers[slot].output + 1)")
        }
    }

    func number(_ word: Substring, _ range: ClosedRange<Int>) throws(ScriptComplaint) -> Int {
        guard let value = Int(word), range.contains(value) else {
            throw ScriptComplaint("\"\(word)\" is not a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }
}
