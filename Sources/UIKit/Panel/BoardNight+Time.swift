import BoardConfig
import Foundation

/// Whether it is night by the wall clock, and when that changes. Knows no clock itself.
extension BoardNight {
    /// Boards without a battery start in 1970: before this moment, seconds since 1970, the clock was not set yet.
    static let earliestPlausibleTime = 1_704_067_200.0  // 2024-01-01
    private static let secondsPerDay = 86_400.0

    /// How bright the panel is at the most; nil by day, and while the clock is not set.
    ///
    /// - Parameter time: of the wall clock, seconds since 1970.
    func limit(at time: Double, in zone: TimeZone) -> Double? {
        guard time >= Self.earliestPlausibleTime, time.isFinite else { return nil }
        let second = Self.secondOfDay(time, zone)
        let (start, end) = (Double(from * 60), Double(to * 60))
        let isNight = start < end ? (start..<end).contains(second) : second >= start || second < end
        return isNight ? brightness : nil
    }

    /// When to ask again, later than `time`: the next border, or the moment at which the zone changes its clocks.
    func nextLook(after time: Double, in zone: TimeZone) -> Double {
        guard time >= Self.earliestPlausibleTime, time.isFinite else { return Self.earliestPlausibleTime }
        let second = Self.secondOfDay(time, zone)
        var wait = Self.secondsPerDay
        for minute in [from, to] {
            var distance = Double(minute * 60) - second
            if distance <= 0 { distance += Self.secondsPerDay }
            wait = min(wait, distance)
        }
        let change = zone.nextDaylightSavingTimeTransition(after: Date(timeIntervalSince1970: time))?
            .timeIntervalSince1970
        return min(time + wait, change.flatMap { $0 > time ? $0 : nil } ?? .infinity)
    }

    private static func secondOfDay(_ time: Double, _ zone: TimeZone) -> Double {
        let local = time + Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: time)))
        let second = local.truncatingRemainder(dividingBy: secondsPerDay)
        return second < 0 ? second + secondsPerDay : second
    }
}
