extension KMSMode {
    private enum Flag {
        static let all: [Substring: UInt32] = [
            "+hsync": 1 << 0, "-hsync": 1 << 1, "+vsync": 1 << 2, "-vsync": 1 << 3, "interlace": 1 << 4,
            "doublescan": 1 << 5,
        ]
    }
    private static let userDefinedType: UInt32 = 1 << 5

    /// Whether a wanted mode gives timings of its own instead of naming one that is offered.
    static func isModeline(_ text: String) -> Bool { text.contains { $0 == " " || $0 == "\t" } }

    /// Timings as X servers, `cvt` and `gtf` write them: pixel clock in MHz, four horizontal numbers, four vertical ones, flags.
    ///
    ///     33.3 800 840 888 928 480 493 496 525 -hsync -vsync
    ///
    /// The word `Modeline` and a name in quotes may stand before. Nil for anything that can be no mode.
    init?(modeline text: String) {
        var words = text.split(whereSeparator: { $0 == " " || $0 == "\t" })
        if words.first?.lowercased() == "modeline" { words.removeFirst() }
        if let name = words.first, name.hasPrefix("\""), name.hasSuffix("\""), name.count > 1 { words.removeFirst() }
        guard words.count >= 9, let megahertz = Double(words[0]), megahertz > 0, megahertz < 4_000 else { return nil }
        let numbers = words[1..<9].compactMap { UInt16($0) }
        guard numbers.count == 8, Self.isAscending(numbers[0..<4]), Self.isAscending(numbers[4..<8]) else { return nil }
        self.init()
        clock = UInt32((megahertz * 1000).rounded())
        (hdisplay, hsyncStart, hsyncEnd, htotal) = (numbers[0], numbers[1], numbers[2], numbers[3])
        (vdisplay, vsyncStart, vsyncEnd, vtotal) = (numbers[4], numbers[5], numbers[6], numbers[7])
        for word in words[9...] {
            guard let flag = Flag.all[Substring(word.lowercased())] else { return nil }
            flags |= flag
        }
        guard clock > 0, (1...1000).contains(refreshRate) else { return nil }
        type = Self.userDefinedType
        vrefresh = UInt32(refreshRate.rounded())
        name = "\(hdisplay)x\(vdisplay)"
    }

    /// Visible, start and end of the synchronisation, total.
    private static func isAscending(_ numbers: ArraySlice<UInt16>) -> Bool {
        numbers.first != 0 && zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
            && numbers.first! < numbers.last!
    }
}
