import Foundation
import Input

/// How a pen stands on the screen.
struct PenLean {
    /// How far its upper end is to the right and to the bottom of the screen of its tip, in its heights.
    private let vector: CGVector

    /// Nil where the pen does not know.
    /// - Parameter rotation: how the picture is turned on its way to the panel that the pen writes on, degrees.
    init?(_ pen: PenState?, rotation: Int) {
        guard let tilt = pen?.tilt else { return nil }
        // The screen is the panel turned: what leans to the panel's right leans elsewhere on the screen.
        let x = tan(CGFloat(tilt.x) * .pi / 180)
        let y = tan(CGFloat(tilt.y) * .pi / 180)
        vector =
            switch rotation {
            case 90: CGVector(dx: y, dy: -x)
            case 180: CGVector(dx: -x, dy: -y)
            case 270: CGVector(dx: -y, dy: x)
            default: CGVector(dx: x, dy: y)
            }
    }

    /// Radians between the pen and the panel.
    var altitude: CGFloat { atan2(1, hypot(vector.dx, vector.dy)) }

    /// Where its upper end points in the coordinates of `view` (nil: the window), a vector of length 1; nil when it stands
    /// upright.
    /// - Parameter point: its tip, screen points.
    @MainActor
    func azimuth(at point: CGPoint, in view: UIView?, of window: UIWindow?) -> CGVector? {
        guard vector.dx != 0 || vector.dy != 0 else { return nil }
        let here = window.convertFromScreen(point, to: view)
        let there = window.convertFromScreen(CGPoint(x: point.x + vector.dx, y: point.y + vector.dy), to: view)
        let length = hypot(there.x - here.x, there.y - here.y)
        guard length > 0, length.isFinite else { return nil }
        return CGVector(dx: (there.x - here.x) / length, dy: (there.y - here.y) / length)
    }
}
