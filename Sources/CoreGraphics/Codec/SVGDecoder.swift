internal import CCairo
internal import CRSVG
import Foundation
import Raster

/// SVG, drawn by librsvg. Nothing outside the file is loaded; scripts and animation do not exist there.
enum SVGDecoder {
    /// Text of more bytes is refused: drawing takes time by what it says, and nothing else bounds it.
    static let maximumBytes = 8 << 20

    /// Whether the bytes begin as XML does and have an `svg` element soon.
    static func accepts(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while start < min(bytes.count, 256), [0x20, 0x09, 0x0A, 0x0D].contains(bytes[start]) { start += 1 }
        guard start < bytes.count, bytes[start] == 0x3C else { return false }
        let head = String(decoding: bytes[start..<min(bytes.count, start + 4096)], as: UTF8.self)
        return head.contains("<svg") || head.contains(":svg")
    }

    /// `scale`: pixels for each unit of the file.
    static func bitmap(
        _ bytes: UnsafeRawBufferPointer, scale: CGFloat, source: String, limits: ImageLimits
    ) throws(ImageError) -> Bitmap {
        guard bytes.count <= maximumBytes else {
            throw ImageError(source: source, reason: .tooManyBytes(count: bytes.count, limit: maximumBytes))
        }
        var failure: UnsafeMutablePointer<GError>?
        guard
            let handle = rsvg_handle_new_from_data(
                bytes.assumingMemoryBound(to: UInt8.self).baseAddress, gsize(bytes.count), &failure)
        else { throw error(&failure, source) }
        defer { crsvg_unref(handle) }
        let size = size(of: handle)
        func pixels(_ length: Double) -> Int {
            let value = (length * Double(scale)).rounded(.up)
            return value.isFinite ? Int(min(max(value, 0), 1e9)) : 0
        }
        let bitmap = try ImageDecoder.makeBitmap(
            width: pixels(size.width), height: pixels(size.height), format: .argb8888, source: source, limits: limits)
        var result: ImageError?
        CGContext.withCairo(on: bitmap, at: bitmap.bounds) { cr in
            var viewport = RsvgRectangle(x: 0, y: 0, width: Double(bitmap.width), height: Double(bitmap.height))
            if rsvg_handle_render_document(handle, cr, &viewport, &failure) == 0 { result = error(&failure, source) }
        }
        if let result { throw result }
        return bitmap
    }

    /// Units; without a size of its own that of its view box, and without one 300×150 as browsers say.
    private static func size(of handle: UnsafeMutablePointer<RsvgHandle>) -> (width: Double, height: Double) {
        var width = 0.0
        var height = 0.0
        if rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height) != 0 { return (width, height) }
        var (hasWidth, hasHeight, hasBox): (gboolean, gboolean, gboolean) = (0, 0, 0)
        var (lengthX, lengthY) = (RsvgLength(), RsvgLength())
        var box = RsvgRectangle()
        rsvg_handle_get_intrinsic_dimensions(
            handle, &hasWidth, &lengthX, &hasHeight, &lengthY, &hasBox, &box)
        return hasBox != 0 && box.width > 0 && box.height > 0 ? (box.width, box.height) : (300, 150)
    }

    private static func error(_ failure: inout UnsafeMutablePointer<GError>?, _ source: String) -> ImageError {
        let text = failure.flatMap { $0.pointee.message }.map { String(cString: $0) } ?? "no reason given"
        if let failure { g_error_free(failure) }
        failure = nil
        return ImageError(source: source, reason: .damaged(detail: text))
    }
}
