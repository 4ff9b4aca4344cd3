import ControlSocket
import Foundation
import Testing

@Suite("JSON between program and tool")
struct JSONTests {
    private let nasty = "quote \" backslash \\ line\nend\ttab \u{1} \u{7f} \u{1b}[31m ä 画 😀 \u{2028}"

    private var value: JSONValue {
        .fields([
            "text": .text(nasty), "whole": .integer(-7), "part": .number(59.94), "yes": .bool(true), "none": .null,
            "empty": .list([]), "list": .list([.integer(1), .fields(["a": .text("b")])]), "no": .object([]),
        ])
    }

    @Test("another reader gets back what was written, whatever is in the texts")
    func written() throws {
        for text in [value.document, value.line] {
            let read = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
            #expect(read["text"] as? String == nasty)
            #expect(read["whole"] as? Int == -7 && read["part"] as? Double == 59.94 && read["yes"] as? Bool == true)
            #expect(read["none"] is NSNull)
            #expect((read["empty"] as? [Any])?.isEmpty == true && (read["no"] as? [String: Any])?.isEmpty == true)
            #expect((read["list"] as? [Any])?.count == 2)
            #expect(!text.contains("\u{1b}"))
        }
        #expect(!value.line.contains("\n"))
    }

    @Test("what was written is read back equal")
    func roundTrip() throws {
        #expect(try JSONValue(parsing: Array(value.line.utf8)) == value)
        #expect(try JSONValue(parsing: Array(value.document.utf8)) == value)
    }

    @Test("escapes of other writers, characters of two halves among them, are read; half a character is none")
    func escapes() throws {
        let text = #""\u00e4 \ud83d\ude00 \/ \b\f \ud83d \ude00""#
        #expect(try JSONValue(parsing: Array(text.utf8)) == .text("ä 😀 / \u{8}\u{c} \u{fffd} \u{fffd}"))
    }

    @Test("what is no number is null")
    func noNumber() {
        #expect(JSONValue.list([.number(.nan), .number(.infinity)]).document == "[\n  null,\n  null\n]\n")
    }

    @Test(
        "what is no JSON is an error, never a crash",
        arguments: [
            "", " ", "{", "[", "\"", "{\"a\"", "{\"a\":", "{\"a\":1,}", "[1,]", "[1 2]", "nul", "tru", "+1", "-", ".5",
            "1e999", "0x10", "nan", "\"\\x\"", "\"\\u12\"", "\"\\u+123\"", "\"\\ud83d\\u\"", "{} {}", "{1:2}", "\u{0}",
            "\"a\nb\"", "[1]x", "--1", "1e", "\u{feff}{}",
        ])
    func malformed(text: String) {
        #expect(throws: JSONValue.ParsingError.self) { try JSONValue(parsing: Array(text.utf8)) }
    }

    @Test("a million brackets are refused, not followed")
    func depth() {
        for byte in [UInt8(ascii: "["), UInt8(ascii: "{")] {
            #expect(throws: JSONValue.ParsingError.self) {
                try JSONValue(parsing: [UInt8](repeating: byte, count: 1_000_000))
            }
        }
    }

    @Test("a million random bytes are refused or read, never a crash")
    func random() {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("{}[]\",:\\u0123456789.eE+-truefalsn \n\u{0}\u{ff}".utf8)
        for _ in 0..<2000 {
            let bytes = (0..<500).map { _ in alphabet.randomElement(using: &generator)! }
            _ = try? JSONValue(parsing: bytes)
        }
    }
}
