import Foundation
import Testing

@testable import CoreGraphics

/// Fonts made by hand to be wrong in the ways of report G07.
struct FontReportTests {
    @Test("G07 No units in an em: refused, with the reason")
    func unitsPerEm() throws {
        let data = try SampleFonts.renamed("Vitrin", "DejaVuSansMono")
        var bytes = [UInt8](data)
        let head = try #require(SampleFonts.tables(of: data)["head"]).lowerBound
        (bytes[head + 18], bytes[head + 19]) = (0, 0)
        do {
            _ = try FontFile(Data(bytes), source: "hostile.ttf")
            Issue.record("taken")
        } catch {
            #expect("\(error)".hasPrefix("hostile.ttf: "))
        }
    }
}
