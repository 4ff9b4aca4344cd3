#if canImport(Glibc)
    internal import Glibc
#else
    internal import Foundation
#endif

/// The way from one transform to another, part by part (fact A-107): every part on its own, rotation the short way, a
/// half turn the negative way.
struct TransformWay: Hashable {
    private var start: TransformParts
    private var scale, shear, translation: SIMD3<Double>
    private var perspective: SIMD4<Double>
    /// The rotation at the end, on the side of the sphere that is nearer to the one at the start.
    private var endRotation: SIMD4<Double>
    /// Half of what is turned, radians; 0 for so little that a straight line does.
    private var angle: Double
    private var inverseSine: Double

    init(from start: TransformParts, to end: TransformParts) {
        self.start = start
        scale = end.scale - start.scale
        shear = end.shear - start.shear
        translation = end.translation - start.translation
        perspective = end.perspective - start.perspective
        (endRotation, angle) = Self.turn(from: start.rotation, to: end.rotation)
        inverseSine = angle == 0 ? 0 : 1 / sin(angle)
    }

    /// From nowhere to nowhere.
    static let none = TransformWay(from: .identity, to: .identity)

    /// Share `t` of the way, put together.
    func matrix(at t: Double) -> Matrix4 {
        var result = start
        result.scale += scale * t
        result.shear += shear * t
        result.translation += translation * t
        result.perspective += perspective * t
        result.rotation =
            angle == 0
            ? start.rotation + (endRotation - start.rotation) * t
            : start.rotation * (sin((1 - t) * angle) * inverseSine) + endRotation * (sin(t * angle) * inverseSine)
        return result.matrix
    }

    static func turn(
        from a: SIMD4<Double>, to end: SIMD4<Double>
    ) -> (end: SIMD4<Double>, angle: Double) {
        var b = end
        var cosine = (a * b).sum()
        if cosine.magnitude < 1e-9 {
            // A half turn: both ways are as long. The turn from a to b, seen about its main axis, must be negative.
            let turn = TransformParts.product(b, SIMD4(-a.x, -a.y, -a.z, a.w))
            let direction = turn.z.magnitude > 1e-9 ? turn.z : (turn.y.magnitude > 1e-9 ? turn.y : turn.x)
            if direction > 0 { b = -b }
            cosine = 0
        } else if cosine < 0 {
            b = -b
            cosine = -cosine
        }
        return (b, cosine > 1 - 1e-12 ? 0 : acos(cosine))
    }
}
