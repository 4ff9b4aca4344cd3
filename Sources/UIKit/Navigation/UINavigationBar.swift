import CoreGraphics
import Foundation

/// The title of the last of its items in the middle, the way back to the one before and buttons beside it.
///
/// A navigation controller sets the items of its own bar.
@preconcurrency @MainActor
open class UINavigationBar: UIView {
    /// Without what the safe area takes, points (fact S-81).
    static let standardHeight: CGFloat = 44

    /// The bar's own colour; default nil, the system's background.
    open var barTintColor: UIColor? { didSet { backgroundColor = barTintColor ?? .systemBackground } }
    /// Font and colour of the title.
    open var titleTextAttributes: [NSAttributedString.Key: Any]? { didSet { reload() } }
    /// Bottom first.
    open var items: [UINavigationItem]? { didSet { if !isExchanging { reload() } } }
    open var topItem: UINavigationItem? { items?.last }
    /// The one that the way back leads to.
    open var backItem: UINavigationItem? { items.flatMap { $0.count > 1 ? $0[$0.count - 2] : nil } }

    /// What the way back does.
    final var goBack: (() -> Void)?

    private let hairline = UIView()
    private lazy var content = makeContent()
    /// What is on its way out.
    private var going: NavigationBarContent?
    private var isExchanging = false

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
        addSubview(hairline)
        addSubview(content)
    }

    private func makeContent() -> NavigationBarContent {
        NavigationBarContent(goBack: UIAction { [weak self] _ in self?.goBack?() })
    }

    final func itemDidChange(_ item: UINavigationItem) {
        guard item === topItem || item === backItem else { return }
        if going == nil { reload() } else { show() }
    }

    /// Shows what the items say, at once.
    private func reload() {
        if let going {
            going.removeFromSuperview()
            self.going = nil
            content.settle()
        }
        show()
    }

    private func show() {
        for item in items ?? [] { item.bar = self }
        content.show(topItem, above: backItem, attributes: titleTextAttributes)
        setNeedsLayout()
    }

    /// Sets the items, and has both what was shown and what is to be shown in the bar.
    final func exchangeContent(
        for new: [UINavigationItem]
    ) -> (going: NavigationBarContent, coming: NavigationBarContent) {
        going?.removeFromSuperview()
        let old = content
        going = old
        content = makeContent()
        insertSubview(content, aboveSubview: old)
        isExchanging = true
        items = new
        isExchanging = false
        show()
        content.frame = bounds
        old.isUserInteractionEnabled = false
        return (old, content)
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let line = 1 / max(window?.screen.scale ?? UIScreen.main.scale, 1)
        hairline.frame = CGRect(x: 0, y: bounds.height - line, width: bounds.width, height: line)
        content.frame = bounds
        going?.frame = bounds
    }
}
