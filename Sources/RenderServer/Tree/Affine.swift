internal import Motion

/// The part of a transform that stays in the plane: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
struct Affine: Equatable {
    var a = 1.0
    var b = 0.0
    var c = 0.0
    var d = 1.0
    var tx = 0.0
    var ty = 0.0

    /// What an affine matrix does to its plane.
    @inline(__always)
    init(_ matrix: Matrix4) {
        a = matrix.m11
        b = matrix.m12
        c = matrix.m21
        d = matrix.m22
        tx = matrix.m41
        ty = matrix.m42
    }

    @inline(__always)
    init(a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 1, tx: Double = 0, ty: Double = 0) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// `self` first, then `other`.
    @inline(__always)
    func concatenating(_ other: Affine) -> Affine {
        Affine(
            a: a * other.a + b * other.c, b: a * other.b + b * other.d, c: c * other.a + d * other.c,
            d: c * other.b + d * other.d, tx: tx * other.a + ty * other.c + other.tx,
            ty: tx * other.b + ty * other.d + other.ty)
    }

    /// A shift by (x, y) first, then `self`.
    @inline(__always)
    func preceded(byShift x: Double, _ y: Double) -> Affine {
        var result = self
        result.tx += x * a + y * c
        result.ty += x * b + y * d
        return result
    }

    @inline(__always) var isFinite: Bool { (a + b + c + d + tx + ty).isFinite }
    @inline(__always) var determinant: Double { a * d - b * c }

    /// What undoes it; nil if nothing does.
    var inverse: Affine? {
        let k = 1 / determinant
        guard k.isFinite else { return nil }
        let result = Affine(
            a: d * k, b: -b * k, c: -c * k, d: a * k, tx: (c * ty - d * tx) * k, ty: (b * tx - a * ty) * k)
        return result.isFinite ? result : nil
    }

    /// How the axes of a layer lie on the screen.
    enum Orientation: UInt8 {
        /// Moved, scaled, perhaps mirrored.
        case upright
        /// The same after a quarter turn.
        case quarterTurned
        /// Edges are not parallel to the screen's, but to each other.
        case turned
        /// Seen in perspective; never answered by an affine map.
        case projected

        /// Edges are parallel to the screen's.
        @inline(__always) var isAligned: Bool { rawValue <= Orientation.quarterTurned.rawValue }
    }

    /// A turn by a quarter is made of sines and cosines that are nearly 0; over the longest bitmap the difference stays
    /// far below a pixel.
    @inline(__always) var orientation: Orientation {
        let hair = 1e-6
        if b.magnitude < hair, c.magnitude < hair { return .upright }
        if a.magnitude < hair, d.magnitude < hair { return .quarterTurned }
        return .turned
    }
}
