import UIKit

/// A status card: a control that sinks a little under the finger.
final class CardView: UIControl {
    var destination: Destination?

    private let icon: IconView
    private let badge = UIView()
    private let titleLabel = UILabel()
    private let valueLabel = UILabel()

    init(icon: Icon, color: UIColor, title: String, value: String) {
        self.icon = IconView(icon, color: color)
        super.init(frame: .zero)
        backgroundColor = Palette.card
        layer.cornerRadius = Palette.cornerRadius

        badge.backgroundColor = color.withAlphaComponent(0.16)
        badge.layer.cornerRadius = 14
        badge.isUserInteractionEnabled = false
        addSubview(badge)
        badge.addSubview(self.icon)

        titleLabel.text = title
        titleLabel.font = .systemFont(ofSize: 15, weight: .medium)
        titleLabel.textColor = Palette.secondaryText
        addSubview(titleLabel)

        valueLabel.text = value
        valueLabel.font = .systemFont(ofSize: 24, weight: .semibold)
        valueLabel.textColor = Palette.text
        valueLabel.adjustsFontSizeToFitWidth = true
        addSubview(valueLabel)
    }

    required init?(coder: NSCoder) { nil }

    override var isHighlighted: Bool {
        didSet {
            guard isHighlighted != oldValue else { return }
            UIView.animate(withDuration: 0.15, delay: 0, options: [.allowUserInteraction, .beginFromCurrentState]) {
                self.transform = self.isHighlighted ? CGAffineTransform(scaleX: 0.96, y: 0.96) : .identity
                self.backgroundColor = self.isHighlighted ? Palette.cardPressed : Palette.card
            }
        }
    }

    /// Answers a tap that leads nowhere.
    func flash() {
        UIView.animate(withDuration: 0.12) {
            self.badge.transform = CGAffineTransform(scaleX: 1.25, y: 1.25)
        } completion: { _ in
            UIView.animate(withDuration: 0.25) { self.badge.transform = .identity }
        }
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let inset: CGFloat = 18
        badge.bounds = CGRect(x: 0, y: 0, width: 48, height: 48)
        badge.center = CGPoint(x: inset + 24, y: inset + 24)
        icon.frame = CGRect(x: 10, y: 10, width: 28, height: 28)
        let width = bounds.width - inset * 2
        valueLabel.frame = CGRect(x: inset, y: bounds.height - inset - 30, width: width, height: 32)
        titleLabel.frame = CGRect(x: inset, y: valueLabel.frame.minY - 22, width: width, height: 20)
        // A low card has room for the text only beside the icon.
        if bounds.height < 130 {
            let left = inset + 48 + 14
            titleLabel.frame = CGRect(x: left, y: bounds.midY - 27, width: bounds.width - left - 10, height: 20)
            valueLabel.frame = CGRect(x: left, y: bounds.midY - 5, width: bounds.width - left - 10, height: 32)
            badge.center = CGPoint(x: inset + 24, y: bounds.midY)
        }
    }
}
