import CoreGraphics
import Foundation
import Raster
import Testing

/// Four squares (white, red, dark blue, green), written by libjpeg in each way that JPEG has to say colours.
@Suite struct JPEGInkTests {
    private func decode(_ text: String) throws -> Bitmap {
        let data = try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters))
        return try ImageDecoder.image(data: data, source: "inks.jpg").bitmap
    }

    private func expectSquares(_ text: String, _ name: Comment) throws {
        let bitmap = try decode(text)
        let wanted: [UInt32] = [0xFFFF_FFFF, 0xFFFF_0000, 0xFF00_0080, 0xFF66_9933]
        // Colours at half the size bleed one pixel across the seams.
        for y in 0..<16 where y != 7 && y != 8 {
            for x in 0..<16 where x != 7 && x != 8 {
                #expect(isClose(bitmap.pixel(x: x, y: y), wanted[y / 8 * 2 + x / 8], within: 6), name)
            }
        }
    }

    @Test("D18 Inks with Adobe's marker, as such and as luminance with black, are not negatives")
    func inks() throws {
        try expectSquares(Self.cmykAdobe, "CMYK, transform 0")
        try expectSquares(Self.ycck, "YCCK, transform 2")
    }

    @Test("D18 Red, green and blue without a transform, said by Adobe's marker or by the components' letters")
    func primaries() throws {
        try expectSquares(Self.rgbAdobe, "RGB, transform 0")
        try expectSquares(Self.rgbLetters, "RGB, components R, G, B")
    }

    /// The standard does not say which way round the inks are; readers take what Adobe's programs write.
    @Test("D18 Inks without the marker are read like those with it")
    func plainInks() throws { try expectSquares(Self.cmykPlain, "CMYK without a marker") }

    private static let cmykAdobe = """
        /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB
        AQEBAQEB/8AAFAgAEAAQBEMRAE0RAFkRAEsRAP/EABcAAQEBAQAAAAAAAAAAAAAAAAsKAAj/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oADgRD
        AE0AWQBLAAA/AL+F/C/hfwwAcAOwAdj/AAgHKoH+BV7sh//Z
        """

    private static let ycck = """
        /9j/7gAOQWRvYmUAZAAAAAAC/9sAQwABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB
        AQEBAQEB/9sAQwEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB/8AAFAgA
        EAAQBAEiAAIRAQMRAQQiAP/EABgAAAIDAAAAAAAAAAAAAAAAAAoLAAgJ/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABUBAQEAAAAAAAAAAAAA
        AAAAAAUI/8QAJBEAAQIEBQUAAAAAAAAAAAAAFhUXBggJFBgkJ0RlGUZHZmf/2gAOBAEAAhEDEQQAAD8AX/mzDXgpXB0SJteoBia0/aVpWY7r
        PCA8df1uDEpKDOSvlLZ2eamOdql5jfbPXFsWxM/GZouGop9AhNNTRPkLxQ2trmT+EADrkP/Z
        """

    private static let cmykPlain = """
        /9j/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/wAAUCAAQABAE
        QxEATREAWREASxEA/8QAFwABAQEBAAAAAAAAAAAAAAAACwoACP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAOBEMATQBZAEsAAD8Av4X8L+F/
        DABwA7AB2P8ACAcqgf4FXuyH/9k=
        """

    private static let rgbAdobe = """
        /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB
        AQEBAQEB/8AAEQgAEAAQA1IRAEcRAEIRAP/EABYAAQEBAAAAAAAAAAAAAAAAAAoLAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAMA1IARwBC
        AAA/AH8H8H8MgDoA6AOygAZgpkDLv//Z
        """

    private static let rgbLetters = """
        /9j/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/wAARCAAQABAD
        UhEARxEAQhEA/8QAFgABAQEAAAAAAAAAAAAAAAAACgsA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAwDUgBHAEIAAD8AfwfwfwyAOgDoA7KA
        BmCmQMu//9k=
        """
}
