import Testing

@testable import UIKit

@Suite("Whether a screen shows what it should")
struct ScreenWatchTests {
    private let well = ScreenWatch.Sight(isExpected: true, hasAnswered: true, failingSince: nil, framesShown: 1)

    /// Looks every ten seconds; `sight` gets the time.
    private func verdicts(
        _ watch: inout ScreenWatch, from start: Double, to end: Double, _ sight: (Double) -> ScreenWatch.Sight
    ) -> [ScreenWatch.Verdict] {
        stride(from: start, through: end, by: 10).map { watch.look(sight($0), now: $0) }
    }

    private func failing(_ since: Double) -> ScreenWatch.Sight {
        ScreenWatch.Sight(isExpected: true, hasAnswered: true, failingSince: since, framesShown: 1)
    }

    @Test("what works, is dark, or has no display is never called silent")
    func good() {
        var watch = ScreenWatch()
        #expect(verdicts(&watch, from: 0, to: 1000) { _ in well }.allSatisfy { $0 == .well })
        let dark = ScreenWatch.Sight(isExpected: false, hasAnswered: false, failingSince: nil, framesShown: 9)
        #expect(verdicts(&watch, from: 1000, to: 2000) { _ in dark }.allSatisfy { $0 == .well })
    }

    @Test(
        "flips that stop for good: named after ten seconds, the mode set again less and less often, lost after a minute"
    )
    func failing() {
        var watch = ScreenWatch()
        _ = verdicts(&watch, from: 0, to: 700) { _ in well }
        let told = verdicts(&watch, from: 710, to: 900) { _ in failing(705) }
        #expect(
            told.prefix(9) == [
                .well, .recover(15), .recover(25), .silent(35), .recover(45), .silent(55), .lost(65), .lost(75),
                .recover(85),
            ])
        #expect(watch.workedBefore == 705)
        #expect(watch.look(well, now: 910) == .well)
        #expect(watch.look(failing(915), now: 930) == .recover(15), "from the beginning")
        #expect(watch.workedBefore == 5, "it had worked for five seconds only")
    }

    @Test("a render thread that does not answer is as bad; an answer makes it good again")
    func silent() {
        var watch = ScreenWatch()
        var sight = well
        sight.hasAnswered = false
        #expect(verdicts(&watch, from: 0, to: 20) { _ in sight } == [.well, .recover(10), .recover(20)])
        #expect(watch.workedBefore == 0)
        #expect(watch.look(well, now: 30) == .well)
        #expect(watch.look(sight, now: 40) == .well, "a single look says nothing")
    }

    @Test("a fault that the render thread mends by itself within ten seconds is not told")
    func mended() {
        var watch = ScreenWatch()
        #expect(watch.look(failing(1), now: 5) == .well)
        #expect(watch.look(well, now: 15) == .well)
    }
}
