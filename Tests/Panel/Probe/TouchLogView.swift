import UIKit

/// Prints a line for every touch it sees: phase, number of the touch in order of beginning, x and y in points,
/// timestamp in seconds. For example `began 1 120.0 200.0 12.345678`.
final class TouchLogView: UIView {
    private var numbers: [ObjectIdentifier: Int] = [:]
    private var begun = 0

    override init(frame: CGRect) {
        super.init(frame: frame)
        isMultipleTouchEnabled = true
    }

    required init?(coder: NSCoder) { nil }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        // A set has no order; the fingers of one report are told from left to right.
        for touch in touches.sorted(by: { $0.location(in: self).x < $1.location(in: self).x }) {
            begun += 1
            numbers[ObjectIdentifier(touch)] = begun
            log("began", touch)
        }
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        for touch in inOrder(touches) { log("moved", touch) }
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        for touch in inOrder(touches) { end("ended", touch) }
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        for touch in inOrder(touches) { end("cancelled", touch) }
    }

    private func inOrder(_ touches: Set<UITouch>) -> [UITouch] {
        touches.sorted { numbers[ObjectIdentifier($0), default: 0] < numbers[ObjectIdentifier($1), default: 0] }
    }

    private func end(_ phase: String, _ touch: UITouch) {
        log(phase, touch)
        numbers[ObjectIdentifier(touch)] = nil
    }

    private func log(_ phase: String, _ touch: UITouch) {
        let point = touch.location(in: self)
        let number = numbers[ObjectIdentifier(touch), default: 0]
        say("\(phase) \(number) " + String(format: "%.1f %.1f %.6f", Double(point.x), Double(point.y), touch.timestamp))
    }
}

/// A line on standard output at once: a test reads it while the program runs.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
