import CoreGraphics
import Foundation

/// One item takes another's place while it is seen: the title becomes the way back and the other way round, from and to the
/// side where the controllers' views go; buttons fade.
extension UINavigationBar {
    /// Makes the bar ready to go from its items to `new`; nil where nobody would see it, and nothing has changed.
    ///
    /// - Returns: what makes the change, to be called inside an animation. Setting `items` ends it.
    final func prepare(_ new: [UINavigationItem], isPush: Bool) -> (() -> Void)? {
        guard window != nil, !isHidden, !bounds.isEmpty else { return nil }
        let (going, coming) = exchangeContent(for: new)
        UIView.performWithoutAnimation {
            coming.layoutIfNeeded()
            going.layoutIfNeeded()
            let (lower, upper) = isPush ? (going, coming) : (coming, going)
            hide(coming, isUpper: isPush, lower: lower, upper: upper)
        }
        return { [weak self, weak going, weak coming] in
            guard let self, let going, let coming else { return }
            for part in coming.parts {
                part.transform = .identity
                part.alpha = 1
            }
            let (lower, upper) = isPush ? (going, coming) : (coming, going)
            hide(going, isUpper: !isPush, lower: lower, upper: upper)
        }
    }

    /// Puts one of the two where it is when the other one is shown.
    private func hide(
        _ content: NavigationBarContent, isUpper: Bool, lower: NavigationBarContent, upper: NavigationBarContent
    ) {
        let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
        let side: CGFloat = isRightToLeft ? -1 : 1
        // The lower title and the upper way back are the same words: they meet where lines begin.
        let way: CGFloat
        if upper.showsWayBack {
            way =
                isRightToLeft
                ? upper.backFrame.maxX - lower.titleFrame.maxX : upper.backFrame.minX - lower.titleFrame.minX
        } else {
            way = -side * bounds.width / 2
        }
        for part in content.parts { part.alpha = 0 }
        if isUpper {
            content.titlePart.transform = CGAffineTransform(translationX: side * bounds.width / 2, y: 0)
            content.backPart.transform = CGAffineTransform(translationX: -way, y: 0)
        } else {
            content.titlePart.transform = CGAffineTransform(translationX: way, y: 0)
            content.backPart.transform = CGAffineTransform(translationX: -side * content.backFrame.width, y: 0)
        }
    }
}
