import UIKit

/// A touch sets the brightness of its screen: from 0 at the left edge to 1 at the right one. What the screen says of it is
/// printed at the start and after every touch: `brightness 0.50`.
final class LightView: UIView {
    override init(frame: CGRect) {
        super.init(frame: frame)
        report()
    }

    required init?(coder: NSCoder) { nil }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = touches.first else { return }
        UIScreen.main.brightness = touch.location(in: self).x / bounds.width
        report()
    }

    private func report() { say("brightness " + String(format: "%.2f", Double(UIScreen.main.brightness))) }
}
