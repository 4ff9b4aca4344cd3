import CoreGraphics
import Foundation
import Raster
import Testing

/// G09 of Documentation/reports.md: what XML can do that a picture does not need.
@Suite(.serialized) struct SVGReportTests {
    private static let head = "xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\""

    /// The picture's bitmap, nil for an error; within two seconds of this thread.
    private func decode(_ text: String) -> Bitmap? {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let start = now()
        let bitmap = try? ImageDecoder.image(data: Data(text.utf8), source: "hostile.svg").bitmap
        #expect(now() - start < Double(2 * OwnProcess.patience), "\(text.prefix(80))")
        return bitmap
    }

    @Test("G09 What a file outside the picture says is not in the picture: entities, images, inclusions, styles")
    func outside() throws {
        let folder = NSTemporaryDirectory() + "vitrine-svg-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // Whoever reads it draws red over everything.
        let red = "<rect xmlns=\"http://www.w3.org/2000/svg\" width=\"20\" height=\"20\" fill=\"#ff0000\"/>"
        try red.write(toFile: "\(folder)/part.xml", atomically: true, encoding: .utf8)
        try "<svg \(Self.head) width=\"20\" height=\"20\"><g id=\"p\">\(red)</g></svg>"
            .write(toFile: "\(folder)/red.svg", atomically: true, encoding: .utf8)
        try "rect { fill: #ff0000 }".write(toFile: "\(folder)/red.css", atomically: true, encoding: .utf8)
        let green = "<rect width=\"20\" height=\"20\" fill=\"#00ff00\"/>"
        let size = "width=\"20\" height=\"20\""
        // It can be seen: inside the picture the same entity is drawn.
        let inside = decode(
            "<!DOCTYPE svg [<!ENTITY part '\(red)'>]><svg \(Self.head) \(size)>\(green)</svg>")
        #expect(inside.map { $0.pixel(x: 5, y: 5) } == 0xFF00_FF00 || inside == nil)
        for (name, text) in [
            (
                "entity",
                "<!DOCTYPE svg [<!ENTITY part SYSTEM \"file://\(folder)/part.xml\">]><svg \(Self.head) \(size)>\(green)&part;</svg>"
            ),
            (
                "relative entity",
                "<!DOCTYPE svg [<!ENTITY part SYSTEM \"../../../..\(folder)/part.xml\">]><svg \(Self.head) \(size)>\(green)&part;</svg>"
            ),
            (
                "parameter entity",
                "<!DOCTYPE svg [<!ENTITY % part SYSTEM \"file://\(folder)/part.xml\"> %part;]><svg \(Self.head) \(size)>\(green)</svg>"
            ),
            (
                "external subset",
                "<!DOCTYPE svg SYSTEM \"file://\(folder)/part.xml\"><svg \(Self.head) \(size)>\(green)</svg>"
            ),
            (
                "image",
                "<svg \(Self.head) \(size)>\(green)<image href=\"file://\(folder)/red.svg\" xlink:href=\"file://\(folder)/red.svg\" \(size)/></svg>"
            ),
            (
                "use",
                "<svg \(Self.head) \(size)>\(green)<use href=\"file://\(folder)/red.svg#p\" xlink:href=\"file://\(folder)/red.svg#p\"/></svg>"
            ),
            (
                "inclusion",
                "<svg \(Self.head) \(size)>\(green)<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"file://\(folder)/part.xml\"/></svg>"
            ),
            (
                "inclusion as text",
                "<svg \(Self.head) \(size)>\(green)<text y=\"9\" fill=\"#ff0000\"><xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"/etc/passwd\" parse=\"text\"/></text></svg>"
            ),
            (
                "style sheet",
                "<?xml-stylesheet type=\"text/css\" href=\"file://\(folder)/red.css\"?><svg \(Self.head) \(size)>\(green)</svg>"
            ),
            (
                "import",
                "<svg \(Self.head) \(size)><style>@import url(\"file://\(folder)/red.css\");</style>\(green)</svg>"
            ),
        ] {
            guard let bitmap = decode(text) else { continue }
            for y in 0..<bitmap.height {
                for x in 0..<bitmap.width {
                    let pixel = bitmap.pixel(x: x, y: y)
                    #expect(pixel == 0 || pixel == 0xFF00_FF00, "\(name): \(String(pixel, radix: 16)) at \(x), \(y)")
                }
            }
        }
    }

    @Test("G09 Entities that multiply, and an attribute of ten megabytes: an error or the picture without them, soon")
    func bombs() {
        for (levels, count) in [(12, 10), (30, 2), (6, 30)] {
            var entities = "<!DOCTYPE svg [<!ENTITY a0 \"aaaaaaaaaa\">"
            for level in 1...levels {
                entities += "<!ENTITY a\(level) \"" + String(repeating: "&a\(level - 1);", count: count) + "\">"
            }
            for use in ["<text>&a\(levels);</text>", "<rect width=\"9\" height=\"9\" class=\"&a\(levels);\"/>"] {
                let bitmap = decode("\(entities)]><svg \(Self.head) width=\"9\" height=\"9\">\(use)</svg>")
                #expect(bitmap == nil || bitmap?.width == 9)
            }
        }
        for name in ["id", "class", "style", "d", "transform", "fill", "href"] {
            let long = String(repeating: name == "d" ? "M0 0L9 9" : "x", count: name == "d" ? 1_310_720 : 10 << 20)
            let bitmap = decode(
                "<svg \(Self.head) width=\"9\" height=\"9\"><path \(name)=\"\(long)\"/></svg>")
            #expect(bitmap == nil || bitmap?.width == 9)
        }
    }
}
