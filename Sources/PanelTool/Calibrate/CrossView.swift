import UIKit

/// A cross to touch: thin lines that meet in the middle, and a ring that fills while a finger is on it.
final class CrossView: UIView {
    private let lines = CAShapeLayer()
    private let ring = CAShapeLayer()
    private let dot = CALayer()

    var isPressed = false {
        didSet { if isPressed != oldValue { colour() } }
    }

    override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        for shape in [ring, lines] {
            shape.fillColor = nil
            layer.addSublayer(shape)
        }
        layer.addSublayer(dot)
        colour()
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
        super.layoutSubviews()
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        let side = bounds.width
        let middle = CGPoint(x: bounds.midX, y: bounds.midY)
        let path = CGMutablePath()
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] as [(CGFloat, CGFloat)] {
            path.move(to: CGPoint(x: middle.x + dx * side * 0.06, y: middle.y + dy * side * 0.06))
            path.addLine(to: CGPoint(x: middle.x + dx * side / 2, y: middle.y + dy * side / 2))
        }
        lines.frame = bounds
        lines.path = path
        lines.lineWidth = max(side / 44, 1.5)
        ring.frame = bounds
        ring.path = CGPath(ellipseIn: bounds.insetBy(dx: side * 0.22, dy: side * 0.22), transform: nil)
        ring.lineWidth = max(side / 30, 2)
        let size = max(side / 26, 3)
        dot.bounds = CGRect(x: 0, y: 0, width: size, height: size)
        dot.cornerRadius = size / 2
        dot.position = middle
        CATransaction.commit()
    }

    private func colour() {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        lines.strokeColor = Look.text.cgColor
        ring.strokeColor = (isPressed ? Look.good : Look.accent).cgColor
        dot.backgroundColor = (isPressed ? Look.good : Look.bad).cgColor
        CATransaction.commit()
    }
}
