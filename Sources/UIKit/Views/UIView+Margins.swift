public import Foundation
import QuartzCore

extension UIView {
    /// The margins a view has of its own.
    struct Margins {
        /// Nil until somebody sets them: then 8 all round (fact L-42), or what the controller prescribes (fact L-45).
        var base: UIEdgeInsets?
        /// Whether `base` was given in the direction of reading: left is leading, right is trailing.
        var isDirectional = false
        var followSafeArea = true
        var preserveSuperview = false
        /// What was told last by `safeAreaInsetsDidChange()`.
        var toldSafeArea = UIEdgeInsets.zero
    }

    /// Whether anything ever surrounded the usable part of a screen or view. On most panels nothing does, and then no
    /// view is asked.
    static var hasSafeAreas = false

    /// The window's insets passed down, each level clipped to where it lies (fact L-40). Goes down a list, not a call
    /// per level.
    final var inheritedSafeArea: UIEdgeInsets {
        guard UIView.hasSafeAreas else { return .zero }
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

    /// Facts L-42, L-43 and L-45.
    final var effectiveMargins: UIEdgeInsets {
        var result = baseMargins
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

    /// The margins without safe area and superview.
    private var baseMargins: UIEdgeInsets {
        var own = margins.base
        if margins.isDirectional, isRightToLeft, let base = own {
            own = UIEdgeInsets(top: base.top, left: base.right, bottom: base.bottom, right: base.left)
        }
        guard let viewController, viewController.viewRespectsSystemMinimumLayoutMargins else {
            return own ?? UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
        }
        let least = viewController.systemMinimumLayoutMargins
        let minimum = UIEdgeInsets(
            top: least.top, left: isRightToLeft ? least.trailing : least.leading, bottom: least.bottom,
            right: isRightToLeft ? least.leading : least.trailing)
        guard let own else { return minimum }
        return UIEdgeInsets(
            top: max(own.top, minimum.top), left: max(own.left, minimum.left), bottom: max(own.bottom, minimum.bottom),
            right: max(own.right, minimum.right))
    }

    private var isRightToLeft: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }

    final func setMargins(_ insets: UIEdgeInsets) {
        changeMargins {
            $0.base = insets
            $0.isDirectional = false
        }
    }

    final var effectiveDirectionalMargins: NSDirectionalEdgeInsets {
        let margins = layoutMargins
        return NSDirectionalEdgeInsets(
            top: margins.top, leading: isRightToLeft ? margins.right : margins.left, bottom: margins.bottom,
            trailing: isRightToLeft ? margins.left : margins.right)
    }

    final func setDirectionalMargins(_ insets: NSDirectionalEdgeInsets) {
        changeMargins {
            $0.base = UIEdgeInsets(
                top: insets.top, left: insets.leading, bottom: insets.bottom, right: insets.trailing)
            $0.isDirectional = true
        }
    }

    final func changeMargins(_ change: (inout Margins) -> Void) {
        let old = layoutMargins
        change(&margins)
        guard layoutMargins != old else { return }
        marginsDidChange()
    }

    final func marginsDidChange() {
        layoutMarginsDidChange()
        viewController?.viewLayoutMarginsDidChange()
        setNeedsLayout()
    }

    // MARK: News of the safe area

    /// Something that surrounds the usable part changed: everything below hears of it with its next layout.
    final func safeAreaSourceDidChange() {
        UIView.hasSafeAreas = true
        for view in subtree() { view.setNeedsLayout() }
    }

    /// Tells the view of a safe area that is not the one told last. Before a layout, so that the layout may use it.
    final func tellSafeArea() {
        let insets = safeAreaInsets
        guard insets != margins.toldSafeArea else { return }
        margins.toldSafeArea = insets
        safeAreaInsetsDidChange()
        viewController?.viewSafeAreaInsetsDidChange()
        guard margins.followSafeArea else { return }
        layoutMarginsDidChange()
        viewController?.viewLayoutMarginsDidChange()
    }

    // MARK: Direction of reading

    final var readingDirection: UIUserInterfaceLayoutDirection {
        UIView.userInterfaceLayoutDirection(for: semanticContentAttribute)
    }

    /// The direction in which a view of this meaning arranges its content: the interface's, unless the meaning says
    /// otherwise. Playback controls and what stands for directions in space do not turn round.
    public static func userInterfaceLayoutDirection(
        for attribute: SemanticContentAttribute
    ) -> UIUserInterfaceLayoutDirection {
        userInterfaceLayoutDirection(
            for: attribute, relativeTo: UIApplication.shared.userInterfaceLayoutDirection)
    }

    public static func userInterfaceLayoutDirection(
        for semanticContentAttribute: SemanticContentAttribute,
        relativeTo layoutDirection: UIUserInterfaceLayoutDirection
    ) -> UIUserInterfaceLayoutDirection {
        switch semanticContentAttribute {
        case .unspecified: layoutDirection
        case .playback, .spatial, .forceLeftToRight: .leftToRight
        case .forceRightToLeft: .rightToLeft
        }
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

    /// The part of the margins' rectangle that lines of text should keep to: at most 920 points wide and centred, in
    /// views wider than 1008 (fact L-44).
    public var readableContentGuide: UILayoutGuide {
        UILayoutGuide(of: self) { view in
            var insets = view.layoutMargins
            let width = view.bounds.width - insets.left - insets.right
            guard view.bounds.width > 1008, width > 920 else { return insets }
            insets.left += (width - 920) / 2
            insets.right += (width - 920) / 2
            return insets
        }
    }
}
