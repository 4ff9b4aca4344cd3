import UIKit

/// The pictures on the cards, drawn as paths so that they are sharp at every scale.
enum Icon {
    case thermometer, bolt, door, photograph, brush, list, back, trash

    /// Draws the icon in a square of 24 x 24 points that fills `rect`.
    @MainActor
    func draw(in rect: CGRect, color: UIColor) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.saveGState()
        context.translateBy(x: rect.minX, y: rect.minY)
        context.scaleBy(x: rect.width / 24, y: rect.height / 24)
        color.set()
        stroke()
        context.restoreGState()
    }

    @MainActor
    private func stroke() {
        let path = UIBezierPath()
        path.lineWidth = 2
        path.lineCapStyle = .round
        path.lineJoinStyle = .round
        switch self {
        case .thermometer:
            path.addArc(
                withCenter: CGPoint(x: 12, y: 17), radius: 4, startAngle: -.pi / 3, endAngle: .pi * 4 / 3,
                clockwise: true)
            path.addLine(to: CGPoint(x: 10, y: 5))
            path.addArc(
                withCenter: CGPoint(x: 12, y: 5), radius: 2, startAngle: .pi, endAngle: 2 * .pi, clockwise: true)
            path.close()
            UIBezierPath(ovalIn: CGRect(x: 10.2, y: 15.2, width: 3.6, height: 3.6)).fill()
        case .bolt:
            path.move(to: CGPoint(x: 13, y: 2.5))
            path.addLine(to: CGPoint(x: 5, y: 13.5))
            path.addLine(to: CGPoint(x: 11, y: 13.5))
            path.addLine(to: CGPoint(x: 10, y: 21.5))
            path.addLine(to: CGPoint(x: 19, y: 10))
            path.addLine(to: CGPoint(x: 12.5, y: 10))
            path.close()
        case .door:
            path.append(UIBezierPath(roundedRect: CGRect(x: 6, y: 3, width: 12, height: 18), cornerRadius: 1.5))
            path.move(to: CGPoint(x: 3, y: 21))
            path.addLine(to: CGPoint(x: 21, y: 21))
            UIBezierPath(ovalIn: CGRect(x: 13.4, y: 11, width: 2.4, height: 2.4)).fill()
        case .photograph:
            path.append(UIBezierPath(roundedRect: CGRect(x: 3, y: 4, width: 18, height: 16), cornerRadius: 2.5))
            path.move(to: CGPoint(x: 3.5, y: 17))
            path.addLine(to: CGPoint(x: 9, y: 11))
            path.addLine(to: CGPoint(x: 13, y: 15))
            path.addLine(to: CGPoint(x: 16, y: 12.5))
            path.addLine(to: CGPoint(x: 20.5, y: 17))
            UIBezierPath(ovalIn: CGRect(x: 14.5, y: 6.6, width: 3.4, height: 3.4)).fill()
        case .brush:
            path.move(to: CGPoint(x: 20, y: 4))
            path.addCurve(
                to: CGPoint(x: 10, y: 14), controlPoint1: CGPoint(x: 16, y: 6), controlPoint2: CGPoint(x: 12, y: 10))
            path.move(to: CGPoint(x: 10, y: 14))
            path.addCurve(
                to: CGPoint(x: 3.5, y: 20), controlPoint1: CGPoint(x: 6, y: 13.5),
                controlPoint2: CGPoint(x: 7.5, y: 19.5))
            path.addCurve(
                to: CGPoint(x: 10, y: 14), controlPoint1: CGPoint(x: 9, y: 21), controlPoint2: CGPoint(x: 11.5, y: 18))
        case .list:
            for row in 0..<3 {
                let y = 6 + CGFloat(row) * 6
                UIBezierPath(ovalIn: CGRect(x: 3, y: y - 1.4, width: 2.8, height: 2.8)).fill()
                path.move(to: CGPoint(x: 9, y: y))
                path.addLine(to: CGPoint(x: 21, y: y))
            }
        case .back:
            path.move(to: CGPoint(x: 15, y: 5))
            path.addLine(to: CGPoint(x: 8, y: 12))
            path.addLine(to: CGPoint(x: 15, y: 19))
        case .trash:
            path.move(to: CGPoint(x: 4, y: 6.5))
            path.addLine(to: CGPoint(x: 20, y: 6.5))
            path.move(to: CGPoint(x: 9, y: 6))
            path.addLine(to: CGPoint(x: 9.5, y: 3.5))
            path.addLine(to: CGPoint(x: 14.5, y: 3.5))
            path.addLine(to: CGPoint(x: 15, y: 6))
            path.move(to: CGPoint(x: 6, y: 7))
            path.addLine(to: CGPoint(x: 7, y: 20.5))
            path.addLine(to: CGPoint(x: 17, y: 20.5))
            path.addLine(to: CGPoint(x: 18, y: 7))
        }
        path.stroke()
    }
}

/// A view that shows one icon.
final class IconView: UIView {
    private let icon: Icon
    private let color: UIColor

    init(_ icon: Icon, color: UIColor) {
        self.icon = icon
        self.color = color
        super.init(frame: CGRect(x: 0, y: 0, width: 32, height: 32))
        isOpaque = false
        isUserInteractionEnabled = false
    }

    required init?(coder: NSCoder) { nil }

    override func draw(_ rect: CGRect) { icon.draw(in: bounds, color: color) }
}
