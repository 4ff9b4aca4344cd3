/// What a pen tells beside its place.
public struct PenState: Hashable, Sendable {
    /// 0…1 of what the pen can measure; nil when it measures none.
    public var pressure: Double?
    /// Degrees by which the pen's upper end leans to the panel's right and towards its bottom, in its native orientation; nil
    /// when the pen does not know.
    public var tilt: SIMD2<Double>?
    /// How far above the panel the tip is, 0…1 of what the pen can be seen from; nil when the device does not know.
    public var distance: Double?
    /// Degrees by which the pen is turned clockwise about its own axis, seen from its upper end, -180…180; nil when it does
    /// not know.
    public var roll: Double?

    /// What is out of range is brought into it; what is no number is not there.
    public init(pressure: Double? = nil, tilt: SIMD2<Double>? = nil, distance: Double? = nil, roll: Double? = nil) {
        self.pressure = pressure.flatMap { $0.isNaN ? nil : min(max($0, 0), 1) }
        self.distance = distance.flatMap { $0.isNaN ? nil : min(max($0, 0), 1) }
        self.roll = roll.flatMap { $0.isFinite ? $0.remainder(dividingBy: 360) : nil }
        self.tilt = tilt.flatMap { tilt in
            tilt.x.isNaN || tilt.y.isNaN ? nil : tilt.clamped(lowerBound: SIMD2(-89, -89), upperBound: SIMD2(89, 89))
        }
    }
}
