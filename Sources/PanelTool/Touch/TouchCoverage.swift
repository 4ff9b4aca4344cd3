/// Which fields of the panel have been touched; those that stay untouched under a wiping finger are dead.
struct TouchCoverage: Hashable, Sendable {
    let columns: Int
    let rows: Int
    private(set) var touched: Set<Int> = []

    /// - Parameters:
    ///   - width, height: of the screen, points.
    ///   - field: about how large a field is, points; a finger is about 40.
    init(width: Double, height: Double, field: Double) {
        func count(_ length: Double) -> Int {
            guard length.isFinite, field > 0 else { return 1 }
            return min(max(Int((length / field).rounded()), 1), 64)
        }
        columns = count(width)
        rows = count(height)
    }

    var count: Int { columns * rows }

    /// The field at a place, 0…1 across and down; nil beside the panel.
    func field(x: Double, y: Double) -> Int? {
        guard x >= 0, x <= 1, y >= 0, y <= 1 else { return nil }
        return min(Int(y * Double(rows)), rows - 1) * columns + min(Int(x * Double(columns)), columns - 1)
    }

    /// Marks the field; returns it if it is a new one. Only places that the device told count, not what lies between them.
    mutating func mark(x: Double, y: Double) -> Int? {
        guard let field = field(x: x, y: y), touched.insert(field).inserted else { return nil }
        return field
    }

    /// A row of the panel a line: `#` touched, `.` not.
    var picture: [String] {
        (0..<rows).map { row in
            String((0..<columns).map { touched.contains(row * columns + $0) ? "#" : "." })
        }
    }
}
