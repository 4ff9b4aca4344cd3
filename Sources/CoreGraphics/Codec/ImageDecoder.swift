import Foundation
package import FoundationEssentials  // Data
import Raster

/// Reads PNG and JPEG pictures from files and memory that nobody vouches for.
package enum ImageDecoder {
    /// The picture in `data`, upright. `source` names it in errors.
    package static func image(
        data: Data, source: String, limits: ImageLimits = .standard
    ) throws(ImageError) -> CGImage {
        // The closure cannot carry a typed error out, so it carries a result.
        let result: Result<Bitmap, ImageError> = data.withUnsafeBytes { bytes in
            do throws(ImageError) {
                return .success(try bitmap(bytes, source: source, limits: limits))
            } catch {
                return .failure(error)
            }
        }
        return CGImage(bitmap: try result.get())
    }

    /// The picture in a file, upright.
    package static func image(
        contentsOfFile path: String, limits: ImageLimits = .standard
    ) throws(ImageError) -> CGImage {
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
        return try image(data: data, source: path, limits: limits)
    }

    private static func bitmap(
        _ bytes: UnsafeRawBufferPointer, source: String, limits: ImageLimits
    ) throws(ImageError) -> Bitmap {
        guard !bytes.isEmpty else { throw ImageError(source: source, reason: .empty) }
        guard bytes.count <= limits.maximumBytes else {
            throw ImageError(
                source: source, reason: .tooManyBytes(count: bytes.count, limit: limits.maximumBytes))
        }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            return try PNGDecoder.bitmap(bytes, source: source, limits: limits)
        }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            return try JPEGDecoder.bitmap(bytes, source: source, limits: limits)
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
