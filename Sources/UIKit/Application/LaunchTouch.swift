import BoardConfig
import Input

extension DeviceRules {
    /// What the board's file, or `VITRINE_TOUCH_MATRIX`, says of touch devices.
    ///
    /// - Parameter outputName: the connector that is drawn on.
    init(board: Board, outputName: String?) {
        let touch = board.touch
        self.init(outputName: outputName) { device in
            // The first entry that fits is meant; one that another part of the system calibrates has no matrix.
            touch.first { $0.matches(name: device.name, vendor: device.vendor, product: device.product) }
                .flatMap { $0.transform == .app ? $0.matrix : nil }.flatMap(Calibration.init)
        }
    }
}
