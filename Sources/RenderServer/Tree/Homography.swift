internal import Motion

/// How one plane lies in another when seen in perspective: (x, y, 1) · M = (X, Y, W), the place being (X/W, Y/W).
///
/// W is 1 over the whole plane for an affine map. Where it is not positive, the plane lies behind the camera.
struct Homography: Equatable {
    /// X and Y.
    var affine: Affine
    /// W = px · x + py · y + pw.
    var px = 0.0
    var py = 0.0
    var pw = 1.0

    @inline(__always)
    init(_ affine: Affine) { self.affine = affine }

    @inline(__always)
    init(_ affine: Affine, px: Double, py: Double, pw: Double) {
        self.affine = affine
        self.px = px
        self.py = py
        self.pw = pw
    }

    /// What a matrix does to the plane z = 0.
    init(_ matrix: Matrix4) {
        affine = Affine(
            a: matrix.m11, b: matrix.m12, c: matrix.m21, d: matrix.m22, tx: matrix.m41, ty: matrix.m42)
        px = matrix.m14
        py = matrix.m24
        pw = matrix.m44
    }

    @inline(__always) var isAffine: Bool { px == 0 && py == 0 && pw == 1 }
    var isFinite: Bool { affine.isFinite && (px + py + pw).isFinite }

    @inline(__always)
    func w(_ x: Double, _ y: Double) -> Double { px * x + py * y + pw }

    var determinant: Double {
        let a = affine
        return a.a * (a.d * pw - py * a.ty) - a.b * (a.c * pw - py * a.tx) + px * (a.c * a.ty - a.d * a.tx)
    }

    /// What undoes it, so that its third component is 1/W: positive for places in front of the camera. Nil if nothing does.
    var inverse: Homography? {
        let k = 1 / determinant
        guard k.isFinite else { return nil }
        let m = affine
        let result = Homography(
            Affine(
                a: (m.d * pw - py * m.ty) * k, b: (px * m.ty - m.b * pw) * k, c: (py * m.tx - m.c * pw) * k,
                d: (m.a * pw - px * m.tx) * k, tx: (m.c * m.ty - m.d * m.tx) * k, ty: (m.b * m.tx - m.a * m.ty) * k),
            px: (m.b * py - px * m.d) * k, py: (px * m.c - m.a * py) * k, pw: (m.a * m.d - m.b * m.c) * k)
        return result.isFinite ? result : nil
    }

    /// `self` first, then `other`.
    func concatenating(_ other: Affine) -> Homography {
        let m = affine
        return Homography(
            Affine(
                a: m.a * other.a + m.b * other.c + px * other.tx, b: m.a * other.b + m.b * other.d + px * other.ty,
                c: m.c * other.a + m.d * other.c + py * other.tx, d: m.c * other.b + m.d * other.d + py * other.ty,
                tx: m.tx * other.a + m.ty * other.c + pw * other.tx,
                ty: m.tx * other.b + m.ty * other.d + pw * other.ty),
            px: px, py: py, pw: pw)
    }

    /// The affine map that comes nearest around (x, y), which lies in front of the camera.
    func tangent(_ x: Double, _ y: Double) -> Affine {
        let k = 1 / w(x, y)
        let placeX = (affine.a * x + affine.c * y + affine.tx) * k
        let placeY = (affine.b * x + affine.d * y + affine.ty) * k
        var result = Affine(
            a: (affine.a - placeX * px) * k, b: (affine.b - placeY * px) * k, c: (affine.c - placeX * py) * k,
            d: (affine.d - placeY * py) * k)
        result.tx = placeX - result.a * x - result.c * y
        result.ty = placeY - result.b * x - result.d * y
        return result
    }
}

extension Homography {
    /// The pixels that a rectangle given by its edges may touch, as far as it lies in front of the camera.
    ///
    /// What lies nearer to the camera than anything on `screen` is cut away, for it would reach to infinity.
    ///
    /// - Parameter toPlane: the inverse.
    func screenRect(of edges: SIMD4<Double>, toPlane: Homography, screen: ScreenRect) -> ScreenRect {
        guard edges.z > edges.x, edges.w > edges.y else { return .empty }
        // 1/W is linear on the screen, so it is largest in a corner.
        let near = toPlane.largestW(in: screen)
        guard near > 0 else { return .empty }
        let least = 0.5 / near
        var low = SIMD2(Double.infinity, .infinity)
        var high = SIMD2(-Double.infinity, -.infinity)
        func take(_ x: Double, _ y: Double, _ w: Double) {
            let placeX = (affine.a * x + affine.c * y + affine.tx) / w
            let placeY = (affine.b * x + affine.d * y + affine.ty) / w
            let place = SIMD2(placeX, placeY)
            low = pointwiseMin(low, place)
            high = pointwiseMax(high, place)
        }
        let xs = SIMD4(edges.x, edges.z, edges.z, edges.x)
        let ys = SIMD4(edges.y, edges.y, edges.w, edges.w)
        for k in 0..<4 {
            let next = (k + 1) & 3
            let w0 = w(xs[k], ys[k])
            let w1 = w(xs[next], ys[next])
            if w0 >= least { take(xs[k], ys[k], w0) }
            if (w0 >= least) != (w1 >= least) {
                let share = (least - w0) / (w1 - w0)
                take(xs[k] + (xs[next] - xs[k]) * share, ys[k] + (ys[next] - ys[k]) * share, least)
            }
        }
        guard low.x <= high.x, low.y <= high.y else { return .empty }
        return ScreenRect(
            minX: low.x.pixelFloor, minY: low.y.pixelFloor, maxX: high.x.pixelCeil, maxY: high.y.pixelCeil)
    }

    private func largestW(in rect: ScreenRect) -> Double {
        let x = (Double(rect.minX), Double(rect.maxX))
        let y = (Double(rect.minY), Double(rect.maxY))
        return max(px * x.0, px * x.1) + max(py * y.0, py * y.1) + pw
    }
}

extension Matrix4 {
    /// The space around a plane: across the plane as `plane` says, and heights stay what they are. Lines along which one
    /// looks at the plane stay such lines, and what lies before something else on one of them still does.
    init(around plane: Homography) {
        let m = plane.affine
        self.init(
            m.a, m.b, 0, plane.px, m.c, m.d, 0, plane.py, 0, 0, 1, 0, m.tx, m.ty, 0, plane.pw)
    }
}
