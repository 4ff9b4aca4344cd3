import Input
import Testing

@Suite("Contact resampler")
struct ContactResamplerTests {
    private typealias Sample = ContactResampler.Sample

    /// Reports of a finger at 1000 units a second to the right and 500 down, from time 10.
    private func moving(rate: Double, count: Int, limit: Double = 0.03) -> ContactResampler {
        var resampler = ContactResampler(limit: limit)
        for number in 0..<count {
            let time = Double(number) / rate
            resampler.add(Sample(time: 10 + time, x: 1000 * time, y: 500 * time))
        }
        return resampler
    }

    @Test("Between two reports a finger is on the line between them")
    func between() throws {
        let place = try #require(moving(rate: 100, count: 5).place(at: 10.025))
        #expect(abs(place.x - 25) < 1e-6 && abs(place.y - 12.5) < 1e-6)
        #expect(place.time == 10.025)
    }

    @Test("After the last report a steady finger goes on", arguments: [25.0, 50, 60, 100, 240, 1000])
    func beyond(rate: Double) throws {
        let resampler = moving(rate: rate, count: 8)
        let last = try #require(resampler.last)
        let ahead = min(0.016, 7 / rate)
        let place = try #require(resampler.place(at: last.time + ahead))
        #expect(abs(place.x - last.x - 1000 * ahead) < 0.01)
        #expect(abs(place.y - last.y - 500 * ahead) < 0.01)
    }

    @Test("Never further beyond the last report than the limit, nor than the reports reach back")
    func limits() throws {
        let resampler = moving(rate: 100, count: 8, limit: 0.02)
        let last = try #require(resampler.last)
        let place = try #require(resampler.place(at: last.time + 0.025))
        #expect(abs(place.time - last.time - 0.02) < 1e-9)
        let young = moving(rate: 240, count: 2)
        let second = try #require(young.last)
        #expect(try #require(young.place(at: second.time + 0.03)).x <= second.x + 1000 / 240 + 0.01)
        #expect(moving(rate: 100, count: 8, limit: 0).place(at: 11) == moving(rate: 100, count: 8).last)
        #expect(ContactResampler(limit: .nan).limit == 0)
        #expect(ContactResampler(limit: -1).limit == 0)
        #expect(ContactResampler(limit: 5).limit == ContactResampler.greatestLimit)
    }

    @Test("A finger that sends nothing more comes back to its last report, step by step")
    func rest() throws {
        let resampler = moving(rate: 100, count: 8)
        let last = try #require(resampler.last)
        var before = try #require(resampler.place(at: last.time + 0.035)).x
        for step in 0..<20 {
            let place = try #require(resampler.place(at: last.time + 0.04 + Double(step) * 0.008))
            #expect(place.x <= before && place.x >= last.x)
            before = place.x
        }
        #expect(before == last.x)
    }

    @Test("One report, or one after a long pause, stands for itself")
    func alone() {
        var resampler = ContactResampler()
        #expect(resampler.place(at: 1) == nil)
        resampler.add(Sample(time: 1, x: 5, y: 6))
        #expect(resampler.place(at: 1.02) == Sample(time: 1, x: 5, y: 6))
        resampler.add(Sample(time: 2, x: 50, y: 60))
        #expect(resampler.place(at: 2.02) == Sample(time: 2, x: 50, y: 60))
    }

    @Test("A trembling finger at rest is not shown further off than it trembles")
    func tremble() throws {
        var resampler = ContactResampler()
        for number in 0..<40 {
            resampler.add(Sample(time: Double(number) * 0.01, x: number % 2 == 0 ? 100 : 101, y: 50))
            let place = try #require(resampler.place(at: Double(number) * 0.01 + 0.02))
            #expect(place.x > 98.5 && place.x < 102.5)
        }
    }

    @Test("Bad reports: no numbers, the same time twice, a clock that goes back")
    func badReports() throws {
        var resampler = moving(rate: 100, count: 8)
        for bad in [Double.nan, .infinity, -.infinity] {
            resampler.add(Sample(time: bad, x: 0, y: 0))
            resampler.add(Sample(time: 10.08, x: bad, y: 0))
            resampler.add(Sample(time: 10.08, x: 0, y: bad))
        }
        #expect(resampler == moving(rate: 100, count: 8))
        resampler.add(Sample(time: 10.07, x: 7, y: 8))
        #expect(resampler.last == Sample(time: 10.07, x: 7, y: 8))
        resampler.add(Sample(time: -3, x: 1, y: 2))
        #expect(resampler.place(at: -2.98) == Sample(time: -3, x: 1, y: 2))
        for time in [Double.nan, .infinity, -.infinity] {
            let place = resampler.place(at: time)
            #expect(place.map { $0.x.isFinite && $0.y.isFinite } ?? true)
        }
    }
}
