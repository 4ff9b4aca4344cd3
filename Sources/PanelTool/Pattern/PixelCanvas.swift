import UIKit

/// Draws whole pixels, whatever the points are.
@MainActor
struct PixelCanvas {
    let context: CGContext
    /// Pixels per point.
    let scale: CGFloat
    /// Pixels.
    let width: Int
    let height: Int

    init?(_ view: UIView) {
        guard let context = UIGraphicsGetCurrentContext() else { return nil }
        self.context = context
        scale = UIScreen.main.scale
        width = Int((view.bounds.width * scale).rounded())
        height = Int((view.bounds.height * scale).rounded())
    }

    /// The shorter side.
    var short: Int { min(width, height) }

    func fill(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ colour: PatternColour) {
        guard width > 0, height > 0 else { return }
        context.setFillColor(
            red: CGFloat(colour.red) / 255, green: CGFloat(colour.green) / 255, blue: CGFloat(colour.blue) / 255,
            alpha: 1)
        context.fill(rect(x, y, width, height))
    }

    /// A frame of lines `thickness` pixels wide, inside the rectangle.
    func frame(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ thickness: Int, _ colour: PatternColour) {
        fill(x, y, width, thickness, colour)
        fill(x, y + height - thickness, width, thickness, colour)
        fill(x, y + thickness, thickness, height - 2 * thickness, colour)
        fill(x + width - thickness, y + thickness, thickness, height - 2 * thickness, colour)
    }

    func ramp(_ ramp: Ramp, y: Int, height: Int, _ colour: PatternColour = .white) {
        for patch in ramp.patches { fill(patch.start, y, patch.count, height, colour.scaled(patch.level)) }
    }

    func circle(x: Int, y: Int, radius: Int, thickness: Int, _ colour: PatternColour) {
        guard radius > thickness else { return }
        context.setStrokeColor(
            red: CGFloat(colour.red) / 255, green: CGFloat(colour.green) / 255, blue: CGFloat(colour.blue) / 255,
            alpha: 1)
        context.setLineWidth(CGFloat(thickness) / scale)
        let inner = CGFloat(radius) - CGFloat(thickness) / 2
        context.strokeEllipse(
            in: CGRect(
                x: (CGFloat(x) - inner) / scale, y: (CGFloat(y) - inner) / scale, width: 2 * inner / scale,
                height: 2 * inner / scale))
    }

    /// A triangle that points to `tip`, which is its outermost pixel.
    func arrow(to tip: (x: Int, y: Int), from base: (x: Int, y: Int), halfWidth: Int, _ colour: PatternColour) {
        func point(_ x: Int, _ y: Int) -> CGPoint { CGPoint(x: CGFloat(x) / scale, y: CGFloat(y) / scale) }
        let path = UIBezierPath()
        let isLevel = tip.y == base.y
        path.move(to: point(tip.x, tip.y))
        path.addLine(to: point(base.x + (isLevel ? 0 : halfWidth), base.y + (isLevel ? halfWidth : 0)))
        path.addLine(to: point(base.x - (isLevel ? 0 : halfWidth), base.y - (isLevel ? halfWidth : 0)))
        path.close()
        UIColor(
            red: CGFloat(colour.red) / 255, green: CGFloat(colour.green) / 255, blue: CGFloat(colour.blue) / 255,
            alpha: 1
        ).setFill()
        path.fill()
    }

    // MARK: Words

    /// The height of a line of this size, pixels.
    func lineHeight(_ size: CGFloat) -> Int { Int(ceil(UIFont.systemFont(ofSize: size / scale).lineHeight * scale)) }

    /// Width of a text, pixels.
    func textWidth(_ text: String, _ size: CGFloat, isBold: Bool = false) -> Int {
        Int(ceil(NSString(string: text).size(withAttributes: attributes(size, .white, isBold)).width * scale))
    }

    /// Text with its middle at x, and its top at y; none where there is no room for it.
    func text(
        _ text: String, middle x: Int, top y: Int, size: CGFloat, _ colour: PatternColour, fitting room: Int = .max,
        isBold: Bool = false
    ) {
        let width = textWidth(text, size, isBold: isBold)
        guard width <= room else { return }
        draw(text, x - width / 2, y, size, colour, isBold)
    }

    func text(_ text: String, left x: Int, top y: Int, size: CGFloat, _ colour: PatternColour, isBold: Bool = false) {
        draw(text, x, y, size, colour, isBold)
    }

    /// Text on a plate of its own, so that it can be read on anything.
    func plate(_ text: String, left x: Int, top y: Int, size: CGFloat, _ colour: PatternColour = .white) {
        let inset = Int(size / 3)
        fill(x, y, textWidth(text, size) + 2 * inset, lineHeight(size) + inset, PatternColour(grey: 20))
        draw(text, x + inset, y + inset / 2, size, colour, false)
    }

    func plate(_ text: String, middle x: Int, top y: Int, size: CGFloat, _ colour: PatternColour = .white) {
        plate(text, left: x - textWidth(text, size) / 2 - Int(size / 3), top: y, size: size, colour)
    }

    private func draw(_ text: String, _ x: Int, _ y: Int, _ size: CGFloat, _ colour: PatternColour, _ isBold: Bool) {
        NSString(string: text).draw(
            at: CGPoint(x: CGFloat(x) / scale, y: CGFloat(y) / scale), withAttributes: attributes(size, colour, isBold))
    }

    private func attributes(
        _ size: CGFloat, _ colour: PatternColour, _ isBold: Bool
    ) -> [NSAttributedString.Key: Any] {
        [
            .font: isBold ? UIFont.boldSystemFont(ofSize: size / scale) : UIFont.systemFont(ofSize: size / scale),
            .foregroundColor: UIColor(
                red: CGFloat(colour.red) / 255, green: CGFloat(colour.green) / 255,
                blue: CGFloat(colour.blue) / 255, alpha: 1),
        ]
    }

    private func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> CGRect {
        CGRect(
            x: CGFloat(x) / scale, y: CGFloat(y) / scale, width: CGFloat(width) / scale,
            height: CGFloat(height) / scale)
    }
}
