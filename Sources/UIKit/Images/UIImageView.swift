public import Foundation
import QuartzCore

/// Shows an image. It draws nothing itself: the image is its layer's contents, placed by `contentMode`.
@preconcurrency @MainActor
open class UIImageView: UIView {
    /// A view as large as the image.
    public convenience init(image: UIImage?) { self.init(image: image, highlightedImage: nil) }

    public convenience init(image: UIImage?, highlightedImage: UIImage?) {
        self.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
        self.image = image
        self.highlightedImage = highlightedImage
        // Observers are silent inside initializers.
        updateContents()
    }

    public override init(frame: CGRect) {
        super.init(frame: frame)
        // Fact E-07.
        isUserInteractionEnabled = false
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        isUserInteractionEnabled = false
    }

    open var image: UIImage? {
        didSet {
            guard image !== oldValue else { return }
            if image?.size != oldValue?.size { invalidateIntrinsicContentSize() }
            if !showsHighlightedImage { updateContents() }
        }
    }

    /// Shown in place of `image` while highlighted.
    open var highlightedImage: UIImage? {
        didSet { if isHighlighted, highlightedImage !== oldValue { updateContents() } }
    }

    open var isHighlighted = false { didSet { if isHighlighted != oldValue { updateContents() } } }

    private var showsHighlightedImage: Bool { isHighlighted && highlightedImage != nil }
    private var shownImage: UIImage? { showsHighlightedImage ? highlightedImage : image }

    private func updateContents() {
        let shown = shownImage
        layer.contents = shown?.layerContents(tint: tintColor)
        layer.contentsScale = shown?.scale ?? 1
        if let shown, shown.isResizable {
            layer.contentsCenter = shown.stretchedUnitRect
        } else if usesImageCaps {
            layer.contentsCenter = CGRect(x: 0, y: 0, width: 1, height: 1)
        }
        usesImageCaps = shown?.isResizable ?? false
    }

    private var usesImageCaps = false

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        if shownImage?.renderingMode == .alwaysTemplate { updateContents() }
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? super.sizeThatFits(size) }
    open override var intrinsicContentSize: CGSize { image?.size ?? super.intrinsicContentSize }
}
