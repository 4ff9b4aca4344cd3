import UIKit

/// A square follows the finger. A second after it lifted, prints `latency COUNT P50 P95 P99 GREATEST` in milliseconds and
/// `missed COUNT`.
final class DragView: UIView {
    private let square = UIView(frame: CGRect(x: 0, y: 0, width: 120, height: 120))

    override init(frame: CGRect) {
        super.init(frame: frame)
        square.backgroundColor = .green
        square.isUserInteractionEnabled = false
        addSubview(square)
    }

    required init?(coder: NSCoder) { nil }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { follow(touches) }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { follow(touches) }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        // The last frame is not on the panel yet.
        UIView.animate(withDuration: 1) {
            self.square.alpha = 0.5
        } completion: { _ in
            let timings = self.window?.screen.frameTimings
            guard let latency = timings?.contactLatency else { return }
            let values = [latency.p50, latency.p95, latency.p99, latency.greatest]
            say("latency \(latency.count) " + values.map { String(format: "%.2f", $0 * 1000) }.joined(separator: " "))
            say("missed \(timings?.missedRefreshes ?? -1)")
        }
    }

    private func follow(_ touches: Set<UITouch>) {
        if let touch = touches.first { square.center = touch.location(in: self) }
    }
}
