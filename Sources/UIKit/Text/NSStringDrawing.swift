public import Foundation

/// How `draw(with:options:context:)` and `boundingRect(with:options:context:)` understand their rectangle; raw values as
/// Apple's.
public struct NSStringDrawingOptions: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Lines are broken at the rectangle's width, from its upper left corner on. Without it, lines are not broken, and the
    /// rectangle's origin is where the first baseline begins.
    public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1 << 0)
    /// Lines have the extra space between them that their fonts want.
    public static let usesFontLeading = NSStringDrawingOptions(rawValue: 1 << 1)
    /// Measures what is drawn rather than the lines' height and the characters' advance.
    public static let usesDeviceMetrics = NSStringDrawingOptions(rawValue: 1 << 3)
    /// What does not fit the rectangle's height is left out, and the last line ends in “…” then; with
    /// `usesLineFragmentOrigin` only.
    public static let truncatesLastVisibleLine = NSStringDrawingOptions(rawValue: 1 << 5)
}

/// What string drawing may do to fit a text, and what it did.
open class NSStringDrawingContext: NSObject {
    /// How small a text may become to fit its rectangle, as a share of its size; 0, the default, leaves the size alone.
    open var minimumScaleFactor: CGFloat = 0
    /// The share that was used last.
    public fileprivate(set) final var actualScaleFactor: CGFloat = 1
    /// Around the text that was drawn or measured last.
    public fileprivate(set) final var totalBounds = CGRect.zero

    public override init() { super.init() }
}

extension NSStringDrawingContext {
    final func note(scale: CGFloat, bounds: CGRect) { (actualScaleFactor, totalBounds) = (scale, bounds) }

    /// Nil when the size is to be left alone.
    final var leastScale: CGFloat? {
        minimumScaleFactor > 0 && minimumScaleFactor < 1 ? minimumScaleFactor : nil
    }
}
