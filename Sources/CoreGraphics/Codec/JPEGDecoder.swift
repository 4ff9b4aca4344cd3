internal import CTurboJPEG
import Foundation
import Raster

/// Baseline and progressive JPEG: colour, grey and the four inks of print, turned the way the camera was held.
enum JPEGDecoder {
    static func bitmap(
        _ bytes: UnsafeRawBufferPointer, source: String, limits: ImageLimits
    ) throws(ImageError) -> Bitmap {
        guard let decoder = tjInitDecompress() else {
            throw ImageError(source: source, reason: .outOfMemory(bytes: 0))
        }
        defer { tjDestroy(decoder) }
        let input = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
        var width: Int32 = 0
        var height: Int32 = 0
        var sampling: Int32 = 0
        var space: Int32 = 0
        guard
            tjDecompressHeader3(decoder, input, UInt(bytes.count), &width, &height, &sampling, &space) == 0
        else {
            throw ImageError(source: source, reason: .damaged(detail: message(of: decoder)))
        }
        let isPrint = space == Int32(TJCS_CMYK.rawValue) || space == Int32(TJCS_YCCK.rawValue)
        let bitmap = try ImageDecoder.makeBitmap(
            width: Int(width), height: Int(height), format: .xrgb8888, source: source, limits: limits)
        let result = tjDecompress2(
            decoder, input, UInt(bytes.count), bitmap.pixels.assumingMemoryBound(to: UInt8.self), width,
            Int32(bitmap.bytesPerRow), height, Int32((isPrint ? TJPF_CMYK : TJPF_BGRA).rawValue),
            // A small file may ask for the whole picture to be refined thousands of times.
            Int32(TJFLAG_LIMITSCANS))
        if result != 0 {
            // Odd bytes between parts do no harm; a missing end leaves grey where the picture should be.
            let text = message(of: decoder)
            let isHarmless = tjGetErrorCode(decoder) == Int32(TJERR_WARNING.rawValue) && !text.contains("Premature end")
            guard isHarmless else { throw ImageError(source: source, reason: .damaged(detail: text)) }
        }
        if isPrint {
            convertFromInks(bitmap)
        } else {
            ColorProfile(jpeg: bytes)?.convertToSRGB(bitmap)
        }
        let orientation = EXIFOrientation(jpeg: bytes)
        guard orientation != .up else { return bitmap }
        let size = orientation.swapsAxes ? (height, width) : (width, height)
        let upright = try ImageDecoder.makeBitmap(
            width: Int(size.0), height: Int(size.1), format: .xrgb8888, source: source, limits: limits)
        orientation.turn(bitmap, into: upright)
        return upright
    }

    private static func message(of decoder: tjhandle) -> String {
        tjGetErrorStr2(decoder).map { String(cString: $0) } ?? "no reason given"
    }

    /// Cyan, magenta, yellow and black, stored inverted as all such files do, to colours; without a press profile this
    /// is the plain product.
    private static func convertFromInks(_ bitmap: Bitmap) {
        for y in 0..<bitmap.height {
            let row = bitmap.row(y).assumingMemoryBound(to: UInt32.self)
            for x in 0..<bitmap.width {
                let word = row[x]
                let black = word >> 24
                let red = (word & 0xFF) * black / 255
                let green = (word >> 8 & 0xFF) * black / 255
                let blue = (word >> 16 & 0xFF) * black / 255
                row[x] = 0xFF00_0000 | red << 16 | green << 8 | blue
            }
        }
    }
}
