internal import CWebP
import Foundation
import Raster

/// WebP, lossy and lossless, still and animated.
enum WebPDecoder {
    static func accepts(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count >= 12 && bytes.starts(with: Array("RIFF".utf8)) && bytes[8..<12].elementsEqual(Array("WEBP".utf8))
    }

    static func bitmap(
        _ bytes: UnsafeRawBufferPointer, source: String, limits: ImageLimits
    ) throws(ImageError) -> Bitmap {
        let features = try features(bytes, source, limits)
        if features.has_animation != 0 {
            return try frames(bytes, source: source, limits: limits, most: 1).frames[0].bitmap
        }
        let bitmap = try ImageDecoder.makeBitmap(
            width: Int(features.width), height: Int(features.height), format: .argb8888, source: source,
            limits: limits)
        var config = WebPDecoderConfig()
        guard WebPInitDecoderConfig(&config) != 0 else {
            throw ImageError(source: source, reason: .unsupported(detail: "the installed WebP library is too old"))
        }
        let profile = ColorProfile(webp: bytes)
        // Multiplied by alpha, unless the colours have to be converted before.
        config.output.colorspace = profile == nil ? MODE_bgrA : MODE_BGRA
        config.output.is_external_memory = 1
        config.output.u.RGBA.rgba = bitmap.pixels.assumingMemoryBound(to: UInt8.self)
        config.output.u.RGBA.stride = Int32(bitmap.bytesPerRow)
        config.output.u.RGBA.size = bitmap.byteCount
        let status = WebPDecode(bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, &config)
        WebPFreeDecBuffer(&config.output)
        guard status == VP8_STATUS_OK else { throw error(status, source) }
        if let profile {
            profile.convertToSRGB(bitmap)
            if features.has_alpha != 0 { AlphaMultiplication.premultiply(bitmap) }
        }
        if features.has_alpha == 0 { bitmap.isOpaque = true }
        return bitmap
    }

    /// The frames in order, `most` at most, and how often they play.
    static func frames(
        _ bytes: UnsafeRawBufferPointer, source: String, limits: ImageLimits, most: Int = .max
    ) throws(ImageError) -> (frames: [(bitmap: Bitmap, milliseconds: Int)], loopCount: Int) {
        _ = try features(bytes, source, limits)
        var options = WebPAnimDecoderOptions()
        WebPAnimDecoderOptionsInit(&options)
        options.color_mode = MODE_bgrA
        var data = WebPData(bytes: bytes.assumingMemoryBound(to: UInt8.self).baseAddress, size: bytes.count)
        guard let decoder = WebPAnimDecoderNew(&data, &options) else {
            throw ImageError(source: source, reason: .damaged(detail: "no frames"))
        }
        defer { WebPAnimDecoderDelete(decoder) }
        var info = WebPAnimInfo()
        guard WebPAnimDecoderGetInfo(decoder, &info) != 0 else {
            throw ImageError(source: source, reason: .damaged(detail: "no frames"))
        }
        let (width, height) = (Int(info.canvas_width), Int(info.canvas_height))
        let count = min(Int(info.frame_count), most)
        guard limits.allow(width: width, height: height) else {
            throw ImageError(source: source, reason: .tooLarge(width: width, height: height, limits: limits))
        }
        guard count <= limits.maximumPixels / (width * height) else {
            throw ImageError(source: source, reason: .tooManyFrames(count: Int(info.frame_count), limits: limits))
        }
        var result: [(bitmap: Bitmap, milliseconds: Int)] = []
        var end: Int32 = 0
        while result.count < count, WebPAnimDecoderHasMoreFrames(decoder) != 0 {
            var pixels: UnsafeMutablePointer<UInt8>?
            let begin = end
            guard WebPAnimDecoderGetNext(decoder, &pixels, &end) != 0, let pixels else {
                throw ImageError(source: source, reason: .damaged(detail: "a frame is cut off or altered"))
            }
            let bitmap = try ImageDecoder.makeBitmap(
                width: width, height: height, format: .argb8888, source: source, limits: limits)
            for y in 0..<height { bitmap.row(y).copyMemory(from: pixels + y * width * 4, byteCount: width * 4) }
            result.append((bitmap, Int(end) - Int(begin)))
        }
        guard !result.isEmpty else { throw ImageError(source: source, reason: .damaged(detail: "no frames")) }
        return (result, Int(info.loop_count))
    }

    private static func features(
        _ bytes: UnsafeRawBufferPointer, _ source: String, _ limits: ImageLimits
    ) throws(ImageError) -> WebPBitstreamFeatures {
        var features = WebPBitstreamFeatures()
        let status = WebPGetFeatures(bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, &features)
        guard status == VP8_STATUS_OK else { throw error(status, source) }
        guard limits.allow(width: Int(features.width), height: Int(features.height)) else {
            throw ImageError(
                source: source,
                reason: .tooLarge(width: Int(features.width), height: Int(features.height), limits: limits))
        }
        return features
    }

    private static func error(_ status: VP8StatusCode, _ source: String) -> ImageError {
        switch status {
        case VP8_STATUS_OUT_OF_MEMORY: ImageError(source: source, reason: .outOfMemory(bytes: 0))
        case VP8_STATUS_UNSUPPORTED_FEATURE:
            ImageError(source: source, reason: .unsupported(detail: "a feature of WebP that the library lacks"))
        case VP8_STATUS_NOT_ENOUGH_DATA: ImageError(source: source, reason: .damaged(detail: "it ends too early"))
        default: ImageError(source: source, reason: .damaged(detail: "WebP status \(status.rawValue)"))
        }
    }
}
