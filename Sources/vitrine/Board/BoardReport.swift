import BoardConfig
import ControlSocket

/// The board file that fits this machine.
struct BoardReport: Hashable {
    var folders: [String]
    /// How many usable files are there.
    var fileCount: Int
    /// Files that cannot be used.
    var errors: [BoardError]
    var machine: Machine
    var choice: BoardChoice

    /// - Throws: when a variable of the environment cannot be meant.
    static func current(
        folders: [String], machine: Machine = Machine.current()
    ) throws(UsageError) -> BoardReport {
        let catalog = BoardCatalog(folders: folders)
        let variables = Board.overrides.map(\.variable) + ["VITRINE_BOARD"]
        do {
            return BoardReport(
                folders: folders, fileCount: catalog.boards.count, errors: catalog.errors, machine: machine,
                choice: try catalog.choose(for: machine, environment: Environment.values(variables)))
        } catch {
            throw UsageError(reason: "\(error)", isOfEnvironment: true)
        }
    }

    /// Whether a file fits.
    var isMatched: Bool { choice.board.id != Board.generic.id }

    // MARK: Text

    var text: String {
        var text = "\(Lines.plain(choice.reason))\n"
        if isMatched { text += "  \(Lines.plain(choice.board.name)), \(verification)\n" }
        for fact in facts { text += "  \(Lines.padded(fact.name, to: 11)) \(Lines.plain(fact.value))\n" }
        text += machineFacts.isEmpty ? "this machine says nothing about itself\n" : "this machine:\n"
        for fact in machineFacts { text += "  \(Lines.padded(fact.name, to: 11)) \(Lines.plain(fact.value))\n" }
        let found = folders.filter(SystemFile.isFolder)
        text += "\(fileCount == 1 ? "1 board file" : "\(fileCount) board files") in "
        text +=
            found.isEmpty
            ? "\(folders.joined(separator: ", ")): no such folder\n" : "\(found.joined(separator: ", "))\n"
        for error in errors { text += "\(error)\n" }
        return text
    }

    private var verification: String {
        choice.board.verified == .hardware ? "seen working on the hardware" : "from sources, not tried on the hardware"
    }

    struct Fact: Hashable {
        var name: String
        var value: String
    }

    /// What the file says that differs from saying nothing.
    private var facts: [Fact] {
        let board = choice.board
        var facts: [Fact] = []
        func add(_ name: String, _ value: String?) {
            if let value, !value.isEmpty { facts.append(Fact(name: name, value: value)) }
        }
        add("card", board.drm.path ?? board.drm.drivers.joined(separator: ", "))
        add("connector", board.connectors.joined(separator: ", "))
        add("mode", board.mode?.description)
        add("formats", board.formats.map(\.rawValue).joined(separator: ", "))
        if board.rotation != 0 { add("rotation", "\(board.rotation)") }
        add("scale", board.scale.map { "\($0)" })
        for touch in board.touch { add("touch", Self.text(of: touch)) }
        add("backlight", board.backlight?.name)
        if board.blank != .dpms { add("blank", board.blank.rawValue) }
        if board.buffers != 2 { add("buffers", "\(board.buffers)") }
        if case .fixed(let rate) = board.pacing { add("pacing", "\(rate) Hz") }
        for note in board.notes { add("note", note) }
        return facts
    }

    private static func text(of touch: BoardTouch) -> String {
        let name = touch.name ?? "any device"
        let points = touch.points.map { ", \($0) contacts" } ?? ""
        let fitting =
            switch touch.transform {
            case .kernel: "fits the panel"
            case .udev: "made to fit the panel by udev"
            case .app: "made to fit the panel by the program"
            }
        let matrix = touch.matrix.map { ", matrix \($0.map { "\($0)" }.joined(separator: " "))" } ?? ""
        return "\(name)\(points), \(fitting)\(matrix)"
    }

    /// What a file's `match` could name.
    private var machineFacts: [Fact] {
        var facts: [Fact] = []
        if let model = machine.model { facts.append(Fact(name: "model", value: model)) }
        if !machine.compatible.isEmpty {
            facts.append(Fact(name: "compatible", value: machine.compatible.joined(separator: ", ")))
        }
        if let vendor = machine.dmiVendor { facts.append(Fact(name: "dmi_vendor", value: vendor)) }
        if let product = machine.dmiProduct { facts.append(Fact(name: "dmi_product", value: product)) }
        for connector in machine.connectors {
            let state = connector.isPresent ? connector.sizes.first ?? "no mode" : "disconnected"
            facts.append(Fact(name: "connector", value: "\(connector.name) (\(connector.driver)): \(state)"))
        }
        return facts
    }

    // MARK: JSON

    var json: JSONValue {
        .fields([
            "board": isMatched ? .text(choice.board.id) : .null,
            "reason": .text(choice.reason),
            "name": isMatched ? .text(choice.board.name) : .null,
            "verified": isMatched ? .text(choice.board.verified.rawValue) : .null,
            "facts": .list(facts.map(Self.json)),
            "machine": .list(machineFacts.map(Self.json)),
            "folders": .list(folders.map { .text($0) }),
            "files": .integer(fileCount),
            "errors": .list(errors.map { .text("\($0)") }),
        ])
    }

    private static func json(_ fact: Fact) -> JSONValue {
        .fields(["name": .text(fact.name), "value": .text(fact.value)])
    }
}
