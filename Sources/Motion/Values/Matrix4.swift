/// A 4x4 matrix for row vectors: (x, y, z, 1) · M. Element names and order are `CATransform3D`'s, so m41, m42, m43 hold
/// the translation.
public struct Matrix4: Hashable, Sendable {
    public var m11, m12, m13, m14: Double
    public var m21, m22, m23, m24: Double
    public var m31, m32, m33, m34: Double
    public var m41, m42, m43, m44: Double

    @inlinable
    public init(
        _ m11: Double, _ m12: Double, _ m13: Double, _ m14: Double,
        _ m21: Double, _ m22: Double, _ m23: Double, _ m24: Double,
        _ m31: Double, _ m32: Double, _ m33: Double, _ m34: Double,
        _ m41: Double, _ m42: Double, _ m43: Double, _ m44: Double
    ) {
        self.m11 = m11
        self.m12 = m12
        self.m13 = m13
        self.m14 = m14
        self.m21 = m21
        self.m22 = m22
        self.m23 = m23
        self.m24 = m24
        self.m31 = m31
        self.m32 = m32
        self.m33 = m33
        self.m34 = m34
        self.m41 = m41
        self.m42 = m42
        self.m43 = m43
        self.m44 = m44
    }

    public static let identity = Matrix4(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)

    /// An affine matrix in `CGAffineTransform`'s terms: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
    @inlinable
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.init(a, b, 0, 0, c, d, 0, 0, 0, 0, 1, 0, tx, ty, 0, 1)
    }

    @inlinable
    public static func translation(_ x: Double, _ y: Double, _ z: Double = 0) -> Matrix4 {
        Matrix4(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1)
    }

    @inlinable
    public static func scale(_ x: Double, _ y: Double, _ z: Double = 1) -> Matrix4 {
        Matrix4(x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1)
    }

    @inlinable public var isIdentity: Bool { self == .identity }

    /// Whether it maps the plane z = 0 to itself without perspective: what `CATransform3DIsAffine` answers (fact G-35).
    @inlinable public var isAffine: Bool {
        m13 == 0 && m14 == 0 && m23 == 0 && m24 == 0 && m31 == 0 && m32 == 0 && m33 == 1 && m34 == 0 && m43 == 0
            && m44 == 1
    }

    /// `self` first, then `other`; `CATransform3DConcat(self, other)` (fact G-31).
    public func concatenating(_ b: Matrix4) -> Matrix4 {
        Matrix4(
            m11 * b.m11 + m12 * b.m21 + m13 * b.m31 + m14 * b.m41,
            m11 * b.m12 + m12 * b.m22 + m13 * b.m32 + m14 * b.m42,
            m11 * b.m13 + m12 * b.m23 + m13 * b.m33 + m14 * b.m43,
            m11 * b.m14 + m12 * b.m24 + m13 * b.m34 + m14 * b.m44,
            m21 * b.m11 + m22 * b.m21 + m23 * b.m31 + m24 * b.m41,
            m21 * b.m12 + m22 * b.m22 + m23 * b.m32 + m24 * b.m42,
            m21 * b.m13 + m22 * b.m23 + m23 * b.m33 + m24 * b.m43,
            m21 * b.m14 + m22 * b.m24 + m23 * b.m34 + m24 * b.m44,
            m31 * b.m11 + m32 * b.m21 + m33 * b.m31 + m34 * b.m41,
            m31 * b.m12 + m32 * b.m22 + m33 * b.m32 + m34 * b.m42,
            m31 * b.m13 + m32 * b.m23 + m33 * b.m33 + m34 * b.m43,
            m31 * b.m14 + m32 * b.m24 + m33 * b.m34 + m34 * b.m44,
            m41 * b.m11 + m42 * b.m21 + m43 * b.m31 + m44 * b.m41,
            m41 * b.m12 + m42 * b.m22 + m43 * b.m32 + m44 * b.m42,
            m41 * b.m13 + m42 * b.m23 + m43 * b.m33 + m44 * b.m43,
            m41 * b.m14 + m42 * b.m24 + m43 * b.m34 + m44 * b.m44)
    }

    /// All sixteen elements are finite numbers.
    public var isFinite: Bool {
        // A sum is finite only if every term is: infinities and NaN survive addition, finite terms here cannot overflow
        // unless they are already far outside any screen.
        (m11 + m12 + m13 + m14 + m21 + m22 + m23 + m24 + m31 + m32 + m33 + m34 + m41 + m42 + m43 + m44).isFinite
    }
}
