import Foundation
import Testing

@testable import CoreGraphics

@Suite("GIF")
struct GIFTests {
    private let header: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 255, 0]
    /// One pixel of the first colour.
    private let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]

    private func reason(_ body: () throws -> Void) -> ImageError.Reason? {
        do {
            try body()
            return nil
        } catch {
            return (error as? ImageError)?.reason
        }
    }

    @Test("A file without its last mark is whole; one that ends inside a picture is not")
    func ends() throws {
        let data = Data(header + frame)
        #expect(try ImageDecoder.image(data: data, source: "test").bitmap.pixel(x: 0, y: 0) == 0xFFFF_0000)
        #expect(try ImageDecoder.image(data: data + [0x3B], source: "test").width == 1)
        #expect(throws: ImageError.self) {
            try ImageDecoder.image(data: Data(header + frame.dropLast(3)), source: "test")
        }
    }

    @Test("Pictures beyond their number, and sizes beyond theirs, are errors before there is memory for them")
    func limits() throws {
        var bytes = header
        for _ in 0..<20_000 { bytes += frame }
        let error = reason { _ = try ImageDecoder.animation(data: Data(bytes), source: "test") }
        if case .tooManyFrames = error {} else { Issue.record("\(String(describing: error))") }
        let huge = Array("GIF89a".utf8) + [255, 255, 255, 255, 0, 0, 0]
        let size = reason { _ = try ImageDecoder.image(data: Data(huge), source: "test") }
        if case .tooLarge = size {} else { Issue.record("\(String(describing: size))") }
        // A small file that says its one picture is large.
        let wide = header + [0x2C, 0, 0, 0, 0, 255, 255, 255, 255, 0, 2, 0]
        #expect(throws: ImageError.self) { try ImageDecoder.image(data: Data(wide), source: "test") }
    }

    @Test("A picture reaches beyond the screen of its file without harm")
    func outside() throws {
        let far = header + [0x2C, 200, 0, 200, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
        #expect(try ImageDecoder.image(data: Data(far), source: "test").bitmap.pixel(x: 0, y: 0) == 0)
    }
}
