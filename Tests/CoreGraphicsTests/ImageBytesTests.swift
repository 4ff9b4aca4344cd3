import CoreGraphics
import Foundation
import Raster
import Testing

@Suite struct ImageBytesTests {
    private func image(
        _ bytes: [UInt8], width: Int = 1, height: Int = 1, bits: Int = 8, pixel: Int, row: Int? = nil,
        space: CGColorSpace = CGColorSpaceCreateDeviceRGB(), _ alpha: CGImageAlphaInfo, _ order: CGBitmapInfo = [],
        decode: [CGFloat]? = nil
    ) -> CGImage? {
        CGDataProvider(data: Data(bytes)).flatMap {
            CGImage(
                width: width, height: height, bitsPerComponent: bits, bitsPerPixel: pixel,
                bytesPerRow: row ?? (width * pixel + 7) / 8, space: space,
                bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue | order.rawValue), provider: $0, decode: decode,
                shouldInterpolate: true, intent: .defaultIntent)
        }
    }

    @Test("Every order of four bytes means the same colour")
    func orders() {
        let wanted: UInt32 = 0x8040_2010  // premultiplied: alpha 128, 64, 32, 16
        for (bytes, alpha, order) in [
            ([64, 32, 16, 128], .premultipliedLast, .byteOrderDefault),
            ([64, 32, 16, 128], .premultipliedLast, .byteOrder32Big),
            ([128, 16, 32, 64], .premultipliedLast, .byteOrder32Little),
            ([128, 64, 32, 16], .premultipliedFirst, .byteOrderDefault),
            ([16, 32, 64, 128], .premultipliedFirst, .byteOrder32Little),
            ([128, 64, 32, 128], .last, .byteOrderDefault), ([128, 128, 64, 32], .first, .byteOrder32Big),
        ] as [([UInt8], CGImageAlphaInfo, CGBitmapInfo)] {
            let made = image(bytes, pixel: 32, alpha, order)
            #expect(made.map { isClose($0.bitmap.pixel(x: 0, y: 0), wanted) } == true, "\(alpha) \(order)")
            // What it was made of is what it says it is.
            #expect(made?.alphaInfo == alpha && made?.dataProvider?.data == Data(bytes))
        }
        #expect(image([1, 2, 3, 9], pixel: 32, .noneSkipLast)?.bitmap.pixel(x: 0, y: 0) == 0xFF01_0203)
        #expect(image([9, 1, 2, 3], pixel: 32, .noneSkipFirst)?.bitmap.pixel(x: 0, y: 0) == 0xFF01_0203)
        #expect(image([1, 2, 3], pixel: 24, .none)?.bitmap.pixel(x: 0, y: 0) == 0xFF01_0203)
        // Premultiplied bytes whose colour exceeds their alpha do not break blending.
        #expect(image([255, 0, 0, 128], pixel: 32, .premultipliedLast)?.bitmap.pixel(x: 0, y: 0) == 0x8080_0000)
    }

    @Test("Grey, alpha, inks, 16 bits, 1 bit, palettes and other spaces")
    func kinds() throws {
        let gray = CGColorSpaceCreateDeviceGray()
        #expect(image([77], pixel: 8, space: gray, .none)?.bitmap.pixel(x: 0, y: 0) == 0xFF4D_4D4D)
        #expect(image([128, 128], pixel: 16, space: gray, .last)?.bitmap.pixel(x: 0, y: 0) == 0x8040_4040)
        let alpha = try #require(image([77], pixel: 8, space: gray, .alphaOnly))
        #expect(alpha.bitmap.format == .a8 && alpha.bitmap.pixel(x: 0, y: 0) >> 24 == 77 && alpha.colorSpace == nil)
        #expect(
            image([255, 0, 0, 0], pixel: 32, space: CGColorSpaceCreateDeviceCMYK(), .none)?.bitmap.pixel(x: 0, y: 0)
                == 0xFF00_FFFF)
        #expect(
            image([0x80, 0x80, 0, 0, 0xFF, 0xFF], bits: 16, pixel: 48, .none)?.bitmap.pixel(x: 0, y: 0) == 0xFF80_00FF)
        #expect(
            image([0, 0x80, 0, 0, 0xFF, 0xFF], bits: 16, pixel: 48, .none, .byteOrder16Little)?.bitmap
                .pixel(x: 0, y: 0) == 0xFF80_00FF)
        let dots = try #require(image([0b1010_0000], width: 3, bits: 1, pixel: 1, space: gray, .none))
        #expect((0..<3).map { dots.bitmap.pixel(x: $0, y: 0) & 0xFF } == [255, 0, 255])
        let inverted = image([0b1010_0000], width: 3, bits: 1, pixel: 1, space: gray, .none, decode: [1, 0])
        #expect(inverted?.bitmap.pixel(x: 0, y: 0) == 0xFF00_0000)
        let palette = try #require(
            CGColorSpace(
                indexedBaseSpace: CGColorSpaceCreateDeviceRGB(), last: 1, colorTable: [1, 2, 3, 250, 251, 252]))
        let indexed = try #require(image([0, 1, 9], width: 3, pixel: 8, space: palette, .none))
        #expect((0..<3).map { indexed.bitmap.pixel(x: $0, y: 0) } == [0xFF01_0203, 0xFFFA_FBFC, 0xFFFA_FBFC])
        let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
        let bright = try #require(image([128, 128, 128, 255], pixel: 32, space: linear, .premultipliedLast))
        #expect(isClose(bright.bitmap.pixel(x: 0, y: 0), 0xFFBC_BCBC))
        // Another meaning for the same numbers.
        let plain = try #require(bright.copy(colorSpace: CGColorSpaceCreateDeviceRGB()))
        #expect(plain.bitmap.pixel(x: 0, y: 0) == 0xFF80_8080 && bright.copy(colorSpace: gray) == nil)
    }

    @Test("A decoded picture gives its bytes as its properties describe them")
    func provider() throws {
        let (context, bitmap) = try makeContext(width: 3, height: 2)
        context.setFillColor(red)
        context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        let image = CGImage(bitmap: bitmap)
        let bytes = try #require(image.dataProvider?.data)
        #expect(image.bitsPerPixel == 32 && image.bytesPerRow * image.height == bytes.count)
        #expect(image.bitmapInfo.contains(.byteOrder32Little) && Array(bytes.prefix(4)) == [0, 0, 255, 255])
    }

    @Test("Too few bytes, sizes and layouts that make no sense give nil and allocate nothing")
    func refused() {
        #expect(image([1, 2, 3], pixel: 32, .premultipliedLast) == nil)
        #expect(image([1, 2, 3, 4], width: 1 << 40, pixel: 32, .premultipliedLast) == nil)
        #expect(image([1, 2, 3, 4], width: 30_000, height: 30_000, pixel: 32, .premultipliedLast) == nil)
        #expect(image([1, 2, 3, 4], width: -1, pixel: 32, .premultipliedLast) == nil)
        #expect(image([1, 2, 3, 4], height: 2, pixel: 32, row: -4, .premultipliedLast) == nil)
        #expect(image([1, 2, 3, 4], pixel: 24, .premultipliedLast) == nil)
        #expect(image([1, 2, 3, 4], bits: 5, pixel: 20, .none) == nil)
        #expect(image([1, 2, 3, 4], pixel: 32, .premultipliedLast, .floatComponents) == nil)
        #expect(CGDataProvider(filename: "/dev/zero") == nil && CGDataProvider(filename: "/tmp") == nil)
    }
}
