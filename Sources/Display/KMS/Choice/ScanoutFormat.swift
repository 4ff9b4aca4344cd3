internal import CDRM
import Raster

/// A pixel format that a plane takes: the kernel's code, and how we write it.
struct ScanoutFormat: Hashable {
    var code: UInt32
    var format: PixelFormat
    /// The alpha byte must be 255, also where nothing was painted.
    var needsOpaqueAlpha = false

    var bitsPerPixel: Int { format.bytesPerPixel * 8 }

    /// What we can write, the best first: what costs nothing to convert, then what shows every colour, then the rest. A
    /// format with alpha is written like the one without, whose top byte is written as 255.
    static let all: [ScanoutFormat] = [
        ScanoutFormat(code: cdrm_format_xrgb8888, format: .xrgb8888),
        ScanoutFormat(code: cdrm_format_argb8888, format: .xrgb8888, needsOpaqueAlpha: true),
        ScanoutFormat(code: cdrm_format_xbgr8888, format: .xbgr8888),
        ScanoutFormat(code: cdrm_format_abgr8888, format: .xbgr8888, needsOpaqueAlpha: true),
        ScanoutFormat(code: cdrm_format_rgb888, format: .rgb888),
        ScanoutFormat(code: cdrm_format_bgr888, format: .bgr888),
        ScanoutFormat(code: cdrm_format_xrgb2101010, format: .xrgb2101010),
        ScanoutFormat(code: cdrm_format_rgb565, format: .rgb565),
        ScanoutFormat(code: cdrm_format_bgr565, format: .bgr565),
    ]

    /// Our formats that the plane lists, `preference` before the others.
    static func usable(of offered: [UInt32], preference: PixelFormat) -> [ScanoutFormat] {
        let usable = all.filter { offered.contains($0.code) }
        return usable.filter { $0.format == preference } + usable.filter { $0.format != preference }
    }

    /// The kernel's name of a format that we write: "XR24".
    static func name(of format: PixelFormat) -> String {
        all.first { $0.format == format }.map { name(of: $0.code) } ?? "none"
    }

    /// "XR24"
    static func name(of code: UInt32) -> String {
        let letters = (0..<4).map { UInt8(truncatingIfNeeded: code >> (8 * $0)) }
        return String(decoding: letters.map { (33...126).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }
}
