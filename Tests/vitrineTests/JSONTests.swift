import Foundation
import Testing

@testable import vitrine

@Suite("vitrine: JSON")
struct JSONTests {
    @Test("a reader gets back what was written, whatever is in the texts")
    func roundTrip() throws {
        let nasty = "quote \" backslash \\ line\nend\ttab \u{1} \u{7f} \u{1b}[31m ä 画 \u{2028}"
        let value = JSONValue.fields([
            "text": .text(nasty), "whole": .integer(-7), "part": .number(59.94), "yes": .bool(true), "none": .null,
            "empty": .list([]), "list": .list([.integer(1), .fields(["a": .text("b")])]), "no": .object([]),
        ])
        let read = try #require(
            JSONSerialization.jsonObject(with: Data(value.document.utf8)) as? [String: Any])
        #expect(read["text"] as? String == nasty)
        #expect(read["whole"] as? Int == -7 && read["part"] as? Double == 59.94 && read["yes"] as? Bool == true)
        #expect(read["none"] is NSNull)
        #expect((read["empty"] as? [Any])?.isEmpty == true && (read["no"] as? [String: Any])?.isEmpty == true)
        #expect((read["list"] as? [Any])?.count == 2)
        #expect(!value.document.contains("\u{1b}"))
    }

    @Test("what is no number is null")
    func noNumber() {
        #expect(JSONValue.list([.number(.nan), .number(.infinity)]).document == "[\n  null,\n  null\n]\n")
    }
}
