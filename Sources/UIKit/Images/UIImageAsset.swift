public import Foundation

/// The forms of one image for different traits: light and dark, for one. Any thread.
open class UIImageAsset: NSObject, @unchecked Sendable {
    // Unchecked because the lock guards what changes.
    private let lock = NSLock()
    private var forms: [(traits: UITraitCollection, image: UIImage)] = []

    /// Without any image.
    public override init() { super.init() }

    /// The form for `traitCollection`: the one whose traits say most of what that says, and nothing against it; without
    /// one the first that was registered. An empty image for an asset without any.
    open func image(with traitCollection: UITraitCollection) -> UIImage {
        form(for: traitCollection)?.with(self) ?? UIImage()
    }

    /// Takes the place of an image that was registered with the same traits.
    open func register(_ image: UIImage, with traitCollection: UITraitCollection) {
        let plain = image.with(nil)
        lock.withLock {
            forms.removeAll { $0.traits == traitCollection }
            forms.append((traitCollection, plain))
        }
    }

    open func unregister(with traitCollection: UITraitCollection) {
        lock.withLock { forms.removeAll { $0.traits == traitCollection } }
    }

    /// The form without a way back to the asset.
    final func form(for traits: UITraitCollection) -> UIImage? {
        lock.withLock {
            var best: (image: UIImage, said: Int)?
            for form in forms where traits.containsTraits(in: form.traits) {
                let said = form.traits.saidCount
                if best == nil || said > best?.said ?? 0 { best = (form.image, said) }
            }
            return best?.image ?? forms.first?.image
        }
    }

    /// The same asset with every form changed.
    final func mapping(_ change: (UIImage) -> UIImage) -> UIImageAsset {
        let result = UIImageAsset()
        result.forms = lock.withLock { forms }.map { ($0.traits, change($0.image)) }
        return result
    }
}

extension UIImage {
    /// The same image as a form of `asset`.
    final func with(_ asset: UIImageAsset?) -> UIImage {
        if asset == nil, imageAsset == nil { return self }
        return UIImage(
            cgImage: cgImage, scale: scale, orientation: imageOrientation, renderingMode: renderingMode,
            capInsets: capInsets, isResizable: isResizable, resizingMode: resizingMode, tint: ownTint, images: images,
            duration: duration, asset: asset)
    }
}
