import CoreGraphics
import Foundation
import QuartzCore

extension UIView {
    private var pixelsPerPoint: CGFloat { windowStorage?.screen.scale ?? UIScreen.main.scale }

    /// What the view and everything in it look like now, by the model, at the screen's scale; nil for an empty view.
    ///
    /// - Parameter part: of the view's coordinates; beyond the bounds there may be subviews.
    final func snapshotContents(of part: CGRect? = nil) -> CGImage? {
        let part = part ?? bounds
        guard let context = ImageContext.make(size: part.size, opaque: false, scale: pixelsPerPoint) else { return nil }
        context.translateBy(x: -part.minX, y: -part.minY)
        layer.render(in: context)
        return context.makeImage()
    }

    final func makeSnapshot(
        of part: CGRect? = nil, afterScreenUpdates: Bool, capInsets: UIEdgeInsets = .zero
    ) -> UIView? {
        if afterScreenUpdates { layoutIfNeeded() }
        let size = (part ?? bounds).standardized.size
        guard let image = snapshotContents(of: part?.standardized) else { return nil }
        let view = UIView(frame: CGRect(origin: .zero, size: size))
        view.layer.contents = image
        view.layer.contentsScale = pixelsPerPoint
        if capInsets != .zero {
            let caps = CGRect(origin: .zero, size: size).inset(by: capInsets)
            view.contentStretch = CGRect(
                x: caps.minX / size.width, y: caps.minY / size.height, width: caps.width / size.width,
                height: caps.height / size.height)
        }
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
