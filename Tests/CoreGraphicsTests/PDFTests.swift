import CoreGraphics
import Foundation
import Testing

@Suite struct PDFTests {
    private func count(_ needle: String, in data: NSMutableData) -> Int {
        let text = String(decoding: data as Data, as: Unicode.ASCII.self)
        return text.components(separatedBy: needle).count - 1
    }

    @Test("A document has the pages that were drawn, each with its size")
    func pages() throws {
        let data = NSMutableData()
        let consumer = try #require(CGDataConsumer(data: data as CFMutableData))
        var box = CGRect(x: 0, y: 0, width: 200, height: 100)
        let context = try #require(CGContext(consumer: consumer, mediaBox: &box, [kCGPDFContextTitle: "Invoice"]))
        #expect(context.data == nil && context.makeImage() == nil)
        context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))  // before the first page: nothing
        context.beginPDFPage(nil)
        #expect(context.ctm.isIdentity)
        context.setFillColor(red)
        context.fill(CGRect(x: 10, y: 10, width: 50, height: 20))
        context.setShadow(offset: CGSize(width: 3, height: -3), blur: 4)
        context.fillEllipse(in: CGRect(x: 100, y: 20, width: 40, height: 40))
        context.endPDFPage()
        var other = CGRect(x: 0, y: 0, width: 321, height: 123)
        context.beginPage(mediaBox: &other)
        context.addRect(CGRect(x: 1, y: 1, width: 5, height: 5))
        context.saveGState()  // left open
        context.closePDF()
        context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))  // after the end: nothing
        #expect(data.length > 500)
        #expect(count("%PDF-1", in: data) == 1 && count("%%EOF", in: data) == 1)
        #expect(count("/Type /Page", in: data) - count("/Type /Pages", in: data) == 2)
        #expect(count("0 0 200 100", in: data) >= 1 && count("0 0 321 123", in: data) >= 1)
        #expect(count("Invoice", in: data) == 1)
    }

    @Test("A file is whole when its context is gone; boxes that make no sense are refused")
    func file() throws {
        let url = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("vitrine-\(UUID()).pdf")
        defer { try? FileManager.default.removeItem(at: url) }
        do {
            let context = try #require(CGContext(url as CFURL, mediaBox: nil, nil))
            context.beginPDFPage(nil)
            context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
            context.endPDFPage()
        }
        let bytes = try Data(contentsOf: url)
        #expect(
            bytes.starts(with: Data("%PDF".utf8)) && String(decoding: bytes.suffix(6), as: UTF8.self).contains("%%EOF"))
        for size in [0, -.infinity, .nan, 1e9] as [CGFloat] {
            var box = CGRect(x: 0, y: 0, width: size, height: 100)
            #expect(CGContext(url as CFURL, mediaBox: &box, nil) == nil)
        }
        #expect(CGDataConsumer(url: URL(fileURLWithPath: "/nonexistent/a.pdf")) == nil)
    }
}
