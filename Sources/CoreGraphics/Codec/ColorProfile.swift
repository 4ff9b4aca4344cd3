internal import CLCMS
import Foundation
import Raster

/// What a picture file says its numbers mean: an ICC profile, which Little CMS reads.
final class ColorProfile {
    /// Longer profiles are not looked at; those of cameras and screens have some thousand bytes.
    static let byteLimit = 4 << 20

    // A context of its own: other users of the library in the process have other settings.
    private let context: cmsContext
    private let profile: cmsHPROFILE

    /// Nil for a profile that is damaged, for another number of colours than three, or sRGB's own: there is nothing to
    /// convert.
    init?(_ data: Data) {
        guard data.count >= 128, data.count <= Self.byteLimit, let context = cmsCreateContext(nil, nil) else {
            return nil
        }
        let opened = data.withUnsafeBytes {
            cmsOpenProfileFromMemTHR(context, $0.baseAddress, cmsUInt32Number($0.count))
        }
        guard let opened else {
            cmsDeleteContext(context)
            return nil
        }
        guard cmsGetColorSpace(opened) == cmsSigRgbData, !Self.isSRGB(opened) else {
            cmsCloseProfile(opened)
            cmsDeleteContext(context)
            return nil
        }
        self.context = context
        profile = opened
    }

    deinit {
        cmsCloseProfile(profile)
        cmsDeleteContext(context)
    }

    /// Makes what is meant for this profile mean the same in sRGB. The pixels have 32 bits, alpha, if any, not multiplied.
    func convertToSRGB(_ bitmap: Bitmap) {
        guard let target = cmsCreate_sRGBProfileTHR(context) else { return }
        defer { cmsCloseProfile(target) }
        // Four bytes: blue, green, red and one that stays.
        let shape: UInt32 = 1 << 14 | 1 << 10 | 1 << 7 | 3 << 3 | 1
        let format = UInt32(PT_RGB) << 16 | shape
        guard
            let transform = cmsCreateTransformTHR(
                context, profile, format, target, format, cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC),
                cmsUInt32Number(cmsFLAGS_COPY_ALPHA | cmsFLAGS_BLACKPOINTCOMPENSATION))
        else { return }
        defer { cmsDeleteTransform(transform) }
        for y in 0..<bitmap.height {
            cmsDoTransform(transform, bitmap.row(y), bitmap.row(y), cmsUInt32Number(bitmap.width))
        }
    }

    /// By its name: most pictures that have a profile have this one, and to convert them would change nothing.
    private static func isSRGB(_ profile: cmsHPROFILE) -> Bool {
        var name = [CChar](repeating: 0, count: 64)
        guard cmsGetProfileInfoASCII(profile, cmsInfoDescription, "en", "US", &name, 63) > 0 else { return false }
        let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.hasPrefix("sRGB") || text == "c2"
    }
}
