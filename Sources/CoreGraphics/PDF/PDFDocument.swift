internal import CCairo
import Foundation

/// A PDF being written. The pages' context holds it.
final class PDFDocument {
    let consumer: CGDataConsumer
    let mediaBox: CGRect
    var isPageOpen = false
    /// From the page's points, y up, to cairo's.
    var pageMatrix = CGAffineTransform.identity
    var isClosed = false
    /// Fonts of the application's own: cairo reads their files when the document is closed.
    private var fonts: [String: FontFile] = [:]

    init(consumer: CGDataConsumer, mediaBox: CGRect) {
        self.consumer = consumer
        self.mediaBox = mediaBox
    }

    /// Keeps a font's file as long as the document.
    func keep(_ file: FontFile) { fonts[file.path] = file }

    /// Pages of paper no smaller than a point and no larger than what PDF readers take.
    static func usable(_ box: CGRect) -> CGRect? {
        let box = box.standardized
        guard !box.isNull, [box.minX, box.minY, box.maxX, box.maxY].allSatisfy(\.isFinite), box.width >= 1,
            box.height >= 1, box.width <= 14_400, box.height <= 14_400
        else { return nil }
        return box
    }

    /// A surface that writes to the consumer; the document must outlive it.
    func makeSurface() -> OpaquePointer? {
        let surface = cairo_pdf_surface_create_for_stream(
            { closure, bytes, count in
                guard let closure, let bytes else { return CAIRO_STATUS_SUCCESS }
                let document = Unmanaged<PDFDocument>.fromOpaque(closure).takeUnretainedValue()
                let isWritten = document.consumer.write(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
                return isWritten ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR
            }, Unmanaged.passUnretained(self).toOpaque(), mediaBox.width, mediaBox.height)
        guard let surface, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
            cairo_surface_destroy(surface)
            return nil
        }
        return surface
    }
}
