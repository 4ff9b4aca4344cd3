import Input

/// The right to read input devices, and whether there is something to touch.
struct TouchCheck {
    var inputs: InputsReport
    var user: User

    var findings: [Finding] {
        var findings: [Finding] = []
        if let first = inputs.refused.first {
            let nodes = inputs.refused.map(\.node).joined(separator: ", ")
            findings.append(.bad("permission", "\(user.name) may not open \(nodes)", do: first.advice))
        } else if !inputs.devices.isEmpty {
            findings.append(.good("permission", "\(user.name) may open the input devices"))
        }
        let screens = inputs.touchScreens
        if !screens.isEmpty {
            for screen in screens {
                let facts = InputsReport.facts(screen).joined(separator: ", ")
                findings.append(.good("touch", "\(screen.node), \(screen.name): \(facts)"))
            }
        } else if !inputs.refused.isEmpty {
            // Told above: it may well be one of those.
        } else if let problem = inputs.problem {
            findings.append(.bad("touch", "nothing can be read", do: problem))
        } else if let note = inputs.note {
            findings.append(.bad("touch", "nothing answers a finger", do: note))
        } else if let mouse = inputs.devices.first(where: \.isPointer) {
            findings.append(
                .bad(
                    "touch", "no touch screen, but a pointer, whose left button counts as a finger (\(mouse.name))",
                    do: "is the touch screen's kernel driver loaded, and its cable in?"))
        } else {
            findings.append(
                .bad(
                    "touch", "no touch screen among \(inputs.devices.count) input devices",
                    do: "is its kernel driver loaded, and its cable in? libinput list-devices shows what is there"))
        }
        return findings
    }
}
