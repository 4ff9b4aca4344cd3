#if canImport(Glibc)
    internal import Glibc
#else
    internal import Foundation
#endif

/// The way from one transform to another when both turn about the z axis only: what `TransformWay` does, in fewer steps.
struct PlaneWay: Hashable {
    /// Scales, and how much of x goes into y: at the start, and what comes to it.
    private var shape, shapeWay: SIMD4<Double>
    /// Translation, and the angle in radians.
    private var place, placeWay: SIMD4<Double>

    /// Nil if one of them does more than that.
    init?(from start: TransformParts, to end: TransformParts) {
        guard start.liesInPlane, end.liesInPlane else { return nil }
        shape = SIMD4(start.scale, start.shear.x)
        shapeWay = SIMD4(end.scale, end.shear.x) - shape
        place = SIMD4(start.translation, start.rotation.turnAboutZ)
        placeWay = SIMD4(end.translation, 0) - SIMD4(start.translation, 0)
        let nearer = TransformWay.turn(from: start.rotation, to: end.rotation).end
        placeWay.w = TransformParts.product(nearer, start.rotation.conjugate).turnAboutZ
    }

    /// From nowhere to nowhere.
    static let none = PlaneWay()

    private init() {
        shape = SIMD4(1, 1, 1, 0)
        (shapeWay, place, placeWay) = (SIMD4(), SIMD4(), SIMD4())
    }

    /// Share `t` of the way.
    func matrix(at t: Double) -> Matrix4 {
        let shape = shape + shapeWay * t
        let place = place + placeWay * t
        let s = sin(place.w)
        let c = cos(place.w)
        return Matrix4(
            c * shape.x, s * shape.x, 0, 0, (c * shape.w - s) * shape.y, (s * shape.w + c) * shape.y, 0, 0, 0, 0,
            shape.z, 0, place.x, place.y, place.z, 1)
    }
}

extension TransformParts {
    fileprivate var liesInPlane: Bool {
        rotation.x == 0 && rotation.y == 0 && shear.y == 0 && shear.z == 0 && perspective == SIMD4(0, 0, 0, 1)
    }
}

extension SIMD4<Double> {
    /// Of a quaternion that turns about z only: the angle, radians.
    fileprivate var turnAboutZ: Double { 2 * atan2(z, w) }
    /// Of a quaternion: the opposite turn.
    fileprivate var conjugate: Self { SIMD4(-x, -y, -z, w) }
}
