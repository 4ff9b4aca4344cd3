import CoreGraphics
import Foundation

/// What a navigation bar shows of one item: its title, the way back to the one below, and its buttons. While one item takes
/// another's place the bar has two.
@MainActor
final class NavigationBarContent: UIView {
    /// Between views and from the edges, points.
    private static let gap: CGFloat = 16
    /// What a button at the edge is high and at least wide, points: a finger's size.
    private static let touchSize: CGFloat = 44

    private let titleLabel = UILabel()
    private let backButton = UIButton(type: .system)
    private(set) var titleView: UIView?
    /// Views of the item, where lines begin and where they end; the way back is not among them.
    private var leading: [UIView] = []
    private var trailing: [UIView] = []
    private(set) var showsWayBack = false

    // The parts that move and fade; the views in them may be the application's, and are left as they are.
    let titlePart = NavigationBarPart()
    let backPart = NavigationBarPart()
    let leadingPart = NavigationBarPart()
    let trailingPart = NavigationBarPart()
    var parts: [UIView] { [titlePart, backPart, leadingPart, trailingPart] }

    init(goBack: UIAction) {
        super.init(frame: .zero)
        titleLabel.textAlignment = .center
        backButton.titleLabel?.font = .systemFont(ofSize: 17)
        backButton.titleLabel?.lineBreakMode = .byTruncatingTail
        backButton.contentHorizontalAlignment = .leading
        backButton.addAction(goBack, for: .primaryActionTriggered)
        titlePart.addSubview(titleLabel)
        for part in parts { addSubview(part) }
    }

    required init?(coder: NSCoder) { nil }

    private var title: UIView { titleView ?? titleLabel }
    /// Where title and way back begin and end, points.
    var titleFrame: CGRect { title.frame }
    var backFrame: CGRect { backButton.frame }

    func show(_ top: UINavigationItem?, above back: UINavigationItem?, attributes: [NSAttributedString.Key: Any]?) {
        // One that another item shows by now is there.
        for view in leading + trailing + [titleView, backButton].compactMap({ $0 }) where view.isDescendant(of: self) {
            view.removeFromSuperview()
        }
        titleView = top?.titleView
        titleLabel.text = titleView == nil ? top?.title : nil
        titleLabel.font = attributes?[.font] as? UIFont ?? .boldSystemFont(ofSize: 17)
        titleLabel.textColor = attributes?[.foregroundColor] as? UIColor
        if let titleView { titlePart.addSubview(titleView) }
        leading = top?.leftBarButtonItems?.map(\.view) ?? []
        trailing = top?.rightBarButtonItems?.map(\.view) ?? []
        showsWayBack = false
        if let top, let back, !top.hidesBackButton, leading.isEmpty || top.leftItemsSupplementBackButton {
            backButton.setTitle("‹ " + (back.backButtonTitle ?? back.title ?? "Back"), for: .normal)
            backPart.addSubview(backButton)
            showsWayBack = true
        }
        for view in leading { leadingPart.addSubview(view) }
        for view in trailing { trailingPart.addSubview(view) }
        setNeedsLayout()
    }

    /// As after `show`, at rest.
    func settle() {
        for part in parts {
            part.layer.removeAllAnimations()
            part.transform = .identity
            part.alpha = 1
        }
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        for part in parts {
            part.bounds.size = bounds.size
            part.center = CGPoint(x: bounds.midX, y: bounds.midY)
        }
        let insets = safeAreaInsets
        let height = UINavigationBar.standardHeight
        let area = CGRect(
            x: insets.left + Self.gap, y: bounds.height - height,
            width: max(bounds.width - insets.left - insets.right - 2 * Self.gap, 0), height: height)
        let isRightToLeft = (superview ?? self).effectiveUserInterfaceLayoutDirection == .rightToLeft
        let begin = (showsWayBack ? [backButton] : []) + leading.filter { $0.superview === leadingPart }
        let end = trailing.filter { $0.superview === trailingPart }
        // No side takes more than its part: the title stays readable.
        let share = area.width / 3
        let left = arrange(isRightToLeft ? end : begin, from: area.minX, step: 1, share, area)
        let right = arrange(isRightToLeft ? begin : end, from: area.maxX, step: -1, share, area)
        guard title.superview === titlePart else { return }
        let wanted = title.sizeThatFits(CGSize(width: max(right - left, 0), height: area.height))
        let width = min(wanted.width, max(right - left, 0))
        // In the middle of the bar, or else of what is left.
        var x = area.midX - width / 2
        if x < left || x + width > right { x = min(max(x, left), right - width) }
        let titleHeight = min(wanted.height, area.height)
        title.frame = CGRect(x: x, y: area.midY - titleHeight / 2, width: width, height: titleHeight)
    }

    /// Places views side by side, and answers where the room for the title begins.
    private func arrange(
        _ views: [UIView], from edge: CGFloat, step: CGFloat, _ share: CGFloat, _ area: CGRect
    ) -> CGFloat {
        var x = edge
        var room = share
        for view in views {
            let size = view.sizeThatFits(CGSize(width: room, height: area.height))
            let isButton = view is UIButton
            let width = min(isButton ? max(size.width, Self.touchSize) : size.width, max(room, 0))
            let height = isButton ? Self.touchSize : min(size.height, area.height)
            view.frame = CGRect(
                x: step > 0 ? x : x - width, y: area.midY - height / 2, width: width, height: height)
            x += step * (width + Self.gap / 2)
            room -= width + Self.gap / 2
        }
        return x
    }
}

/// As large as the bar, and touched only where something is in it.
@MainActor
final class NavigationBarPart: UIView {
    override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        subviews.contains { $0.point(inside: convert(point, to: $0), with: event) }
    }
}
