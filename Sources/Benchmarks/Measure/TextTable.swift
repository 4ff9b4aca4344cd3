import Foundation

/// Prints rows in columns of fixed width, as they come.
struct TextTable {
    private let widths: [Int]

    /// - Parameter columns: a title and the characters it takes, gap included.
    init(_ columns: [(String, Int)]) {
        widths = columns.map(\.1)
        row(columns.map(\.0))
    }

    func row(_ cells: [String]) {
        var line = ""
        for (cell, width) in zip(cells, widths) {
            line += cell + String(repeating: " ", count: max(width - cell.count, 1))
        }
        print(line.trimmingCharacters(in: .whitespaces))
        // A run takes minutes; whoever reads it through a pipe wants to see it grow.
        fflush(nil)
    }

    /// Milliseconds, with as many digits as say something.
    static func time(_ value: Double) -> String { String(format: value < 0.1 ? "%.4f" : "%.3f", value) }
    static func ratio(_ value: Double) -> String { String(format: value < 0.1 ? "%.3f" : "%.2f", value) }
}
