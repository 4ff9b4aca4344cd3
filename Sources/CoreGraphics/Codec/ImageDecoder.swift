import Foundation
package import FoundationEssentials  // Data
import Raster

/// Reads PNG, JPEG, WebP, GIF, BMP and SVG pictures from files and memory that nobody vouches for.
package enum ImageDecoder {
    /// The picture in `data`, upright; of an animation its first. `source` names it in errors. `scale` is how many pixels
    /// a unit of a drawing (SVG) gets.
    package static func image(
        data: Data, source: String, limits: ImageLimits = .standard, scale: CGFloat = 1
    ) throws(ImageError) -> CGImage {
        // The closure cannot carry a typed error out, so it carries a result.
        let result: Result<Bitmap, ImageError> = data.withUnsafeBytes { bytes in
            do throws(ImageError) {
                return .success(try bitmap(bytes, source: source, limits: limits, scale: scale))
            } catch {
                return .failure(error)
            }
        }
        return CGImage(bitmap: try result.get())
    }

    /// The picture in a file, upright.
    package static func image(
        contentsOfFile path: String, limits: ImageLimits = .standard, scale: CGFloat = 1
    ) throws(ImageError) -> CGImage {
        let data = try contents(ofFile: path, limits: limits)
        return try image(data: data, source: path, limits: limits, scale: scale)
    }

    /// All pictures of a GIF or WebP file; of another the only one. All frames together count as one picture for the
    /// limits.
    package static func animation(
        data: Data, source: String, limits: ImageLimits = .standard
    ) throws(ImageError) -> ImageAnimation {
        let result: Result<ImageAnimation, ImageError> = data.withUnsafeBytes { bytes in
            do throws(ImageError) {
                try check(bytes, source, limits)
                let frames: [(bitmap: Bitmap, milliseconds: Int)]
                var loopCount = 1
                if GIFDecoder.accepts(bytes) {
                    var decoder = GIFDecoder(bytes, source: source, limits: limits)
                    frames = try decoder.frames()
                    loopCount = decoder.loopCount
                } else if WebPDecoder.accepts(bytes) {
                    (frames, loopCount) = try WebPDecoder.frames(bytes, source: source, limits: limits)
                } else {
                    frames = [(try bitmap(bytes, source: source, limits: limits, scale: 1), 0)]
                }
                return .success(
                    ImageAnimation(
                        frames: frames.map {
                            ImageAnimation.Frame(
                                image: CGImage(bitmap: $0.bitmap),
                                duration: ImageAnimation.duration(milliseconds: $0.milliseconds))
                        }, loopCount: loopCount))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// The bytes of an ordinary file, if they are not too many.
    package static func contents(ofFile path: String, limits: ImageLimits) throws(ImageError) -> Data {
        var information = stat()
        guard stat(path, &information) == 0 else {
            throw ImageError(source: path, reason: .unreadable(errno: errno))
        }
        // A pipe or a device might never end.
        guard information.st_mode & S_IFMT == S_IFREG else {
            throw ImageError(
                source: path,
                reason: .unreadable(errno: information.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL))
        }
        guard Int(information.st_size) <= limits.maximumBytes else {
            throw ImageError(
                source: path,
                reason: .tooManyBytes(count: Int(information.st_size), limit: limits.maximumBytes))
        }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ImageError(source: path, reason: .unreadable(errno: EACCES))
        }
        return data
    }

    private static func check(
        _ bytes: UnsafeRawBufferPointer, _ source: String, _ limits: ImageLimits
    ) throws(ImageError) {
        guard !bytes.isEmpty else { throw ImageError(source: source, reason: .empty) }
        guard bytes.count <= limits.maximumBytes else {
            throw ImageError(
                source: source, reason: .tooManyBytes(count: bytes.count, limit: limits.maximumBytes))
        }
    }

    private static func bitmap(
        _ bytes: UnsafeRawBufferPointer, source: String, limits: ImageLimits, scale: CGFloat
    ) throws(ImageError) -> Bitmap {
        try check(bytes, source, limits)
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            return try PNGDecoder.bitmap(bytes, source: source, limits: limits)
        }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            return try JPEGDecoder.bitmap(bytes, source: source, limits: limits)
        }
        if WebPDecoder.accepts(bytes) { return try WebPDecoder.bitmap(bytes, source: source, limits: limits) }
        if GIFDecoder.accepts(bytes) {
            var decoder = GIFDecoder(bytes, source: source, limits: limits)
            return try decoder.frames(most: 1)[0].bitmap
        }
        if BMPDecoder.accepts(bytes) {
            var decoder = BMPDecoder(bytes, source: source, limits: limits)
            return try decoder.bitmap()
        }
        if SVGDecoder.accepts(bytes) {
            return try SVGDecoder.bitmap(bytes, scale: scale, source: source, limits: limits)
        }
        throw ImageError(source: source, reason: .unknownFormat)
    }

    /// Memory for a picture whose header has been read.
    static func makeBitmap(
        width: Int, height: Int, format: PixelFormat, source: String, limits: ImageLimits
    ) throws(ImageError) -> Bitmap {
        guard limits.allow(width: width, height: height) else {
            throw ImageError(source: source, reason: .tooLarge(width: width, height: height, limits: limits))
        }
        do {
            return try Bitmap(width: width, height: height, format: format)
        } catch {
            switch error {
            case .outOfMemory(let bytes):
                throw ImageError(source: source, reason: .outOfMemory(bytes: bytes))
            case .unusableSize(let width, let height):
                throw ImageError(source: source, reason: .tooLarge(width: width, height: height, limits: limits))
            }
        }
    }
}
