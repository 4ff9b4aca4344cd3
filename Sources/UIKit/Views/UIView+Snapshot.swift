import CoreGraphics
import Foundation
import QuartzCore

extension UIView {
    /// What the view and everything in it look like now, by the model, at the screen's scale; nil for an empty view.
    final func snapshotContents() -> CGImage? {
        let scale = windowStorage?.screen.scale ?? UIScreen.main.scale
        let bounds = bounds
        guard let context = ImageContext.make(size: bounds.size, opaque: false, scale: scale) else { return nil }
        context.translateBy(x: -bounds.minX, y: -bounds.minY)
        layer.render(in: context)
        return context.makeImage()
    }

    final func makeSnapshot(afterScreenUpdates: Bool) -> UIView? {
        if afterScreenUpdates { layoutIfNeeded() }
        guard let image = snapshotContents() else { return nil }
        let view = UIView(frame: CGRect(origin: .zero, size: bounds.size))
        view.layer.contents = image
        view.layer.contentsScale = windowStorage?.screen.scale ?? UIScreen.main.scale
        return view
    }

    final func drawTree(in rect: CGRect, afterScreenUpdates: Bool) -> Bool {
        if afterScreenUpdates { layoutIfNeeded() }
        let bounds = bounds
        guard let context = UIGraphicsGetCurrentContext(), bounds.width > 0, bounds.height > 0 else { return false }
        context.saveGState()
        context.translateBy(x: rect.minX, y: rect.minY)
        context.scaleBy(x: rect.width / bounds.width, y: rect.height / bounds.height)
        context.translateBy(x: -bounds.minX, y: -bounds.minY)
        layer.render(in: context)
        context.restoreGState()
        return true
    }
}
