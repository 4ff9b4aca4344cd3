import UIKit

/// Prints what a mouse, a trackpad and a pen do: `hover STATE X Y`, `click BUTTONS X Y`, `scroll Y` once content has come to
/// rest, `pinch STATE PERCENT`, `turn STATE DEGREES`; and of a pen `above DISTANCE ALTITUDE AZIMUTH` after each hover and `pen
/// PHASE X Y FORCE ALTITUDE AZIMUTH`: percent, and degrees; `side X Y` for its side button above the panel, `side` on it.
final class PointerLogView: UIView, UIScrollViewDelegate, UIGestureRecognizerDelegate, UIPencilInteractionDelegate {
    override init(frame: CGRect) {
        super.init(frame: frame)
        let scroll = UIScrollView(frame: CGRect(x: 400, y: 0, width: 400, height: 480))
        scroll.contentSize = CGSize(width: 400, height: 4800)
        scroll.delegate = self
        addSubview(scroll)
        addGestureRecognizer(UIHoverGestureRecognizer(target: self, action: PointerLogView.hovered))
        for button in [UIEvent.ButtonMask.primary, .secondary] {
            let tap = UITapGestureRecognizer(target: self, action: PointerLogView.tapped)
            tap.buttonMaskRequired = button
            addGestureRecognizer(tap)
        }
        let pinch = UIPinchGestureRecognizer(target: self, action: PointerLogView.pinched)
        pinch.delegate = self
        addGestureRecognizer(pinch)
        addGestureRecognizer(UIRotationGestureRecognizer(target: self, action: PointerLogView.turned))
        addInteraction(UIPencilInteraction(delegate: self))
    }

    required init?(coder: NSCoder) { nil }

    private func hovered(_ hover: UIHoverGestureRecognizer) {
        let point = hover.location(in: self)
        say("hover \(hover.state.rawValue) \(Int(point.x)) \(Int(point.y))")
        guard hover.altitudeAngle > 0 else { return }
        say("above \(percent(hover.zOffset)) \(degrees(hover.altitudeAngle)) \(degrees(hover.azimuthAngle(in: self)))")
    }

    func pencilInteraction(_ interaction: UIPencilInteraction, didReceiveTap tap: UIPencilInteraction.Tap) {
        let place = tap.hoverPose?.location
        say(place.map { "side \(Int($0.x)) \(Int($0.y))" } ?? "side")
    }

    private func pinched(_ pinch: UIPinchGestureRecognizer) {
        say("pinch \(pinch.state.rawValue) \(percent(pinch.scale))")
    }

    private func turned(_ rotation: UIRotationGestureRecognizer) {
        say("turn \(rotation.state.rawValue) \(degrees(rotation.rotation))")
    }

    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { true }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { log(touches) }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { log(touches) }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { log(touches) }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { log(touches) }

    private func log(_ touches: Set<UITouch>) {
        for touch in touches where touch.type == .pencil {
            let point = touch.location(in: self)
            say(
                "pen \(touch.phase.rawValue) \(Int(point.x)) \(Int(point.y)) "
                    + "\(percent(touch.force / max(touch.maximumPossibleForce, 1))) "
                    + "\(degrees(touch.altitudeAngle)) \(degrees(touch.azimuthAngle(in: self)))")
        }
    }

    private func percent(_ value: CGFloat) -> Int { Int((value * 100).rounded()) }
    private func degrees(_ radians: CGFloat) -> Int { Int((radians * 180 / .pi).rounded()) }

    private func tapped(_ tap: UITapGestureRecognizer) {
        let point = tap.location(in: self)
        say("click \(tap.buttonMask.rawValue) \(Int(point.x)) \(Int(point.y))")
    }

    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { say("scroll \(Int(scrollView.contentOffset.y))") }
}
