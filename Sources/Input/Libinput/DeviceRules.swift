/// What is known of the machine's touch devices beforehand, from a board file or the environment.
public struct DeviceRules: Sendable {
    /// The connectors of the panels that are drawn on, for example `DSI-1`. Touch devices that udev ties to another output
    /// (`WL_OUTPUT`) are not heard; empty hears all.
    public var outputs: [String]
    /// The panel that a touch device belongs to where udev does not say; nil, or a name that is not among `outputs`, is the
    /// first. Asked at every plug, on the thread that reads devices.
    public var output: @Sendable (InputDevice) -> String?
    /// The calibration that this program has to apply to a touch device; nil where others have done it. Asked at every plug,
    /// on the thread that reads devices.
    public var calibration: @Sendable (InputDevice) -> Calibration?

    public init(
        outputs: [String] = [], output: @escaping @Sendable (InputDevice) -> String? = { _ in nil },
        calibration: @escaping @Sendable (InputDevice) -> Calibration? = { _ in nil }
    ) {
        self.outputs = outputs
        self.output = output
        self.calibration = calibration
    }

    /// What becomes of a device that was plugged in.
    struct Verdict {
        var isIgnored = false
        var calibration: Calibration?
        /// Its panel's number.
        var output = 0
        /// What a person should know about it.
        var message: String?
    }

    /// Of those that say where on a panel they are; mice go over all of them.
    private func panel(ofPointer device: InputDevice) -> Int {
        guard device.isPointer, outputs.count > 1 else { return 0 }
        return (device.outputName ?? output(device)).flatMap { outputs.firstIndex(of: $0) } ?? 0
    }

    func verdict(on device: InputDevice) -> Verdict {
        guard device.isTouchScreen || device.isPen else { return Verdict(output: panel(ofPointer: device)) }
        var verdict = Verdict()
        if !outputs.isEmpty, let tied = device.outputName {
            guard let index = outputs.firstIndex(of: tied) else {
                let ours = outputs.joined(separator: ", ")
                verdict.isIgnored = true
                verdict.message =
                    "\(device.name) (\(device.node)) belongs to the output \(tied), not to \(ours): not heard"
                return verdict
            }
            verdict.output = index
        } else if outputs.count > 1 {
            let wanted = output(device)
            verdict.output = wanted.flatMap { outputs.firstIndex(of: $0) } ?? 0
            verdict.message = "\(device.name) (\(device.node)) is on \(outputs[verdict.output])"
        }
        guard let calibration = calibration(device) else { return verdict }
        if device.isCalibratedBelow {
            verdict.message =
                "\(device.name) (\(device.node)) is calibrated by udev's LIBINPUT_CALIBRATION_MATRIX: the board "
                + "file's matrix is not applied on top of it"
        } else {
            verdict.calibration = calibration
        }
        return verdict
    }
}
