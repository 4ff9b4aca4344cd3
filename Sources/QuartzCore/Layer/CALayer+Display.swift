package import CoreGraphics
internal import Foundation
package import Raster
internal import RenderServer

extension CALayer {
    /// Marks a part of the layer, or all of it.
    final func markForDisplay(_ part: CGRect?) {
        guard canSet("needsDisplay") else { return }
        if let part, part.isFinite {
            guard !part.isEmpty else { return }
            made.dirtyRect = made.dirtyRect.union(part.standardized)
        } else {
            flags.insert(.needsWholeDisplay)
        }
        CATransaction.openImplicit()
        flags.insert(.needsDisplay)
        if identifier != 0 { context?.note(self) }
    }

    /// Fact D-07. The mark is taken off before, so that one made while the layer draws is for the next time, and so that
    /// an override of `display()` need not know of it.
    final func displayMarked() {
        guard flags.contains(.needsDisplay), !flags.contains(.isPresentation) else { return }
        // Empty layers are not drawn; the mark waits for better bounds.
        guard boundsStorage.size.width > 0, boundsStorage.size.height > 0 else { return }
        takeMark()
        if flags.contains(.isPlainClass) { display() } else { displayWithCustomValues() }
        details?.markedPart = .infinite
    }

    private func takeMark() {
        if !flags.contains(.needsWholeDisplay), let details { details.markedPart = details.dirtyRect }
        flags.remove([.needsDisplay, .needsWholeDisplay])
        details?.dirtyRect = .null
    }

    /// Fact D-05.
    final func displayByDelegate() {
        if flags.contains(.isPresentation) { return }
        if flags.contains(.needsDisplay) { takeMark() }
        if let delegate {
            delegate.display(self)
        } else {
            drawContents()
        }
    }

    /// Draws what was marked, or everything if nothing was, into a bitmap of the layer's, which becomes its contents.
    final func drawContents() {
        let marked = details?.markedPart ?? .infinite
        details?.markedPart = .infinite
        let bounds = boundsStorage
        let scale = contentsScale
        guard let size = storeSize(fillsPixels: true) else { return }
        let shape = BackingStore.Shape(
            width: size.width, height: size.height, scale: scale, origin: bounds.origin,
            isOpaque: isOpaque, isGray: contentsFormat == .gray8Uint)

        var dirty = marked.intersection(bounds)
        let store: BackingStore
        if let present = details?.contents as? BackingStore, present.shape == shape {
            store = present
        } else {
            store = BackingStore(shape: shape)
            dirty = bounds
        }
        guard !dirty.isEmpty else { return }
        delegate?.layerWillDraw(self)
        made.displayRect = dirty
        let stretch = CGSize(
            width: Self.stretch(bounds.size.width * scale, to: CGFloat(size.width)),
            height: Self.stretch(bounds.size.height * scale, to: CGFloat(size.height)))
        guard draw(dirty, into: store, stretchedBy: stretch) else {
            complain("There is no memory to draw \(label), \(shape.width) × \(shape.height) pixels.")
            return
        }
        store.lastDrawTime = MediaClock.now
        if store.hasSpares { context?.noteSpares(of: store) }
        made.contents = store
        noteChange(.contentsChanged)
    }

    /// The pixels of a bitmap for the layer to draw into; nil if it is empty or, as it then says, too large.
    ///
    /// - Parameter fillsPixels: whether the drawing is stretched to fill the bitmap exactly, by less than half a pixel in
    ///   all, so that neighbours meet without a half-covered seam: then it is the nearest whole number of pixels, what the
    ///   layer mostly covers on the screen. Otherwise parts of a pixel at the far edges get one of their own.
    private func storeSize(fillsPixels: Bool) -> PixelSize? {
        let size = boundsStorage.size
        let scale = contentsScale
        guard size.width > 0, size.height > 0 else { return nil }
        // A hair above a whole number of pixels is a rounding error, not another pixel.
        func whole(_ length: CGFloat) -> CGFloat {
            fillsPixels ? max(length.rounded(), 1) : (length - 1.0 / 1024).rounded(.up)
        }
        let width = whole(size.width * scale)
        let height = whole(size.height * scale)
        guard width <= CGFloat(Bitmap.maximumSide), height <= CGFloat(Bitmap.maximumSide) else {
            complain("\(label) is too large to draw: \(width) × \(height) pixels, at most \(Bitmap.maximumSide) each.")
            return nil
        }
        guard width * height <= CGFloat(LayerStore.pixelLimit) else {
            complain(
                "\(label) is too large to draw: \(width) × \(height) pixels, more than 64 million; a CATiledLayer could."
            )
            return nil
        }
        return PixelSize(width: max(Int(width), 1), height: max(Int(height), 1))
    }

    /// Makes contents of one colour through coverage, which take a quarter of the memory of a picture and look the same,
    /// byte for byte.
    ///
    /// - Parameter body: adds to the `a8` surface, which is clear; is given the matrix from the layer's space to its
    ///   pixels, and answers which pixels it may have covered, or nil if it can only draw a picture.
    /// - Returns: false if nothing was drawn; the layer is to draw into a context then.
    package final func drawCoverage(
        in color: CGColor, _ body: (_ target: PixelSurface, _ matrix: CGAffineTransform) -> PixelRect?
    ) -> Bool {
        guard !flags.contains(.isPresentation), !isOpaque, contentsFormat != .gray8Uint, color.pattern == nil,
            let size = storeSize(fillsPixels: false)
        else {
            return false
        }
        if flags.contains(.needsDisplay) { takeMark() }
        details?.markedPart = .infinite
        let store: CoverageStore
        if let present = details?.contents as? CoverageStore, present.width == size.width, present.height == size.height
        {
            store = present
        } else {
            store = CoverageStore(width: size.width, height: size.height)
        }
        let (bounds, scale) = (boundsStorage, contentsScale)
        let matrix = CGAffineTransform(
            a: scale, b: 0, c: 0, d: scale, tx: -bounds.origin.x * scale, ty: -bounds.origin.y * scale)
        delegate?.layerWillDraw(self)
        made.displayRect = bounds
        guard store.draw(in: PackedColor.premultiplied(color.rgba), { body($0, matrix) }) == .drawn else {
            return false
        }
        store.lastDrawTime = MediaClock.now
        if store.hasSpares { context?.noteSpares(of: store) }
        made.contents = store
        noteChange(.contentsChanged)
        return true
    }

    /// A hair beside a whole number of pixels is a rounding error and stretches nothing.
    private static func stretch(_ length: CGFloat, to pixels: CGFloat) -> CGFloat {
        abs(length - pixels) < 1.0 / 1024 ? 1 : pixels / length
    }

    private func draw(_ dirty: CGRect, into store: BackingStore, stretchedBy stretch: CGSize) -> Bool {
        if stretch == CGSize(width: 1, height: 1) { return store.draw(dirty) { draw(in: $0) } }
        let origin = boundsStorage.origin
        let part = CGRect(
            x: origin.x + (dirty.minX - origin.x) * stretch.width,
            y: origin.y + (dirty.minY - origin.y) * stretch.height,
            width: dirty.width * stretch.width, height: dirty.height * stretch.height)
        return store.draw(part) { context in
            context.translateBy(x: origin.x, y: origin.y)
            context.scaleBy(x: stretch.width, y: stretch.height)
            context.translateBy(x: -origin.x, y: -origin.y)
            draw(in: context)
        }
    }

    /// The part that is being drawn, or was last, in the layer's coordinates: what `UIView.draw(_:)` is given.
    package final var displayRect: CGRect { details?.displayRect ?? .null }

    private func complain(_ message: @autoclosure () -> String) {
        guard !flags.contains(.hasComplained) else { return }
        flags.insert(.hasComplained)
        LayerLog.note(message())
    }

    // MARK: Contents

    final func setContents(_ value: Any?) {
        // A store of another layer goes on being drawn into; what it shows now is what is meant.
        var object = value as AnyObject?
        if let store = object as? LayerStore, store !== details?.contents {
            object = store.bitmap.map { CGImage(bitmap: $0) }
        }
        guard object !== details?.contents, canSet("contents") else { return }
        let action = willChange("contents")
        made.contents = object
        noteChange(.contentsChanged)
        run(action, "contents")
    }

    /// For a layer that has nothing to draw: no action, as when it draws.
    final func removeDrawnContents() {
        guard let details, details.contents != nil else { return }
        details.contents = nil
        noteChange(.contentsChanged)
    }

    /// The pixels of the contents; nil if there are none, or none that can be shown.
    final var contentsBitmap: Bitmap? {
        switch details?.contents {
        case let image as CGImage: image.bitmap
        case let store as LayerStore: store.bitmap
        default: nil
        }
    }

    /// Points.
    final var contentsSize: CGSize? {
        guard let bitmap = (details?.contents as? LayerStore)?.committed.bitmap ?? contentsBitmap else { return nil }
        let scale = contentsScale
        return CGSize(width: CGFloat(bitmap.width) / scale, height: CGFloat(bitmap.height) / scale)
    }
}
