import ControlSocket

/// `vitrine inspect`
enum InspectCommand {
    static func run(_ words: [String]) throws(UsageError) -> Answer {
        let arguments = try Arguments(
            words, flags: ["--json", "--windows", "--no-layers"], options: ["--depth"], maximum: 1)
        var inspection = ControlRequest.Inspection(
            isOnlyWindows: arguments.flags.contains("--windows"), hasLayers: !arguments.flags.contains("--no-layers"))
        if let depth = try arguments.integer("--depth", ControlRequest.Inspection.depths) { inspection.depth = depth }
        do throws(ProgramChoice.Problem) {
            let program = try ProgramChoice.find(arguments.rest.first)
            let tree = try ProgramChoice.ask(program, .inspect(inspection)).fields
            return Answer(output: arguments.flags.contains("--json") ? tree.document : InspectText(tree).text)
        } catch {
            return error.answer
        }
    }
}

/// A tree of views as text, one a line.
struct InspectText {
    private let answer: JSONValue

    init(_ answer: JSONValue) { self.answer = answer }

    var text: String {
        guard let tree = answer["tree"] else { return "no tree\n" }
        var text = "\(StatsText.name(answer)): screen \(Self.rect(tree["screen"])) points"
        text += ", \(Self.number(tree["scale"]?.number ?? 1)) pixels a point\n"
        for window in tree["windows"]?.list ?? [] { Self.write(window, depth: 0, isLayer: false, to: &text) }
        for screen in tree["other_screens"]?.list ?? [] {
            text += Lines.plain("\(screen["connector"]?.text ?? "?"): screen \(Self.rect(screen["screen"])) points")
            text += ", \(Self.number(screen["scale"]?.number ?? 1)) pixels a point\n"
            for window in screen["windows"]?.list ?? [] { Self.write(window, depth: 0, isLayer: false, to: &text) }
        }
        text += "\(tree["count"]?.integer ?? 0) views and layers"
        return text + (tree["cut"]?.bool == true ? "; there are more: --depth\n" : "\n")
    }

    private static func write(_ node: JSONValue, depth: Int, isLayer: Bool, to text: inout String) {
        text += String(repeating: "  ", count: min(depth, 100)) + line(node, isLayer: isLayer) + "\n"
        for layer in node["layers"]?.list ?? [] { write(layer, depth: depth + 1, isLayer: true, to: &text) }
        for view in node["subviews"]?.list ?? [] { write(view, depth: depth + 1, isLayer: false, to: &text) }
    }

    private static func line(_ node: JSONValue, isLayer: Bool) -> String {
        var words = [(isLayer ? "· " : "") + (node["class"]?.text ?? "?"), rect(node["frame"])]
        func flag(_ name: String, _ word: String) { if node[name]?.bool == true { words.append(word) } }
        func value(_ name: String, _ word: String) {
            if let number = node[name]?.number { words.append("\(word) \(Self.number(number))") }
        }
        if let text = node["text"]?.text { words.append("\"\(text)\"") }
        if let name = node["name"]?.text { words.append("named \(name)") }
        if let accessibility = node["accessibility"] { words += self.words(of: accessibility, besides: node["text"]) }
        flag("key", "key")
        value("level", "level")
        if let controller = node["controller"]?.text { words.append("of \(controller)") }
        flag("hidden", "hidden")
        value("alpha", "alpha")
        if let colour = node["background"]?.text { words.append(colour) }
        if node["touchable"]?.bool == false { words.append("not touchable") }
        value("gestures", "gestures")
        if node["bounds"] != nil { words.append("bounds \(rect(node["bounds"]))") }
        if let transform = node["transform"] {
            words.append("transform [\(transform.list.map { number($0.number ?? 0) }.joined(separator: " "))]")
        }
        flag("clips", "clips")
        value("corner_radius", "radius")
        value("border", "border")
        value("shadow", "shadow")
        value("z", "z")
        flag("masked", "masked")
        flag("rasterized", "rasterized")
        let animations = (node["animations"]?.list ?? []).compactMap(\.text)
        if !animations.isEmpty { words.append("animations \(animations.joined(separator: ", "))") }
        words.append(node["address"]?.text ?? "")
        return Lines.plain(words.joined(separator: " "))
    }

    /// What those who do not see the view are told, as far as its text does not say it.
    private static func words(of accessibility: JSONValue, besides text: JSONValue?) -> [String] {
        var words: [String] = []
        if let identifier = accessibility["identifier"]?.text { words.append("identified \(identifier)") }
        for name in ["label", "value", "hint"] {
            if let said = accessibility[name]?.text, said != text?.text { words.append("\(name) \"\(said)\"") }
        }
        let traits = (accessibility["traits"]?.list ?? []).compactMap(\.text)
        return traits.isEmpty ? words : words + [traits.joined(separator: ", ")]
    }

    private static func rect(_ value: JSONValue?) -> String {
        let numbers = (value?.list ?? []).map { number($0.number ?? .nan) }
        return numbers.count == 4 ? "(\(numbers[0]), \(numbers[1])) \(numbers[2]) x \(numbers[3])" : "(no rectangle)"
    }

    /// Without ".0".
    static func number(_ value: Double) -> String {
        if let whole = Int(exactly: value) { return "\(whole)" }
        return value.isFinite ? "\(value)" : "?"
    }
}
