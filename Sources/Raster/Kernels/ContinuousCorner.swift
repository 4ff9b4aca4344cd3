#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Foundation
#endif

/// A corner that begins to bend earlier than a circle and bends gently at first: a superellipse that goes through the
/// point where the circle of the radius is nearest to the corner.
///
/// Without the room to begin earlier it is the circle itself; with some of it, something in between.
public struct ContinuousCorner: Hashable, Sendable {
    /// Of the circle, any unit of length.
    public let radius: Double
    /// How far from the corner the curve begins, on either side; at least the radius.
    public let extent: Double
    /// (1 − x / extent) and (1 − y / extent), each to this power, sum up to 1. At least 2.
    public let exponent: Double

    /// Where the curve begins, in radii, given the room.
    public static let expansion = 1.528665

    /// - Parameters:
    ///   - radius: of the circle, limited to the room.
    ///   - room: what there is for the corner along the shorter side.
    public init(radius: Double, room: Double) {
        let room = max(0, room)
        let radius = min(max(0, radius), room)
        self.init(radius: radius, extent: min(radius * Self.expansion, room))
    }

    init(radius: Double, extent: Double) {
        self.radius = radius
        // Without a radius it is square, however far a curve that it follows may reach.
        self.extent = radius > 0 ? max(extent, radius) : 0
        // The circle is nearest to the corner at (1 − √½) radii from either side.
        let nearest = (1 - 0.5.squareRoot()) * radius / max(self.extent, .leastNormalMagnitude)
        exponent = nearest > 0 ? max(2, -0.693_147_180_559_945_3 / log1p(-nearest)) : 2
    }

    /// The curve at a distance inside this one that follows it: what the inner edge of a border is.
    public func inset(by distance: Double) -> ContinuousCorner {
        ContinuousCorner(radius: max(0, radius - distance), extent: max(0, extent - distance))
    }

    /// How far below the edge the curve is at the distance `x` from the corner.
    func height(at x: Double) -> Double {
        guard x < extent else { return 0 }
        let rest = pow(1 - max(x, 0) / extent, exponent)
        return extent * (1 - pow(1 - rest, 1 / exponent))
    }

    /// The distance from the curve, along its normal, of a point `x` and `y` away from the corner towards the inside, both
    /// less than the extent; positive outside. Second, the unit normal, pointing outside.
    @inlinable
    public func distance(x: Double, y: Double) -> (distance: Double, normal: SIMD2<Double>) {
        let p = 1 - x / extent
        let q = 1 - y / extent
        let sum = power(p, exponent) + power(q, exponent)
        guard sum > 0 else { return (-extent, SIMD2(1, 0)) }
        // The size of the similar curve through the point, and how fast it changes there.
        let size = power(sum, 1 / exponent)
        let slope = SIMD2(power(p / size, exponent - 1), power(q / size, exponent - 1))
        let steepness = (slope * slope).sum().squareRoot()
        return ((size - 1) * extent / steepness, slope / steepness)
    }

    @usableFromInline
    func power(_ base: Double, _ exponent: Double) -> Double { pow(max(base, 0), exponent) }
}

extension ContinuousCorner {
    /// The area of pixels under the curve, for a corner that begins at (inset, inset).
    struct Area {
        private static let samples = 16
        /// Heights at the middles of `samples` strips of each column.
        private let heights: [Double]
        private let inset: Double

        /// - Parameter side: columns, pixels.
        init(_ corner: ContinuousCorner, inset: Double, side: Int) {
            self.inset = inset
            heights = (0..<side * Self.samples).map { strip in
                let x = (Double(strip) + 0.5) / Double(Self.samples) - inset
                return x < 0 ? .infinity : corner.height(at: x) + inset
            }
        }

        /// The part of the pixel at (x, y) that lies inside, 0…1; good where the curve is not steep: x is at least y.
        func area(x: Int, y: Int) -> Double {
            var sum = 0.0
            for strip in (x * Self.samples)..<((x + 1) * Self.samples) {
                sum += max(0, min(1, Double(y + 1) - max(heights[strip], inset)))
            }
            return sum / Double(Self.samples)
        }
    }
}
