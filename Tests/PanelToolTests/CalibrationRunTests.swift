import Input
import Testing

@testable import PanelTool

@Suite("Calibration: from cross to cross")
struct CalibrationRunTests {
    private let panel = SIMD2(800.0, 480.0)

    private func run() -> CalibrationRun {
        CalibrationRun(panel: panel, crosses: CalibrationRun.crosses, trials: CalibrationRun.trials)
    }

    /// What the device says of a place that this matrix would bring to `place`.
    private func touch(
        _ place: SIMD2<Double>, _ matrix: [Double], device: UInt32 = 4, off: SIMD2<Double> = .zero
    ) throws -> CalibrationRun.Touch {
        let calibration = try #require(Calibration(matrix))
        return .init(place: calibration.removed(from: place + off / panel), device: device)
    }

    private let turned = [0.02, -1.04, 1.01, 0.97, 0.01, 0.02]

    @Test("crosses, then trials, then done: the matrix is the device's")
    func well() throws {
        var run = run()
        for (index, cross) in CalibrationRun.crosses.enumerated() {
            #expect(run.step == .cross(index) && run.progress.done == index)
            run.take(try touch(cross, turned))
        }
        for (index, trial) in CalibrationRun.trials.enumerated() {
            #expect(run.step == .trial(index))
            run.take(try touch(trial, turned, off: [3, -2]))
        }
        #expect(run.step == .done && run.device == 4)
        let fit = try #require(run.fit)
        for (found, expected) in zip(fit.matrix.numbers, turned) { #expect(abs(found - expected) < 1e-5) }
        #expect(abs(try #require(run.distances.max()) - 13.0.squareRoot()) < 1e-6)
        // What comes after the end changes nothing.
        run.take(try touch([0.5, 0.5], turned))
        #expect(run.step == .done)
    }

    @Test("the wrong order is refused with the two crosses named, and can be begun anew")
    func wrongOrder() throws {
        var run = run()
        for index in [0, 2, 1, 3, 4] { run.take(try touch(CalibrationRun.crosses[index], turned)) }
        guard case .refused(let reason) = run.step else {
            Issue.record("\(run.step)")
            return
        }
        #expect(reason == .refusal(.exchanged(1, 2)) && reason.advice.contains("2 and 3"))
        run.restart()
        #expect(run.step == .cross(0) && run.progress.done == 0 && run.fit == nil && !run.isGivenUp)
    }

    /// Orders in which a person may go round; each fits a mirrored panel but for the cross that is like no other.
    @Test(
        "no order but the shown one is taken, even one that a turned or mirrored panel would explain",
        arguments: [[1, 0, 3, 2, 4], [3, 2, 1, 0, 4], [2, 3, 0, 1, 4], [1, 2, 3, 0, 4], [0, 3, 2, 1, 4]])
    func mirroredOrders(order: [Int]) throws {
        var run = run()
        for index in order { run.take(try touch(CalibrationRun.crosses[index], [1, 0, 0, 0, 1, 0])) }
        guard case .refused = run.step else {
            Issue.record("taken: \(run.step)")
            return
        }
    }

    @Test("a trial beside its cross is refused; three refusals are the end")
    func trials() throws {
        var run = run()
        for round in 1...3 {
            for cross in CalibrationRun.crosses { run.take(try touch(cross, turned)) }
            run.take(try touch(CalibrationRun.trials[0], turned, off: [40, 0]))
            guard case .refused(.off(0, let distance)) = run.step else {
                Issue.record("\(run.step)")
                return
            }
            #expect(abs(distance - 40) < 0.01 && run.isGivenUp == (round == 3))
            run.restart()
        }
    }

    @Test("a mouse, and a second device, do not calibrate")
    func otherDevices() throws {
        var run = run()
        run.take(.init(place: [0.1, 0.1], device: 1, isMouse: true))
        #expect(run.step == .refused(.mouse))
        run.restart()
        run.take(try touch(CalibrationRun.crosses[0], turned, device: 1))
        run.take(try touch(CalibrationRun.crosses[1], turned, device: 2))
        #expect(run.step == .refused(.twoDevices))
    }

    @Test("every refusal says what to do")
    func advice() {
        let refusals: [CalibrationFit.Refusal] = [
            .tooFew, .placesOnALine, .onePlace, .oneLine, .stretch(0.1, 1), .stretch(9, 10), .exchanged(0, 4),
            .missed(2, 50),
        ]
        #expect(Set(refusals.map { CalibrationRun.Reason.refusal($0).advice }).count == refusals.count - 1)
        #expect(CalibrationRun.Reason.off(1, .nan).advice.contains("? pixels off cross 7"))
    }
}
