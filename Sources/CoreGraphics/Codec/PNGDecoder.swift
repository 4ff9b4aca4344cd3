internal import CPNG
import Foundation
import Raster

/// PNG of every colour type and depth, by libpng's simplified interface: it keeps the jumps of libpng's error handling
/// to itself and turns every kind into 8-bit sRGB.
enum PNGDecoder {
    static func bitmap(
        _ bytes: UnsafeRawBufferPointer, source: String, limits: ImageLimits
    ) throws(ImageError) -> Bitmap {
        guard let profile = ColorProfile(png: bytes) else {
            return try bitmap(bytes, profile: nil, source: source, limits: limits)
        }
        // The library would follow what the file says beside the profile.
        let result: Result<Bitmap, ImageError> = ColorProfile.withoutOtherColors(png: bytes).withUnsafeBytes { bytes in
            do throws(ImageError) {
                return .success(try bitmap(bytes, profile: profile, source: source, limits: limits))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private static func bitmap(
        _ bytes: UnsafeRawBufferPointer, profile: ColorProfile?, source: String, limits: ImageLimits
    ) throws(ImageError) -> Bitmap {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else {
            throw ImageError(source: source, reason: .damaged(detail: image.messageText))
        }
        let hasAlpha = image.format & png_uint_32(PNG_FORMAT_FLAG_ALPHA) != 0
        let bitmap = try ImageDecoder.makeBitmap(
            width: Int(image.width), height: Int(image.height), format: hasAlpha ? .argb8888 : .xrgb8888,
            source: source, limits: limits)
        // 16-bit pictures that do not say what their numbers mean come from programs that mean sRGB.
        image.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
        image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_BGR)
        guard png_image_finish_read(&image, nil, bitmap.pixels, png_int_32(bitmap.bytesPerRow), nil) != 0 else {
            throw ImageError(source: source, reason: .damaged(detail: image.messageText))
        }
        profile?.convertToSRGB(bitmap)
        if hasAlpha { AlphaMultiplication.premultiply(bitmap) }
        return bitmap
    }
}

extension png_image {
    var messageText: String {
        withUnsafeBytes(of: message) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
