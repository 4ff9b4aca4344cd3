import Foundation

extension UIView {
    /// The margins a view has of its own.
    struct Margins {
        /// Fact L-42.
        var base = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
        var followSafeArea = true
        var preserveSuperview = false
    }

    /// The window's insets passed down, each level clipped to where it lies (fact L-40). Goes down a list, not a call
    /// per level.
    final var inheritedSafeArea: UIEdgeInsets {
        var path: [UIView] = [self]
        while let superview = path[path.count - 1].superviewStorage { path.append(superview) }
        var insets = (path[path.count - 1] as? UIWindow)?.screenSafeArea ?? .zero
        insets = path[path.count - 1].addingControllerInsets(to: insets)
        for view in path.dropLast().reversed() {
            guard insets != .zero || view.viewController != nil, let superview = view.superviewStorage else { continue }
            let area = superview.bounds
            let frame = view.frame.offsetBy(dx: -area.minX, dy: -area.minY)
            insets = UIEdgeInsets(
                top: clamp(insets.top - frame.minY, to: insets.top),
                left: clamp(insets.left - frame.minX, to: insets.left),
                bottom: clamp(frame.maxY - (area.height - insets.bottom), to: insets.bottom),
                right: clamp(frame.maxX - (area.width - insets.right), to: insets.right))
            insets = view.addingControllerInsets(to: insets)
        }
        return insets
    }

    private func clamp(_ value: CGFloat, to limit: CGFloat) -> CGFloat { min(max(value, 0), max(limit, 0)) }

    private func addingControllerInsets(to insets: UIEdgeInsets) -> UIEdgeInsets {
        guard let viewController else { return insets }
        return insets + viewController.additionalSafeAreaInsets
    }

    /// Facts L-42 and L-43.
    final var effectiveMargins: UIEdgeInsets {
        var result = margins.base
        if margins.followSafeArea { result = result + inheritedSafeArea }
        guard margins.preserveSuperview, let superview = superviewStorage else { return result }
        let outer = superview.layoutMargins
        let area = superview.bounds
        let frame = self.frame.offsetBy(dx: -area.minX, dy: -area.minY)
        return UIEdgeInsets(
            top: max(result.top, outer.top - frame.minY),
            left: max(result.left, outer.left - frame.minX),
            bottom: max(result.bottom, frame.maxY - (area.height - outer.bottom)),
            right: max(result.right, frame.maxX - (area.width - outer.right)))
    }

    final func setMargins(_ insets: UIEdgeInsets) { changeMargins { $0.base = insets } }

    final func changeMargins(_ change: (inout Margins) -> Void) {
        let old = layoutMargins
        change(&margins)
        guard layoutMargins != old else { return }
        layoutMarginsDidChange()
        setNeedsLayout()
    }
}

/// A rectangle of a view that others lay out by: its safe area or its margins.
@preconcurrency @MainActor
public final class UILayoutGuide: NSObject {
    public private(set) weak var owningView: UIView?
    private let insets: @MainActor (UIView) -> UIEdgeInsets

    init(of view: UIView, insets: @escaping @MainActor (UIView) -> UIEdgeInsets) {
        owningView = view
        self.insets = insets
        super.init()
    }

    /// The rectangle in the owning view's coordinates, points.
    public var layoutFrame: CGRect {
        guard let owningView else { return .zero }
        return owningView.bounds.inset(by: insets(owningView))
    }
}

extension UIView {
    /// The bounds without what surrounds the screen's usable part (fact L-41).
    public var safeAreaLayoutGuide: UILayoutGuide { UILayoutGuide(of: self) { $0.safeAreaInsets } }

    /// The bounds without the margins.
    public var layoutMarginsGuide: UILayoutGuide { UILayoutGuide(of: self) { $0.layoutMargins } }
}
