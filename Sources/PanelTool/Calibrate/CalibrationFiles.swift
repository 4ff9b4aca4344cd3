import BoardConfig
import Input

/// The files that a calibration makes. Knows no disk.
struct CalibrationFiles: Hashable, Sendable {
    struct File: Hashable, Sendable {
        /// From the root of the system.
        var path: String
        var text: String
    }

    /// Why the matrix cannot be written down.
    struct Failure: Error, Hashable, Sendable {
        var reason: String
    }

    /// The touch device that was measured.
    struct Device: Hashable, Sendable {
        var name: String
        var vendor: UInt32
        var product: UInt32
        var touchCount: Int?
        /// What udev does already.
        var matrixBelow: [Double]?
    }

    /// What of the machine the files depend on.
    struct Surroundings: Sendable {
        var machine = Machine()
        /// The file that is in force, and its text; nil where none fits the machine.
        var board: (id: String, board: Board, text: String)?
        /// The connector of the panel.
        var connector = ""
        /// "2026-11-30"
        var date = ""
    }

    /// What the device's own positions are to be multiplied with.
    let matrix: Calibration
    private(set) var files: [File] = []

    /// - Parameter measured: what brings positions, as they come now, to their places.
    init(
        measured: Calibration, of device: Device, by way: CalibrationWay, _ surroundings: Surroundings
    ) throws(Failure) {
        let below = device.matrixBelow.flatMap(Calibration.init)
        if way == .board, below != nil {
            throw Failure(
                reason:
                    "udev calibrates \(device.name) already (LIBINPUT_CALIBRATION_MATRIX), and the board file's matrix "
                    + "would not be applied on top: use --by udev, or remove udev's rule")
        }
        guard let matrix = below.map({ measured.after($0) }) ?? measured else {
            throw Failure(reason: "the two matrices together map the panel onto a line")
        }
        self.matrix = matrix
        if way == .udev { files.append(Self.rule(matrix, device, surroundings)) }
        // The rule does without a board file; the board file's matrix does not.
        if way == .board || surroundings.board != nil || !Self.conditions(surroundings).isEmpty {
            files.append(try Self.board(matrix, device, way, surroundings))
        }
    }

    // MARK: udev

    private static func rule(_ matrix: Calibration, _ device: Device, _ surroundings: Surroundings) -> File {
        var conditions = ["ATTRS{name}==\"\(pattern(device.name))\""]
        if device.vendor != 0 || device.product != 0 {
            conditions.append("ATTRS{id/vendor}==\"\(hexadecimal(device.vendor))\"")
            conditions.append("ATTRS{id/product}==\"\(hexadecimal(device.product))\"")
        }
        let text = """
            # Brings touches to where they belong; written by vitrine calibrate, \(surroundings.date).
            ACTION!="remove", SUBSYSTEM=="input", KERNEL=="event*", \\
                \(conditions.joined(separator: ", ")), \\
                ENV{LIBINPUT_CALIBRATION_MATRIX}="\(matrix.text)"

            """
        return File(path: "/etc/udev/rules.d/99-vitrine-\(slug(device.name)).rules", text: text)
    }

    /// What udev would take for something else stands for any character.
    static func pattern(_ name: String) -> String {
        String(
            String.UnicodeScalarView(
                name.unicodeScalars.map { scalar in
                    let isPlain = scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7f
                    return isPlain && !"\"\\*?[]|$%".unicodeScalars.contains(scalar) ? scalar : "?"
                }))
    }

    /// A part of a file name.
    static func slug(_ name: String) -> String {
        var slug = ""
        for scalar in name.lowercased().unicodeScalars.prefix(60) {
            if ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) {
                slug.unicodeScalars.append(scalar)
            } else if !slug.isEmpty, slug.last != "-" {
                slug += "-"
            }
        }
        while slug.last == "-" { slug.removeLast() }
        return slug.isEmpty ? "touch" : slug
    }

    private static func hexadecimal(_ number: UInt32) -> String {
        let digits = String(number & 0xffff, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }

    // MARK: The board file

    private static func board(
        _ matrix: Calibration, _ device: Device, _ way: CalibrationWay, _ surroundings: Surroundings
    ) throws(Failure) -> File {
        let comment =
            way == .udev
            ? ["udev calibrates it: /etc/udev/rules.d/99-vitrine-\(slug(device.name)).rules, \(matrix.text)"]
            : ["Measured by vitrine calibrate, \(surroundings.date): \(matrix.orientation)."]
        var text: BoardText
        var touch: [BoardTouch] = []
        let id: String
        if let board = surroundings.board {
            id = board.id
            text = BoardText(board.text)
            touch = board.board.touch
        } else {
            let match = conditions(surroundings)
            guard !match.isEmpty else {
                throw Failure(reason: "the machine says nothing of itself that a board file could be matched with")
            }
            id = slug(match[0].values[0])
            text = BoardText(
                name: surroundings.machine.model ?? match[0].values[0], match: match,
                comment: ["Written by vitrine calibrate. What may be here: Documentation/board-files.md."],
                source: "vitrine calibrate, \(surroundings.date)")
        }
        apply(matrix, to: device, way, in: &touch)
        guard text.setTouch(touch, comment: comment) else {
            throw Failure(reason: "the board file \(id) cannot be changed: it is no JSON object")
        }
        let file = File(path: "/etc/vitrine/boards/\(id).json", text: text.text)
        // What is written must be read as it is meant, whatever the old file and the device's name look like.
        guard let read = try? Board(Array(file.text.utf8), file: file.path), read.touch == touch else {
            throw Failure(reason: "the board file \(id) could not be changed; the matrix is \(matrix.text)")
        }
        return file
    }

    /// The first entry that fits is meant, so one of exactly this device comes before all others.
    private static func apply(
        _ matrix: Calibration, to device: Device, _ way: CalibrationWay, in touch: inout [BoardTouch]
    ) {
        let index =
            touch.firstIndex { $0.name == device.name && $0.matches(device) }
            ?? {
                var entry = BoardTouch()
                entry.name = device.name
                entry.points = device.touchCount.flatMap { (1...32).contains($0) ? $0 : nil }
                if device.vendor != 0, device.vendor <= 0xffff { entry.vendor = device.vendor }
                if device.product != 0, device.product <= 0xffff { entry.product = device.product }
                touch.insert(entry, at: 0)
                return 0
            }()
        touch[index].transform = way == .udev ? .udev : .app
        touch[index].matrix = way == .udev ? nil : matrix.numbers
    }

    /// What the machine can be known by, the best first.
    private static func conditions(_ surroundings: Surroundings) -> [(field: String, values: [String])] {
        var conditions: [(field: String, values: [String])] = []
        if let compatible = surroundings.machine.compatible.first {
            conditions.append((field: "compatible", values: [compatible]))
        } else if let vendor = surroundings.machine.dmiVendor, let product = surroundings.machine.dmiProduct {
            conditions.append((field: "dmi_product", values: [product]))
            conditions.append((field: "dmi_vendor", values: [vendor]))
        }
        if surroundings.machine.connectors.contains(where: { $0.name == surroundings.connector }) {
            conditions.append((field: "connector", values: [surroundings.connector]))
        }
        return conditions
    }
}

extension BoardTouch {
    fileprivate func matches(_ device: CalibrationFiles.Device) -> Bool {
        matches(name: device.name, vendor: device.vendor, product: device.product)
    }
}
