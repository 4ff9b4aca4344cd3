import UIKit

/// Colours and sizes that the three commands share.
@MainActor
enum Look {
    static let background = UIColor(red: 0.055, green: 0.067, blue: 0.09, alpha: 1)
    static let plate = UIColor(red: 0.11, green: 0.13, blue: 0.17, alpha: 0.94)
    static let line = UIColor(red: 0.2, green: 0.235, blue: 0.3, alpha: 1)
    static let text = UIColor(white: 0.97, alpha: 1)
    static let quiet = UIColor(red: 0.63, green: 0.69, blue: 0.77, alpha: 1)
    static let accent = UIColor(red: 0.29, green: 0.68, blue: 1, alpha: 1)
    static let good = UIColor(red: 0.27, green: 0.83, blue: 0.5, alpha: 1)
    static let bad = UIColor(red: 1, green: 0.43, blue: 0.36, alpha: 1)

    /// One for each of ten fingers, told apart also by those who see no red.
    static let fingers: [UIColor] = [
        UIColor(red: 0.29, green: 0.68, blue: 1, alpha: 1), UIColor(red: 1, green: 0.72, blue: 0.2, alpha: 1),
        UIColor(red: 0.27, green: 0.83, blue: 0.5, alpha: 1), UIColor(red: 1, green: 0.45, blue: 0.62, alpha: 1),
        UIColor(red: 0.73, green: 0.56, blue: 1, alpha: 1), UIColor(red: 0.3, green: 0.87, blue: 0.87, alpha: 1),
        UIColor(red: 1, green: 0.5, blue: 0.27, alpha: 1), UIColor(red: 0.8, green: 0.88, blue: 0.3, alpha: 1),
        UIColor(red: 0.55, green: 0.62, blue: 1, alpha: 1), UIColor(red: 0.95, green: 0.9, blue: 0.75, alpha: 1),
    ]

    /// 1 on the smallest common panel, 480x320 either way round; text grows with the panel, but slower than it.
    static func unit(_ bounds: CGRect) -> CGFloat {
        min(max(pow(min(bounds.width, bounds.height) / 320, 0.75), 0.7), 6)
    }
}

/// A line or two of text on a plate, as wide as the words.
final class PlateLabel: UIView {
    let label = UILabel()
    /// Points around the text.
    var inset: CGFloat = 8

    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = Look.plate
        layer.cornerRadius = 6
        isUserInteractionEnabled = false
        label.textColor = Look.text
        label.numberOfLines = 0
        addSubview(label)
    }

    required init?(coder: NSCoder) { nil }

    /// The size of the plate, at most `width` points wide.
    func size(width: CGFloat) -> CGSize {
        let text = label.sizeThatFits(CGSize(width: max(width - 2 * inset, 1), height: .greatestFiniteMagnitude))
        // A point more, so that no rounding breaks a line that fits.
        return CGSize(width: ceil(text.width) + 2 + 2 * inset, height: ceil(text.height) + 1.2 * inset)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        label.frame = bounds.insetBy(dx: inset, dy: inset * 0.6)
    }
}
