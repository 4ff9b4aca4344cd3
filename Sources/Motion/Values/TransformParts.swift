#if canImport(Glibc)
    internal import Glibc
#else
    internal import Foundation
#endif

/// A matrix taken apart, in the order in which the parts act on a point: scale, shear, rotation, translation,
/// perspective. What whole-transform animations interpolate (fact A-107) and key paths address (fact G-21).
struct TransformParts: Hashable {
    var scale = SIMD3<Double>(1, 1, 1)
    /// How much of x goes into y, of x into z, of y into z.
    var shear = SIMD3<Double>(0, 0, 0)
    /// A unit quaternion (x, y, z, w).
    var rotation = SIMD4<Double>(0, 0, 0, 1)
    var translation = SIMD3<Double>(0, 0, 0)
    /// The fourth column of the perspective factor.
    var perspective = SIMD4<Double>(0, 0, 0, 1)

    static let identity = TransformParts()

    private init() {}

    /// Nil for a matrix that flattens space or is not finite: it has no unique parts.
    init?(_ matrix: Matrix4) {
        guard matrix.m44 != 0, matrix.isFinite else { return nil }
        let k = 1 / matrix.m44
        translation = SIMD3(matrix.m41, matrix.m42, matrix.m43) * k
        var x = SIMD3(matrix.m11, matrix.m12, matrix.m13) * k
        var y = SIMD3(matrix.m21, matrix.m22, matrix.m23) * k
        var z = SIMD3(matrix.m31, matrix.m32, matrix.m33) * k

        if matrix.m14 != 0 || matrix.m24 != 0 || matrix.m34 != 0 {
            // Without its fourth column the matrix is affine; that affine part times a factor gives the column.
            var affine = matrix
            (affine.m14, affine.m24, affine.m34) = (0, 0, 0)
            guard let inverse = affine.inverse else { return nil }
            let column = SIMD4(matrix.m14, matrix.m24, matrix.m34, matrix.m44)
            perspective = SIMD4(
                (SIMD4(inverse.m11, inverse.m12, inverse.m13, inverse.m14) * column).sum(),
                (SIMD4(inverse.m21, inverse.m22, inverse.m23, inverse.m24) * column).sum(),
                (SIMD4(inverse.m31, inverse.m32, inverse.m33, inverse.m34) * column).sum(),
                (SIMD4(inverse.m41, inverse.m42, inverse.m43, inverse.m44) * column).sum())
        }

        // Each row minus its share along the earlier ones: lengths are the scales, shares the shears.
        scale.x = length(x)
        guard scale.x > 0 else { return nil }
        x /= scale.x
        shear.x = (x * y).sum()
        y -= x * shear.x
        scale.y = length(y)
        guard scale.y > 0 else { return nil }
        y /= scale.y
        shear.x /= scale.y
        shear.y = (x * z).sum()
        z -= x * shear.y
        shear.z = (y * z).sum()
        z -= y * shear.z
        scale.z = length(z)
        guard scale.z > 0 else { return nil }
        z /= scale.z
        shear.y /= scale.z
        shear.z /= scale.z

        if (cross(x, y) * z).sum() < 0 {
            // A mirror image. Undo it on the axis that points away most, so that scale(−1, 1) is a negative x scale and
            // no turn (fact A-107).
            if x.x <= y.y && x.x <= z.z {
                scale.x = -scale.x
                x = -x
                shear.x = -shear.x
                shear.y = -shear.y
            } else if y.y <= z.z {
                scale.y = -scale.y
                y = -y
                shear.x = -shear.x
                shear.z = -shear.z
            } else {
                scale.z = -scale.z
                z = -z
                shear.y = -shear.y
                shear.z = -shear.z
            }
        }
        rotation = Self.quaternion(x, y, z)
    }

    /// The parts put together again.
    var matrix: Matrix4 {
        let q = rotation
        var x = SIMD3(1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.w * q.z), 2 * (q.x * q.z - q.w * q.y))
        var y = SIMD3(2 * (q.x * q.y - q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z + q.w * q.x))
        var z = SIMD3(2 * (q.x * q.z + q.w * q.y), 2 * (q.y * q.z - q.w * q.x), 1 - 2 * (q.x * q.x + q.y * q.y))
        z = (z + x * shear.y + y * shear.z) * scale.z
        y = (y + x * shear.x) * scale.y
        x *= scale.x
        var result = Matrix4(
            x.x, x.y, x.z, 0, y.x, y.y, y.z, 0, z.x, z.y, z.z, 0, translation.x, translation.y, translation.z, 1)
        if perspective != SIMD4(0, 0, 0, 1) {
            let p = SIMD3(perspective.x, perspective.y, perspective.z)
            result.m14 = (x * p).sum()
            result.m24 = (y * p).sum()
            result.m34 = (z * p).sum()
            result.m44 = (translation * p).sum() + perspective.w
        }
        return result
    }

    /// Angles about x, y, z in radians when the turn is made about x first, then y, then z.
    var angles: SIMD3<Double> {
        get {
            let q = rotation
            let m13 = 2 * (q.x * q.z - q.w * q.y)
            if m13.magnitude > 1 - 1e-12 {
                // x and z turn about the same axis: all of it counts as z.
                let m21 = 2 * (q.x * q.y - q.w * q.z)
                let m22 = 1 - 2 * (q.x * q.x + q.z * q.z)
                return SIMD3(0, m13 < 0 ? .pi / 2 : -.pi / 2, atan2(-m21, m22))
            }
            return SIMD3(
                atan2(2 * (q.y * q.z + q.w * q.x), 1 - 2 * (q.x * q.x + q.y * q.y)),
                asin(-m13),
                atan2(2 * (q.x * q.y + q.w * q.z), 1 - 2 * (q.y * q.y + q.z * q.z)))
        }
        set {
            let x = SIMD4(sin(newValue.x / 2), 0, 0, cos(newValue.x / 2))
            let y = SIMD4(0, sin(newValue.y / 2), 0, cos(newValue.y / 2))
            let z = SIMD4(0, 0, sin(newValue.z / 2), cos(newValue.z / 2))
            rotation = Self.product(z, Self.product(y, x))
        }
    }

    /// Hamilton's product: the turn `b`, then the turn `a`.
    static func product(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> {
        SIMD4(
            a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
            a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z)
    }

    /// The turn that the orthonormal rows x, y, z make.
    private static func quaternion(
        _ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>
    ) -> SIMD4<Double> {
        // The largest component first: dividing by a small one would lose digits.
        let trace = x.x + y.y + z.z
        if trace > 0 {
            let w4 = 2 * (1 + trace).squareRoot()
            return SIMD4((y.z - z.y) / w4, (z.x - x.z) / w4, (x.y - y.x) / w4, w4 / 4)
        }
        if x.x >= y.y && x.x >= z.z {
            let x4 = 2 * max(1 + x.x - y.y - z.z, 0).squareRoot()
            return SIMD4(x4 / 4, (x.y + y.x) / x4, (z.x + x.z) / x4, (y.z - z.y) / x4)
        }
        if y.y >= z.z {
            let y4 = 2 * max(1 + y.y - x.x - z.z, 0).squareRoot()
            return SIMD4((x.y + y.x) / y4, y4 / 4, (y.z + z.y) / y4, (z.x - x.z) / y4)
        }
        let z4 = 2 * max(1 + z.z - x.x - y.y, 0).squareRoot()
        return SIMD4((z.x + x.z) / z4, (y.z + z.y) / z4, z4 / 4, (x.y - y.x) / z4)
    }
}

private func length(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
