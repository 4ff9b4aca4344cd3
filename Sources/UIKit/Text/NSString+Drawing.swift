import CoreGraphics
public import Foundation

extension NSAttributedString.Key {
    /// A `UIFont`; without it the system font of 12 points.
    public static let font = NSAttributedString.Key(rawValue: "NSFont")
    /// A `UIColor`; without it black.
    public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
}

extension String {
    /// The size the text takes without a limit, points; lines break only where the text says so.
    public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        layout(attributes, width: .infinity).size
    }

    /// Draws into the current context with the upper left corner at `point`.
    public func draw(at point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        layout(attributes, width: .infinity).draw(in: context, at: point)
    }

    /// Draws into the current context, lines broken at the width of `rect` and cut off below it.
    public func draw(in rect: CGRect, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        let layout = layout(attributes, width: rect.width)
        layout.maximumHeight = rect.height
        layout.draw(in: context, at: rect.origin)
    }

    private func layout(_ attributes: [NSAttributedString.Key: Any]?, width: CGFloat) -> TextLayout {
        let font = attributes?[.font] as? UIFont ?? .systemFont(ofSize: 12)
        let layout = TextLayout(font: font.descriptor)
        layout.color = (attributes?[.foregroundColor] as? UIColor ?? .black).cgColor
        layout.maximumWidth = width
        layout.text = self
        return layout
    }
}

extension NSString {
    /// The size the text takes without a limit, points; lines break only where the text says so.
    public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        String._unconditionallyBridgeFromObjectiveC(self).size(withAttributes: attributes)
    }

    /// Draws into the current context with the upper left corner at `point`.
    public func draw(at point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
        String._unconditionallyBridgeFromObjectiveC(self).draw(at: point, withAttributes: attributes)
    }

    /// Draws into the current context, lines broken at the width of `rect` and cut off below it.
    public func draw(in rect: CGRect, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
        String._unconditionallyBridgeFromObjectiveC(self).draw(in: rect, withAttributes: attributes)
    }
}
