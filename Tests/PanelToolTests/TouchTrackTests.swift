import Testing

@testable import PanelTool

@Suite("Touch test: rate, coverage, summary")
struct TouchTrackTests {
    @Test("the rate is that of the last half second's reports", arguments: [25.0, 60, 100, 240])
    func rate(hertz: Double) throws {
        var track = TouchTrack(slot: 3)
        #expect(track.rate == nil)
        // A slow beginning does not count later on.
        track.add(.init(x: 0, y: 0, time: 0))
        for index in 0..<200 { track.add(.init(x: Double(index), y: 0, time: 5 + Double(index) / hertz)) }
        #expect(abs(try #require(track.rate) - hertz) < 0.01)
        #expect(track.reportCount == 201)
    }

    @Test("a report that is told twice counts once; the trail does not grow without end")
    func bounded() {
        var track = TouchTrack(slot: 0)
        for index in 0..<10_000 {
            track.add(.init(x: 0, y: 0, time: Double(index)))
            track.add(.init(x: 1, y: 1, time: Double(index)))
        }
        #expect(track.reportCount == 10_000 && track.trail.count == TouchTrack.longest)
        // Reports a second apart are none of a moving finger.
        #expect(track.rate == nil)
    }

    @Test("each place marks its field once; places beside the panel mark none")
    func coverage() throws {
        var coverage = TouchCoverage(width: 800, height: 480, field: 40)
        #expect(coverage.columns == 20 && coverage.rows == 12)
        let places = [SIMD2(0.0, 0), [0.001, 0.001], [1, 1], [-0.01, 0.5], [.nan, 0.5]]
        let fields = places.map { coverage.mark(x: $0.x, y: $0.y) }
        #expect(fields == [0, nil, 239, nil, nil])
        #expect(coverage.touched.count == 2)
        #expect(coverage.picture.first == "#" + String(repeating: ".", count: 19))
        #expect(coverage.picture.last == String(repeating: ".", count: 19) + "#")
    }

    @Test("a screen of no size, or of an enormous one, has a bounded number of fields")
    func strangeScreens() {
        #expect(TouchCoverage(width: 0, height: 0, field: 40).count == 1)
        #expect(TouchCoverage(width: 1e9, height: 1e9, field: 0.1).count == 64 * 64)
        #expect(TouchCoverage(width: .nan, height: .infinity, field: 40).count == 1)
    }

    @Test("what was found, for a person and for a script")
    func summary() {
        var summary = TouchSummary(
            devices: ["Goodix, 10 contacts"], contactCount: 12, greatestAtOnce: 10, cancelledCount: 1,
            greatestRate: 98.44)
        summary.coverage = TouchCoverage(width: 80, height: 40, field: 40)
        _ = summary.coverage.mark(x: 0.2, y: 0.5)
        #expect(
            summary.text
                == "Goodix, 10 contacts\n12 contacts, at most 10 at once, 1 cancelled, up to 98 reports a second\n"
                + "1 of 2 fields touched\n  #.\n")
        #expect(summary.json["reports_per_second"]?.number == 98.4 && summary.json["at_once"]?.integer == 10)
        #expect(summary.json["rows"]?.list.first?.text == "#.")
    }
}
