import CoreGraphics
public import Foundation

/// Begins a PDF document that is appended to `data` and makes it the current context; pages begin with
/// `UIGraphicsBeginPDFPage()`. Empty bounds are US letter. Bounds that are no page leave no current context.
public func UIGraphicsBeginPDFContextToData(
    _ data: NSMutableData, _ bounds: CGRect, _ documentInfo: [AnyHashable: Any]?
) {
    guard let consumer = CGDataConsumer(data: data) else { return }
    beginDocument(consumer, bounds, documentInfo)
}

/// The same into a file, which is replaced. False if it cannot be written.
@discardableResult
public func UIGraphicsBeginPDFContextToFile(
    _ path: String, _ bounds: CGRect, _ documentInfo: [AnyHashable: Any]?
) -> Bool {
    guard let consumer = CGDataConsumer(url: URL(fileURLWithPath: path)) else { return false }
    return beginDocument(consumer, bounds, documentInfo)
}

/// Begins a page of the document's size; nothing if the current context is no PDF document.
public func UIGraphicsBeginPDFPage() { ContextStack.current.entries.last?.pdf?.beginPage() }

/// Begins a page of its own size, points.
public func UIGraphicsBeginPDFPageWithInfo(_ bounds: CGRect, _ pageInfo: [AnyHashable: Any]?) {
    ContextStack.current.entries.last?.pdf?.beginPage(withBounds: bounds, pageInfo: [:])
}

/// The page being drawn; empty outside PDF documents.
public func UIGraphicsGetPDFContextBounds() -> CGRect {
    ContextStack.current.entries.last?.pdf?.pdfContextBounds ?? .zero
}

/// Ends the document; the previous context is current again.
public func UIGraphicsEndPDFContext() {
    guard let pdf = ContextStack.current.entries.last?.pdf else { return }
    ContextStack.current.entries.removeLast()
    pdf.cgContext.closePDF()
}

@discardableResult
private func beginDocument(_ consumer: CGDataConsumer, _ bounds: CGRect, _ info: [AnyHashable: Any]?) -> Bool {
    let format = UIGraphicsPDFRendererFormat()
    format.bounds = bounds.isEmpty ? CGRect(x: 0, y: 0, width: 612, height: 792) : bounds
    for (key, value) in info ?? [:] { if let key = key.base as? String { format.documentInfo[key] = value } }
    var box = CGRect(origin: .zero, size: format.bounds.size)
    guard let context = CGContext(consumer: consumer, mediaBox: &box, format.documentInfo) else { return false }
    ContextStack.current.entries.append(
        ContextStack.Entry(context: context, pdf: UIGraphicsPDFRendererContext(context, format: format)))
    return true
}
