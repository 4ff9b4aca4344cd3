import UIKit

/// White bars that move by whole pixels with every frame. A frame that is changed while it is shown breaks each edge; a frame
/// that comes late makes them stop.
final class TearingView: UIView {
    private let strip = CALayer()
    private let counter = PlateLabel()
    private var link: CADisplayLink?
    private var offset = 0
    private var step = 1
    private var period = 1
    private var ticks = 0

    init(frame: CGRect, hasWords: Bool) {
        super.init(frame: frame)
        backgroundColor = .black
        clipsToBounds = true
        isUserInteractionEnabled = false
        layer.addSublayer(strip)
        if hasWords { addSubview(counter) }
    }

    required init?(coder: NSCoder) { nil }

    override func didMoveToWindow() {
        super.didMoveToWindow()
        link?.invalidate()
        link = nil
        guard window != nil else { return }
        let link = CADisplayLink(target: self, action: TearingView.tick)
        link.add(to: .main, forMode: .common)
        self.link = link
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let scale = UIScreen.main.scale
        let width = Int((bounds.width * scale).rounded())
        // Four bars at a time; across the panel in about two seconds at 60 Hz.
        period = max(width / 4, 8)
        step = max(width / 120, 1)
        let bar = CGFloat(period / 2) / scale
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        strip.sublayers?.forEach { $0.removeFromSuperlayer() }
        for index in 0..<6 {
            let layer = CALayer()
            layer.backgroundColor = UIColor.white.cgColor
            layer.frame = CGRect(x: CGFloat(index * period) / scale, y: 0, width: bar, height: bounds.height)
            strip.addSublayer(layer)
        }
        strip.frame = CGRect(x: 0, y: 0, width: CGFloat(6 * period) / scale, height: bounds.height)
        place()
        CATransaction.commit()
        counter.label.font = .monospacedDigitSystemFont(ofSize: 13 * Look.unit(bounds), weight: .regular)
        placeCounter()
    }

    private func place() {
        strip.frame.origin.x = CGFloat(offset % period - period) / UIScreen.main.scale
    }

    private func placeCounter() {
        let statistics = UIScreen.main.frameStatistics
        let rate = (UIScreen.main.panelRate * 100).rounded() / 100
        counter.label.text = "\(rate) Hz, \(statistics.framesShown) shown, \(statistics.missedRefreshes) missed"
        let size = counter.size(width: bounds.width)
        counter.frame = CGRect(
            x: bounds.width - size.width - size.height / 2, y: size.height / 2, width: size.width, height: size.height)
    }

    private func tick() {
        offset += step
        ticks += 1
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        place()
        CATransaction.commit()
        // Twice a second, so that the words do not make the frames that they count.
        if ticks % 30 == 0 { placeCounter() }
    }
}
