/// The matrix that brings touches to where they belong, found from touches of known places.
///
/// Six numbers by least squares: shift, stretch, turn, mirror and shear. With three places they fit exactly; more show how
/// good the fit is, and whether a place was missed.
public struct CalibrationFit: Hashable, Sendable {
    /// A place and where the device says it was touched; 0…1 across and down the panel in its native orientation.
    public struct Sample: Hashable, Sendable {
        public var target: SIMD2<Double>
        public var touched: SIMD2<Double>

        public init(target: SIMD2<Double>, touched: SIMD2<Double>) {
            self.target = target
            self.touched = touched
        }
    }

    /// Why no matrix comes of the touches. Numbers of places begin at 0.
    public enum Refusal: Error, Hashable, Sendable {
        /// Fewer than three places, or one that is no number.
        case tooFew
        /// The places that were to be touched are on a line, which says nothing of the other direction.
        case placesOnALine
        /// The device says the same place, whatever is touched.
        case onePlace
        /// The device says places on one line: one of its axes does not answer.
        case oneLine
        /// The whole panel would be that part of the device, or the other way round: smallest and largest stretch.
        case stretch(Double, Double)
        /// The touches fit when these two are exchanged.
        case exchanged(Int, Int)
        /// The touch of this place is the furthest from where the others say it should be, pixels.
        case missed(Int, Double)
    }

    public let matrix: Calibration
    /// How far each touch is from its place with the matrix, pixels.
    public let residuals: [Double]

    /// Of the device's range, below which touches count as one place or one line.
    static let smallestSpread = 0.02
    /// How much of the panel a unit of the device may be.
    static let stretches = 0.2...5.0

    /// - Parameters:
    ///   - panel: its width and height, pixels; more than 0.
    ///   - limit: how far a touch may be from its place, pixels.
    public init(
        _ samples: [Sample], panel: SIMD2<Double>, limit: Double
    ) throws(Refusal) {
        let plain = try Self.fit(samples, panel: panel)
        let worst = plain.residuals.max() ?? 0
        guard worst > limit else {
            self = plain
            try checkStretch()
            return
        }
        // Two places touched in the wrong order fit nothing, and everything once they are exchanged.
        for first in samples.indices {
            for second in samples.indices where second > first {
                var exchanged = samples
                exchanged[first].touched = samples[second].touched
                exchanged[second].touched = samples[first].touched
                guard let other = try? Self.fit(exchanged, panel: panel), let left = other.residuals.max() else {
                    continue
                }
                if left <= limit, left * 4 < worst { throw .exchanged(first, second) }
            }
        }
        throw Self.missed(samples, panel: panel, plain)
    }

    private init(_ matrix: Calibration, _ residuals: [Double]) {
        self.matrix = matrix
        self.residuals = residuals
    }

    /// How far a touch is from its place with the matrix, pixels.
    public func distance(_ sample: Sample, panel: SIMD2<Double>) -> Double {
        Self.length((matrix.applied(to: sample.touched) - sample.target) * panel)
    }

    // MARK: Least squares

    private static func fit(_ samples: [Sample], panel: SIMD2<Double>) throws(Refusal) -> CalibrationFit {
        let isFinite = samples.allSatisfy {
            $0.target.x.isFinite && $0.target.y.isFinite && $0.touched.x.isFinite && $0.touched.y.isFinite
        }
        guard samples.count >= 3, isFinite else { throw .tooFew }
        if spread(samples.map(\.target)).least < smallestSpread { throw .placesOnALine }
        let touched = spread(samples.map(\.touched))
        if touched.greatest < smallestSpread { throw .onePlace }
        if touched.least < smallestSpread { throw .oneLine }

        // About the middle of both, where shift and the rest do not mix.
        let count = Double(samples.count)
        let from = samples.reduce(SIMD2<Double>.zero) { $0 + $1.touched } / count
        let to = samples.reduce(SIMD2<Double>.zero) { $0 + $1.target } / count
        var xx = 0.0
        var xy = 0.0
        var yy = 0.0
        var alongX = SIMD2<Double>.zero
        var alongY = SIMD2<Double>.zero
        for sample in samples {
            let touched = sample.touched - from
            let target = sample.target - to
            xx += touched.x * touched.x
            xy += touched.x * touched.y
            yy += touched.y * touched.y
            alongX += target * touched.x
            alongY += target * touched.y
        }
        let determinant = xx * yy - xy * xy
        let a = (alongX * yy - alongY * xy) / determinant
        let b = (alongY * xx - alongX * xy) / determinant
        let c = to - a * from.x - b * from.y
        guard let matrix = Calibration([a.x, b.x, c.x, a.y, b.y, c.y]) else { throw .oneLine }
        let fit = CalibrationFit(matrix, [])
        return CalibrationFit(matrix, samples.map { fit.distance($0, panel: panel) })
    }

    /// The place whose absence helps the others most.
    private static func missed(_ samples: [Sample], panel: SIMD2<Double>, _ plain: CalibrationFit) -> Refusal {
        var found = plain.residuals.indices.max { plain.residuals[$0] < plain.residuals[$1] } ?? 0
        var distance = plain.residuals[found]
        guard samples.count > 4 else { return .missed(found, distance) }
        var least = Double.infinity
        for index in samples.indices {
            var others = samples
            others.remove(at: index)
            guard let fit = try? fit(others, panel: panel), let left = fit.residuals.max(), left < least else {
                continue
            }
            least = left
            found = index
            distance = fit.distance(samples[index], panel: panel)
        }
        return .missed(found, distance)
    }

    private func checkStretch() throws(Refusal) {
        let (a, b, d, e) = (matrix.a, matrix.b, matrix.d, matrix.e)
        // The two singular values.
        let sum = a * a + b * b + d * d + e * e
        let root = max(sum * sum - 4 * (a * e - b * d) * (a * e - b * d), 0).squareRoot()
        let greatest = ((sum + root) / 2).squareRoot()
        let least = (max(sum - root, 0) / 2).squareRoot()
        guard Self.stretches.contains(least), Self.stretches.contains(greatest) else { throw .stretch(least, greatest) }
    }

    /// How far points lie about their middle, along the direction in which they lie furthest and across it.
    private static func spread(_ points: [SIMD2<Double>]) -> (least: Double, greatest: Double) {
        let count = Double(points.count)
        let middle = points.reduce(SIMD2<Double>.zero, +) / count
        var xx = 0.0
        var xy = 0.0
        var yy = 0.0
        for point in points.map({ $0 - middle }) {
            xx += point.x * point.x / count
            xy += point.x * point.y / count
            yy += point.y * point.y / count
        }
        let half = (xx + yy) / 2
        let root = ((xx - yy) * (xx - yy) / 4 + xy * xy).squareRoot()
        return (max(half - root, 0).squareRoot(), (half + root).squareRoot())
    }

    private static func length(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum().squareRoot() }
}
