/// Makes a `Board` of a file's fields. Collects every problem instead of stopping at the first: whoever brings up a board
/// mends the file once.
struct BoardDecoder {
    static let fields = [
        "name", "match", "drm", "connector", "mode", "formats", "rotation", "panel_mm", "scale", "touch", "backlight",
        "blank", "idle", "night", "other_screens", "buffers", "pacing", "maximum_rate", "planes", "cpu", "ram",
        "memory_bandwidth", "notes",
        "sources",
        "verified",
    ]

    private var file: BoardFields
    private var board: Board

    static func decode(_ json: BoardJSON, id: String) -> (board: Board, problems: [BoardProblem]) {
        var decoder = BoardDecoder(file: BoardFields(json, path: ""), board: Board(id: id, name: id))
        decoder.decode()
        decoder.file.complainAboutRest(known: fields)
        return (decoder.board, decoder.file.problems.sorted { $0.line < $1.line })
    }

    private mutating func decode() {
        if let name = file.text("name") {
            board.name = name
        } else if !file.has("name") {
            file.complain("name", "is missing: what people call the board")
        }
        decodeMatch()
        decodeDisplay()
        decodePanel()
        decodeTouch()
        decodeBacklight()
        decodeNight()
        decodeOtherScreens()
        board.cpu = file.text("cpu")
        board.ram = file.text("ram")
        board.memoryBandwidth = file.text("memory_bandwidth")
        board.notes = file.texts("notes")
        board.sources = file.texts("sources")
        if board.sources.isEmpty { file.complain("sources", "is missing: where the facts are from") }
        if let verified = file.choice("verified", BoardVerification.self) {
            board.verified = verified
        } else if !file.has("verified") {
            file.complain("verified", "is missing: one of \(BoardFields.list(BoardVerification.self))")
        }
    }

    private mutating func decodeMatch() {
        guard var match = file.object("match") else {
            file.complain("match", "is missing: the machines the file is for")
            return
        }
        board.match.compatible = match.texts("compatible")
        board.match.dmiVendor = match.text("dmi_vendor")
        board.match.dmiProduct = match.text("dmi_product")
        board.match.connector = match.texts("connector")
        board.match.driver = match.texts("driver")
        for text in match.texts("mode") {
            if let mode = BoardMode(text), mode.refreshRate == nil {
                board.match.mode.append(mode)
            } else {
                match.complain("mode", "\"\(text)\" is not a size such as \"800x480\"")
            }
        }
        if board.match == BoardMatch() && match.problems.isEmpty {
            file.complain("match", "has no condition: the file would be used on every machine")
        }
        match.complainAboutRest(
            known: ["compatible", "dmi_vendor", "dmi_product", "connector", "driver", "mode"])
        file.adopt(match.problems)
    }

    private mutating func decodeDisplay() {
        if var drm = file.object("drm") {
            board.drm.drivers = drm.texts("drivers")
            board.drm.path = drm.text("path")
            if let path = board.drm.path, path.hasPrefix("/dev/dri/card") || !path.hasPrefix("/") {
                drm.complain("path", "must be a path that stays, such as one in /dev/dri/by-path: card numbers change")
            }
            drm.complainAboutRest(known: ["drivers", "path"])
            file.adopt(drm.problems)
        }
        board.connectors = file.texts("connector")
        if let text = file.text("mode") {
            board.mode = BoardMode(text)
            if board.mode == nil { file.complain("mode", "\"\(text)\" is not a mode such as \"800x480@60\"") }
        }
        for text in file.texts("formats") {
            if let format = BoardPixelFormat(rawValue: text) {
                board.formats.append(format)
            } else {
                file.complain("formats", "\"\(text)\" is not one of \(BoardFields.list(BoardPixelFormat.self))")
            }
        }
        board.buffers = file.integer("buffers", 2...3) ?? 2
        decodePacing()
        board.maximumRate = file.number("maximum_rate", 0.1...240)
        if var planes = file.object("planes") {
            var described = BoardPlanes()
            described.hasOverlay = planes.bool("overlay") ?? false
            if case .array(let elements)? = planes.value("rotation")?.value {
                described.rotations = elements.compactMap { Self.rotation($0) }
                if described.rotations.count != elements.count {
                    planes.complain("rotation", "must be a list of 0, 90, 180, 270")
                }
            } else if planes.has("rotation") {
                planes.complain("rotation", "must be a list of 0, 90, 180, 270")
            }
            described.areRotationsKnown = planes.has("rotation")
            described.usesCursor = planes.bool("use_cursor") ?? true
            described.usesRotation = planes.bool("use_rotation") ?? true
            planes.complainAboutRest(known: ["rotation", "overlay", "use_rotation", "use_cursor"])
            file.adopt(planes.problems)
            board.planes = described
        }
    }

    private mutating func decodePacing() {
        guard let json = file.value("pacing") else { return }
        if case .string("measured") = json.value {
            board.pacing = .measured
        } else if case .number(let rate) = json.value, (1...240).contains(rate) {
            board.pacing = .fixed(rate)
        } else {
            file.complain("pacing", "must be \"measured\" or a number of frames a second from 1 to 240")
        }
    }

    private mutating func decodePanel() {
        if let json = file.value("rotation") {
            if let rotation = Self.rotation(json) {
                board.rotation = rotation
            } else {
                file.complain("rotation", "must be 0, 90, 180 or 270: degrees clockwise from the screen to the panel")
            }
        }
        if let size = file.numbers("panel_mm", count: 2) {
            if size.allSatisfy({ (5...5_000).contains($0) }) {
                board.panelMillimetres = SIMD2(size[0], size[1])
            } else {
                file.complain("panel_mm", "must be width and height from 5 to 5000 millimetres")
            }
        }
        board.scale = file.number("scale", 0.5...4)
    }

    private mutating func decodeTouch() {
        guard let json = file.value("touch") else { return }
        guard case .array(let elements) = json.value else {
            file.complain("touch", "must be a list of objects, not \(json.kind)")
            return
        }
        for (index, element) in elements.enumerated() {
            var fields = BoardFields(element, path: "touch[\(index)]")
            board.touch.append(Self.touch(&fields))
            fields.complainAboutRest(
                known: ["name", "bus", "vendor", "product", "points", "transformed_by", "matrix", "output"])
            file.adopt(fields.problems)
        }
    }

    private static func touch(_ fields: inout BoardFields) -> BoardTouch {
        var touch = BoardTouch()
        touch.name = fields.text("name")
        touch.bus = fields.text("bus")
        touch.vendor = identifier("vendor", &fields)
        touch.product = identifier("product", &fields)
        touch.output = fields.text("output")
        touch.points = fields.integer("points", 1...32)
        if let transform = fields.choice("transformed_by", TouchTransform.self) {
            touch.transform = transform
        } else if !fields.has("transformed_by") {
            fields.complain("transformed_by", "is missing: one of \(BoardFields.list(TouchTransform.self))")
        }
        touch.matrix = fields.numbers("matrix", count: 6)
        if let matrix = touch.matrix {
            if touch.transform != .app {
                fields.complain("matrix", "is applied twice unless \"transformed_by\" is \"app\"")
            }
            // Written so that what is not a number fails.
            if !(abs(matrix[0] * matrix[4] - matrix[1] * matrix[3]) > 1e-6) {
                fields.complain("matrix", "maps the whole panel onto a line")
            }
        } else if touch.transform == .app && !fields.has("matrix") {
            fields.complain("matrix", "is missing: six numbers, since \"transformed_by\" is \"app\"")
        }
        return touch
    }

    /// A vendor or product number, as `lsusb` writes it: `"0x1209"`.
    private static func identifier(_ field: String, _ fields: inout BoardFields) -> UInt32? {
        guard let text = fields.text(field) else { return nil }
        if text.hasPrefix("0x"), text.count == 6, let number = UInt32(text.dropFirst(2), radix: 16) { return number }
        fields.complain(field, "must be four hexadecimal digits such as \"0x1209\"")
        return nil
    }

    private mutating func decodeBacklight() {
        if var backlight = file.object("backlight") {
            var light = BoardBacklight()
            light.name = backlight.text("name") ?? "*"
            light.levels = backlight.integer("levels", 1...65_535)
            light.isOnOffOnly = backlight.bool("on_off_only") ?? false
            if light.isOnOffOnly, let levels = light.levels, levels > 1 {
                backlight.complain("on_off_only", "cannot be true with \(levels) levels")
            }
            backlight.complainAboutRest(known: ["name", "levels", "on_off_only"])
            file.adopt(backlight.problems)
            board.backlight = light
        }
        board.blank = file.choice("blank", BlankMethod.self) ?? .dpms
        if var idle = file.object("idle") {
            let seconds = 1.0...604_800
            board.idle.dimAfter = idle.number("dim_after", seconds)
            board.idle.dimLevel = idle.number("dim_level", 0...1)
            board.idle.blankAfter = idle.number("blank_after", seconds)
            board.idle.pixelShift = idle.number("pixel_shift", seconds)
            idle.complainAboutRest(known: ["dim_after", "dim_level", "blank_after", "pixel_shift"])
            file.adopt(idle.problems)
        }
        if board.blank == .backlight && board.backlight == nil {
            file.complain("blank", "\"backlight\" needs a \"backlight\" object")
        }
    }

    private mutating func decodeNight() {
        guard var night = file.object("night") else { return }
        func minutes(_ field: String, _ night: inout BoardFields) -> Int? {
            guard let text = night.text(field) else {
                if !night.has(field) { night.complain(field, "is missing: a time of the day such as \"22:00\"") }
                return nil
            }
            if let minutes = BoardNight.minutes(Substring(text)) { return minutes }
            night.complain(field, "\"\(text)\" is not a time of the day such as \"22:00\"")
            return nil
        }
        let from = minutes("from", &night)
        let to = minutes("to", &night)
        let brightness = night.number("brightness", 0...1)
        if brightness == nil, !night.has("brightness") { night.complain("brightness", "is missing: 0 to 1") }
        if let from, let to, from == to { night.complain("to", "is the same time as \"from\"") }
        night.complainAboutRest(known: ["from", "to", "brightness"])
        file.adopt(night.problems)
        if let from, let to, let brightness { board.night = BoardNight(from: from, to: to, brightness: brightness) }
    }

    private mutating func decodeOtherScreens() {
        guard let json = file.value("other_screens") else { return }
        guard case .array(let elements) = json.value else {
            file.complain("other_screens", "must be a list of objects, not \(json.kind)")
            return
        }
        if board.connectors.isEmpty {
            file.complain("other_screens", "needs \"connector\": which of the panels is the first")
        }
        for (index, element) in elements.enumerated() {
            var fields = BoardFields(element, path: "other_screens[\(index)]")
            var screen = BoardScreen(connector: fields.text("connector") ?? "")
            if screen.connector.isEmpty, !fields.has("connector") { fields.complain("connector", "is missing") }
            if screen.connector == board.connectors.first
                || board.otherScreens.contains(where: { $0.connector == screen.connector })
            {
                fields.complain("connector", "\"\(screen.connector)\" is there twice")
            }
            if let text = fields.text("mode") {
                screen.mode = BoardMode(text)
                if screen.mode == nil { fields.complain("mode", "\"\(text)\" is not a mode such as \"800x480@60\"") }
            }
            if let json = fields.value("rotation") {
                screen.rotation = Self.rotation(json) ?? 0
                if Self.rotation(json) == nil { fields.complain("rotation", "must be 0, 90, 180 or 270") }
            }
            screen.scale = fields.number("scale", 0.5...4)
            fields.complainAboutRest(known: ["connector", "mode", "rotation", "scale"])
            file.adopt(fields.problems)
            board.otherScreens.append(screen)
        }
    }

    private static func rotation(_ json: BoardJSON) -> Int? {
        guard case .number(let number) = json.value else { return nil }
        return [0, 90, 180, 270].first { Double($0) == number }
    }
}
