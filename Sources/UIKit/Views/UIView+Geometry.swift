import CoreGraphics
import Foundation
import QuartzCore

extension UIView {
    // MARK: Size changes

    /// Runs a change of frame or bounds and lets the subviews follow at once (fact L-02).
    @inline(__always)
    final func changeGeometry(_ change: () -> Void) {
        if layer.isObserved {
            // Observers find the subviews in their new places.
            layer.tellAfterwards { changeGeometryUnobserved(change) }
        } else {
            changeGeometryUnobserved(change)
        }
    }

    @inline(__always)
    private func changeGeometryUnobserved(_ change: () -> Void) {
        let oldSize = layer.bounds.size
        change()
        let newSize = layer.bounds.size
        if UIView.hasSafeAreas, safeAreaInsets != margins.toldSafeArea { safeAreaSourceDidChange() }
        // A layer without a size forgets that it was to draw.
        if drawsContent, oldSize.width == 0 || oldSize.height == 0, newSize != oldSize { layer.setNeedsDisplay() }
        guard autoresizesSubviews, !subviewStorage.isEmpty else { return }
        if newSize != oldSize { Autoresizing.resizeSubviews(of: self, from: oldSize, to: newSize) }
    }

    final func fitSize() {
        let size = sizeThatFits(bounds.size)
        if layer.affineTransform().isIdentity {
            frame = CGRect(origin: frame.origin, size: size)
        } else {
            bounds.size = size
        }
    }

    // MARK: Converting

    final func convertPoint(_ point: CGPoint, to view: UIView?) -> CGPoint {
        let target = view ?? baseView
        return target === self ? point : layer.convert(point, to: target.layer)
    }

    final func convertPoint(_ point: CGPoint, from view: UIView?) -> CGPoint {
        let source = view ?? baseView
        return source === self ? point : layer.convert(point, from: source.layer)
    }

    final func convertRect(_ rect: CGRect, to view: UIView?) -> CGRect {
        let target = view ?? baseView
        return target === self ? rect : layer.convert(rect, to: target.layer)
    }

    final func convertRect(_ rect: CGRect, from view: UIView?) -> CGRect {
        let source = view ?? baseView
        return source === self ? rect : layer.convert(rect, from: source.layer)
    }

    /// What nil means when converting (fact G-57).
    private var baseView: UIView {
        if let windowStorage { return windowStorage }
        var view = self
        while let superview = view.superviewStorage { view = superview }
        return view
    }
}
