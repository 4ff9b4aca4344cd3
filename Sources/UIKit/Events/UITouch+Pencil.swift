public import Foundation
import Input

extension UITouch {
    /// The angle between a pen and the panel, radians: a right angle when it stands upright, and for all else than pens that
    /// know it.
    public var altitudeAngle: CGFloat {
        guard let lean else { return .pi / 2 }
        return atan2(1, hypot(lean.dx, lean.dy))
    }

    /// Where a pen's upper end points, seen from above, radians clockwise from the x axis of `view` (nil: the window); 0 when it
    /// stands upright.
    public func azimuthAngle(in view: UIView?) -> CGFloat {
        let vector = azimuthUnitVector(in: view)
        return atan2(vector.dy, vector.dx)
    }

    /// The same as a vector of length 1.
    public func azimuthUnitVector(in view: UIView?) -> CGVector {
        guard let lean, lean.dx != 0 || lean.dy != 0 else { return CGVector(dx: 1, dy: 0) }
        let here = location(in: view)
        let there = window.convertFromScreen(
            CGPoint(x: screenLocation.x + lean.dx, y: screenLocation.y + lean.dy), to: view)
        let length = hypot(there.x - here.x, there.y - here.y)
        guard length > 0, length.isFinite else { return CGVector(dx: 1, dy: 0) }
        return CGVector(dx: (there.x - here.x) / length, dy: (there.y - here.y) / length)
    }

    /// How far the pen's upper end is to the right and to the bottom of the screen of its tip, in its heights.
    private var lean: CGVector? {
        guard let tilt = pen?.tilt else { return nil }
        // The screen is the panel turned: what leans to the panel's right leans elsewhere on the screen.
        let x = tan(CGFloat(tilt.x) * .pi / 180)
        let y = tan(CGFloat(tilt.y) * .pi / 180)
        switch penRotation {
        case 90: return CGVector(dx: y, dy: -x)
        case 180: return CGVector(dx: -x, dy: -y)
        case 270: return CGVector(dx: -y, dy: x)
        default: return CGVector(dx: x, dy: y)
        }
    }
}
