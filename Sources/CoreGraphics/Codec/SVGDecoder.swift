internal import CCairo
internal import CPango
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
        guard let library = SVGLibrary.shared else {
            throw ImageError(
                source: source, reason: .unsupported(detail: "SVG needs librsvg 2.52 or newer, which is not installed"))
        }
        var failure: UnsafeMutablePointer<GError>?
        guard
            let handle = library.open(
                bytes.assumingMemoryBound(to: UInt8.self).baseAddress, UInt(bytes.count), &failure)
        else { throw error(&failure, source) }
        defer { cpango_unref(handle) }
        let size = library.size(of: handle)
        func pixels(_ length: Double) -> Int {
            let value = (length * Double(scale)).rounded(.up)
            return value.isFinite ? Int(min(max(value, 0), 1e9)) : 0
        }
        let bitmap = try ImageDecoder.makeBitmap(
            width: pixels(size.width), height: pixels(size.height), format: .argb8888, source: source, limits: limits)
        var result: ImageError?
        CGContext.withCairo(on: bitmap, at: bitmap.bounds) { cr in
            let viewport = [0, 0, Double(bitmap.width), Double(bitmap.height)]
            if library.render(handle, cr, viewport, &failure) == 0 { result = error(&failure, source) }
        }
        if let result { throw result }
        return bitmap
    }

    private static func error(_ failure: inout UnsafeMutablePointer<GError>?, _ source: String) -> ImageError {
        let text = failure.flatMap { $0.pointee.message }.map { String(cString: $0) } ?? "no reason given"
        if let failure { g_error_free(failure) }
        failure = nil
        return ImageError(source: source, reason: .damaged(detail: text))
    }
}

/// librsvg, loaded when a program reads its first drawing: it is large, takes several milliseconds to load, and most
/// programs have no drawings.
private struct SVGLibrary: @unchecked Sendable {
    // Unchecked because of the library's handle, which is not used after loading; the functions are safe on any thread.

    typealias Handle = UnsafeMutableRawPointer
    typealias Failure = UnsafeMutablePointer<UnsafeMutablePointer<GError>?>

    typealias Open = @convention(c) (UnsafePointer<UInt8>?, UInt, Failure) -> Handle?
    typealias Render = @convention(c) (Handle, OpaquePointer, UnsafePointer<Double>, Failure) -> Int32
    typealias Pixels = @convention(c) (Handle, UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>) -> Int32
    typealias Dimensions =
        @convention(c) (
            Handle, UnsafeMutablePointer<Int32>, UnsafeMutableRawPointer, UnsafeMutablePointer<Int32>,
            UnsafeMutableRawPointer, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Double>
        ) -> Void

    let open: Open
    let render: Render
    private let pixels: Pixels
    private let dimensions: Dimensions

    /// Nil if it is not installed, or too old.
    static let shared = SVGLibrary()

    private init?() {
        guard let library = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL),
            let open = dlsym(library, "rsvg_handle_new_from_data"),
            let render = dlsym(library, "rsvg_handle_render_document"),
            let pixels = dlsym(library, "rsvg_handle_get_intrinsic_size_in_pixels"),
            let dimensions = dlsym(library, "rsvg_handle_get_intrinsic_dimensions")
        else { return nil }
        self.open = unsafeBitCast(open, to: Open.self)
        self.render = unsafeBitCast(render, to: Render.self)
        self.pixels = unsafeBitCast(pixels, to: Pixels.self)
        self.dimensions = unsafeBitCast(dimensions, to: Dimensions.self)
    }

    /// Units; without a size of its own that of its view box, and without one 300×150 as browsers say.
    func size(of handle: Handle) -> (width: Double, height: Double) {
        var width = 0.0
        var height = 0.0
        if pixels(handle, &width, &height) != 0 { return (width, height) }
        var (hasWidth, hasHeight, hasBox): (Int32, Int32, Int32) = (0, 0, 0)
        var box = [0.0, 0, 0, 0]
        // A length is a number and a unit; neither is looked at.
        var (lengthX, lengthY): ((Double, Int64), (Double, Int64)) = ((0, 0), (0, 0))
        dimensions(handle, &hasWidth, &lengthX, &hasHeight, &lengthY, &hasBox, &box)
        return hasBox != 0 && box[2] > 0 && box[3] > 0 ? (box[2], box[3]) : (300, 150)
    }
}
