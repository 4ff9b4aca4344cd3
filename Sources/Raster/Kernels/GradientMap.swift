/// Where a destination pixel lies in a gradient: an affine map from the centres of destination pixels (x + 1/2, y + 1/2)
/// to the gradient's own space.
///
///     p = a * x + c * y + tx
///     q = b * x + d * y + ty
///
/// An axial gradient runs along p from 0 to 1; a radial one from the origin to the unit circle; a conic one once around
/// the origin, beginning at the p axis and turning towards the q axis. Before 0 and after 1 the end colours go on.
///
/// The space it maps from is the caller's (the screen's, say), not that of one tile.
public struct GradientMap: Hashable, Sendable {
    public enum Kind: UInt8, Hashable, Sendable { case axial, radial, conic }

    public let kind: Kind
    public let a, b, c, d, tx, ty: Double

    /// The largest magnitude of a coefficient.
    public static let maximumCoefficient = 1e9

    /// Nil when a value is not finite or beyond its maximum, as for a gradient whose two points are one: then draw the
    /// last colour.
    public init?(kind: Kind, a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        for value in [a, b, c, d, tx, ty] {
            // A comparison with NaN is false, so that case leaves here too.
            guard value.magnitude <= Self.maximumCoefficient else { return nil }
        }
        self.kind = kind
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }
}
