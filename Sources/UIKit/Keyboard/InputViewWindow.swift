import Foundation

/// The window that input views are in: above all others, never key, and only where its views are.
final class InputViewWindow: UIWindow {
    /// As on Apple's systems, above alerts.
    private static let level = Level(rawValue: 10_000_001)

    let container = InputViewContainer(frame: .zero)
    private weak var host: InputViewHost?

    init(host: InputViewHost, screen: UIScreen) {
        self.host = host
        super.init(frame: screen.bounds)
        self.screen = screen
        // No application counts it among its own.
        windowScene = nil
        windowLevel = Self.level
        addSubview(container)
    }

    required init?(coder: NSCoder) { nil }

    override var canBecomeKey: Bool { false }

    override var inputViewHost: InputViewHost? { host }

    override func point(inside point: CGPoint, with event: UIEvent?) -> Bool { container.frame.contains(point) }

    override func layoutSubviews() {
        super.layoutSubviews()
        host?.screenDidChange()
    }
}

/// Holds the accessory view above the input view.
final class InputViewContainer: UIView {
    private var shown = InputViewSet()

    override init(frame: CGRect) {
        super.init(frame: frame)
        // The views keep the heights they came with.
        autoresizesSubviews = false
    }

    required init?(coder: NSCoder) { nil }

    /// Events go on to whoever brought the views.
    override var next: UIResponder? { shown.owner ?? super.next }

    /// Puts these views in the place of those that are there.
    func take(_ set: InputViewSet) {
        shown = set
        for view in subviews where view !== set.input && view !== set.accessory { view.removeFromSuperview() }
        for view in [set.input, set.accessory] {
            if let view, view.superview !== self { addSubview(view) }
        }
        setNeedsLayout()
        layoutIfNeeded()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        shown.accessory?.frame = CGRect(x: 0, y: 0, width: bounds.width, height: shown.accessoryHeight)
        shown.input?.frame = CGRect(
            x: 0, y: shown.accessoryHeight, width: bounds.width, height: shown.inputHeight)
    }
}
