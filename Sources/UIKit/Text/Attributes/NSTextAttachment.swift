package import CoreGraphics
public import Foundation

/// A picture that stands in a text as a character does: that of the character U+FFFC (`character`).
open class NSTextAttachment: NSObject, NSSecureCoding {
    /// The character that an attachment takes the place of.
    public static let character = 0xFFFC

    /// Without `bounds`, it is as large as its image says and stands on the baseline. A template takes the text's colour.
    open var image: UIImage?
    /// Points; the origin is on the baseline and y grows upwards, so that a negative y reaches below it. Zero is the
    /// image's size.
    open var bounds = CGRect.zero
    /// The bytes that it was made of.
    open var contents: Data?
    open var fileType: String?

    public init(image: UIImage) {
        self.image = image
        super.init()
    }

    /// - Parameter contentData: a picture's file; other data shows nothing.
    public init(data contentData: Data?, ofType uti: String?) {
        contents = contentData
        fileType = uti
        image = contentData.flatMap { UIImage(data: $0) }
        super.init()
    }

    public convenience override init() { self.init(data: nil, ofType: nil) }

    // MARK: Archiving

    open class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        super.init()
        guard coder.allowsKeyedCoding else { return }
        image = coder.object(forKey: "NSImage")
        bounds = coder.rect(forKey: "NSBounds") ?? .zero
        contents = coder.object(forKey: "NSContents")
        fileType = coder.object(forKey: "NSFileType")
        if image == nil { image = contents.flatMap { UIImage(data: $0) } }
    }

    open func encode(with coder: NSCoder) {
        if let contents {
            coder.encode(contents, forKey: "NSContents")
        } else if let image {
            coder.encode(image, forKey: "NSImage")
        }
        coder.encode(bounds, forKey: "NSBounds")
        if let fileType { coder.encode(fileType, forKey: "NSFileType") }
    }
}

extension NSAttributedString {
    /// The one character that shows an attachment.
    public convenience init(attachment: NSTextAttachment) {
        self.init(string: "\u{FFFC}", attributes: [.attachment: attachment])
    }
}

extension NSTextAttachment: AttachmentDescribing {
    package final func attachmentBox(in font: FontDescription, color: CGColor) -> TextAttachmentBox? {
        let image = image
        let box = bounds == .zero ? CGRect(origin: .zero, size: image?.size ?? .zero) : bounds
        return TextAttachmentBox(owner: self, bounds: box) { context, rect in
            guard let image else { return }
            let isTemplate = image.renderingMode == .alwaysTemplate
            let shown = isTemplate ? image.withTintColor(UIColor(cgColor: color)) : image
            shown.draw(into: context, rect, blendMode: .normal, alpha: 1)
        }
    }
}
