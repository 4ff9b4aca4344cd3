public import CoreGraphics
public import Foundation

/// What a PDF says about itself.
open class UIGraphicsPDFRendererFormat: UIGraphicsRendererFormat {
    /// Strings by keys such as `kCGPDFContextTitle`.
    open var documentInfo: [String: Any] = [:]

    public class func `default`() -> UIGraphicsPDFRendererFormat { UIGraphicsPDFRendererFormat() }
    public class func preferred() -> UIGraphicsPDFRendererFormat { UIGraphicsPDFRendererFormat() }
}

/// What a PDF renderer's actions draw with. Each page has its origin in its upper left corner, y growing downwards.
public final class UIGraphicsPDFRendererContext: NSObject {
    public let cgContext: CGContext
    public let format: UIGraphicsPDFRendererFormat
    /// The page being drawn, points.
    public private(set) var pdfContextBounds: CGRect

    init(_ context: CGContext, format: UIGraphicsPDFRendererFormat) {
        cgContext = context
        self.format = format
        pdfContextBounds = format.bounds
        super.init()
    }

    /// Begins a page of the renderer's size.
    public func beginPage() { beginPage(withBounds: format.bounds, pageInfo: [:]) }

    /// Begins a page of its own size, points.
    public func beginPage(withBounds bounds: CGRect, pageInfo: [String: Any]) {
        var box = CGRect(origin: .zero, size: bounds.size)
        cgContext.beginPage(mediaBox: &box)
        cgContext.translateBy(x: 0, y: box.height)
        cgContext.scaleBy(x: 1, y: -1)
        cgContext.adoptBaseMatrix()
        cgContext.translateBy(x: -bounds.minX, y: -bounds.minY)
        pdfContextBounds = bounds
    }

    public func fill(_ rect: CGRect) { UIRectFillUsingBlendMode(rect, .copy) }
    public func fill(_ rect: CGRect, blendMode: CGBlendMode) { UIRectFillUsingBlendMode(rect, blendMode) }
    public func stroke(_ rect: CGRect) { UIRectFrame(rect) }
    public func stroke(_ rect: CGRect, blendMode: CGBlendMode) { UIRectFrameUsingBlendMode(rect, blendMode) }
    public func clip(to rect: CGRect) { cgContext.clip(to: rect) }
}

/// Draws PDF documents. Any thread.
open class UIGraphicsPDFRenderer: NSObject {
    /// The size of pages that do not say another, points.
    public let bounds: CGRect
    public let format: UIGraphicsPDFRendererFormat

    public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: .default()) }

    public init(bounds: CGRect, format: UIGraphicsPDFRendererFormat) {
        self.bounds = bounds
        self.format = format
        super.init()
        format.bounds = bounds
    }

    /// The document that `actions` draws, page after page; empty if the bounds are no page.
    open func pdfData(actions: (UIGraphicsPDFRendererContext) -> Void) -> Data {
        let data = NSMutableData()
        guard let consumer = CGDataConsumer(data: data) else { return Data() }
        draw(to: consumer, actions)
        return data as Data
    }

    /// The same into a file, which is replaced.
    ///
    /// - Throws: `CocoaError` if the file cannot be written or the bounds are no page.
    open func writePDF(to url: URL, withActions actions: (UIGraphicsPDFRendererContext) -> Void) throws {
        guard let consumer = CGDataConsumer(url: url), draw(to: consumer, actions) else {
            throw CocoaError(.fileWriteUnknown)
        }
    }

    @discardableResult
    private func draw(to consumer: CGDataConsumer, _ actions: (UIGraphicsPDFRendererContext) -> Void) -> Bool {
        var box = CGRect(origin: .zero, size: bounds.size)
        guard let context = CGContext(consumer: consumer, mediaBox: &box, format.documentInfo) else { return false }
        UIGraphicsPushContext(context)
        actions(UIGraphicsPDFRendererContext(context, format: format))
        UIGraphicsPopContext()
        context.closePDF()
        return true
    }
}
