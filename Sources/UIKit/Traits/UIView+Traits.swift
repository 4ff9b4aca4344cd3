import Foundation

/// What a view or a controller says about traits, and whom it tells of changes.
struct TraitExtras {
    var style = UIUserInterfaceStyle.unspecified
    var overrides = TraitValues.none
    var registrations: [TraitRegistration] = []

    /// Nil when nothing is said.
    var said: TraitValues? {
        if style == .unspecified { return overrides == .none ? nil : overrides }
        var result = overrides
        result.userInterfaceStyle = style
        return result
    }
}

extension UIView: UITraitEnvironment, UITraitChangeObservable {
    /// Whether anything ever said anything about traits; until then every view has its screen's.
    static var hasCustomStyles = false

    /// The screen's traits, with what views and controllers up the tree say, the nearest last.
    final var inheritedTraits: UITraitCollection {
        let screen = (windowStorage?.screen ?? .main).traitCollection
        guard UIView.hasCustomStyles else { return screen }
        var said: TraitValues?
        var view: UIView? = self
        while let current = view {
            if let own = current.ownTraits { said = said.map { own.overridden(by: $0) } ?? own }
            view = current.superviewStorage
        }
        return said.map { screen.overridden(by: $0) } ?? screen
    }

    /// What is said here, by the view or by the controller whose view this is; nil if nothing is.
    private var ownTraits: TraitValues? {
        guard let extras else { return nil }
        let controllers = extras.viewController?.traitExtras.said
        guard let own = extras.traits.said else { return controllers }
        return controllers?.overridden(by: own) ?? own
    }

    final func setStyle(_ style: UIUserInterfaceStyle) {
        guard style != overrideUserInterfaceStyle else { return }
        changeTraits { madeExtras.traits.style = style }
    }

    final func setTraitOverrides(_ values: TraitValues) {
        guard values != extras?.traits.overrides ?? .none else { return }
        changeTraits { madeExtras.traits.overrides = values }
    }

    /// Makes a change after which this view and what is in it may have other traits, and tells those that have.
    final func changeTraits(_ change: () -> Void) {
        UIView.hasCustomStyles = true
        let old = traitCollection
        change()
        tellTraitsChanged(from: old)
    }

    /// Tells this view, and what is in it and inherited from it, that the traits were `old`; nothing if they still are.
    final func tellTraitsChanged(from old: UITraitCollection) {
        let new = traitCollection
        guard new != old else { return }
        var stack = [(view: self, new: new, old: old)]
        while let (view, new, old) = stack.popLast() {
            view.adoptTraits(new, old)
            for subview in view.subviewStorage.reversed() {
                guard let own = subview.ownTraits else {
                    stack.append((subview, new, old))
                    continue
                }
                let (inner, before) = (new.overridden(by: own), old.overridden(by: own))
                if inner != before { stack.append((subview, inner, before)) }
            }
        }
    }

    private func adoptTraits(_ new: UITraitCollection, _ old: UITraitCollection) {
        new.performAsCurrent {
            if new.hasDifferentColorAppearance(comparedTo: old) {
                if let colorStorage, colorStorage.isDynamic { backgroundColor = colorStorage }
                setNeedsDisplay()
            }
            (self as? UIImageView)?.traitsDidChange()
            if let viewController {
                viewController.traitCollectionDidChange(old)
                for registration in viewController.traitExtras.registrations {
                    registration.tell(viewController, new, old)
                }
            }
            traitCollectionDidChange(old)
            for registration in extras?.traits.registrations ?? [] { registration.tell(self, new, old) }
        }
    }

    /// Runs `body` with the view's traits as the current ones.
    final func withTraits(_ body: () -> Void) {
        // Until anyone asks for a style the current one is right already.
        if UIView.hasCustomStyles { traitCollection.performAsCurrent(body) } else { body() }
    }
}

extension UITraitCollection {
    final func overridden(by values: TraitValues) -> UITraitCollection {
        self.values.contains(values) ? self : UITraitCollection(self.values.overridden(by: values))
    }
}

extension UIViewController: UITraitEnvironment, UITraitChangeObservable {
    /// Makes a change to what the controller says, and tells those whose traits are others now.
    final func changeTraits(_ change: (inout TraitExtras) -> Void) {
        UIView.hasCustomStyles = true
        if let view = viewStorage { view.changeTraits { change(&traitExtras) } } else { change(&traitExtras) }
    }
}
