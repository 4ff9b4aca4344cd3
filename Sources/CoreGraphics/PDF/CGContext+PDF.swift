internal import CCairo
public import Foundation
import Raster

/// Keys of `init(consumer:mediaBox:_:)`'s dictionary; values are strings.
public let kCGPDFContextTitle = "kCGPDFContextTitle"
public let kCGPDFContextAuthor = "kCGPDFContextAuthor"
public let kCGPDFContextSubject = "kCGPDFContextSubject"
public let kCGPDFContextCreator = "kCGPDFContextCreator"
public let kCGPDFContextKeywords = "kCGPDFContextKeywords"
/// Key of `beginPDFPage(_:)`'s dictionary: the bytes of a `CGRect`, as `Data`.
public let kCGPDFContextMediaBox = "kCGPDFContextMediaBox"

/// Drawing pages of PDF instead of pixels. A point is 1/72 inch; the origin is the lower-left corner of a page's media box.
///
/// Shapes, text and gradients stay what they are; shadows, patterns and masks become pictures. Blend modes that PDF has not
/// draw as `normal`.
extension CGContext {
    /// Pages for `consumer`; `mediaBox` is the size of pages that do not say another, US letter if nil. The document is
    /// whole after `closePDF()`, or when the context is gone. Nil for boxes smaller than a point, larger than 14400 points
    /// or not finite.
    public convenience init?(
        consumer: CGDataConsumer, mediaBox: UnsafePointer<CGRect>?, _ auxiliaryInfo: [String: Any]? = nil
    ) {
        guard let box = PDFDocument.usable(mediaBox?.pointee ?? CGRect(x: 0, y: 0, width: 612, height: 792)) else {
            return nil
        }
        let document = PDFDocument(consumer: consumer, mediaBox: box)
        guard let surface = document.makeSurface() else { return nil }
        let metadata: [(String, cairo_pdf_metadata_t)] = [
            (kCGPDFContextTitle, CAIRO_PDF_METADATA_TITLE), (kCGPDFContextAuthor, CAIRO_PDF_METADATA_AUTHOR),
            (kCGPDFContextSubject, CAIRO_PDF_METADATA_SUBJECT), (kCGPDFContextCreator, CAIRO_PDF_METADATA_CREATOR),
            (kCGPDFContextKeywords, CAIRO_PDF_METADATA_KEYWORDS),
        ]
        for (key, kind) in metadata {
            if let text = auxiliaryInfo?[key] as? String { cairo_pdf_surface_set_metadata(surface, kind, text) }
        }
        self.init(document: document, surface: surface, size: box.size)
    }

    /// Pages for a file, which is replaced.
    public convenience init?(
        _ url: URL, mediaBox: UnsafePointer<CGRect>?, _ auxiliaryInfo: [String: Any]? = nil
    ) {
        guard let consumer = CGDataConsumer(url: url) else { return nil }
        self.init(consumer: consumer, mediaBox: mediaBox, auxiliaryInfo)
    }

    /// Begins a page, with the state of a new context, after ending one that is open. Nothing for bitmaps.
    public func beginPDFPage(_ pageInfo: [String: Any]?) {
        var box = document?.mediaBox
        if let data = pageInfo?[kCGPDFContextMediaBox] as? Data, data.count == MemoryLayout<CGRect>.size {
            box = data.withUnsafeBytes { $0.loadUnaligned(as: CGRect.self) }
        }
        beginPage(box ?? .null)
    }

    public func endPDFPage() { endPage() }

    /// Begins a page of its own size; without one, of the document's.
    public func beginPage(mediaBox: UnsafePointer<CGRect>?) {
        beginPage(mediaBox?.pointee ?? document?.mediaBox ?? .null)
    }

    public func endPage() {
        guard let document, document.isPageOpen else { return }
        document.isPageOpen = false
        restart(clip: .empty)
        cairo_show_page(cr)
    }

    /// Ends the page that is open and the document; later drawing draws nothing.
    public func closePDF() {
        guard let document, !document.isClosed else { return }
        endPage()
        document.isClosed = true
        cairo_surface_finish(surface)
    }

    private func beginPage(_ box: CGRect) {
        guard let document, !document.isClosed else { return }
        endPage()
        let box = PDFDocument.usable(box) ?? document.mediaBox
        cairo_pdf_surface_set_size(surface, box.width, box.height)
        baseMatrix = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: -box.minX, ty: box.maxY)
        document.pageMatrix = baseMatrix
        document.isPageOpen = true
        restart(clip: PixelRect(around: CGRect(origin: .zero, size: box.size)))
    }
}
