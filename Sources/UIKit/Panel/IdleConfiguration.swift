import BoardConfig

/// When and how the panel goes dark while nobody touches it. From the environment, then the board file; without either it
/// stays lit.
struct IdleConfiguration: Hashable, Sendable {
    /// `VITRINE_DIM_AFTER`: seconds without a touch.
    var dimAfter: Double?
    /// `VITRINE_DIM_LEVEL`: how bright it is then, as a share of what it was.
    var dimLevel: Double?
    /// `VITRINE_BLANK_AFTER`: seconds without a touch.
    var blankAfter: Double?
    /// `VITRINE_BLANK`.
    var method: BlankMethod?
    /// `VITRINE_BRIGHTNESS`: at the start, 0 to 1; nil leaves it as it is.
    var brightness: Double?
    /// `VITRINE_PIXEL_SHIFT`: seconds between two steps by which the picture wanders; nil: it stays.
    var pixelShift: Double?
    /// The name of the light in /sys/class/backlight.
    var backlight = "*"
    var isBacklightOnOffOnly = false

    static let defaultDimLevel = 0.3

    init() {}

    init(environment: [String: String]) throws(LaunchConfiguration.Failure) {
        func number(
            _ name: String, _ range: ClosedRange<Double>, _ expectation: String
        ) throws(LaunchConfiguration.Failure) -> Double? {
            guard let text = environment[name], !text.isEmpty, text != "never" else { return nil }
            guard let number = Double(text), range.contains(number) else {
                throw LaunchConfiguration.Failure(variable: name, value: text, expectation: expectation)
            }
            return number
        }
        let seconds = "seconds from 1 to 604800, or never"
        dimAfter = try number("VITRINE_DIM_AFTER", 1...604_800, seconds)
        blankAfter = try number("VITRINE_BLANK_AFTER", 1...604_800, seconds)
        pixelShift = try number("VITRINE_PIXEL_SHIFT", 1...604_800, seconds)
        dimLevel = try number("VITRINE_DIM_LEVEL", 0...1, "a number from 0 to 1")
        brightness = try number("VITRINE_BRIGHTNESS", 0...1, "a number from 0 to 1")
        if let text = environment["VITRINE_BLANK"], !text.isEmpty {
            guard let method = BlankMethod(rawValue: text) else {
                throw LaunchConfiguration.Failure(
                    variable: "VITRINE_BLANK", value: text, expectation: "dpms, backlight, black")
            }
            self.method = method
        }
        isSet = Set(
            ["VITRINE_DIM_AFTER", "VITRINE_BLANK_AFTER", "VITRINE_PIXEL_SHIFT"].filter {
                environment[$0].map { !$0.isEmpty } ?? false
            })
    }

    /// Variables that say something, be it "never": the board file then does not.
    private var isSet: Set<String> = []

    func completed(by board: Board) -> IdleConfiguration {
        var completed = self
        if !isSet.contains("VITRINE_DIM_AFTER") { completed.dimAfter = board.idle.dimAfter }
        if !isSet.contains("VITRINE_BLANK_AFTER") { completed.blankAfter = board.idle.blankAfter }
        if !isSet.contains("VITRINE_PIXEL_SHIFT") { completed.pixelShift = board.idle.pixelShift }
        completed.dimLevel = dimLevel ?? board.idle.dimLevel
        completed.method = method ?? board.blank
        if let light = board.backlight {
            completed.backlight = light.name
            completed.isBacklightOnOffOnly = light.isOnOffOnly
        }
        return completed
    }
}
