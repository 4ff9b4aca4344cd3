import Testing

@testable import Input

@Suite("Calibration from touches of known places")
struct CalibrationFitTests {
    private let panel = SIMD2(800.0, 480.0)
    private let places = [
        SIMD2(0.12, 0.12), SIMD2(0.88, 0.12), SIMD2(0.88, 0.88), SIMD2(0.12, 0.88), SIMD2(0.35, 0.6),
    ]

    /// Touches as a device reports them that this matrix would repair.
    private func samples(_ matrix: [Double], noise: [SIMD2<Double>] = []) throws -> [CalibrationFit.Sample] {
        let calibration = try #require(Calibration(matrix))
        return places.enumerated().map { index, place in
            let off = index < noise.count ? noise[index] / panel : .zero
            return CalibrationFit.Sample(target: place, touched: calibration.removed(from: place + off))
        }
    }

    @Test(
        "the matrix of a device that is turned, mirrored, stretched, sheared, shifted is found again",
        arguments: [
            [1, 0, 0, 0, 1, 0], [0, -1, 1, 1, 0, 0], [-1, 0, 1, 0, -1, 1], [0, 1, 0, -1, 0, 1], [-1, 0, 1, 0, 1, 0],
            [1.07, 0.02, -0.031, -0.015, 0.94, 0.05], [0.1, -1.2, 1.02, 0.9, 0.05, -0.02],
        ])
    func found(matrix: [Double]) throws {
        let fit = try CalibrationFit(try samples(matrix), panel: panel, limit: 1)
        for (found, expected) in zip(fit.matrix.numbers, matrix) { #expect(abs(found - expected) < 2e-6) }
        #expect(fit.residuals.allSatisfy { $0 < 1e-6 })
    }

    @Test("touches a few pixels off: the matrix is near, and the residuals say how far off")
    func noisy() throws {
        let noise = [SIMD2(2.0, -1.0), SIMD2(-1.0, 2.0), SIMD2(1.0, 1.0), SIMD2(-2.0, 0.0), SIMD2(0.0, -2.0)]
        let fit = try CalibrationFit(
            try samples([1.05, 0, -0.02, 0, 0.97, 0.01], noise: noise), panel: panel, limit: 8)
        let worst = try #require(fit.residuals.max())
        #expect(worst > 0.5 && worst < 4)
        let middle = CalibrationFit.Sample(
            target: [0.5, 0.5],
            touched: try #require(Calibration([1.05, 0, -0.02, 0, 0.97, 0.01])).removed(from: [0.5, 0.5]))
        #expect(fit.distance(middle, panel: panel) < 2)
    }

    @Test("two places touched in the wrong order are named, whichever they are", arguments: 0..<5, 0..<5)
    func exchanged(first: Int, second: Int) throws {
        guard first < second else { return }
        var touched = try samples([0, -1, 1, 1, 0, 0])
        let kept = touched[first].touched
        touched[first].touched = touched[second].touched
        touched[second].touched = kept
        #expect(throws: CalibrationFit.Refusal.exchanged(first, second)) {
            try CalibrationFit(touched, panel: panel, limit: 16)
        }
    }

    @Test("a place that was missed by far is named", arguments: 0..<5)
    func missed(index: Int) throws {
        var touched = try samples([1, 0, 0, 0, 1, 0])
        touched[index].touched += SIMD2(0.09, 0.14)
        do {
            _ = try CalibrationFit(touched, panel: panel, limit: 16)
            Issue.record("taken")
        } catch {
            guard case .missed(let found, let distance) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(distance > 16)
            // Four corners of a parallelogram tell that one of them is wrong; which, only the fifth place can say.
            #expect(found == index)
        }
    }

    @Test("what no matrix comes of is refused, with the reason")
    func refused() throws {
        func refusal(_ touched: [SIMD2<Double>], _ targets: [SIMD2<Double>]? = nil) -> CalibrationFit.Refusal? {
            do {
                _ = try CalibrationFit(
                    zip(targets ?? places, touched).map { .init(target: $0, touched: $1) }, panel: panel, limit: 16)
                return nil
            } catch {
                return error
            }
        }
        #expect(refusal([]) == .tooFew)
        #expect(refusal([[0, 0], [1, 1]]) == .tooFew)
        #expect(refusal([[0, 0], [1, 1], [.nan, 0], [0, 1], [0.5, 0.5]]) == .tooFew)
        #expect(refusal(Array(repeating: SIMD2(0.5, 0.5), count: 5)) == .onePlace)
        #expect(refusal(places.map { SIMD2($0.x, 0.3) }) == .oneLine)
        #expect(refusal(places.map { SIMD2($0.x, $0.x * 0.5) }) == .oneLine)
        #expect(refusal(places, places.map { SIMD2($0.x, 0.5) }) == .placesOnALine)
        guard case .stretch(let least, let greatest)? = refusal(places.map { $0 * 0.1 }) else {
            Issue.record("a device of which a tenth is the panel was taken")
            return
        }
        #expect(least > 9 && greatest < 11)
    }

    @Test("a matrix in words and digits: no exponents, no minus zero, what libinput reads")
    func words() throws {
        #expect(try #require(Calibration([0, -1, 1, 1, 0, 0])).text == "0 -1 1 1 0 0")
        #expect(
            try #require(Calibration([1.0000004, -0.0000001, 0.00002, -0.5, 1.25, -12.000001])).text
                == "1 0 0.00002 -0.5 1.25 -12.000001")
        #expect(try #require(Calibration([0.02, -1.1, 1.05, 0.93, 0.01, 0])).orientation == "turned clockwise by 90°")
        #expect(try #require(Calibration([-1.02, 0, 1, 0, 0.98, 0])).orientation == "left and right exchanged")
        #expect(Calibration.identity.orientation == "the right way round")
    }

    @Test("two matrices, one after the other, are one")
    func composed() throws {
        let first = try #require(Calibration([1.1, 0.1, -0.05, 0, 0.9, 0.02]))
        let second = try #require(Calibration([0, -1, 1, 1, 0, 0]))
        let both = try #require(second.after(first))
        let place = SIMD2(0.3, 0.7)
        let expected = second.applied(to: first.applied(to: place))
        #expect(abs(both.applied(to: place).x - expected.x) < 1e-12)
        #expect(abs(both.applied(to: place).y - expected.y) < 1e-12)
    }
}
