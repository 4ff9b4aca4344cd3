public import Foundation
import QuartzCore

/// Shows an image. It draws nothing itself: the image is its layer's contents, placed by `contentMode`.
@preconcurrency @MainActor
open class UIImageView: UIView {
    /// A view as large as the image.
    public convenience init(image: UIImage?) { self.init(image: image, highlightedImage: nil) }

    override var standardAccessibility: StandardAccessibility { StandardAccessibility(traits: .image) }

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
        restoreSettings(with: coder)
        guard coder.allowsKeyedCoding else { return }
        image = coder.object(forKey: "UIImage")
        highlightedImage = coder.object(forKey: "UIHighlightedImage")
        isHighlighted = coder.bool(forKey: "UIHighlighted") ?? false
        // Observers are silent inside initializers.
        updateContents()
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        if let image { coder.encode(image, forKey: "UIImage") }
        if let highlightedImage { coder.encode(highlightedImage, forKey: "UIHighlightedImage") }
        if isHighlighted { coder.encode(true, forKey: "UIHighlighted") }
    }

    open var image: UIImage? {
        willSet { if newValue !== image { layer.willChangeObserved("image") } }
        didSet {
            guard image !== oldValue else { return }
            defer { layer.didChangeObserved("image") }
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
    /// In the form for the view's traits.
    private var shownImage: UIImage? {
        let image = showsHighlightedImage ? highlightedImage : image
        return image?.imageAsset?.form(for: traitCollection) ?? image
    }

    // MARK: Animation

    /// Shown one after the other while animating, in place of `image`. Setting it stops.
    open var animationImages: [UIImage]? { didSet { stopAnimating() } }
    /// The same while highlighted; nil for `animationImages`.
    open var highlightedAnimationImages: [UIImage]? { didSet { if isHighlighted { stopAnimating() } } }
    /// Seconds for all images; 0 is a thirtieth for each.
    open var animationDuration: TimeInterval = 0
    /// How often the images play; 0, the default, is for ever.
    open var animationRepeatCount = 0
    open private(set) var isAnimating = false

    private var player: ImagePlayer?

    /// Plays `animationImages` from the first. An animated `image` plays by itself.
    open func startAnimating() {
        let images = (isHighlighted ? highlightedAnimationImages : nil) ?? animationImages
        guard let images, !images.isEmpty else { return }
        let duration = animationDuration > 0 ? animationDuration : Double(images.count) / 30
        isAnimating = true
        play(images, duration: duration, repeatCount: animationRepeatCount)
    }

    open func stopAnimating() {
        guard isAnimating else { return }
        isAnimating = false
        endPlaying()
        updateContents()
    }

    private func play(_ images: [UIImage], duration: TimeInterval, repeatCount: Int) {
        endPlaying()
        player = ImagePlayer(images: images, duration: duration, repeatCount: repeatCount, view: self)
        if window != nil { player?.run() }
        show(images[0])
    }

    private func endPlaying() {
        player?.pause()
        player = nil
    }

    /// One picture of an animation.
    final func show(_ image: UIImage) {
        layer.contents = image.layerContents(tint: tintColor)
        layer.contentsScale = image.scale
    }

    /// The animation is over.
    final func didFinishPlaying() {
        if isAnimating { stopAnimating() } else { endPlaying() }
    }

    open override func didMoveToWindow() {
        super.didMoveToWindow()
        // Nobody sees a view without a window.
        if window == nil { player?.pause() } else { player?.run() }
    }

    private func updateContents() {
        if isAnimating { return }
        let shown = shownImage
        endPlaying()
        if let images = shown?.images, !images.isEmpty, let duration = shown?.duration {
            play(images, duration: duration, repeatCount: 0)
            return
        }
        tiledSize = nil
        if let shown, contentMode == .scaleToFill, shown.tilesItsMiddle, shown.size != bounds.size,
            let pixels = shown.tiledContents(tint: tintColor, bounds.size)
        {
            // A layer can only stretch: the image is drawn as large as it is shown.
            layer.contents = pixels
            layer.contentsScale = shown.scale
            layer.contentsCenter = CGRect(x: 0, y: 0, width: 1, height: 1)
            tiledSize = bounds.size
            return
        }
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
    /// The size for which an image that tiles its middle was drawn.
    private var tiledSize: CGSize?

    open override func layoutSublayers(of layer: CALayer) {
        super.layoutSublayers(of: layer)
        guard layer === self.layer, tiledSize != bounds.size, shownImage?.tilesItsMiddle == true else { return }
        updateContents()
    }

    open override var contentMode: ContentMode {
        didSet { if contentMode != oldValue, shownImage?.tilesItsMiddle == true { updateContents() } }
    }

    /// Other traits, for which the image may have another form.
    final func traitsDidChange() {
        if image?.imageAsset != nil || highlightedImage?.imageAsset != nil { updateContents() }
    }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        if shownImage?.renderingMode == .alwaysTemplate { updateContents() }
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? super.sizeThatFits(size) }
    open override var intrinsicContentSize: CGSize { image?.size ?? super.intrinsicContentSize }
}
