import Foundation

extension UIView {
    /// Whether any view ever set a tint; until then nobody need look for one.
    static var hasCustomTints = false

    /// The nearest own tint up the tree, else system blue; grey while dimmed (fact D-103).
    final var effectiveTint: UIColor {
        guard UIView.hasCustomTints else { return .systemBlue }
        if effectiveTintAdjustment == .dimmed { return .systemGray }
        var view: UIView? = self
        while let current = view {
            if let tint = current.tintStorage { return tint }
            view = current.superviewStorage
        }
        return .systemBlue
    }

    final var effectiveTintAdjustment: TintAdjustmentMode {
        var view: UIView? = self
        while let current = view {
            if current.tintAdjustmentStorage != .automatic { return current.tintAdjustmentStorage }
            view = current.superviewStorage
        }
        return .normal
    }

    final func setTint(_ color: UIColor?) {
        UIView.hasCustomTints = true
        let old = effectiveTint
        tintStorage = color
        if effectiveTint !== old { tellTintChanged() }
    }

    final func setTintAdjustment(_ mode: TintAdjustmentMode) {
        UIView.hasCustomTints = true
        guard tintAdjustmentStorage != mode else { return }
        tintAdjustmentStorage = mode
        tellTintChanged()
    }

    /// Tells this view and all that inherit its tint.
    final func tellTintChanged() {
        var stack = [self]
        while let view = stack.popLast() {
            view.tintColorDidChange()
            for subview in view.subviewStorage.reversed()
            where subview.tintStorage == nil || view.effectiveTintAdjustment == .dimmed {
                stack.append(subview)
            }
        }
    }
}
