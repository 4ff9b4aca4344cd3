import BoardConfig
import Foundation
import Raster
import Testing

@testable import UIKit

@Suite("Night brightness", .serialized)
@MainActor
struct NightTests {
    private let night = BoardNight("22:00-06:30@0.2")!
    private let utc = TimeZone(secondsFromGMT: 0)!
    private let berlin = TimeZone(identifier: "Europe/Berlin")!

    /// Seconds since 1970 of a moment in UTC.
    private func time(_ text: String) throws -> Double {
        let formatter = ISO8601DateFormatter()
        return try #require(formatter.date(from: text)).timeIntervalSince1970
    }

    /// A wall clock by hand.
    @MainActor
    private final class HandClock {
        var now: Double
        var zone: TimeZone
        var due = Double.infinity
        var waits = 0
        var light: NightLight?
        var told: [Double?] = []

        init(_ now: Double, _ zone: TimeZone, _ night: BoardNight) {
            self.now = now
            self.zone = zone
            light = NightLight(
                night,
                clock: NightLight.Clock(
                    now: { [unowned self] in self.now }, zone: { [unowned self] in self.zone },
                    wait: { [unowned self] time in
                        due = time
                        waits += 1
                    })
            ) { [unowned self] in told.append($0) }
        }

        /// Lets the clock run to a moment: the timer ends as often as it does.
        func run(to end: Double) {
            while due <= end {
                now = max(due, now)
                light?.look()
            }
            now = end
        }

        /// The clock is set, which ends the wait of a timer that looks after that.
        func set(_ time: Double) {
            now = time
            light?.look()
        }
    }

    @Test(
        "from the first minute to the last, over midnight",
        arguments: [
            ("2026-01-10T21:59:59Z", false), ("2026-01-10T22:00:00Z", true), ("2026-01-11T00:00:00Z", true),
            ("2026-01-11T06:29:59Z", true), ("2026-01-11T06:30:00Z", false), ("2026-01-11T12:00:00Z", false),
        ])
    func limits(text: String, isNight: Bool) throws {
        #expect(night.limit(at: try time(text), in: utc) == (isNight ? 0.2 : nil))
    }

    @Test("a night within one day")
    func withinDay() throws {
        let nap = try #require(BoardNight("13:00-14:00@0.5"))
        #expect(nap.limit(at: try time("2026-01-10T12:59:59Z"), in: utc) == nil)
        #expect(nap.limit(at: try time("2026-01-10T13:30:00Z"), in: utc) == 0.5)
        #expect(nap.limit(at: try time("2026-01-10T14:00:00Z"), in: utc) == nil)
    }

    @Test("one timer: two looks a day, and nothing in between")
    func timer() throws {
        let clock = HandClock(try time("2026-01-10T12:00:00Z"), utc, night)
        clock.light?.look()
        clock.run(to: try time("2026-01-13T12:00:00Z"))
        #expect(clock.told == [0.2, nil, 0.2, nil, 0.2, nil])
        #expect(clock.waits == 7)
    }

    @Test("a clock that starts in 1970 has no night, and gets one when it is set")
    func unset() throws {
        let clock = HandClock(3 * 3600, utc, night)
        clock.light?.look()
        #expect(clock.light?.limit == nil)
        #expect(clock.due == BoardNight.earliestPlausibleTime)
        clock.set(try time("2026-01-10T23:00:00Z"))
        #expect(clock.light?.limit == 0.2)
        #expect(clock.due == (try time("2026-01-11T06:30:00Z")))
        clock.set(100)
        #expect(clock.light?.limit == nil)
    }

    @Test("the clock jumps over a border, forth and back")
    func jumps() throws {
        let clock = HandClock(try time("2026-01-10T21:00:00Z"), utc, night)
        clock.light?.look()
        clock.set(try time("2026-01-10T22:00:01Z"))
        clock.set(try time("2026-01-10T21:59:00Z"))
        #expect(clock.told == [0.2, nil])
        #expect(clock.due == (try time("2026-01-10T22:00:00Z")))
    }

    @Test("the zone's own time counts, and the zone may change")
    func zones() throws {
        let clock = HandClock(try time("2026-01-10T21:30:00Z"), utc, night)
        clock.light?.look()
        #expect(clock.light?.limit == nil)
        clock.zone = berlin  // 22:30 there
        clock.set(clock.now)
        #expect(clock.light?.limit == 0.2)
        #expect(clock.due == (try time("2026-01-11T05:30:00Z")))
    }

    @Test("the night in which the clocks change ends at its hour, not an hour early or late")
    func summerTime() throws {
        // 2026-03-29 02:00 becomes 03:00; 2026-10-25 03:00 becomes 02:00.
        for (start, end) in [
            ("2026-03-28T20:00:00Z", "2026-03-29T04:30:00Z"), ("2026-10-24T19:00:00Z", "2026-10-25T05:30:00Z"),
        ] {
            let clock = HandClock(try time(start), berlin, night)
            clock.light?.look()
            clock.run(to: try time(end) - 1)
            #expect(clock.told == [0.2])
            clock.run(to: try time(end))
            #expect(clock.told == [0.2, nil])
        }
    }

    @Test("what is no time has no night", arguments: [Double.nan, .infinity, -.infinity, -1])
    func noTime(time: Double) {
        #expect(night.limit(at: time, in: utc) == nil)
        #expect(night.nextLook(after: time, in: utc) == BoardNight.earliestPlausibleTime)
    }

    @Test(
        "texts that cannot be meant",
        arguments: [
            "", "22:00", "22:00-06:30", "22:00-22:00@0.2", "24:00-06:00@0.2", "22:60-06:00@0.2", "2:00-06:00@0.2",
            "22:00-06:00@1.1", "22:00-06:00@nan", "22:00-06:00@0.2@3", "-22:00-06:00@0.2",
        ])
    func unusable(text: String) {
        #expect(BoardNight(text) == nil)
        #expect(throws: LaunchConfiguration.Failure.self) {
            // Empty is not there.
            _ = try LaunchConfiguration(environment: ["VITRINE_NIGHT": text.isEmpty ? "x" : text])
        }
    }

    @Test("the application's own brightness is left alone; a darker one stays darker")
    func brightness() throws {
        let stage = try HeadlessStage(panel: PixelSize(width: 8, height: 8), idle: IdleConfiguration())
        defer { stage.close() }
        let screen = stage.screen
        let idle = try #require(screen.idle)
        idle.nightLimit = 0.2
        #expect(screen.brightness == 1)
        #expect(abs(screen.dimming - 0.8) < 1e-9, "without a light the picture is darkened")
        screen.wantsSoftwareDimming = true
        screen.brightness = 0.1
        #expect(abs(screen.dimming - 0.9) < 1e-9)
        idle.nightLimit = nil
        #expect(abs(screen.dimming - 0.9) < 1e-9)
        screen.brightness = 1
        #expect(screen.dimming == 0)
    }

    @Test("the environment goes before the board file; off is off")
    func configuration() throws {
        var board = Board.generic
        board.night = night
        #expect(try LaunchConfiguration(environment: [:]).completed(by: board).night == night)
        let other = "20:00-05:00@0.4"
        let asked = try LaunchConfiguration(environment: ["VITRINE_NIGHT": other]).completed(by: board)
        #expect(asked.night == BoardNight(other))
        #expect(try LaunchConfiguration(environment: ["VITRINE_NIGHT": "off"]).completed(by: board).night == nil)
    }
}
