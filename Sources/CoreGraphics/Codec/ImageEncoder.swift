internal import CPNG
internal import CTurboJPEG
import Foundation
package import FoundationEssentials  // Data
package import Raster

/// Writes pictures as PNG and JPEG.
package enum ImageEncoder {
    /// A PNG of the bitmap, in any pixel format: 8 bits, RGB or RGBA with colour not multiplied; an `a8` bitmap becomes
    /// grey.
    package static func png(_ bitmap: Bitmap) throws(ImageError) -> Data {
        let data = try png(bitmap.surface, isOpaque: bitmap.isOpaque)
        withExtendedLifetime(bitmap) {}
        return data
    }

    /// A PNG of a surface: a screenshot of what is scanned out, for example. `isFast` takes a quarter of the time and
    /// makes files twice as large.
    package static func png(
        _ surface: PixelSurface, isOpaque: Bool, isFast: Bool = false
    ) throws(ImageError) -> Data {
        let layout: RowLayout = surface.format == .a8 ? .gray : isOpaque || !surface.format.hasAlpha ? .rgb : .rgba
        let rowBytes = surface.width * layout.rawValue
        let rows = try allocate(rowBytes * surface.height)
        defer { free(rows) }
        for y in 0..<surface.height { layout.write(surface, row: y, to: rows + y * rowBytes) }

        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        image.width = png_uint_32(surface.width)
        image.height = png_uint_32(surface.height)
        image.format =
            switch layout {
            case .gray: 0
            case .rgb: png_uint_32(PNG_FORMAT_FLAG_COLOR)
            case .rgba: png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
            }
        if isFast { image.flags = png_uint_32(PNG_IMAGE_FLAG_FAST) }
        // What deflate may need for data it cannot shrink, with a chunk header for every kilobyte and room for the rest.
        let raw = (rowBytes + 1) * surface.height
        let capacity = raw + raw / 8 + raw / 64 + raw / 80 + 4096
        let output = try allocate(capacity)
        var count = png_alloc_size_t(capacity)
        guard png_image_write_to_memory(&image, output, &count, 0, rows, png_int_32(rowBytes), nil) != 0 else {
            free(output)
            throw ImageError(source: "PNG", reason: .notEncoded(detail: image.messageText))
        }
        return adopt(output, count: Int(count))
    }

    /// A JPEG of the bitmap. `quality` is 0 … 1; transparent parts become black. The bitmap has 32-bit pixels.
    package static func jpeg(_ bitmap: Bitmap, quality: Double) throws(ImageError) -> Data {
        guard bitmap.format.bytesPerPixel == 4 else {
            throw ImageError(source: "JPEG", reason: .unsupported(detail: "pixels of format \(bitmap.format)"))
        }
        guard let encoder = tjInitCompress() else {
            throw ImageError(source: "JPEG", reason: .outOfMemory(bytes: 0))
        }
        defer { tjDestroy(encoder) }
        var output: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        let result = tjCompress2(
            encoder, bitmap.pixels.assumingMemoryBound(to: UInt8.self), Int32(bitmap.width), Int32(bitmap.bytesPerRow),
            Int32(bitmap.height), Int32(TJPF_BGRX.rawValue), &output, &count, Int32(TJSAMP_420.rawValue),
            Int32(1 + 99 * min(max(quality, 0), 1)), 0)
        defer { tjFree(output) }
        guard result == 0, let output else {
            let text = tjGetErrorStr2(encoder).map { String(cString: $0) } ?? "no reason given"
            throw ImageError(source: "JPEG", reason: .notEncoded(detail: text))
        }
        return Data(bytes: output, count: Int(count))
    }

    private static func allocate(_ count: Int) throws(ImageError) -> UnsafeMutableRawPointer {
        guard let memory = malloc(max(count, 1)) else {
            throw ImageError(source: "PNG", reason: .outOfMemory(bytes: count))
        }
        return memory
    }

    /// Data over memory from `allocate`, with what was not used given back.
    private static func adopt(_ memory: UnsafeMutableRawPointer, count: Int) -> Data {
        Data(bytesNoCopy: realloc(memory, max(count, 1)) ?? memory, count: count, deallocator: .free)
    }
}

/// The bytes of a pixel in a file; the raw value counts them.
private enum RowLayout: Int {
    case gray = 1
    case rgb = 3
    case rgba = 4

    func write(_ surface: PixelSurface, row: Int, to output: UnsafeMutableRawPointer) {
        let input = UnsafeRawPointer(surface.row(row))
        let bytes = output.assumingMemoryBound(to: UInt8.self)
        for x in 0..<surface.width {
            let word: UInt32
            switch surface.format {
            case .a8:
                bytes[x] = input.load(fromByteOffset: x, as: UInt8.self)
                continue
            case .xrgb8888, .argb8888:
                word = input.load(fromByteOffset: x * 4, as: UInt32.self)
            default:
                word = surface.pixel(x: x, y: row)
            }
            let pixel = self == .rgba ? AlphaMultiplication.unpremultiplied(word) : word
            bytes[x * rawValue] = UInt8(truncatingIfNeeded: pixel >> 16)
            bytes[x * rawValue + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
            bytes[x * rawValue + 2] = UInt8(truncatingIfNeeded: pixel)
            if self == .rgba { bytes[x * rawValue + 3] = UInt8(truncatingIfNeeded: pixel >> 24) }
        }
    }
}
