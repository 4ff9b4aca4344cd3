import BoardConfig
import Raster

/// What is wanted of a panel beside the first one: the second and further values of variables that take one for each
/// screen, with commas between.
struct OtherScreen: Hashable, Sendable {
    /// Nil for a headless one.
    var connector: String?
    var mode: String?
    /// Nil: not said.
    var rotation: Rotation?
    /// Pixels per point.
    var scale: Double?
    /// Of a headless one, pixels.
    var panelSize: PixelSize?

    private static let variables = [
        "VITRINE_CONNECTOR", "VITRINE_PANEL", "VITRINE_MODE", "VITRINE_ROTATION", "VITRINE_SCALE",
    ]
    /// More cables than any board has.
    static let maximumCount = 15

    /// The environment as for the first screen alone.
    static func first(of environment: [String: String]) -> [String: String] {
        var first = environment
        for variable in variables {
            if let text = environment[variable], text.contains(",") {
                first[variable] = String(text.prefix { $0 != "," })
            }
        }
        return first
    }

    static func list(
        _ environment: [String: String], isHeadless: Bool
    ) throws(LaunchConfiguration.Failure) -> [OtherScreen] {
        let naming = isHeadless ? "VITRINE_PANEL" : "VITRINE_CONNECTOR"
        var screens = values(naming, environment).map { _ in OtherScreen() }
        guard screens.count <= maximumCount else {
            throw failure(naming, environment, "at most \(maximumCount + 1) screens")
        }
        for variable in variables {
            // The size of a panel that is there is its mode's.
            if variable == "VITRINE_CONNECTOR" && isHeadless || variable == "VITRINE_PANEL" && !isHeadless { continue }
            let values = values(variable, environment)
            guard values.count <= screens.count else {
                throw failure(variable, environment, "as many values as \(naming) has, with commas between")
            }
            for (index, value) in values.enumerated() {
                guard screens[index].take(variable, value) else {
                    throw failure(variable, environment, "a value for each screen, with commas between")
                }
            }
        }
        let names =
            values("VITRINE_CONNECTOR", environment).map(String.init)
            + [first(of: environment)["VITRINE_CONNECTOR"] ?? ""]
        guard isHeadless || names.count == 1 || Set(names).count == names.count else {
            throw failure("VITRINE_CONNECTOR", environment, "each connector once")
        }
        return screens
    }

    /// All but the first.
    private static func values(_ variable: String, _ environment: [String: String]) -> [Substring] {
        Array((environment[variable] ?? "").split(separator: ",", omittingEmptySubsequences: false).dropFirst())
    }

    private static func failure(
        _ variable: String, _ environment: [String: String], _ expectation: String
    ) -> LaunchConfiguration.Failure {
        LaunchConfiguration.Failure(
            variable: variable, value: environment[variable] ?? "", expectation: expectation)
    }

    private mutating func take(_ variable: String, _ value: Substring) -> Bool {
        // Nothing between two commas: not said.
        if value.isEmpty { return variable != "VITRINE_CONNECTOR" && variable != "VITRINE_PANEL" }
        switch variable {
        case "VITRINE_CONNECTOR":
            connector = String(value)
        case "VITRINE_MODE":
            mode = String(value)
        case "VITRINE_ROTATION":
            rotation = Int(value).flatMap { Rotation(rawValue: $0) }
            return rotation != nil
        case "VITRINE_SCALE":
            guard let number = Double(value), (0.5...4).contains(number) else { return false }
            scale = number
        default:
            guard let (size, scale) = LaunchConfiguration.panel(String(value)) else { return false }
            panelSize = size
            if self.scale == nil { self.scale = scale }
        }
        return true
    }

    /// - Parameter isAsked: the environment says which screens there are; the board then only describes them.
    static func completed(_ screens: [OtherScreen], by board: Board, isAsked: Bool) -> [OtherScreen] {
        let wanted = isAsked ? screens : board.otherScreens.map { OtherScreen(connector: $0.connector) }
        return wanted.map { screen in
            guard let known = board.otherScreens.first(where: { $0.connector == screen.connector }) else {
                return screen
            }
            var completed = screen
            completed.mode = screen.mode ?? known.mode?.description
            completed.rotation = screen.rotation ?? Rotation(rawValue: known.rotation)
            completed.scale = screen.scale ?? known.scale
            return completed
        }
    }
}
