internal import CDRM
import Raster

/// A pixel format that a plane takes: the kernel's code, and how we write it.
struct ScanoutFormat: Hashable {
    var code: UInt32
    var format: PixelFormat
    /// The alpha byte must be 255, also where nothing was painted.
    var needsOpaqueAlpha = false

    var bitsPerPixel: Int { format.bytesPerPixel * 8 }

    static let xrgb8888 = ScanoutFormat(code: cdrm_format_xrgb8888, format: .xrgb8888)
    /// Written like XRGB8888, whose top byte is written as 255.
    static let argb8888 = ScanoutFormat(code: cdrm_format_argb8888, format: .xrgb8888, needsOpaqueAlpha: true)
    static let rgb565 = ScanoutFormat(code: cdrm_format_rgb565, format: .rgb565)

    /// The first of our formats, `preference` before the others, that the plane lists.
    static func choose(from offered: [UInt32], preference: PixelFormat) -> ScanoutFormat? {
        let order = preference == .rgb565 ? [rgb565, xrgb8888, argb8888] : [xrgb8888, argb8888, rgb565]
        return order.first { offered.contains($0.code) }
    }

    /// "XR24"
    static func name(of code: UInt32) -> String {
        let letters = (0..<4).map { UInt8(truncatingIfNeeded: code >> (8 * $0)) }
        return String(decoding: letters.map { (33...126).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }
}
