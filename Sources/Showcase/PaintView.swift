import UIKit

/// Ten fingers, ten colours. Only the strip a finger just passed is drawn again.
final class PaintView: UIView {
    /// A piece of line between two samples of one finger.
    private struct Segment {
        var from: CGPoint
        var to: CGPoint
        var color: Int
        var width: CGFloat

        var box: CGRect {
            CGRect(x: min(from.x, to.x), y: min(from.y, to.y), width: abs(to.x - from.x), height: abs(to.y - from.y))
                .insetBy(dx: -width, dy: -width)
        }
    }

    private let colors = [
        Palette.blue, Palette.orange, Palette.green, Palette.red, Palette.violet, Palette.teal, .systemYellow,
        .systemPink, .white, .systemGreen,
    ]
    private var segments: [Segment] = []
    private var fingers: [(touch: UITouch, color: Int)] = []
    private let clearButton = UIButton(type: .system)
    private let hint = UILabel()

    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = Palette.background
        isOpaque = false
        isMultipleTouchEnabled = true

        hint.text = "Draw with up to ten fingers"
        hint.font = .systemFont(ofSize: 16)
        hint.textColor = Palette.secondaryText
        hint.textAlignment = .center
        addSubview(hint)

        clearButton.setTitle("Clear", for: .normal)
        clearButton.titleLabel?.font = .systemFont(ofSize: 17, weight: .medium)
        clearButton.setTitleColor(Palette.red, for: .normal)
        clearButton.backgroundColor = Palette.card
        clearButton.layer.cornerRadius = 20
        clearButton.addTarget(self, action: PaintView.clear, for: .touchUpInside)
        addSubview(clearButton)
    }

    required init?(coder: NSCoder) { nil }

    private func clear() {
        segments.removeAll()
        hint.isHidden = false
        setNeedsDisplay()
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        hint.isHidden = true
        // A set has no order; from left to right the colours are the same on every run.
        for touch in touches.sorted(by: { $0.location(in: self).x < $1.location(in: self).x }) {
            let used = Set(fingers.map(\.color))
            let color = colors.indices.first { !used.contains($0) } ?? 0
            fingers.append((touch, color))
            let point = touch.location(in: self)
            add(Segment(from: point, to: point, color: color, width: 9))
        }
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        for touch in touches {
            guard let finger = fingers.first(where: { $0.touch === touch }) else { continue }
            var last = touch.previousLocation(in: self)
            for sample in event?.coalescedTouches(for: touch) ?? [touch] {
                let point = sample.location(in: self)
                add(Segment(from: last, to: point, color: finger.color, width: 9))
                last = point
            }
        }
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        fingers.removeAll { touches.contains($0.touch) }
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        fingers.removeAll { touches.contains($0.touch) }
    }

    private func add(_ segment: Segment) {
        segments.append(segment)
        setNeedsDisplay(segment.box)
    }

    override func draw(_ rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.setLineCap(.round)
        for segment in segments where segment.box.intersects(rect) {
            colors[segment.color].setStroke()
            context.setLineWidth(segment.width)
            context.move(to: segment.from)
            context.addLine(to: segment.to)
            context.strokePath()
        }
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        clearButton.frame = CGRect(x: bounds.width - 120, y: bounds.height - 60, width: 100, height: 40)
        hint.frame = CGRect(x: 0, y: bounds.midY - 12, width: bounds.width, height: 24)
    }
}
