import Testing

@testable import RenderServer

@Suite("How long the last frames took")
struct FrameTimingsTests {
    @Test("Percentiles are by nearest rank, of no values all 0, and what is no number does not count")
    func percentiles() {
        let hundred = FrameTimings.Percentiles((1...100).map(Double.init).shuffled() + [.nan])
        #expect((hundred.count, hundred.p50, hundred.p95) == (100, 50, 95))
        #expect((hundred.p99, hundred.greatest) == (99, 100))
        let one = FrameTimings.Percentiles([7])
        #expect((one.p50, one.p99, one.greatest) == (7, 7, 7))
        #expect(FrameTimings.Percentiles([]) == FrameTimings.Percentiles())
    }

    @Test("The history keeps the last reports, oldest first, in memory taken once")
    func history() {
        var history = FrameHistory(capacity: 4)
        for number in 1...10 {
            var report = FrameReport()
            report.number = number
            history.append(report)
            #expect(history.inOrder.map(\.number) == Array(max(1, number - 3)...number))
        }
    }

    @Test(
        "Intervals count only where a frame was due right after the one before; latency only where there was a contact")
    func whatCounts() {
        var reports: [FrameReport] = []
        for (time, isContinuous, latency) in [(1.0, false, 0.0), (1.1, true, 0.02), (5, false, 0.03), (5.3, true, 0)] {
            var report = FrameReport()
            (report.flipTime, report.isContinuous, report.contactLatency) = (time, isContinuous, latency)
            report.missedIntervals = isContinuous ? 1 : 0
            reports.append(report)
        }
        let timings = FrameTimings(reports)
        #expect((timings.frameCount, timings.missedRefreshes) == (4, 2))
        #expect(timings.frameInterval.count == 2 && abs(timings.frameInterval.greatest - 0.3) < 1e-9)
        #expect(timings.contactLatency.count == 2 && timings.contactLatency.greatest == 0.03)
    }
}
