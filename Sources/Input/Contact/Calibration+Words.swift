extension Calibration {
    /// Six numbers as `LIBINPUT_CALIBRATION_MATRIX` has them, to the millionth: 0.004 pixels of a 4K panel.
    public var text: String { numbers.map(Self.text).joined(separator: " ") }

    /// The same as numbers.
    public var numbers: [Double] { [a, b, c, d, e, f].map { ($0 * 1_000_000).rounded() / 1_000_000 } }

    /// What `self` makes of what `first` makes of a position.
    public func after(_ first: Calibration) -> Calibration? {
        Calibration([
            a * first.a + b * first.d, a * first.b + b * first.e, a * first.c + b * first.f + c,
            d * first.a + e * first.d, d * first.b + e * first.e, d * first.c + e * first.f + f,
        ])
    }

    /// How the digitiser sits, for a person: the nearest of the eight ways.
    public var orientation: String {
        let ways: [(matrix: [Double], words: String)] = [
            ([1, 0, 0, 1], "the right way round"), ([0, -1, 1, 0], "turned clockwise by 90°"),
            ([-1, 0, 0, -1], "turned by 180°"), ([0, 1, -1, 0], "turned clockwise by 270°"),
            ([-1, 0, 0, 1], "left and right exchanged"), ([1, 0, 0, -1], "top and bottom exchanged"),
            ([0, 1, 1, 0], "x and y exchanged"), ([0, -1, -1, 0], "x and y exchanged, and turned by 180°"),
        ]
        func likeness(_ way: [Double]) -> Double { a * way[0] + b * way[1] + d * way[2] + e * way[3] }
        return ways.max { likeness($0.matrix) < likeness($1.matrix) }?.words ?? ""
    }

    private static func text(_ number: Double) -> String {
        // Not as 1e-06, and nothing is less than nothing.
        let millionths = (abs(number) * 1_000_000).rounded()
        guard millionths > 0, millionths < 1e15 else { return millionths > 0 ? "\(number)" : "0" }
        let whole = Int(millionths)
        var text = "\(number < 0 ? "-" : "")\(whole / 1_000_000)"
        var rest = "\(whole % 1_000_000)"
        if rest != "0" {
            rest = String(repeating: "0", count: 6 - rest.count) + rest
            while rest.last == "0" { rest.removeLast() }
            text += "." + rest
        }
        return text
    }
}
