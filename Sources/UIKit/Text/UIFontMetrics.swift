public import Foundation

/// Sizes that follow the user's text size. There is one text size, the default, at which everything is as large as it was
/// designed: the values come back as they are, held below the maximum.
open class UIFontMetrics: NSObject, @unchecked Sendable {
    // Unchecked because an open class cannot prove it; the class itself has constants only.

    /// For body text.
    open class var `default`: UIFontMetrics { standard }
    private static let standard = UIFontMetrics(forTextStyle: .body)

    private let style: UIFont.TextStyle

    public init(forTextStyle textStyle: UIFont.TextStyle) {
        style = textStyle
        super.init()
    }

    open func scaledFont(for font: UIFont) -> UIFont { font }

    /// Points; 0 is no maximum.
    open func scaledFont(for font: UIFont, maximumPointSize: CGFloat) -> UIFont {
        maximumPointSize > 0 && font.pointSize > maximumPointSize ? font.withSize(maximumPointSize) : font
    }

    open func scaledFont(for font: UIFont, compatibleWith traitCollection: UITraitCollection?) -> UIFont {
        scaledFont(for: font)
    }

    open func scaledFont(
        for font: UIFont, maximumPointSize: CGFloat, compatibleWith traitCollection: UITraitCollection?
    ) -> UIFont { scaledFont(for: font, maximumPointSize: maximumPointSize) }

    open func scaledValue(for value: CGFloat) -> CGFloat { value }

    open func scaledValue(for value: CGFloat, compatibleWith traitCollection: UITraitCollection?) -> CGFloat {
        scaledValue(for: value)
    }

    open override var description: String { "<UIFontMetrics \(style.rawValue)>" }
}
