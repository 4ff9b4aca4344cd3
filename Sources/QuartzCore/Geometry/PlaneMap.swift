internal import Foundation
internal import Motion

/// How the plane of one layer lies in the plane of another: (x, y, 1) · M, then division by the third component. A
/// normal layer flattens its sublayers (fact G-38), so such maps compose without a third coordinate.
struct PlaneMap {
    var m11, m12, m13: Double
    var m21, m22, m23: Double
    var m31, m32, m33: Double

    static let identity = PlaneMap(m11: 1, m12: 0, m13: 0, m21: 0, m22: 1, m23: 0, m31: 0, m32: 0, m33: 1)

    static func translation(_ x: Double, _ y: Double) -> PlaneMap {
        PlaneMap(m11: 1, m12: 0, m13: 0, m21: 0, m22: 1, m23: 0, m31: x, m32: y, m33: 1)
    }

    var isTranslation: Bool {
        m11 == 1 && m12 == 0 && m13 == 0 && m21 == 0 && m22 == 1 && m23 == 0 && m33 == 1
    }

    /// `self` first, then `b`.
    func concatenating(_ b: PlaneMap) -> PlaneMap {
        if isTranslation && b.isTranslation { return .translation(m31 + b.m31, m32 + b.m32) }
        return PlaneMap(
            m11: m11 * b.m11 + m12 * b.m21 + m13 * b.m31, m12: m11 * b.m12 + m12 * b.m22 + m13 * b.m32,
            m13: m11 * b.m13 + m12 * b.m23 + m13 * b.m33,
            m21: m21 * b.m11 + m22 * b.m21 + m23 * b.m31, m22: m21 * b.m12 + m22 * b.m22 + m23 * b.m32,
            m23: m21 * b.m13 + m22 * b.m23 + m23 * b.m33,
            m31: m31 * b.m11 + m32 * b.m21 + m33 * b.m31, m32: m31 * b.m12 + m32 * b.m22 + m33 * b.m32,
            m33: m31 * b.m13 + m32 * b.m23 + m33 * b.m33)
    }

    /// The way back; nil if the plane is seen edge-on or squeezed to nothing.
    var inverse: PlaneMap? {
        if isTranslation { return .translation(-m31, -m32) }
        let c11 = m22 * m33 - m23 * m32
        let c12 = m23 * m31 - m21 * m33
        let c13 = m21 * m32 - m22 * m31
        let determinant = m11 * c11 + m12 * c12 + m13 * c13
        guard determinant != 0, determinant.isFinite, (1 / determinant).isFinite else { return nil }
        let k = 1 / determinant
        return PlaneMap(
            m11: c11 * k, m12: (m13 * m32 - m12 * m33) * k, m13: (m12 * m23 - m13 * m22) * k,
            m21: c12 * k, m22: (m11 * m33 - m13 * m31) * k, m23: (m13 * m21 - m11 * m23) * k,
            m31: c13 * k, m32: (m12 * m31 - m11 * m32) * k, m33: (m11 * m22 - m12 * m21) * k)
    }

    func callAsFunction(_ point: CGPoint) -> CGPoint {
        let x = Double(point.x)
        let y = Double(point.y)
        if isTranslation { return CGPoint(x: x + m31, y: y + m32) }
        var w = x * m13 + y * m23 + m33
        // A point in the camera's own plane is nowhere; very far away is the nearest thing to it.
        if w == 0 { w = .leastNormalMagnitude }
        return CGPoint(x: (x * m11 + y * m21 + m31) / w, y: (x * m12 + y * m22 + m32) / w)
    }

    /// The same for the way back from the screen: nil where it meets the plane only behind the camera.
    func inFront(_ point: CGPoint) -> CGPoint? {
        if isTranslation { return self(point) }
        return Double(point.x) * m13 + Double(point.y) * m23 + m33 > 0 ? self(point) : nil
    }

    /// The bounding box of the four corners (fact G-54).
    func callAsFunction(_ rect: CGRect) -> CGRect {
        if rect.isNull || rect.isInfinite { return rect }
        if isTranslation { return rect.offsetBy(dx: CGFloat(m31), dy: CGFloat(m32)) }
        let a = self(CGPoint(x: rect.minX, y: rect.minY))
        let b = self(CGPoint(x: rect.maxX, y: rect.minY))
        let c = self(CGPoint(x: rect.minX, y: rect.maxY))
        let d = self(CGPoint(x: rect.maxX, y: rect.maxY))
        let left = min(min(a.x, b.x), min(c.x, d.x))
        let top = min(min(a.y, b.y), min(c.y, d.y))
        let right = max(max(a.x, b.x), max(c.x, d.x))
        let bottom = max(max(a.y, b.y), max(c.y, d.y))
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}

extension PlaneMap {
    /// The part of `matrix` that acts on the plane z = 0 and flattens what comes out.
    init(_ matrix: Matrix4) {
        self.init(
            m11: matrix.m11, m12: matrix.m12, m13: matrix.m14, m21: matrix.m21, m22: matrix.m22, m23: matrix.m24,
            m31: matrix.m41, m32: matrix.m42, m33: matrix.m44)
    }
}
