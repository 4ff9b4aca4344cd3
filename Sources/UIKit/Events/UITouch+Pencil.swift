public import Foundation
import Input

extension UITouch {
    /// The angle between a pen and the panel, radians: a right angle when it stands upright, and for all else than pens that
    /// know it.
    public var altitudeAngle: CGFloat { lean?.altitude ?? .pi / 2 }

    /// Where a pen's upper end points, seen from above, radians clockwise from the x axis of `view` (nil: the window); 0 when it
    /// stands upright.
    public func azimuthAngle(in view: UIView?) -> CGFloat {
        let vector = azimuthUnitVector(in: view)
        return atan2(vector.dy, vector.dx)
    }

    /// The same as a vector of length 1.
    public func azimuthUnitVector(in view: UIView?) -> CGVector {
        lean?.azimuth(at: screenLocation, in: view, of: window) ?? CGVector(dx: 1, dy: 0)
    }

    /// How far a pen is turned clockwise about its own axis, seen from its upper end, radians, -π…π; 0 for what does not know.
    public var rollAngle: CGFloat { CGFloat(pen?.roll ?? 0) * .pi / 180 }

    private var lean: PenLean? { PenLean(pen, rotation: penRotation) }
}
