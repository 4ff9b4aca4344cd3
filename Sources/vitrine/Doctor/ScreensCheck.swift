import BoardConfig
import Display
import Input

/// The screens beside the first one that programs are to show something on: each wanted connector, and which touch screen is
/// on which of all.
struct ScreensCheck {
    struct Screen: Hashable {
        /// The main one's is 1.
        var number: Int
        var connector: String
        /// What it would be shown on; nil: not connected.
        var choice: DisplaySurvey.Choice?
        /// Why nothing can be shown.
        var error: DisplayError?
    }

    /// The first one's connector; empty where it is not known.
    var first: String
    var screens: [Screen]
    var devices: [InputDevice]
    /// What the board file says of a touch screen's output.
    var output: (InputDevice) -> String? = { _ in nil }

    var findings: [Finding] {
        guard !screens.isEmpty else { return [] }
        return screens.map(finding) + devices.filter(\.isTouchScreen).map(touch)
    }

    private func finding(_ screen: Screen) -> Finding {
        let subject = "screen \(screen.number)"
        guard let choice = screen.choice else {
            let reasons =
                if case .noConnectedOutput(let candidates) = screen.error?.reason {
                    candidates.map { "\($0.card): \($0.reason)" }.joined(separator: "; ")
                } else {
                    screen.error.map { "\($0)" } ?? ""
                }
            return .bad(
                subject, "\(screen.connector): \(reasons)",
                do:
                    "cable and power; a program shows it as soon as it is plugged in. The names of connectors are those of "
                    + "vitrine outputs")
        }
        let facts = [choice.mode?.text, choice.formatCode].compactMap { $0 }.joined(separator: ", ")
        let display = "\(choice.card), \(choice.connector)\(facts.isEmpty ? "" : ": \(facts)")"
        guard let error = screen.error else { return .good(subject, display) }
        return .bad(subject, display, do: "\(error)")
    }

    private func touch(_ device: InputDevice) -> Finding {
        let names = [first] + screens.map(\.connector)
        let wanted = device.outputName ?? output(device)
        let name = "\(device.node), \(device.name)"
        if let tied = device.outputName, !names.contains(tied) {
            return .bad(
                "touch", "\(name) belongs to \(tied) by udev's WL_OUTPUT: not heard",
                do: "name one of \(names.joined(separator: ", ")) in the rule, or take it away")
        }
        let index = wanted.flatMap { names.firstIndex(of: $0) } ?? 0
        return .good("touch", "\(name) is on screen \(index + 1), \(names[index])")
    }
}

extension ScreensCheck {
    /// Asks the kernel for each wanted connector.
    static func current(_ choice: BoardChoice, first: DisplaySurvey, devices: [InputDevice]) throws(UsageError)
        -> ScreensCheck
    {
        var screens: [Screen] = []
        for (index, wish) in try KMSConfiguration.others(of: choice).enumerated() {
            var screen = Screen(number: index + 2, connector: wish.connector ?? "")
            do throws(DisplayError) {
                let survey = try DisplaySurvey.take(wish)
                screen.choice = survey.choice
                screen.error = survey.error
            } catch {
                screen.error = error
            }
            screens.append(screen)
        }
        let touch = choice.board.touch
        return ScreensCheck(first: first.choice?.connector ?? "", screens: screens, devices: devices) { device in
            touch.first { $0.matches(name: device.name, vendor: device.vendor, product: device.product) }?.output
        }
    }
}

extension KMSConfiguration {
    /// What a program asks for beside the first screen: the further connectors of the environment, else the board file's.
    static func others(
        of choice: BoardChoice, _ value: (String) -> String? = Environment.value
    ) throws(UsageError) -> [KMSConfiguration] {
        func rest(_ variable: String) -> [String] {
            (value(variable) ?? "").split(separator: ",", omittingEmptySubsequences: false).dropFirst().map(String.init)
        }
        let known = choice.board.otherScreens
        let names = value("VITRINE_CONNECTOR") == nil ? known.map(\.connector) : rest("VITRINE_CONNECTOR")
        let modes = rest("VITRINE_MODE")
        guard var wish = try wishes(of: choice, value).first else { return [] }
        // A driver is a wish, and other screens may be on other cards; a path is meant.
        if wish.card?.contains("/") == false { wish.card = nil }
        return names.enumerated().map { index, name in
            var other = wish
            other.connector = name
            let asked = index < modes.count && !modes[index].isEmpty ? modes[index] : nil
            other.mode = asked ?? known.first { $0.connector == name }?.mode?.description
            return other
        }
    }
}
