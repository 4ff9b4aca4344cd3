/// What is known of the machine's touch devices beforehand, from a board file or the environment.
public struct DeviceRules: Sendable {
    /// The connector of the panel that is drawn on, for example `DSI-1`. Touch devices that udev ties to another output
    /// (`WL_OUTPUT`) are not heard; nil hears all.
    public var outputName: String?
    /// The calibration that this program has to apply to a touch device; nil where others have done it. Asked at every plug,
    /// on the thread that reads devices.
    public var calibration: @Sendable (InputDevice) -> Calibration?

    public init(
        outputName: String? = nil, calibration: @escaping @Sendable (InputDevice) -> Calibration? = { _ in nil }
    ) {
        self.outputName = outputName
        self.calibration = calibration
    }

    /// What becomes of a device that was plugged in.
    struct Verdict {
        var isIgnored = false
        var calibration: Calibration?
        /// What a person should know about it.
        var message: String?
    }

    func verdict(on device: InputDevice) -> Verdict {
        guard device.isTouchScreen || device.isPen else { return Verdict() }
        if let outputName, let tied = device.outputName, tied != outputName {
            return Verdict(
                isIgnored: true,
                message:
                    "\(device.name) (\(device.node)) belongs to the output \(tied), not to \(outputName): not heard")
        }
        guard let calibration = calibration(device) else { return Verdict() }
        if device.isCalibratedBelow {
            return Verdict(
                message:
                    "\(device.name) (\(device.node)) is calibrated by udev's LIBINPUT_CALIBRATION_MATRIX: the board "
                    + "file's matrix is not applied on top of it")
        }
        return Verdict(calibration: calibration)
    }
}
