/// Text for a terminal.
enum Lines {
    /// Columns of a line.
    static let width = 100

    /// The words with commas between, in lines that begin with `indentation` and end at the width.
    static func list(_ words: [String], indentation: String) -> String {
        var text = ""
        var line = indentation
        for (index, word) in words.enumerated() {
            let piece = index + 1 < words.count ? word + "," : word
            let isFirst = line.count == indentation.count
            if !isFirst, line.count + 1 + piece.count > width {
                text += line + "\n"
                line = indentation + piece
            } else {
                line += isFirst ? piece : " " + piece
            }
        }
        return words.isEmpty ? "" : text + line + "\n"
    }

    /// `text` with spaces up to `width` columns.
    static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 0))
    }

    /// What came from a device or a file, without characters that would steer a terminal.
    static func plain(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) ? "?" : $0 }))
    }

    /// The words of a text in lines that end at the width; all but the first begin after `indentation` columns.
    static func wrapped(_ text: String, indentation: Int) -> String {
        var wrapped = ""
        var column = indentation
        for word in text.split(separator: " ") {
            if column > indentation, column + 1 + word.count > width + 20 {
                wrapped += "\n" + String(repeating: " ", count: indentation)
                column = indentation
            }
            wrapped += (column > indentation ? " " : "") + word
            column += (column > indentation ? 1 : 0) + word.count
        }
        return wrapped
    }

    /// One line of several, which get `; ` between.
    static func joined(_ text: String) -> String {
        let lines = text.split(separator: "\n").map { line in
            var line = line
            while line.first == " " { line.removeFirst() }
            return String(line)
        }
        return lines.joined(separator: "; ")
    }
}
