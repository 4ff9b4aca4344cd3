import Foundation

@testable import CoreGraphics

/// Font files for tests, made of installed ones.
enum SampleFonts {
    /// The file of an installed face; every test machine has DejaVu Sans and Inter.
    static func file(_ postScriptName: String) throws -> Data {
        guard let face = FontFace.faces.first(where: { $0.postScriptName == postScriptName }) else {
            throw CocoaError(.fileNoSuchFile)
        }
        return try Data(contentsOf: URL(fileURLWithPath: face.file))
    }

    /// DejaVu Sans under a name that no installed font has: "Vitrin Sans", "VitrinSans". `letters` are six others.
    static func renamed(_ letters: String = "Vitrin", _ postScriptName: String = "DejaVuSans") throws -> Data {
        precondition(letters.utf8.count == 6)
        var bytes = [UInt8](try file(postScriptName))
        func wide(_ text: String) -> [UInt8] { text.utf8.flatMap { [0, $0] } }
        for (old, new) in [(wide("DejaVu"), wide(letters)), (Array("DejaVu".utf8), Array(letters.utf8))] {
            var start = bytes.startIndex
            while start + old.count <= bytes.count {
                if bytes[start] == old[0], bytes[start..<start + old.count].elementsEqual(old) {
                    bytes.replaceSubrange(start..<start + old.count, with: new)
                }
                start += 1
            }
        }
        return Data(bytes)
    }

    /// A file of these bytes that is gone after `body`.
    static func withFile<Result>(_ data: Data, _ body: (URL) throws -> Result) throws -> Result {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).ttf")
        try data.write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try body(url)
    }

    /// Where the tables of an OpenType file lie.
    static func tables(of data: Data) -> [String: Range<Int>] {
        let bytes = [UInt8](data)
        func number(_ place: Int, _ count: Int) -> Int {
            bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
        }
        var tables: [String: Range<Int>] = [:]
        for index in 0..<number(4, 2) {
            let entry = 12 + index * 16
            let start = number(entry + 8, 4)
            tables[String(decoding: bytes[entry..<entry + 4], as: UTF8.self)] = start..<start + number(entry + 12, 4)
        }
        return tables
    }
}
