import UIKit

/// Makes one random change after the other in a tree of views.
@MainActor
struct ViewWalker {
    let window: UIWindow
    private let stage: HeadlessStage
    private var random: SplitMix
    private var views: [UIView] = []
    private let picture = Pictures.icon(side: 24, hue: 0.6)

    init(stage: HeadlessStage, seed: UInt64) {
        self.stage = stage
        random = SplitMix(seed: seed)
        window = UIWindow(frame: stage.screen.bounds)
        window.backgroundColor = UIColor(white: 0.2, alpha: 1)
        window.makeKeyAndVisible()
    }

    /// Returns what was done, for the report.
    mutating func change() -> String {
        if views.count < 4 { return add() }
        let view = views[random.next(below: views.count)]
        switch random.next(below: 20) {
        case 0, 1:
            return views.count < 24 ? add() : remove(view)
        case 2:
            return remove(view)
        case 3, 4:
            view.center = point()
            return "move"
        case 5:
            view.frame = frame()
            return "resize"
        case 6:
            view.isHidden.toggle()
            return "hide"
        case 7:
            view.alpha = random.next(below: 3) == 0 ? 1 : CGFloat(random.unit())
            return "fade"
        case 8:
            view.clipsToBounds.toggle()
            return "clip"
        case 9, 10:
            view.transform =
                random.next(below: 3) == 0
                ? .identity
                : CGAffineTransform(rotationAngle: CGFloat(random.unit() * 6)).scaledBy(
                    x: CGFloat(0.4 + random.unit()), y: CGFloat(0.4 + random.unit()))
            return "transform"
        case 11:
            view.setNeedsDisplay(
                random.next(below: 2) == 0
                    ? view.bounds
                    : CGRect(x: random.next(below: 30), y: random.next(below: 30), width: 9, height: 7))
            (view as? ScribbleView)?.shade += 1
            if let label = view as? UILabel { change(label) }
            return "redraw"
        case 12:
            view.superview?.bringSubviewToFront(view)
            return "bring to front"
        case 13:
            view.superview?.sendSubviewToBack(view)
            return "send to back"
        case 14:
            view.layer.cornerRadius = CGFloat(random.next(below: 20))
            return "corner radius"
        case 15:
            view.backgroundColor = random.next(below: 4) == 0 ? nil : color()
            return "colour"
        case 16:
            view.layer.borderWidth = CGFloat(random.next(below: 4))
            return "border"
        case 17:
            view.bounds.origin = CGPoint(x: random.next(below: 20) - 10, y: random.next(below: 20) - 10)
            return "scroll"
        case 18:
            let target = point()
            let angle = CGFloat(random.unit() * 3)
            let fades = random.next(below: 2) == 0
            UIView.animate(withDuration: 0.05 + random.unit() * 0.3) {
                view.center = target
                if fades { view.alpha = 0.5 } else { view.transform = CGAffineTransform(rotationAngle: angle) }
            }
            return "animate"
        default:
            view.contentMode = UIView.ContentMode(rawValue: random.next(below: 13)) ?? .center
            return "content mode"
        }
    }

    private mutating func add() -> String {
        let view: UIView
        switch random.next(below: 4) {
        case 3:
            let label = UILabel(frame: frame())
            label.numberOfLines = 0
            change(label)
            view = label
        case 0:
            view = UIView(frame: frame())
            view.backgroundColor = color()
        case 1:
            let picture = UIImageView(image: self.picture)
            picture.frame = frame()
            view = picture
        default:
            view = ScribbleView(frame: frame())
            view.isOpaque = false
        }
        let parent: UIView =
            views.isEmpty || random.next(below: 2) == 0 ? window : views[random.next(below: views.count)]
        parent.addSubview(view)
        views.append(view)
        return "add"
    }

    private mutating func change(_ label: UILabel) {
        let words = ["gap", "AV", "fjord", "a", "of", "12:34", "😀", "Ångström"]
        label.text = (0...random.next(below: 9)).map { _ in words[random.next(below: words.count)] }
            .joined(separator: " ")
        if random.next(below: 2) == 0 { label.textColor = color() }
        label.font = .systemFont(ofSize: CGFloat(9 + random.next(below: 8)))
    }

    private mutating func remove(_ view: UIView) -> String {
        view.removeFromSuperview()
        let gone = view
        views.removeAll { $0.isDescendant(of: gone) }
        return "remove"
    }

    private mutating func point() -> CGPoint {
        CGPoint(x: CGFloat(random.unit() * 140 - 10), y: CGFloat(random.unit() * 110 - 10))
    }

    private mutating func frame() -> CGRect {
        let origin = point()
        let whole = random.next(below: 2) == 0
        let rect = CGRect(
            x: origin.x, y: origin.y, width: CGFloat(2 + random.unit() * 60), height: CGFloat(2 + random.unit() * 50))
        return whole ? rect.integral : rect
    }

    private mutating func color() -> UIColor {
        UIColor(
            hue: CGFloat(random.unit()), saturation: 0.8, brightness: 0.9,
            alpha: random.next(below: 2) == 0 ? 1 : CGFloat(random.unit()))
    }
}

/// A view with drawn contents.
final class ScribbleView: UIView {
    var shade = 0

    override func draw(_ rect: CGRect) {
        UIColor(hue: CGFloat(shade % 12) / 12, saturation: 0.9, brightness: 0.8, alpha: 0.8).setFill()
        UIBezierPath(ovalIn: bounds.insetBy(dx: 2, dy: 2)).fill()
    }
}
