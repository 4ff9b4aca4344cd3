import CoreGraphics
import Foundation

extension FontDescription {
    /// Nil when the archive holds no font.
    init?(archive coder: NSCoder) {
        guard coder.allowsKeyedCoding, let size = coder.number(forKey: "UIFontPointSize"), size > 0 else { return nil }
        let family: String? = coder.object(forKey: "UIFontFamily")
        self.init(
            family: family, size: size, weight: coder.integer(forKey: "UIFontWeight") ?? 400,
            isItalic: coder.bool(forKey: "UIFontItalic") ?? false,
            hasMonospacedDigits: coder.bool(forKey: "UIFontMonospacedDigits") ?? false,
            width: coder.integer(forKey: "UIFontWidth") ?? 100,
            features: coder.object(forKey: "UIFontFeatures") ?? "",
            fallbacks: coder.object(forKey: "UIFontFallbacks") ?? "")
    }

    func encode(with coder: NSCoder) {
        coder.encode(Double(size), forKey: "UIFontPointSize")
        if let family { coder.encode(family, forKey: "UIFontFamily") }
        coder.encode(weight, forKey: "UIFontWeight")
        coder.encode(isItalic, forKey: "UIFontItalic")
        coder.encode(hasMonospacedDigits, forKey: "UIFontMonospacedDigits")
        if width != 100 { coder.encode(width, forKey: "UIFontWidth") }
        if !features.isEmpty { coder.encode(features, forKey: "UIFontFeatures") }
        if !fallbacks.isEmpty { coder.encode(fallbacks, forKey: "UIFontFallbacks") }
    }
}
