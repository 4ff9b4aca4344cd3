import UIKit

/// The time and the date. One display link at one frame a second drives it: nothing wakes up in between.
final class ClockView: UIView {
    private let time = UILabel()
    private let date = UILabel()
    private var link: CADisplayLink?
    private let timeFormatter = DateFormatter()
    private let dateFormatter = DateFormatter()
    /// Wall-clock time at media time zero; fixed when time is virtual, so that pictures are the same on every run.
    private let epoch: Date

    override init(frame: CGRect) {
        if ProcessInfo.processInfo.environment["VITRINE_CLOCK"] == "virtual" {
            var components = DateComponents()
            (components.year, components.month, components.day) = (2026, 6, 1)
            (components.hour, components.minute) = (9, 41)
            components.timeZone = TimeZone(secondsFromGMT: 0)
            let start = Calendar(identifier: .gregorian).date(from: components) ?? Date(timeIntervalSince1970: 0)
            epoch = start.addingTimeInterval(-CACurrentMediaTime())
            timeFormatter.timeZone = TimeZone(secondsFromGMT: 0)
            dateFormatter.timeZone = TimeZone(secondsFromGMT: 0)
        } else {
            epoch = Date().addingTimeInterval(-CACurrentMediaTime())
        }
        super.init(frame: frame)
        isUserInteractionEnabled = false
        timeFormatter.locale = Locale(identifier: "en_GB")
        timeFormatter.dateFormat = "HH:mm:ss"
        dateFormatter.locale = Locale(identifier: "en_GB")
        dateFormatter.dateFormat = "EEEE, d MMMM"

        time.font = .monospacedDigitSystemFont(ofSize: 64, weight: .semibold)
        time.textColor = Palette.text
        time.adjustsFontSizeToFitWidth = true
        date.font = .systemFont(ofSize: 19, weight: .regular)
        date.textColor = Palette.secondaryText
        addSubview(time)
        addSubview(date)
        tick()
    }

    required init?(coder: NSCoder) { nil }

    override func didMoveToWindow() {
        super.didMoveToWindow()
        link?.invalidate()
        link = nil
        guard window != nil else { return }
        let link = CADisplayLink(target: self, action: ClockView.tick)
        link.preferredFrameRateRange = CAFrameRateRange(minimum: 1, maximum: 1, preferred: 1)
        link.add(to: .main, forMode: .common)
        self.link = link
    }

    private func tick() {
        // The system's clock may be set while we run; then the wall clock wins over the media clock.
        let isVirtual = ProcessInfo.processInfo.environment["VITRINE_CLOCK"] == "virtual"
        let now = isVirtual ? epoch.addingTimeInterval(CACurrentMediaTime()) : Date()
        time.text = timeFormatter.string(from: now)
        date.text = dateFormatter.string(from: now)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        time.frame = CGRect(x: 0, y: 0, width: bounds.width, height: bounds.height - 30)
        date.frame = CGRect(x: 2, y: bounds.height - 30, width: bounds.width, height: 26)
    }
}
