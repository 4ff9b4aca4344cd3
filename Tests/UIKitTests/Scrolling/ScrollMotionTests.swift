import Testing

@testable import UIKit

@Suite("Scroll motion")
struct ScrollMotionTests {
    private func motion(
        _ velocity: CGFloat, start: CGFloat = 0, minimum: CGFloat = -100_000, maximum: CGFloat = 100_000
    ) -> ScrollMotion {
        ScrollMotion(
            minimum: minimum, maximum: maximum, start: start, startVelocity: velocity, rate: 0.998, bounces: true)
    }

    @Test(
        "S-03 Free deceleration lands where measured",
        arguments: [(750, 369.3), (1500, 743.5), (3000, 1492.0), (4875, 2427.6)] as [(CGFloat, CGFloat)])
    func landing(_ velocity: CGFloat, _ distance: CGFloat) {
        #expect(abs(motion(velocity).offset(at: 10).value - distance) < 0.7)
    }

    @Test(
        "SC-16 A flick at 3000 points per second follows the measured trace",
        arguments: [
            (0.0190, 53.333), (0.0690, 190.667), (0.2190, 529.333), (0.5190, 966.333), (0.9190, 1258.667),
            (1.5190, 1425.333), (2.3190, 1482.667),
        ] as [(CGFloat, CGFloat)])
    func trace(_ time: CGFloat, _ offset: CGFloat) {
        // SC-18: the measured curve starts 0.92 ms after the time stamp.
        #expect(abs(motion(3000).offset(at: time - 0.00092).value - offset) < 0.7)
    }

    @Test(
        "S-05 Rubber band",
        arguments: [(100, 852, 51.665), (590, 852, 234.997), (50, 400, 25.731)] as [(CGFloat, CGFloat, CGFloat)])
    func rubberBand(_ distance: CGFloat, _ length: CGFloat, _ shown: CGFloat) {
        let banded = ScrollMotion.banded(-distance, minimum: 0, maximum: 100, length: length)
        #expect(abs(banded + shown) < 0.002)
        #expect(abs(ScrollMotion.unbanded(banded, minimum: 0, maximum: 100, length: length) + distance) < 1e-6)
    }

    @Test(
        "SC-25 An edge hit at 3.125 points per millisecond overshoots as measured",
        arguments: [
            (0.0575, 74.0), (0.0908, 97.333), (0.1075, 100.333), (0.1575, 91.333), (0.2075, 72.333), (0.2742, 47.333),
            (0.3575, 25.333), (0.4575, 11.0),
        ] as [(CGFloat, CGFloat)])
    func bounce(_ time: CGFloat, _ excess: CGFloat) {
        let motion = motion(3125, start: -60, minimum: -100_000, maximum: 0)
        #expect(abs(motion.offset(at: time - 0.0009).value - excess) < 1.5)
    }

    @Test("A motion always comes to rest, inside the range")
    func rest() {
        for velocity in stride(from: CGFloat(-9000), through: 9000, by: 450) {
            for start in [CGFloat(-120), 0, 10, 500, 990, 1000, 1130] {
                let end = motion(velocity, start: start, minimum: 0, maximum: 1000).offset(at: 20)
                #expect(end.isAtRest)
                #expect(end.value >= 0 && end.value <= 1000)
            }
        }
    }
}
