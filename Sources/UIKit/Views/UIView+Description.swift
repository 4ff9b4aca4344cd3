import Foundation
import QuartzCore

extension UIView {
    /// Class, address and frame, and what differs from the defaults, in the order of Apple's systems.
    final var words: String {
        let number = ObjectDescription.number
        var parts = ["<\(ObjectDescription.head(of: self))", "frame = \(ObjectDescription.rect(frame))"]
        if let text = describedText { parts.append("text = '\(text.prefix(100))'") }
        if transform != .identity {
            let t = transform
            parts.append("transform = [\([t.a, t.b, t.c, t.d, t.tx, t.ty].map(number).joined(separator: ", "))]")
        }
        if clipsToBounds { parts.append("clipsToBounds = YES") }
        if isHidden { parts.append("hidden = YES") }
        if alpha != 1 { parts.append("alpha = \(number(alpha))") }
        if !isOpaque { parts.append("opaque = NO") }
        if !autoresizingMask.isEmpty { parts.append("autoresize = \(autoresizingMask.words)") }
        if !autoresizesSubviews { parts.append("autoresizesSubviews = NO") }
        if !isUserInteractionEnabled { parts.append("userInteractionEnabled = NO") }
        if tag != 0 { parts.append("tag = \(tag)") }
        let animations = (layer.animationKeys() ?? []).compactMap { key in
            layer.animation(forKey: key).map { "\(key)=<\(ObjectDescription.head(of: $0))>; " }
        }
        if !animations.isEmpty { parts.append("animations = { \(animations.joined())}") }
        if let recognizers = gestureRecognizers, !recognizers.isEmpty {
            let heads = recognizers.map { "<\(ObjectDescription.head(of: $0))>" }
            parts.append("gestureRecognizers = (\(heads.joined(separator: ", ")))")
        }
        if let backgroundColor { parts.append("backgroundColor = \(backgroundColor)") }
        parts.append("layer = <\(ObjectDescription.head(of: layer))>")
        return (parts + describedContents).joined(separator: "; ") + ">"
    }
}

extension UIView.AutoresizingMask {
    fileprivate var words: String {
        let names: [(UIView.AutoresizingMask, String)] = [
            (.flexibleLeftMargin, "LM"), (.flexibleWidth, "W"), (.flexibleRightMargin, "RM"),
            (.flexibleTopMargin, "TM"), (.flexibleHeight, "H"), (.flexibleBottomMargin, "BM"),
        ]
        return names.filter { contains($0.0) }.map(\.1).joined(separator: "+")
    }
}
