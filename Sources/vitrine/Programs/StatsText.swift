import ControlSocket

/// Numbers of a running program for a person.
enum StatsText {
    /// "Showcase (812), up 3 h 12 min"
    static func name(_ stats: JSONValue) -> String {
        let name = Lines.plain(stats["program"]?.text ?? "?")
        return "\(name) (\(stats["process"]?.integer ?? 0)), up \(duration(stats["uptime_s"]?.number ?? 0))"
    }

    static func text(_ stats: JSONValue) -> String {
        var text = name(stats) + "\n"
        func line(_ name: String, _ words: String) { text += "  \(Lines.padded(name, to: 10)) \(Lines.plain(words))\n" }
        func panel(_ stats: JSONValue) {
            line("display", display(stats["display"]))
            line("frames", frames(stats["frames"]))
            for (name, field, absence) in [
                ("interval", "interval", "no frames in a row lately"), ("render", "render", "no frame yet"),
                ("latency", "latency", "no finger lately"),
            ] {
                line(name, percentiles(stats["times_ms"]?[field]) ?? absence)
            }
        }
        panel(stats)
        line("memory", memory(stats["memory"]))
        if let remote = remote(stats["remote"]) { line("remote", remote) }
        for screen in stats["other_screens"]?.list ?? [] {
            text += "screen \(screen["number"]?.integer ?? 0)\n"
            panel(screen)
        }
        return text
    }

    /// With the figures of one screen alone, by its number or its connector; nil: as they are.
    static func stats(of screen: String?, in stats: JSONValue) throws(ProgramChoice.Problem) -> JSONValue {
        guard let screen else { return stats }
        func isMeant(_ panel: JSONValue, _ number: Int) -> Bool {
            screen == "\(number)" || screen == panel["display"]?["connector"]?.text
        }
        let others = stats["other_screens"]?.list ?? []
        guard case .object(let fields) = stats else { return stats }
        let common = fields.filter { $0.name != "other_screens" }
        if isMeant(stats, 1) { return .object(common) }
        guard let found = others.first(where: { isMeant($0, $0["number"]?.integer ?? 0) }) else {
            let names = ([(1, stats)] + others.map { ($0["number"]?.integer ?? 0, $0) }).map { number, panel in
                "\(number) (\(panel["display"]?["connector"]?.text ?? "?"))"
            }
            throw ProgramChoice.Problem(
                reason: Lines.plain(
                    "stats: there is no screen \"\(screen)\"; there is \(names.joined(separator: ", "))"))
        }
        return .object(common.map { JSONValue.Field(name: $0.name, value: found[$0.name] ?? $0.value) })
    }

    /// One line of many, with what happened since the line before.
    static func row(_ stats: JSONValue, after last: JSONValue?) -> String {
        func count(_ name: String, _ stats: JSONValue) -> Int { stats["frames"]?[name]?.integer ?? 0 }
        func time(_ name: String) -> String {
            guard let times = stats["times_ms"]?[name], (times["count"]?.integer ?? 0) > 0 else { return "    -     -" }
            return "\(padded(times["p50"]?.number, 5)) \(padded(times["p99"]?.number, 5))"
        }
        var heading = ""
        var rate = "    -"
        var missed = "-"
        if let last {
            let seconds = (stats["uptime_s"]?.number ?? 0) - (last["uptime_s"]?.number ?? 0)
            if seconds > 0 { rate = padded(Double(count("shown", stats) - count("shown", last)) / seconds, 5) }
            missed = "\(count("missed", stats) - count("missed", last))"
        } else {
            heading = "  fps  missed  interval p50 p99  render p50 p99  latency p50 p99 ms      MB\n"
        }
        let megabytes = padded((stats["memory"]?["resident_bytes"]?.number ?? 0) / 1_000_000, 7)
        let times = "\(time("interval"))     \(time("render"))      \(time("latency"))"
        return heading + "\(rate)  \(leading(missed, 6))       \(times) \(megabytes)\n"
    }

    // MARK: Parts

    /// "VNC on 127.0.0.1:5900, 1 looks"; nil where nobody is to.
    static func remote(_ remote: JSONValue?) -> String? {
        guard let address = remote?["address"]?.text else { return nil }
        let viewers = remote?["viewers"]?.integer ?? 0
        let count = viewers == 0 ? "nobody looks" : viewers == 1 ? "1 looks" : "\(viewers) look"
        return "VNC on \(address), \(count)" + (remote?["view_only"]?.bool == true ? ", for seeing only" : "")
    }

    static func display(_ display: JSONValue?) -> String {
        guard let display else { return "?" }
        if display["connected"]?.bool == false { return "\(display["connector"]?.text ?? "?"): no display" }
        var words = ["\(display["width"]?.integer ?? 0)x\(display["height"]?.integer ?? 0)"]
        words[0] += " at \(number(display["hertz"]?.number ?? 0)) Hz"
        words.append(display["format"]?.text ?? "?")
        if let rotation = display["rotation"]?.integer, rotation != 0 { words.append("rotation \(rotation)") }
        if let scale = display["scale"]?.number, scale != 1 { words.append("\(number(scale)) pixels a point") }
        if display["atomic"]?.bool == true { words.append("atomic commits") }
        return "\(place(display)): \(words.joined(separator: ", "))"
    }

    /// Where the picture is.
    private static func place(_ display: JSONValue) -> String {
        switch display["output"]?.text {
        case "window": return "a window of the desktop"
        case "headless": return "memory (headless)"
        default: break
        }
        let card = display["card"]?.text ?? ""
        return "\(display["connector"]?.text ?? "?")\(card.isEmpty ? "" : " of \(card)")"
    }

    private static func frames(_ frames: JSONValue?) -> String {
        guard let frames else { return "?" }
        var words = ["shown", "missed", "refused", "lost"].map { "\(frames[$0]?.integer ?? 0) \($0)" }
        if let last = frames["seconds_since_last"]?.number { words.append("the last \(number(last)) s ago") }
        return words.joined(separator: ", ") + (frames["due"]?.bool == true ? ", one is due" : "")
    }

    /// Nil without a value.
    private static func percentiles(_ values: JSONValue?) -> String? {
        guard let values, let count = values["count"]?.integer, count > 0 else { return nil }
        func part(_ name: String) -> String { number(values[name]?.number ?? 0) }
        let shares = "half within \(part("p50")) ms, 95 % \(part("p95")), 99 % \(part("p99")), all \(part("max"))"
        return "\(shares) (\(count) frames)"
    }

    private static func memory(_ memory: JSONValue?) -> String {
        let resident = memory?["resident_bytes"]?.number.map { "\(megabytes($0)) resident" } ?? "?"
        let contents = megabytes(memory?["contents_bytes"]?.number ?? 0)
        return "\(resident), \(contents) in \(memory?["contents_count"]?.integer ?? 0) bitmaps of layers"
    }

    // MARK: Numbers

    static func megabytes(_ bytes: Double) -> String { "\(number((bytes / 100_000).rounded() / 10)) MB" }

    /// To the hundredth, without an ending zero.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "?" }
        return InspectText.number((value * 100).rounded() / 100)
    }

    private static func padded(_ value: Double?, _ width: Int) -> String {
        guard let value, value.isFinite, abs(value) < 1e9 else { return leading("?", width) }
        let tenths = Int((value * 10).rounded())
        return leading("\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)", width)
    }

    private static func leading(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(width - text.count, 0)) + text
    }

    static func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e12 else { return "?" }
        let whole = Int(seconds)
        if whole < 60 { return "\(whole) s" }
        if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
        if whole < 86_400 { return "\(whole / 3600) h \(whole / 60 % 60) min" }
        return "\(whole / 86_400) d \(whole / 3600 % 24) h"
    }
}
