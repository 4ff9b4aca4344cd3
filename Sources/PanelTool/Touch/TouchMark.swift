import UIKit

/// One finger on the screen: cross hairs through it, a ring around it, its trail, and its numbers beside it.
@MainActor
final class TouchMark {
    var track: TouchTrack
    private let colour: UIColor
    private let trail = CAShapeLayer()
    private let ring = CALayer()
    private let level = CALayer()
    private let upright = CALayer()
    private let plate = PlateLabel()
    /// Points.
    private let radius: CGFloat

    init(slot: Int, number: Int, in view: UIView) {
        track = TouchTrack(slot: slot)
        colour = Look.fingers[number % Look.fingers.count]
        let unit = Look.unit(view.bounds)
        radius = 30 * unit
        trail.fillColor = nil
        trail.strokeColor = colour.cgColor
        trail.lineWidth = 2.5 * unit
        trail.lineJoin = .round
        trail.lineCap = .round
        ring.borderColor = colour.cgColor
        ring.borderWidth = 2.5 * unit
        ring.cornerRadius = radius
        ring.bounds = CGRect(x: 0, y: 0, width: 2 * radius, height: 2 * radius)
        let hair = colour.withAlphaComponent(0.55).cgColor
        for line in [level, upright] {
            line.backgroundColor = hair
            view.layer.addSublayer(line)
        }
        view.layer.addSublayer(trail)
        view.layer.addSublayer(ring)
        plate.label.textColor = colour
        plate.label.font = .monospacedDigitSystemFont(ofSize: 11.5 * unit, weight: .semibold)
        plate.inset = 6 * unit
        plate.layer.zPosition = 10
        view.addSubview(plate)
    }

    /// Shows where the finger is. `details`: what the device says beside the place.
    /// `isShort`: with many fingers there is room for little.
    func show(at point: CGPoint, details: [String], isShort: Bool, in view: UIView) {
        let bounds = view.bounds
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        ring.position = point
        level.frame = CGRect(x: 0, y: point.y - 0.5, width: bounds.width, height: 1)
        upright.frame = CGRect(x: point.x - 0.5, y: 0, width: 1, height: bounds.height)
        let path = CGMutablePath()
        for (index, place) in track.trail.enumerated() {
            let point = CGPoint(x: place.x, y: place.y)
            if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
        }
        trail.path = path
        CATransaction.commit()
        let rate = track.rate.map { "\(TouchSummary.number($0)) Hz" } ?? "– Hz"
        plate.label.text =
            isShort
            ? "\(track.slot): \(TouchSummary.number(Double(point.x))), \(TouchSummary.number(Double(point.y)))\n\(rate)"
            : "slot \(track.slot)  \(Self.number(point.x)), \(Self.number(point.y))\n"
                + ([rate] + details).joined(separator: "  ")
        let size = plate.size(width: bounds.width)
        // Above the finger, where it is seen; beside it at the top edge.
        var origin = CGPoint(x: point.x - size.width / 2, y: point.y - radius - size.height - 8)
        if origin.y < 4 {
            origin.y = max(point.y - size.height / 2, 4)
            origin.x = point.x + radius + 8
            if origin.x + size.width > bounds.width { origin.x = point.x - radius - 8 - size.width }
        }
        origin.x = min(max(origin.x, 4), max(bounds.width - size.width - 4, 4))
        plate.frame = CGRect(x: origin.x.rounded(), y: origin.y.rounded(), width: size.width, height: size.height)
    }

    /// The finger is gone: its trail stays a while.
    func lift() {
        for layer in [ring, level, upright] { layer.removeFromSuperlayer() }
        plate.removeFromSuperview()
        trail.opacity = 0.45
    }

    func remove() {
        lift()
        trail.removeFromSuperlayer()
    }

    /// To the tenth.
    static func number(_ value: CGFloat) -> String {
        guard value.isFinite, abs(value) < 1e6 else { return "?" }
        let tenths = Int((value * 10).rounded())
        return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}
