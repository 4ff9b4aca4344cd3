import UIKit

/// S1: a background picture, 24 opaque white cards of radius 12 with an icon and two labels; one value changes.
final class CardsScene: Scene {
    private var values: [UILabel] = []
    private let hasLongValue: Bool

    convenience init(window: UIWindow) { self.init(window: window, hasLongValue: false) }

    /// `hasLongValue`: what changes has 20 characters instead of 10.
    init(window: UIWindow, hasLongValue: Bool) {
        self.hasLongValue = hasLongValue
        let size = window.bounds.size
        let background = UIImageView(image: Pictures.background(width: Int(size.width), height: Int(size.height)))
        background.frame = window.bounds
        window.addSubview(background)
        let columns = 6
        let rows = 4
        let gap = size.width / 96
        let width = (size.width - gap * CGFloat(columns + 1)) / CGFloat(columns)
        let height = (size.height - gap * CGFloat(rows + 1)) / CGFloat(rows)
        for index in 0..<columns * rows {
            let card = UIView(
                frame: CGRect(
                    x: (gap + (width + gap) * CGFloat(index % columns)).rounded(),
                    y: (gap + (height + gap) * CGFloat(index / columns)).rounded(), width: width.rounded(.down),
                    height: height.rounded(.down)))
            card.backgroundColor = .white
            card.layer.cornerRadius = 12
            let icon = UIImageView(image: Pictures.icon(side: 32, hue: CGFloat(index) / 24))
            icon.frame = CGRect(x: 12, y: 12, width: 32, height: 32)
            card.addSubview(icon)
            let title = label("Sensor \(index)", size: 16)
            title.frame = CGRect(x: 52, y: 12, width: width - 60, height: 20)
            card.addSubview(title)
            let value = label("Value 0", size: 14)
            value.frame = CGRect(x: 12, y: 52, width: min(width - 24, hasLongValue ? 160 : 81), height: 20)
            card.addSubview(value)
            values.append(value)
            window.addSubview(card)
        }
    }

    private func label(_ text: String, size: CGFloat) -> UILabel {
        let label = UILabel()
        label.font = Pictures.font(size)
        label.textColor = .black
        label.text = text
        return label
    }

    func step(_ index: Int) {
        let number = 1000 + index % 9000
        values[7].text = hasLongValue ? "Pressure is \(number) hPa" : "Value \(number)"
    }
}
