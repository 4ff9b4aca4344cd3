import UIKit

/// Prints the touches on a screen beside the main one: `other began 120 200`, in points.
final class OtherLogView: UIView {
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { log("began", touches) }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { log("moved", touches) }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { log("ended", touches) }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { log("cancelled", touches) }

    private func log(_ phase: String, _ touches: Set<UITouch>) {
        for touch in touches {
            let point = touch.location(in: self)
            say("other \(phase) \(Int(point.x.rounded())) \(Int(point.y.rounded()))")
        }
    }
}
