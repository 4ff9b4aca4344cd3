import Foundation
import TestSupport
import Testing
import UIKit

/// Report B25. Timers of Foundation run on the wall's clock; nothing of the library rests on them, but applications have them.
@MainActor
@Suite("Timers of Foundation", .serialized)
struct FoundationTimerTests {
    /// When it fired, seconds after its start.
    private final class Fired: @unchecked Sendable {
        var times: [Double] = []
    }

    private static let interval = 0.02

    private func timer(in mode: RunLoop.Mode, from start: Date, _ fired: Fired) -> Timer {
        let timer = Timer(fire: start.addingTimeInterval(Self.interval), interval: Self.interval, repeats: true) { _ in
            fired.times.append(Date().timeIntervalSince(start))
        }
        // The main actor's run loop; in a test it is not the first thread's.
        RunLoop.current.add(timer, forMode: mode)
        return timer
    }

    @Test(
        "B25 Timers in the default and the common modes fire on the application's run loop, not early, while a finger drags"
    )
    func drag() throws {
        let stage = try Stage()
        defer { stage.close() }
        let scrolled = UIScrollView(frame: stage.window.bounds)
        scrolled.contentSize = CGSize(width: 320, height: 5000)
        stage.window.addSubview(scrolled)
        stage.frame()
        let start = Date()
        let fired = [Fired(), Fired()]
        let timers = [
            timer(in: .default, from: start, fired[0]), timer(in: .common, from: start, fired[1]),
        ]
        defer { for timer in timers { timer.invalidate() } }
        let once = Fired()
        let single = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: false) { _ in
            once.times.append(Date().timeIntervalSince(start))
        }
        defer { single.invalidate() }
        var y: CGFloat = 400
        stage.down(0, 100, y)
        var duringDrag = [0, 0]
        while Date().timeIntervalSince(start) < 0.4 {
            y = max(y - 4, 10)
            stage.move(0, 100, y)
            stage.frame()
            // As the application's loop waits, in the mode in which it does.
            _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005))
            if scrolled.isDragging { duringDrag = fired.map(\.times.count) }
        }
        #expect(scrolled.isDragging && scrolled.contentOffset.y > 50)
        stage.up()
        #expect(once.times.count == 1 && once.times[0] >= 0.1)
        for (number, fired) in fired.enumerated() {
            // On a busy machine some are left out, as a timer does that comes late.
            #expect(duringDrag[number] >= 5)
            for (index, time) in fired.times.enumerated() {
                #expect(time >= Double(index + 1) * Self.interval - 0.001, "firing \(index) came early")
            }
        }
    }
}
