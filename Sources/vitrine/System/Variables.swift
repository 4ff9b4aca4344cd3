import BoardConfig
import Display
import Raster

/// The variables that programs read, and what they may be: what this tool says of the machine is what a program meets that is
/// started in the same environment, its refusal to start included. A test compares this list with the programs' own reading.
enum Variables {
    struct Rule: Sendable {
        var name: String
        /// "seconds, 0 or more"
        var expectation: String
        var isUsable: @Sendable (String) -> Bool
    }

    /// - Throws: names the first variable whose value would end a program with exit status 64.
    static func check(_ value: (String) -> String? = Environment.value) throws(UsageError) {
        for rule in rules {
            guard let text = value(rule.name) else { continue }
            // One value for each screen, where there are several; nothing between two commas says nothing.
            let parts = perScreen.contains(rule.name) ? text.split(separator: ",").map(String.init) : [text]
            guard parts.isEmpty || !parts.allSatisfy(rule.isUsable) else { continue }
            throw UsageError(
                reason: "\(rule.name)=\(text) cannot be used: expected \(rule.expectation)", isOfEnvironment: true)
        }
        if value("VITRINE_CLOCK") == "virtual", let output = value("VITRINE_OUTPUT"), output != "headless" {
            throw UsageError(
                reason: "VITRINE_CLOCK=virtual needs VITRINE_OUTPUT=headless: a real panel has a real clock",
                isOfEnvironment: true)
        }
        if let file = value("VITRINE_CONTACTS"), !SystemFile.isReadable(file) {
            throw UsageError(reason: "VITRINE_CONTACTS=\(file): the file cannot be read", isOfEnvironment: true)
        }
        if let folder = value("VITRINE_FRAMES"), SystemFile.exists(folder), !SystemFile.isFolder(folder) {
            throw UsageError(reason: "VITRINE_FRAMES=\(folder): that is no folder", isOfEnvironment: true)
        }
    }

    private static let perScreen: Set = ["VITRINE_PANEL", "VITRINE_ROTATION", "VITRINE_SCALE"]

    static let rules: [Rule] = [
        choice("VITRINE_OUTPUT", "fbdev", "headless", "kms", "window"),
        choice("VITRINE_ROTATION", "0", "180", "270", "90"),
        number("VITRINE_DIM_AFTER", 1...604_800, "seconds from 1 to 604800, or never", or: "never"),
        number("VITRINE_BLANK_AFTER", 1...604_800, "seconds from 1 to 604800, or never", or: "never"),
        number("VITRINE_PIXEL_SHIFT", 1...604_800, "seconds from 1 to 604800, or never", or: "never"),
        number("VITRINE_DIM_LEVEL", 0...1, "a number from 0 to 1", or: "never"),
        number("VITRINE_BRIGHTNESS", 0...1, "a number from 0 to 1", or: "never"),
        choice("VITRINE_BLANK", "dpms", "backlight", "black"),
        choice("VITRINE_SEAT", "direct", "libseat"),
        choice("VITRINE_VT_SWITCH", "off", "on"),
        number("VITRINE_MAXIMUM_RATE", 0.1...240, "pictures a second, 0.1 to 240"),
        choice("VITRINE_CLOCK", "real", "virtual"),
        Rule(
            name: "VITRINE_FORMAT",
            expectation: PixelFormat.scanout.map { "\($0)" }.sorted().joined(separator: ", ")
        ) { text in PixelFormat.scanout.contains { "\($0)" == text } },
        choice("VITRINE_DITHER", "off", "on"),
        choice("VITRINE_BUFFERS", "2", "3"),
        choice("VITRINE_KMS", "atomic", "dirty", "legacy"),
        choice("VITRINE_CONTROL", "off", "on"),
        whole("VITRINE_DRAWING_THREADS", 1...8, "a number from 1 to 8"),
        whole("VITRINE_CONTENTS_BUDGET", 1...1_000_000, "megabytes, 1 or more"),
        number("VITRINE_TOUCH_RESAMPLING", 0...100, "off, or milliseconds from 0 to 100", or: "off"),
        number("VITRINE_UNTIL", 0...Double.greatestFiniteMagnitude, "seconds, 0 or more"),
        number("VITRINE_FRAMES_INTERVAL", 0...Double.greatestFiniteMagnitude, "seconds, 0 or more"),
        Rule(
            name: "VITRINE_PANEL",
            expectation: "pixels and scale such as 800x480 or 1280x800@2 (1…16384 pixels, scale 0.5…4)",
            isUsable: isPanel),
        number("VITRINE_SCALE", 0.5...4, "pixels per point, 0.5 to 4"),
        choice("VITRINE_MOUSE_DRAG", "content", "scroll"),
        choice("VITRINE_PLANE_ROTATION", "off", "on"),
        choice("VITRINE_CURSOR_PLANE", "off", "on"),
        Rule(name: "VITRINE_NIGHT", expectation: "off, or times and brightness such as 22:00-06:30@0.2") { text in
            text == "off" || BoardNight(text) != nil
        },
        number("VITRINE_WINDOW_ZOOM", 0.1...8, "a factor from 0.1 to 8"),
        choice("VITRINE_WINDOW_MOUSE", "finger", "pointer"),
        choice("VITRINE_VNC", "off", "on", "view"),
        Rule(
            name: "VITRINE_VNC_ADDRESS",
            expectation: "an address of this machine such as 127.0.0.1 or 0.0.0.0:5900", isUsable: isAddress),
    ]

    /// `A.B.C.D[:PORT]`
    @Sendable
    private static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let numbers = parts.first?.split(separator: ".", omittingEmptySubsequences: false), parts.count <= 2,
            numbers.count == 4, numbers.allSatisfy({ UInt8($0) != nil })
        else { return false }
        return parts.count == 1 || Int(parts[1]).map((1...65535).contains) == true
    }

    private static func choice(_ name: String, _ values: String...) -> Rule {
        Rule(name: name, expectation: values.joined(separator: ", ")) { values.contains($0) }
    }

    private static func number(
        _ name: String, _ range: ClosedRange<Double>, _ expectation: String, or word: String? = nil
    ) -> Rule {
        Rule(name: name, expectation: expectation) { text in text == word || Double(text).map(range.contains) == true }
    }

    private static func whole(_ name: String, _ range: ClosedRange<Int>, _ expectation: String) -> Rule {
        Rule(name: name, expectation: expectation) { text in Int(text).map(range.contains) == true }
    }

    /// `WIDTHxHEIGHT[@SCALE]`
    @Sendable
    private static func isPanel(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard let size = parts.first, parts.count <= 2 else { return false }
        let sides = size.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, sides.allSatisfy({ $0.map((1...16_384).contains) == true }) else { return false }
        return parts.count == 1 || Double(parts[1]).map((0.5...4).contains) == true
    }
}
