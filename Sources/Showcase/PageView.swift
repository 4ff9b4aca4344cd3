import UIKit

/// A page with a bar above and its content below.
final class PageView: UIView {
    var onBack: (() -> Void)?

    private let content: UIView
    private let titleLabel = UILabel()
    private let backButton = UIButton(type: .system)
    private let backIcon = IconView(.back, color: Palette.blue)
    private let line = UIView()

    init(title: String, content: UIView) {
        self.content = content
        super.init(frame: .zero)
        backgroundColor = Palette.background
        addSubview(content)

        titleLabel.text = title
        titleLabel.font = .systemFont(ofSize: 19, weight: .semibold)
        titleLabel.textColor = Palette.text
        titleLabel.textAlignment = .center
        addSubview(titleLabel)

        backButton.setTitle("Home", for: .normal)
        backButton.setTitleColor(Palette.blue, for: .normal)
        backButton.titleLabel?.font = .systemFont(ofSize: 17, weight: .medium)
        backButton.addTarget(self, action: PageView.goBack, for: .touchUpInside)
        addSubview(backButton)
        addSubview(backIcon)

        line.backgroundColor = Palette.line
        addSubview(line)
    }

    required init?(coder: NSCoder) { nil }

    private func goBack() { onBack?() }

    override func layoutSubviews() {
        super.layoutSubviews()
        let bar: CGFloat = 56
        titleLabel.frame = CGRect(x: 120, y: 0, width: max(bounds.width - 240, 0), height: bar)
        backButton.frame = CGRect(x: 8, y: 0, width: 110, height: bar)
        backIcon.frame = CGRect(x: 12, y: bar / 2 - 12, width: 24, height: 24)
        line.frame = CGRect(x: 0, y: bar - 1, width: bounds.width, height: 1)
        content.frame = CGRect(x: 0, y: bar, width: bounds.width, height: max(bounds.height - bar, 0))
    }
}
