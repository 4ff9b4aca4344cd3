import Foundation
import QuartzCore

extension UIView {
    /// Alpha below this lets touches through (fact E-01: .01 itself still takes them). Compared as the layer keeps it.
    private static let visibleOpacity: Float = 0.01

    private final func acceptsTouch(at point: CGPoint, with event: UIEvent?) -> Bool {
        !isHidden && isUserInteractionEnabled && animationsBlockingTouches == 0
            && layer.opacity >= UIView.visibleOpacity && self.point(inside: point, with: event)
    }

    /// The rule of facts E-01 to E-06. Once a view accepts the point, the answer is it or something in it, so the search
    /// only goes down. Views whose class answers for itself are asked; for all others no call is nested, however deep
    /// the tree.
    final func deepestView(at point: CGPoint, with event: UIEvent?) -> UIView? {
        guard acceptsTouch(at: point, with: event) else { return nil }
        var found = self
        var location = point
        while true {
            switch found.frontmostSubview(at: location, with: event) {
            case .none: return found
            case .view(let view): return view
            case .inside(let subview, let inner):
                found = subview
                location = inner
            }
        }
    }

    private enum Front {
        case none
        /// The answer of a view that was asked.
        case view(UIView)
        /// A subview that takes the touch, and the point in its coordinates.
        case inside(UIView, CGPoint)
    }

    private final func frontmostSubview(at point: CGPoint, with event: UIEvent?) -> Front {
        // The list as it is now: whoever is asked may change it.
        let subviews = subviewStorage
        let parent = layer
        if !parent.sublayersAreOwned { compareSublayers() }
        var areOwned = parent.sublayersAreOwned
        var index = subviews.count
        while true {
            // Nearly all are passed by here.
            index = areOwned ? parent.frontmostSublayer(before: index, near: point) : index - 1
            if index < 0 { return .none }
            let subview = subviews[index]
            let inner = subview.layer.movedPoint(point, from: parent) ?? subview.layer.convert(point, from: parent)
            if subview.flags.contains(.answersHitTest) {
                if let view = subview.hitTest(inner, with: event) { return .view(view) }
            } else if subview.acceptsTouch(at: inner, with: event) {
                return .inside(subview, inner)
            }
            areOwned = areOwned && parent.sublayersAreOwned && hasStill(subviews)
        }
    }

    /// Whether the list has not been changed since it was taken.
    private final func hasStill(_ list: [UIView]) -> Bool {
        list.withUnsafeBufferPointer { old in
            subviewStorage.withUnsafeBufferPointer { $0.baseAddress == old.baseAddress }
        }
    }

    /// Whether the sublayers are the subviews' in their order, as they are unless an application works with layers.
    private final func compareSublayers() {
        let parent = layer
        guard parent.sublayerCount == subviewStorage.count else { return }
        for index in subviewStorage.indices where !parent.isSublayer(subviewStorage[index].layer, at: index) { return }
        parent.setSublayersAreOwned(true)
    }
}

/// What classes of views answer for themselves when the view at a point is looked for.
enum HitTesting {
    static let hitTest = MethodOverride(of: UIView.self, plain: Plain.self, witness: HitTest.self)
    /// `point(inside:with:)`, and the properties that it and `hitTest` read.
    static let questions = MethodOverride(ofAny: UIView.self, plain: Plain.self, witness: Questions.self)

    final class Plain: UIView {}

    final class HitTest: UIView {
        override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? { nil }
    }

    final class Questions: UIView {
        override func point(inside point: CGPoint, with event: UIEvent?) -> Bool { false }
        override var bounds: CGRect {
            get { .zero }
            set {}
        }
        override var isHidden: Bool {
            get { true }
            set {}
        }
        override var isUserInteractionEnabled: Bool {
            get { false }
            set {}
        }
    }
}
