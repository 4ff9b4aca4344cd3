#if canImport(Glibc)
    internal import Glibc
#else
    internal import Foundation
#endif

extension Matrix4 {
    /// A turn by `angle` radians about the axis (x, y, z), which need not be of length 1; the identity for a zero axis
    /// (fact G-32). About z, with y down, positive angles turn clockwise.
    public static func rotation(_ angle: Double, _ x: Double, _ y: Double, _ z: Double) -> Matrix4 {
        let length = (x * x + y * y + z * z).squareRoot()
        guard length > 0, length.isFinite else { return .identity }
        let (x, y, z) = (x / length, y / length, z / length)
        let s = sin(angle)
        let c = cos(angle)
        let k = 1 - c
        // On the diagonal, 1 stays exactly 1 along the axis: a turn about z is affine to the last bit.
        return Matrix4(
            x * x + (1 - x * x) * c, x * y * k + z * s, x * z * k - y * s, 0,
            x * y * k - z * s, y * y + (1 - y * y) * c, y * z * k + x * s, 0,
            x * z * k + y * s, y * z * k - x * s, z * z + (1 - z * z) * c, 0,
            0, 0, 0, 1)
    }

    /// The 2×2 minors of the two upper and of the two lower rows, from which determinant and inverse follow.
    private var minors:
        (
            upper: (Double, Double, Double, Double, Double, Double),
            lower: (Double, Double, Double, Double, Double, Double)
        )
    {
        (
            (
                m11 * m22 - m12 * m21, m11 * m23 - m13 * m21, m11 * m24 - m14 * m21,
                m12 * m23 - m13 * m22, m12 * m24 - m14 * m22, m13 * m24 - m14 * m23
            ),
            (
                m31 * m42 - m32 * m41, m31 * m43 - m33 * m41, m31 * m44 - m34 * m41,
                m32 * m43 - m33 * m42, m32 * m44 - m34 * m42, m33 * m44 - m34 * m43
            )
        )
    }

    public var determinant: Double {
        let (u, l) = minors
        return u.0 * l.5 - u.1 * l.4 + u.2 * l.3 + u.3 * l.2 - u.4 * l.1 + u.5 * l.0
    }

    /// The matrix that undoes this one; nil if none does.
    public var inverse: Matrix4? {
        if isIdentity { return self }
        let (u, l) = minors
        let determinant = u.0 * l.5 - u.1 * l.4 + u.2 * l.3 + u.3 * l.2 - u.4 * l.1 + u.5 * l.0
        guard determinant != 0, determinant.isFinite else { return nil }
        let k = 1 / determinant
        let result = Matrix4(
            (m22 * l.5 - m23 * l.4 + m24 * l.3) * k, (m13 * l.4 - m12 * l.5 - m14 * l.3) * k,
            (m42 * u.5 - m43 * u.4 + m44 * u.3) * k, (m33 * u.4 - m32 * u.5 - m34 * u.3) * k,
            (m23 * l.2 - m21 * l.5 - m24 * l.1) * k, (m11 * l.5 - m13 * l.2 + m14 * l.1) * k,
            (m43 * u.2 - m41 * u.5 - m44 * u.1) * k, (m31 * u.5 - m33 * u.2 + m34 * u.1) * k,
            (m21 * l.4 - m22 * l.2 + m24 * l.0) * k, (m12 * l.2 - m11 * l.4 - m14 * l.0) * k,
            (m41 * u.4 - m42 * u.2 + m44 * u.0) * k, (m32 * u.2 - m31 * u.4 - m34 * u.0) * k,
            (m22 * l.1 - m21 * l.3 - m23 * l.0) * k, (m11 * l.3 - m12 * l.1 + m13 * l.0) * k,
            (m42 * u.1 - m41 * u.3 - m43 * u.0) * k, (m31 * u.3 - m32 * u.1 + m33 * u.0) * k)
        return result.isFinite ? result : nil
    }
}
