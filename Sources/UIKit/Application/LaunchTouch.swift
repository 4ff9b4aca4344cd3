import BoardConfig
import Input

extension DeviceRules {
    /// What the board's file, or `VITRINE_TOUCH_MATRIX`, says of touch devices.
    ///
    /// - Parameter outputs: the connectors that are drawn on.
    init(board: Board, outputs: [String]) {
        let touch = board.touch
        // The first entry that fits is meant.
        @Sendable func entry(for device: InputDevice) -> BoardTouch? {
            touch.first { $0.matches(name: device.name, vendor: device.vendor, product: device.product) }
        }
        self.init(outputs: outputs, output: { entry(for: $0)?.output }) { device in
            // One that another part of the system calibrates has no matrix.
            entry(for: device).flatMap { $0.transform == .app ? $0.matrix : nil }.flatMap(Calibration.init)
        }
    }
}
