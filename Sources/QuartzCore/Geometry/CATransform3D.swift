public import CoreGraphics
public import Foundation
internal import Motion

/// A 4×4 matrix for row vectors, (x, y, z, 1) · M, as `CALayer.transform` uses it; m41, m42, m43 move.
public struct CATransform3D: Hashable, Sendable {
    public var m11, m12, m13, m14: CGFloat
    public var m21, m22, m23, m24: CGFloat
    public var m31, m32, m33, m34: CGFloat
    public var m41, m42, m43, m44: CGFloat

    /// All elements zero, as in C; `CATransform3DIdentity` changes nothing.
    public init() {
        self.init(
            m11: 0, m12: 0, m13: 0, m14: 0, m21: 0, m22: 0, m23: 0, m24: 0, m31: 0, m32: 0, m33: 0, m34: 0, m41: 0,
            m42: 0, m43: 0, m44: 0)
    }

    public init(
        m11: CGFloat, m12: CGFloat, m13: CGFloat, m14: CGFloat,
        m21: CGFloat, m22: CGFloat, m23: CGFloat, m24: CGFloat,
        m31: CGFloat, m32: CGFloat, m33: CGFloat, m34: CGFloat,
        m41: CGFloat, m42: CGFloat, m43: CGFloat, m44: CGFloat
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
}

extension CATransform3D {
    init(_ matrix: Matrix4) {
        self.init(
            m11: CGFloat(matrix.m11), m12: CGFloat(matrix.m12), m13: CGFloat(matrix.m13), m14: CGFloat(matrix.m14),
            m21: CGFloat(matrix.m21), m22: CGFloat(matrix.m22), m23: CGFloat(matrix.m23), m24: CGFloat(matrix.m24),
            m31: CGFloat(matrix.m31), m32: CGFloat(matrix.m32), m33: CGFloat(matrix.m33), m34: CGFloat(matrix.m34),
            m41: CGFloat(matrix.m41), m42: CGFloat(matrix.m42), m43: CGFloat(matrix.m43), m44: CGFloat(matrix.m44))
    }

    var matrix: Matrix4 {
        Matrix4(
            Double(m11), Double(m12), Double(m13), Double(m14), Double(m21), Double(m22), Double(m23), Double(m24),
            Double(m31), Double(m32), Double(m33), Double(m34), Double(m41), Double(m42), Double(m43), Double(m44))
    }
}

/// The transform that changes nothing.
public let CATransform3DIdentity = CATransform3D(Matrix4.identity)

public func CATransform3DIsIdentity(_ t: CATransform3D) -> Bool { t == CATransform3DIdentity }

public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool { a == b }

public func CATransform3DMakeTranslation(_ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat) -> CATransform3D {
    CATransform3D(Matrix4.translation(Double(tx), Double(ty), Double(tz)))
}

public func CATransform3DMakeScale(_ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
    CATransform3D(Matrix4.scale(Double(sx), Double(sy), Double(sz)))
}

/// A turn by `angle` radians about the axis (x, y, z), which need not have length 1; the identity for a zero axis
/// (fact G-32).
public func CATransform3DMakeRotation(_ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
    CATransform3D(Matrix4.rotation(Double(angle), Double(x), Double(y), Double(z)))
}

/// `a` first, then `b` (fact G-31).
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D {
    CATransform3D(a.matrix.concatenating(b.matrix))
}

/// The move first, then `t` (fact G-31).
public func CATransform3DTranslate(
    _ t: CATransform3D, _ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat
) -> CATransform3D {
    CATransform3DConcat(CATransform3DMakeTranslation(tx, ty, tz), t)
}

/// The scaling first, then `t` (fact G-31).
public func CATransform3DScale(_ t: CATransform3D, _ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
    CATransform3DConcat(CATransform3DMakeScale(sx, sy, sz), t)
}

/// The turn first, then `t` (fact G-31).
public func CATransform3DRotate(
    _ t: CATransform3D, _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
    CATransform3DConcat(CATransform3DMakeRotation(angle, x, y, z), t)
}

/// The transform that undoes `t`; `t` itself if none does (fact G-33).
public func CATransform3DInvert(_ t: CATransform3D) -> CATransform3D {
    guard let inverse = t.matrix.inverse else { return t }
    return CATransform3D(inverse)
}

public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
    CATransform3D(
        Matrix4(a: Double(m.a), b: Double(m.b), c: Double(m.c), d: Double(m.d), tx: Double(m.tx), ty: Double(m.ty)))
}

/// Whether an affine transform can stand for `t` (fact G-35).
public func CATransform3DIsAffine(_ t: CATransform3D) -> Bool { t.matrix.isAffine }

/// The affine transform that `t` stands for; the identity if it stands for none (fact G-34).
public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform {
    guard CATransform3DIsAffine(t) else { return .identity }
    return CGAffineTransform(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.m41, ty: t.m42)
}
