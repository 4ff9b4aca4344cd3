import Foundation

extension UIScrollView {
    /// `UIScrollView.ContentInsetAdjustmentBehavior`: which parts of the safe area are added to the insets.
    public enum ContentInsetAdjustmentBehavior: Int, Sendable {
        case automatic = 0
        /// Those of the axes that can scroll.
        case scrollableAxes = 1
        case never = 2
        case always = 3
    }

    /// `contentInset` and what the safe area adds to it, points (fact S-13).
    public var adjustedContentInset: UIEdgeInsets {
        UIEdgeInsets(
            top: contentInset.top + safeAreaAdjustment.top, left: contentInset.left + safeAreaAdjustment.left,
            bottom: contentInset.bottom + safeAreaAdjustment.bottom,
            right: contentInset.right + safeAreaAdjustment.right)
    }

    /// Whether a mouse that drags with its button down scrolls, as far as recognizers made from now on are concerned.
    static var isDraggedByMice = true

    /// The safe area, the content's size or the axes that scroll may have changed. Content that lay at its beginning stays there.
    final func adjustmentMayChange() {
        let adjustment = UIView.hasSafeAreas ? wantedAdjustment : .zero
        guard adjustment != safeAreaAdjustment else { return }
        let before = minimumOffset
        let offset = contentOffset
        safeAreaAdjustment = adjustment
        if !isTracking, !isDecelerating {
            let after = minimumOffset
            move(
                to: CGPoint(x: offset.x <= before.x ? after.x : offset.x, y: offset.y <= before.y ? after.y : offset.y))
        }
        tellAdjustment()
    }

    final func tellAdjustment() {
        adjustedContentInsetDidChange()
        delegate?.scrollViewDidChangeAdjustedContentInset(self)
    }

    private var wantedAdjustment: UIEdgeInsets {
        let area = safeAreaInsets
        switch contentInsetAdjustmentBehavior {
        case .never:
            return .zero
        case .always:
            return area
        case .automatic, .scrollableAxes:
            let isAcross = contentSize.width > bounds.width || alwaysBounceHorizontal
            let isDown = contentSize.height > bounds.height || alwaysBounceVertical
            return UIEdgeInsets(
                top: isDown ? area.top : 0, left: isAcross ? area.left : 0, bottom: isDown ? area.bottom : 0,
                right: isAcross ? area.right : 0)
        }
    }
}

extension UIEdgeInsets {
    /// Whether all of it are numbers.
    var isFinite: Bool { top.isFinite && left.isFinite && bottom.isFinite && right.isFinite }
}
