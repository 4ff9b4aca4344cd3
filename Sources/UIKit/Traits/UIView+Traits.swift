import Foundation

extension UIView: UITraitEnvironment {
    /// Whether anything ever had a style of its own; until then every view has its screen's traits.
    static var hasCustomStyles = false

    /// The screen's traits, with the nearest style up the tree that a view or controller asks for.
    final var inheritedTraits: UITraitCollection {
        let screen = (windowStorage?.screen ?? .main).traitCollection
        guard UIView.hasCustomStyles else { return screen }
        var view: UIView? = self
        while let current = view {
            if let style = current.ownStyle { return screen.withStyle(style) }
            view = current.superviewStorage
        }
        return screen
    }

    /// The style asked for here, by the view or by the controller whose view this is; nil if none is.
    private var ownStyle: UIUserInterfaceStyle? {
        guard let extras else { return nil }
        if extras.style != .unspecified { return extras.style }
        if let style = extras.viewController?.overrideUserInterfaceStyle, style != .unspecified { return style }
        return nil
    }

    final func setStyle(_ style: UIUserInterfaceStyle) {
        guard style != overrideUserInterfaceStyle else { return }
        changeTraits { madeExtras.style = style }
    }

    /// Makes a change after which this view and what is in it may have other traits, and tells those that have.
    final func changeTraits(_ change: () -> Void) {
        UIView.hasCustomStyles = true
        let old = traitCollection
        change()
        tellTraitsChanged(from: old)
    }

    /// The style that this view's controller asks for was `style`.
    final func tellTraitsChanged(fromStyle style: UIUserInterfaceStyle) {
        guard overrideUserInterfaceStyle == .unspecified else { return }
        let surroundings = superviewStorage?.traitCollection ?? (windowStorage?.screen ?? .main).traitCollection
        tellTraitsChanged(from: style == .unspecified ? surroundings : surroundings.withStyle(style))
    }

    /// Tells this view, and what is in it and inherited from it, that the traits were `old`; nothing if they still are.
    final func tellTraitsChanged(from old: UITraitCollection) {
        let new = traitCollection
        guard new != old else { return }
        var stack = [self]
        while let view = stack.popLast() {
            view.adoptTraits(new, old)
            for subview in view.subviewStorage.reversed() where subview.ownStyle == nil { stack.append(subview) }
        }
    }

    private func adoptTraits(_ new: UITraitCollection, _ old: UITraitCollection) {
        new.performAsCurrent {
            if new.hasDifferentColorAppearance(comparedTo: old) {
                if let colorStorage, colorStorage.isDynamic { backgroundColor = colorStorage }
                setNeedsDisplay()
            }
            (self as? UIImageView)?.traitsDidChange()
            viewController?.traitCollectionDidChange(old)
            traitCollectionDidChange(old)
        }
    }

    /// Runs `body` with the view's traits as the current ones.
    final func withTraits(_ body: () -> Void) {
        // Until anyone asks for a style the current one is right already.
        if UIView.hasCustomStyles { traitCollection.performAsCurrent(body) } else { body() }
    }
}

extension UITraitCollection {
    func withStyle(_ style: UIUserInterfaceStyle) -> UITraitCollection {
        style == userInterfaceStyle ? self : UITraitCollection(style, displayScale, layoutDirection)
    }
}

extension UIViewController: UITraitEnvironment {}
