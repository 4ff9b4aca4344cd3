internal import CRaster

/// The pixel loops: fill, copy, blend, mask, sample, write out.
///
/// Every function handles whole surfaces; cut them with `subsurface(_:)` first. Surfaces of one call have the same size
/// unless said otherwise (checked in debug builds), and an empty one is fine. Destinations have 32-bit pixels; an
/// `xrgb8888` destination keeps alpha 255 when it starts with it. Colours are premultiplied, 0xAARRGGBB. Alpha and mask
/// values are 0 … 255. Nothing allocates, nothing counts references, and any thread may call.
///
/// The arithmetic is pixman's, bit by bit, on every processor.
public enum Kernels {
    /// What the processor runs: "AVX2", "SSE2", "NEON" or "plain". For logs and benchmarks.
    public static var instructionSet: String { String(cString: cr_kernels_current().pointee.name) }

    /// Bytes of the largest cache that the program can hope to have for itself; 1 MB if the processor does not tell. One
    /// that tells of more shares it with many others.
    public static let cacheBytes = min(Int(cr_cache_bytes()), 16 << 20)

    // MARK: One colour

    /// Makes every pixel `colour`.
    public static func fill(_ destination: PixelSurface, colour: UInt32) {
        checkDestination(destination)
        cr_kernels_current().pointee.fill(
            destination.pixels, destination.bytesPerRow, destination.width, destination.height, colour)
    }

    /// Makes every pixel transparent.
    public static func clear(_ destination: PixelSurface) { fill(destination, colour: 0) }

    /// Lays `colour` over every pixel.
    public static func over(_ colour: UInt32, onto destination: PixelSurface) {
        checkDestination(destination)
        cr_kernels_current().pointee.over_solid(
            destination.pixels, destination.bytesPerRow, destination.width, destination.height, colour)
    }

    /// One pixel as `over(_:onto:)` makes it: for a colour that lies over a colour. The result is a colour that may stand
    /// for both.
    public static func over(_ colour: UInt32, onto pixel: UInt32) -> UInt32 {
        let rest = 255 &- colour >> 24
        var result: UInt32 = 0
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            let t = (pixel >> shift & 255) &* rest &+ 128
            result |= min(255, (colour >> shift & 255) &+ (t &+ t >> 8) >> 8) << shift
        }
        return result
    }

    /// The same for a destination that is large, written once and not read soon, such as a frame: it goes past the caches
    /// where the processor can.
    public static func streamFill(_ destination: PixelSurface, colour: UInt32) {
        checkDestination(destination)
        cr_kernels_current().pointee.stream_fill(
            destination.pixels, destination.bytesPerRow, destination.width, destination.height, colour)
    }

    // MARK: A picture

    /// Replaces the destination; the source is `argb8888` or `xrgb8888`, and the latter becomes opaque.
    public static func copy(_ source: PixelSurface, to destination: PixelSurface) {
        checkPair(source, destination)
        cr_kernels_current().pointee.copy(
            destination.pixels, destination.bytesPerRow, source.pixels, source.bytesPerRow, destination.width,
            destination.height, source.alphaBits)
    }

    /// The same for a destination that is large, written once and not read soon.
    public static func streamCopy(_ source: PixelSurface, to destination: PixelSurface) {
        checkPair(source, destination)
        cr_kernels_current().pointee.stream_copy(
            destination.pixels, destination.bytesPerRow, source.pixels, source.bytesPerRow, destination.width,
            destination.height, source.alphaBits)
    }

    /// Lays the source, times `alpha`, over the destination. The source is `argb8888` or `xrgb8888`.
    public static func over(_ source: PixelSurface, onto destination: PixelSurface, alpha: UInt8 = 255) {
        checkPair(source, destination)
        let kernels = cr_kernels_current()
        if source.format == .xrgb8888 {
            kernels.pointee.over_opaque_alpha(
                destination.pixels, destination.bytesPerRow, source.pixels, source.bytesPerRow, destination.width,
                destination.height, alpha)
        } else {
            kernels.pointee.over_alpha(
                destination.pixels, destination.bytesPerRow, source.pixels, source.bytesPerRow, destination.width,
                destination.height, alpha)
        }
    }
}

extension PixelSurface {
    /// The bits that make a pixel read from here complete: alpha where the format has none.
    @inline(__always) var alphaBits: UInt32 { format == .xrgb8888 ? 0xFF00_0000 : 0 }
}

extension Kernels {
    @inline(__always)
    static func checkDestination(_ destination: PixelSurface) {
        assert(destination.format.bytesPerPixel == 4, "The destination must have 32-bit pixels.")
    }

    @inline(__always)
    static func checkPair(_ source: PixelSurface, _ destination: PixelSurface) {
        checkDestination(destination)
        assert(source.format.bytesPerPixel == 4, "The source must have 32-bit pixels.")
        assert(source.size == destination.size, "Source and destination must have the same size.")
    }

    @inline(__always)
    static func checkMask(_ mask: PixelSurface, _ destination: PixelSurface) {
        checkDestination(destination)
        assert(mask.size == destination.size, "Mask and destination must have the same size.")
    }
}
