/// How a digitiser sits on its panel: the six numbers of libinput's calibration matrix.
///
///     x' = a·x + b·y + c
///     y' = d·x + e·y + f          x, y, x', y' in 0…1 across the panel
///
/// Digitiser turned clockwise against the panel by 90°: `0 -1 1 1 0 0`; by 180°: `-1 0 1 0 -1 1`; by 270°:
/// `0 1 0 -1 0 1`. Where udev sets `LIBINPUT_CALIBRATION_MATRIX`, libinput has applied it already: do not apply it again.
public struct Calibration: Hashable, Sendable {
    public let a: Double
    public let b: Double
    public let c: Double
    public let d: Double
    public let e: Double
    public let f: Double

    public static let identity = Calibration(a: 1, b: 0, c: 0, d: 0, e: 1, f: 0)

    private init(a: Double, b: Double, c: Double, d: Double, e: Double, f: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.e = e
        self.f = f
    }

    /// `a b c d e f`. `nil` unless these are six finite numbers of which no line or point comes: a matrix that maps the
    /// whole panel onto less than an area cannot be meant.
    public init?(_ matrix: [Double]) {
        guard matrix.count == 6, matrix.allSatisfy(\.isFinite) else { return nil }
        self.init(a: matrix[0], b: matrix[1], c: matrix[2], d: matrix[3], e: matrix[4], f: matrix[5])
        guard abs(determinant) > 1e-6 else { return nil }
    }

    private var determinant: Double { a * e - b * d }

    public func applied(to position: SIMD2<Double>) -> SIMD2<Double> {
        SIMD2(a * position.x + b * position.y + c, d * position.x + e * position.y + f)
    }

    /// What `applied(to:)` makes `position` of.
    public func removed(from position: SIMD2<Double>) -> SIMD2<Double> {
        let x = position.x - c
        let y = position.y - f
        return SIMD2((e * x - b * y) / determinant, (a * y - d * x) / determinant)
    }
}
