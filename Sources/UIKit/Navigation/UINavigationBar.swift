import CoreGraphics
import Foundation

/// The title of the last of its items in the middle, the way back to the one before and buttons beside it.
///
/// A navigation controller sets the items of its own bar.
@preconcurrency @MainActor
open class UINavigationBar: UIView {
    /// Without what the safe area takes, points (fact S-81).
    static let standardHeight: CGFloat = 44
    /// Between views and from the edges, points.
    private static let gap: CGFloat = 16
    /// What a button at the edge is high and at least wide, points: a finger's size.
    private static let touchSize: CGFloat = 44

    /// The bar's own colour; default nil, the system's background.
    open var barTintColor: UIColor? { didSet { backgroundColor = barTintColor ?? .systemBackground } }
    /// Font and colour of the title.
    open var titleTextAttributes: [NSAttributedString.Key: Any]? { didSet { reload() } }
    /// Bottom first.
    open var items: [UINavigationItem]? { didSet { reload() } }
    open var topItem: UINavigationItem? { items?.last }
    /// The one that the way back leads to.
    open var backItem: UINavigationItem? { items.flatMap { $0.count > 1 ? $0[$0.count - 2] : nil } }

    /// What the way back does.
    final var goBack: (() -> Void)?

    private let titleLabel = UILabel()
    private let backButton = UIButton(type: .system)
    private let hairline = UIView()
    /// Views of the items shown, where lines begin and where they end.
    private var leading: [UIView] = []
    private var trailing: [UIView] = []
    private var titleView: UIView?

    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUp()
    }

    /// What the bar is made of is not archived.
    override var archivedSubviews: [UIView] { [] }

    private func setUp() {
        backgroundColor = .systemBackground
        hairline.backgroundColor = .separator
        titleLabel.textAlignment = .center
        backButton.titleLabel?.font = .systemFont(ofSize: 17)
        backButton.titleLabel?.lineBreakMode = .byTruncatingTail
        backButton.contentHorizontalAlignment = .leading
        backButton.addAction(UIAction { [weak self] _ in self?.goBack?() }, for: .primaryActionTriggered)
        addSubview(hairline)
        addSubview(titleLabel)
    }

    final func itemDidChange(_ item: UINavigationItem) {
        if item === topItem || item === backItem { reload() }
    }

    /// Shows what the items say.
    private func reload() {
        for view in leading + trailing { view.removeFromSuperview() }
        titleView?.removeFromSuperview()
        let top = topItem
        for item in items ?? [] { item.bar = self }
        titleView = top?.titleView
        titleLabel.text = titleView == nil ? top?.title : nil
        titleLabel.font = titleTextAttributes?[.font] as? UIFont ?? .boldSystemFont(ofSize: 17)
        titleLabel.textColor = titleTextAttributes?[.foregroundColor] as? UIColor
        if let titleView { addSubview(titleView) }
        leading = top?.leftBarButtonItems?.map(\.view) ?? []
        trailing = top?.rightBarButtonItems?.map(\.view) ?? []
        if let top, let back = backItem, !top.hidesBackButton, leading.isEmpty || top.leftItemsSupplementBackButton {
            backButton.setTitle("‹ " + (back.backButtonTitle ?? back.title ?? "Back"), for: .normal)
            leading.insert(backButton, at: 0)
        }
        for view in leading + trailing { addSubview(view) }
        setNeedsLayout()
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let line = 1 / max(contentScaleOfScreen, 1)
        hairline.frame = CGRect(x: 0, y: bounds.height - line, width: bounds.width, height: line)
        let insets = safeAreaInsets
        let area = CGRect(
            x: insets.left + Self.gap, y: bounds.height - Self.standardHeight,
            width: max(bounds.width - insets.left - insets.right - 2 * Self.gap, 0), height: Self.standardHeight)
        let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
        // No side takes more than its part: the title stays readable.
        let share = area.width / 3
        let left = arrange(isRightToLeft ? trailing : leading, from: area.minX, step: 1, share, area)
        let right = arrange(isRightToLeft ? leading : trailing, from: area.maxX, step: -1, share, area)
        let title = titleView ?? titleLabel
        let wanted = title.sizeThatFits(CGSize(width: max(right - left, 0), height: area.height))
        let width = min(wanted.width, max(right - left, 0))
        // In the middle of the bar, or else of what is left.
        var x = area.midX - width / 2
        if x < left || x + width > right { x = min(max(x, left), right - width) }
        let height = min(wanted.height, area.height)
        title.frame = CGRect(x: x, y: area.midY - height / 2, width: width, height: height)
    }

    private var contentScaleOfScreen: CGFloat { window?.screen.scale ?? UIScreen.main.scale }

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
