// Several displays of this machine at once.
extension KMSOutput {
    /// One output for each configuration, each to be used by a thread of its own. With one configuration the same as
    /// `open`; with several each names its connector, and an output whose display is not there waits for it.
    ///
    /// Where the kernel gives no leases only the first output comes back, and `tell` hears why.
    ///
    /// - Throws: `noConnectedOutput` while none of the displays is there, or the call that was refused.
    public static func open(
        _ configurations: [KMSConfiguration], seat: DaemonSeat? = nil, tell: (String) -> Void = { _ in }
    ) throws(DisplayError) -> [KMSOutput] {
        let outputs = try open(
            configurations, kernel: seat.map { .system(on: $0) } ?? .system, tell: tell)
        if let seat { follow(seat, outputs) }
        return outputs
    }

    /// The same on another kernel, such as a scripted one.
    package static func open(
        _ configurations: [KMSConfiguration], kernel: KMSFunctions, tell: (String) -> Void = { _ in }
    ) throws(DisplayError) -> [KMSOutput] {
        guard configurations.count > 1 else {
            return [try KMSOutput(configurations.first ?? KMSConfiguration(), kernel: kernel)]
        }
        let lessor = CardLessor(configurations, kernel: kernel)
        var outputs: [KMSOutput] = []
        var refusal: DisplayError?
        do throws(DisplayError) {
            for (slot, configuration) in configurations.enumerated() {
                do throws(DisplayError) {
                    outputs.append(try KMSOutput(configuration, kernel: kernel, lessor: lessor, slot: slot))
                } catch {
                    // One that cannot work, for want of a CRTC or of a mode, is no reason against the others.
                    guard error.recovery == .stop, error.operation != .createLease else { throw error }
                    tell(error.description)
                    refusal = refusal ?? error
                }
            }
        } catch {
            for output in outputs { output.close() }
            lessor.close()
            guard error.operation == .createLease, error.recovery == .stop else { throw error }
            tell(error.description)
            return [try KMSOutput(configurations[0], kernel: kernel)]
        }
        guard outputs.contains(where: \.isConnected) else {
            let reasons = outputs.map(\.initialReasons)
            for output in outputs { output.close() }
            lessor.close()
            if outputs.isEmpty, let refusal { throw refusal }
            throw DisplayError(
                .chooseOutput, on: configurations.compactMap(\.connector).joined(separator: ", "),
                reason: .noConnectedOutput(reasons.flatMap { $0 }))
        }
        return outputs
    }

    /// Has all outputs follow one seat: it is let go when the last of them has let go.
    public static func follow(_ seat: any Seat, _ outputs: [KMSOutput]) {
        guard outputs.count > 1 else {
            outputs.first?.follow(seat)
            return
        }
        for (output, face) in zip(outputs, SharedSeat.faces(of: seat, count: outputs.count)) { output.follow(face) }
    }
}
