// Mice, trackpads and pens in scripts: the same words that drive a virtual mouse and pen through the kernel, and a few for
// what a kernel would have to recognise first.
extension ContactScriptBuilder {
    /// What a script's mouse and pen are doing.
    struct Pointing {
        /// Pixels of the panel; nil until the mouse has moved.
        var mouse: SIMD2<Double>?
        var buttons: PointerButtons = []
        var isScrolling = false
        var isTransforming = false
        /// Where the pen was last.
        var pen: SIMD2<Double>?
        var isPenDown = false
        var tilt: SIMD2<Double>?
        var roll: Double?
    }

    static let pointerWords = "hover, rel, button, wheel, scroll, pinch, pen"

    /// Runs a line about a pointer; false for any other command.
    mutating func runPointer(_ command: Substring, _ words: ArraySlice<Substring>) throws(ScriptComplaint) -> Bool {
        switch command {
        case "hover":
            try expect(words, 2...2, "hover X Y")
            try movePointer(to: try point(words[1], words[2]))
        case "rel":
            try expect(words, 2...2, "rel DX DY")
            let way = SIMD2(
                Double(try number(words[1], -10_000...10_000)), Double(try number(words[2], -10_000...10_000)))
            let edge = SIMD2(Double(width - 1), Double(height - 1))
            try movePointer(to: (mousePlace + way).clamped(lowerBound: .zero, upperBound: edge))
        case "button":
            try press(words)
        case "wheel":
            try expect(words, 1...2, "wheel UP [RIGHT]")
            // As the kernel counts them.
            let up = try number(words[1], -100...100)
            let right = words.count == 2 ? try number(words[2], -100...100) : 0
            guard up != 0 || right != 0 else { throw ScriptComplaint("a wheel that does not turn says nothing") }
            try tell(.wheel(x: Double(right), y: Double(-up)))
        case "scroll":
            try scroll(words)
        case "pinch":
            try pinch(words)
        case "pen":
            try pen(words)
        default:
            return false
        }
        return true
    }

    /// What a mouse, a trackpad and a pen do ends with the device.
    mutating func unplugPointer(_ kind: ContactKind) throws(ScriptComplaint) {
        if kind == .pen {
            if pointing.pen != nil { try tell(.penLeft) }
            (pointing.pen, pointing.isPenDown, pointing.tilt, pointing.roll) = (nil, false, nil, nil)
            return
        }
        if pointing.isTransforming { try tell(.transformEnded(isCancelled: true)) }
        if pointing.mouse != nil || pointing.isScrolling { try tell(.left) }
        (pointing.mouse, pointing.buttons, pointing.isScrolling, pointing.isTransforming) = (nil, [], false, false)
    }

    // MARK: The mouse

    /// A mouse that has not moved yet is in the middle.
    private var mousePlace: SIMD2<Double> { pointing.mouse ?? SIMD2(Double(width / 2), Double(height / 2)) }

    private mutating func movePointer(to place: SIMD2<Double>) throws(ScriptComplaint) {
        pointing.mouse = place
        try tell(.moved(x: place.x / Double(width), y: place.y / Double(height)))
        if !pointing.buttons.isEmpty { try mouse(.moved) }
    }

    private mutating func press(_ words: ArraySlice<Substring>) throws(ScriptComplaint) {
        let usage = "button left|right|middle down|up"
        try expect(words, 2...2, usage)
        let buttons: [Substring: PointerButtons] = [
            "left": .primary, "right": .secondary, "middle": PointerButtons(rawValue: 4),
        ]
        guard let button = buttons[words[1]], words[2] == "down" || words[2] == "up" else {
            throw ScriptComplaint("write it as \(usage)")
        }
        let before = pointing.buttons
        guard before.contains(button) != (words[2] == "down") else {
            throw ScriptComplaint("the button is \(words[2]) already")
        }
        if words[2] == "down" { pointing.buttons.insert(button) } else { pointing.buttons.remove(button) }
        pointing.mouse = mousePlace
        try mouse(before.isEmpty ? .began : pointing.buttons.isEmpty ? .ended : .moved)
    }

    private mutating func mouse(_ phase: ContactPhase) throws(ScriptComplaint) {
        try add(
            RawContact(
                deviceID: Self.device(of: .mouse), slot: 0, phase: phase, kind: .mouse, x: mousePlace.x / Double(width),
                y: mousePlace.y / Double(height), microseconds: Int64(microseconds), buttons: pointing.buttons))
    }

    // MARK: Trackpads

    private mutating func scroll(_ words: ArraySlice<Substring>) throws(ScriptComplaint) {
        if words.count == 1, words[1] == "end" {
            guard pointing.isScrolling else { throw ScriptComplaint("nothing scrolls") }
            pointing.isScrolling = false
            return try tell(.scrollEnded)
        }
        try expect(words, 2...2, "scroll RIGHT DOWN, then scroll end")
        let x = try number(words[1], -10_000...10_000)
        let y = try number(words[2], -10_000...10_000)
        guard x != 0 || y != 0 else { throw ScriptComplaint("a scroll by nothing is none") }
        pointing.isScrolling = true
        try tell(.scrolled(x: Double(x), y: Double(y)))
    }

    private mutating func pinch(_ words: ArraySlice<Substring>) throws(ScriptComplaint) {
        if words.count == 1, words[1] == "end" {
            guard pointing.isTransforming else { throw ScriptComplaint("nothing is pinched") }
            pointing.isTransforming = false
            return try tell(.transformEnded(isCancelled: false))
        }
        try expect(words, 1...2, "pinch PERCENT [DEGREES], then pinch end")
        let percent = try number(words[1], 1...10_000)
        let degrees = words.count == 2 ? try number(words[2], -3_600...3_600) : 0
        if !pointing.isTransforming { try tell(.transformBegan) }
        pointing.isTransforming = true
        try tell(.transformed(scale: Double(percent) / 100, degrees: Double(degrees)))
    }

    // MARK: The pen

    private mutating func pen(_ words: ArraySlice<Substring>) throws(ScriptComplaint) {
        let usage =
            "pen near X Y [DISTANCE], pen down X Y [PRESSURE], pen move X Y [PRESSURE], pen up, pen away, pen button, "
            + "pen tilt X Y or pen roll DEGREES"
        guard let action = words.first else { throw ScriptComplaint("write it as \(usage)") }
        let rest = words.dropFirst()
        switch action {
        case "near":
            try expect(rest, 2...3, usage)
            guard !pointing.isPenDown else { throw ScriptComplaint("the pen is down") }
            let place = try point(rest[2], rest[3])
            pointing.pen = place
            let distance = rest.count == 3 ? try number(rest[4], 0...100) : 50
            let pen = PenState(
                tilt: pointing.tilt, distance: Double(distance) / 100, roll: pointing.roll)
            try tell(.penHovered(x: place.x / Double(width), y: place.y / Double(height), pen))
        case "down", "move":
            try expect(rest, 2...3, usage)
            guard pointing.isPenDown == (action == "move") else {
                throw ScriptComplaint(pointing.isPenDown ? "the pen is down already" : "the pen is not down")
            }
            pointing.pen = try point(rest[2], rest[3])
            pointing.isPenDown = true
            let pressure = rest.count == 3 ? try number(rest[4], 0...100) : 50
            try pen(action == "down" ? .began : .moved, pressure: Double(pressure) / 100)
        case "up":
            try expect(rest, 0...0, usage)
            guard pointing.isPenDown else { throw ScriptComplaint("the pen is not down") }
            pointing.isPenDown = false
            try pen(.ended, pressure: 0)
        case "away":
            try expect(rest, 0...0, usage)
            guard pointing.pen != nil, !pointing.isPenDown else {
                throw ScriptComplaint(pointing.isPenDown ? "the pen is down" : "no pen is near")
            }
            pointing.pen = nil
            try tell(.penLeft)
        case "button":
            try expect(rest, 0...0, usage)
            try tell(.penPressed)
        case "tilt":
            try expect(rest, 2...2, usage)
            pointing.tilt = SIMD2(Double(try number(rest[2], -89...89)), Double(try number(rest[3], -89...89)))
        case "roll":
            try expect(rest, 1...1, usage)
            pointing.roll = Double(try number(rest[2], -180...180))
        default:
            throw ScriptComplaint("write it as \(usage)")
        }
    }

    private mutating func pen(_ phase: ContactPhase, pressure: Double) throws(ScriptComplaint) {
        guard let place = pointing.pen else { return }
        try add(
            RawContact(
                deviceID: Self.device(of: .pen), slot: 0, phase: phase, kind: .pen, x: place.x / Double(width),
                y: place.y / Double(height), microseconds: Int64(microseconds),
                pen: PenState(pressure: pressure, tilt: pointing.tilt, roll: pointing.roll)))
    }

    private func point(_ x: Substring, _ y: Substring) throws(ScriptComplaint) -> SIMD2<Double> {
        SIMD2(Double(try number(x, 0...width - 1)), Double(try number(y, 0...height - 1)))
    }
}
