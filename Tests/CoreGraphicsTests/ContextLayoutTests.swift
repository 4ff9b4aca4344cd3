import CoreGraphics
import Foundation
import Raster
import Testing

@Suite struct ContextLayoutTests {
    static let layouts: [(CGImageAlphaInfo, CGBitmapInfo, [UInt8])] = [
        (.premultipliedFirst, .byteOrder32Little, [64, 0, 128, 128]),
        (.premultipliedFirst, .byteOrder32Big, [128, 128, 0, 64]), (.premultipliedFirst, [], [128, 128, 0, 64]),
        (.premultipliedLast, [], [128, 0, 64, 128]), (.premultipliedLast, .byteOrder32Big, [128, 0, 64, 128]),
        (.premultipliedLast, .byteOrder32Little, [128, 64, 0, 128]),
    ]

    @Test("Every 32-bit layout of Apple's draws into the caller's bytes at once", arguments: 0..<layouts.count)
    func caller(index: Int) throws {
        let (alpha, order, expected) = Self.layouts[index]
        var memory = [UInt8](repeating: 0, count: 4 * 4 * 4)
        try memory.withUnsafeMutableBytes { buffer in
            let context = try #require(
                CGContext(
                    data: buffer.baseAddress, width: 4, height: 4, bitsPerComponent: 8, bytesPerRow: 16,
                    space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: alpha.rawValue | order.rawValue))
            #expect(context.alphaInfo == alpha && context.data == buffer.baseAddress && context.bytesPerRow == 16)
            context.setFillColor(red: 1, green: 0, blue: 0.5, alpha: 0.5)
            context.fill(CGRect(x: 0, y: 2, width: 2, height: 2))
            #expect(zip(buffer.prefix(4), expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
            #expect(buffer[3 * 16] == 0)
            // What the caller writes counts as drawn.
            buffer.initializeMemory(as: UInt8.self, repeating: 255)
            context.setFillColor(gray: 0, alpha: 0.5)
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
            let image = try #require(context.makeImage())
            #expect(isClose(image.bitmap.pixel(x: 0, y: 3), 0xFF80_8080) && image.bitmap.pixel(x: 1, y: 3) == .max)
            // Layers reach the memory when they end.
            context.beginTransparencyLayer(auxiliaryInfo: nil)
            context.setFillColor(red)
            context.fill(CGRect(x: 3, y: 0, width: 1, height: 1))
            context.endTransparencyLayer()
            #expect(context.makeImage()?.bitmap.pixel(x: 3, y: 3) == 0xFFFF_0000)
        }
    }

    @Test("A grey context keeps what the eye sees of colours; its picture is grey")
    func gray() throws {
        var memory = [UInt8](repeating: 9, count: 5 * 3)
        try memory.withUnsafeMutableBytes { buffer in
            let context = try #require(
                CGContext(
                    data: buffer.baseAddress, width: 5, height: 3, bitsPerComponent: 8, bytesPerRow: 5,
                    space: CGColorSpaceCreateDeviceGray(), bitmapInfo: CGImageAlphaInfo.none.rawValue))
            context.setFillColor(gray: 0.4, alpha: 1)
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
            context.setFillColor(green)
            context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
            #expect(buffer[10] == 102 && buffer[11] == 150 && buffer[12] == 9 && buffer[0] == 9)
            let image = try #require(context.makeImage())
            #expect(image.colorSpace?.model == .monochrome && image.bitsPerPixel == 8)
            #expect(image.dataProvider?.data?.count == 15 && image.bitmap.pixel(x: 0, y: 2) == 0xFF66_6666)
        }
    }

    @Test("A layer is drawn once and stamped many times")
    func layer() throws {
        let (context, bitmap) = try makeContext(width: 20, height: 20, scale: 2)
        let layer = try #require(CGLayer(context, size: CGSize(width: 2, height: 2), auxiliaryInfo: nil))
        layer.context?.setFillColor(red)
        layer.context?.fill(CGRect(x: 0, y: 0, width: 1, height: 2))
        context.draw(layer, at: CGPoint(x: 1, y: 1))
        context.draw(layer, in: CGRect(x: 6, y: 6, width: 4, height: 4))
        #expect(bitmap.pixel(x: 2, y: 2) == 0xFFFF_0000 && bitmap.pixel(x: 4, y: 2) == 0)
        #expect(bitmap.pixel(x: 13, y: 13) == 0xFFFF_0000 && bitmap.pixel(x: 18, y: 13) == 0)
        #expect(CGLayer(context, size: CGSize(width: CGFloat.nan, height: 1), auxiliaryInfo: nil) == nil)
    }
}
