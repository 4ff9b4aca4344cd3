import UIKit

/// A clock: the time in a label, set every second by a timer, and a square that jumps by an animation of one second: every ten
/// seconds if the clock is talkative, else every minute, because a day of animations is long even in virtual time.
/// Prints what a soak test wants to know, measured by the clock that nobody sets:
///
///     tick NUMBER SECONDS                each second, if `isTalkative`; SECONDS of media time
///     late NUMBER SECONDS                a second that took this long, when it is off by more than a quarter
///     animation SECONDS                  each end of an animation, if it is off by more than a quarter or `isTalkative`
///     minute NUMBER rss KB fds NUMBER touches NUMBER
final class ClockView: UIView {
    private let label = UILabel()
    private let square = UIView()
    private let isTalkative: Bool
    private var ticks = 0
    private var touchCount = 0
    private var last: Double?
    private var timer: Timer?

    init(frame: CGRect, isTalkative: Bool) {
        self.isTalkative = isTalkative
        super.init(frame: frame)
        label.frame = CGRect(x: 150, y: 20, width: frame.width - 170, height: 60)
        label.font = .monospacedDigitSystemFont(ofSize: 40, weight: .regular)
        square.frame = CGRect(x: 150, y: 120, width: 40, height: 40)
        square.backgroundColor = .green
        addSubview(label)
        addSubview(square)
        timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { [weak self] _ in
            MainActor.assumeIsolated { self?.tick() }
        }
    }

    required init?(coder: NSCoder) { nil }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { touchCount += touches.count }

    private func tick() {
        let now = CACurrentMediaTime()
        ticks += 1
        label.text = wallTime()
        if isTalkative { say("tick \(ticks) " + String(format: "%.3f", now)) }
        if let last, abs(now - last - 1) > 0.25 { say("late \(ticks) " + String(format: "%.3f", now - last)) }
        last = now
        if ticks % (isTalkative ? 10 : 60) == 1 { jump(from: now) }
        if ticks % 60 == 0 { report() }
    }

    private func jump(from start: Double) {
        let next = square.frame.minX > 300 ? 150 : square.frame.minX + 60
        UIView.animate(
            withDuration: 1, animations: { self.square.frame.origin.x = next },
            completion: { [isTalkative] _ in
                let took = CACurrentMediaTime() - start
                if isTalkative || abs(took - 1) > 0.25 { say("animation " + String(format: "%.3f", took)) }
            })
    }

    /// Hours, minutes and seconds of the wall clock, which may be set at any time.
    private func wallTime() -> String {
        let seconds = Int(Date().timeIntervalSince1970.rounded(.down))
        let day = ((seconds % 86400) + 86400) % 86400
        return String(format: "%02d:%02d:%02d", day / 3600, day / 60 % 60, day % 60)
    }

    private func report() {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let resident =
            status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
            .flatMap { $0.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first } ?? "0"
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        say("minute \(ticks / 60) rss \(resident) fds \(descriptors) touches \(touchCount)")
    }
}
