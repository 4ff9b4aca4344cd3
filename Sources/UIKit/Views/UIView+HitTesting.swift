import Foundation
import QuartzCore

extension UIView {
    /// Alpha below this lets touches through (fact E-01: .01 itself still takes them). Compared as the layer keeps it.
    private static let visibleOpacity: Float = 0.01

    private final func acceptsTouch(at point: CGPoint, with event: UIEvent?) -> Bool {
        !isHidden && isUserInteractionEnabled && animationsBlockingTouches == 0
            && layer.opacity >= UIView.visibleOpacity && self.point(inside: point, with: event)
    }

    /// From the superview's coordinates to the view's. Most views are only moved; for the others the layers convert,
    /// which begins by looking for their common superlayer.
    private final func convertFromSuperview(_ point: CGPoint, _ superview: UIView) -> CGPoint {
        let parent = superview.layer
        return layer.movedPoint(point, from: parent) ?? layer.convert(point, from: parent)
    }

    /// The rule of facts E-01 to E-06. Once a view accepts the point, the answer is it or something in it, so the search
    /// only goes down. Views whose class answers for itself are asked; for all others no call is nested, however deep
    /// the tree.
    final func deepestView(at point: CGPoint, with event: UIEvent?) -> UIView? {
        guard acceptsTouch(at: point, with: event) else { return nil }
        var found = self
        var location = point
        search: while true {
            for subview in found.subviewStorage.reversed() {
                let inner = subview.convertFromSuperview(location, found)
                if HitTesting.override.isOverridden(by: subview) {
                    if let view = subview.hitTest(inner, with: event) { return view }
                } else if subview.acceptsTouch(at: inner, with: event) {
                    found = subview
                    location = inner
                    continue search
                }
            }
            return found
        }
    }
}

private enum HitTesting {
    static let override = MethodOverride(of: UIView.self, plain: Plain.self, witness: Witness.self)

    final class Plain: UIView {}

    final class Witness: UIView {
        override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? { nil }
    }
}
