public import Foundation

extension String {
    /// The size the text takes without a limit, points; lines break only where the text says so.
    public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        StringDrawing(self, attributes).size
    }

    /// Draws into the current context with the upper left corner at `point`.
    public func draw(at point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
        StringDrawing(self, attributes).draw(at: point)
    }

    /// Draws into the current context, lines broken at the width of `rect`; lines below it are left out.
    public func draw(in rect: CGRect, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
        StringDrawing(self, attributes).draw(in: rect)
    }

    /// Draws into the current context as `options` say; `context` may make the text smaller to fit.
    public func draw(
        with rect: CGRect, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) {
        StringDrawing(self, attributes).draw(in: rect, options, context)
    }

    /// The rectangle that the text takes, points, not rounded: from the upper left corner, or from where the first
    /// baseline begins. The height of `size` counts for what is to be shortened or made smaller only.
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) -> CGRect {
        StringDrawing(self, attributes).bounds(size, options, context)
    }
}

extension NSString {
    private var string: String { String._unconditionallyBridgeFromObjectiveC(self) }

    /// The size the text takes without a limit, points; lines break only where the text says so.
    public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        string.size(withAttributes: attributes)
    }

    /// Draws into the current context with the upper left corner at `point`.
    public func draw(at point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
        string.draw(at: point, withAttributes: attributes)
    }

    /// Draws into the current context, lines broken at the width of `rect`; lines below it are left out.
    public func draw(in rect: CGRect, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
        string.draw(in: rect, withAttributes: attributes)
    }

    /// As `String` does.
    public func draw(
        with rect: CGRect, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) {
        string.draw(with: rect, options: options, attributes: attributes, context: context)
    }

    /// As `String` does.
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) -> CGRect {
        string.boundingRect(with: size, options: options, attributes: attributes, context: context)
    }
}

extension NSAttributedString {
    /// The size the text takes without a limit, points; lines break only where the text says so.
    public func size() -> CGSize { StringDrawing(self).size }

    /// Draws into the current context with the upper left corner at `point`.
    public func draw(at point: CGPoint) { StringDrawing(self).draw(at: point) }

    /// Draws into the current context, lines broken at the width of `rect`; lines below it are left out.
    public func draw(in rect: CGRect) { StringDrawing(self).draw(in: rect) }

    /// As `String` does.
    public func draw(with rect: CGRect, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?) {
        StringDrawing(self).draw(in: rect, options, context)
    }

    /// As `String` does.
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?
    ) -> CGRect {
        StringDrawing(self).bounds(size, options, context)
    }
}
