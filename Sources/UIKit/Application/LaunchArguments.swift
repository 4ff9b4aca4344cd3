/// Settings on the command line: `--vitrine-mode=800x480` is `VITRINE_MODE=800x480` for this start, and goes before it.
/// All other words are the program's own.
enum LaunchArguments {
    struct Setting: Hashable {
        let variable: String
        let value: String
    }

    /// The variables a program reads; `Documentation/environment.md` lists them.
    static let variables: Set<String> = [
        "VITRINE_BLANK", "VITRINE_BLANK_AFTER", "VITRINE_BOARD", "VITRINE_BRIGHTNESS", "VITRINE_BUFFERS",
        "VITRINE_CARD", "VITRINE_CLOCK", "VITRINE_CONNECTOR", "VITRINE_CONTACTS", "VITRINE_CONTENTS_BUDGET",
        "VITRINE_CONTROL", "VITRINE_CURSOR_PLANE", "VITRINE_DIM_AFTER", "VITRINE_DIM_LEVEL", "VITRINE_DITHER",
        "VITRINE_DRAWING_THREADS",
        "VITRINE_FONT", "VITRINE_FORMAT", "VITRINE_FRAMES", "VITRINE_FRAMES_INTERVAL", "VITRINE_KMS",
        "VITRINE_MAXIMUM_RATE", "VITRINE_MODE", "VITRINE_MOUSE_DRAG", "VITRINE_NIGHT", "VITRINE_OUTPUT",
        "VITRINE_PACING", "VITRINE_PANEL", "VITRINE_PIXEL_SHIFT", "VITRINE_PLANE_ROTATION", "VITRINE_ROTATION",
        "VITRINE_SCALE", "VITRINE_SEAT", "VITRINE_TOUCH_MATRIX", "VITRINE_TOUCH_RESAMPLING", "VITRINE_UNTIL",
        "VITRINE_VNC", "VITRINE_VNC_ADDRESS", "VITRINE_VNC_PASSWORD_FILE", "VITRINE_VT_SWITCH", "VITRINE_WINDOW_MOUSE",
        "VITRINE_WINDOW_ZOOM",
    ]

    private static let prefix = "--vitrine-"

    /// - Parameter words: as `CommandLine.arguments`, the program's name first. After `--` nothing is looked at.
    static func settings(_ words: [String]) throws(LaunchConfiguration.Failure) -> [Setting] {
        var settings: [Setting] = []
        for word in words.dropFirst() {
            if word == "--" { break }
            guard word.hasPrefix(prefix) else { continue }
            let setting = word.dropFirst(prefix.count)
            let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let variable = "VITRINE_" + String(parts[0].uppercased().map { $0 == "-" ? "_" : $0 })
            guard parts.count == 2, variables.contains(variable) else {
                throw LaunchConfiguration.Failure(
                    variable: String(word.prefix { $0 != "=" }), value: parts.count == 2 ? String(parts[1]) : "",
                    expectation: "--vitrine-NAME=VALUE for one of \(variables.sorted().joined(separator: ", "))")
            }
            settings.append(Setting(variable: variable, value: String(parts[1])))
        }
        return settings
    }
}
