import Glibc
import Raster

// The display while another program has it, and after the machine slept.
extension KMSOutput {
    /// Follows a seat: what it revokes is let go, and taken back when it is granted again.
    ///
    /// Call it before the output is given to another thread. The seat is closed with the output.
    public func follow(_ seat: any Seat) {
        self.seat = seat
        updateDescriptors()
    }

    func followSeat(_ body: (OutputEvent) -> Void) -> DisplayError? {
        var failure: DisplayError?
        while let change = seat?.nextChange() {
            switch change {
            case .revoked:
                pause(body)
                seat?.letGo()
            case .granted:
                failure = resume(body)
            }
        }
        return failure
    }

    private func pause(_ body: (OutputEvent) -> Void) {
        guard !isPaused else { return }
        isPaused = true
        shownTime = nil
        pipeline?.suspend()
        card?.letGoOfMaster()
        body(.disconnected)
    }

    /// Displays may have come and gone meanwhile; what is there gets its mode set, whatever it shows.
    private func resume(_ body: (OutputEvent) -> Void) -> DisplayError? {
        guard isPaused else { return nil }
        isPaused = false
        return lookAgain(body)
    }

    /// Checks the display, and has its picture shown again by a mode set.
    private func lookAgain(_ body: (OutputEvent) -> Void) -> DisplayError? {
        let before = pipeline
        retryTime = kernel.now()
        let failure = followHotplug(body)
        guard let pipeline, pipeline === before else { return failure }
        pipeline.requireModeset()
        body(.connected)
        return failure
    }

    /// Devices forget what they showed while the machine slept; not every driver puts it back.
    func followSuspend(_ body: (OutputEvent) -> Void) -> DisplayError? {
        guard suspendWatch >= 0, kernel.clearSuspendWatch(suspendWatch) else { return nil }
        let asleep = kernel.timeAsleep()
        // The same descriptor tells of a clock that was set, which is of no interest.
        guard asleep > lastTimeAsleep + Self.shortestSleep else { return nil }
        lastTimeAsleep = asleep
        return isPaused ? nil : lookAgain(body)
    }

    static let shortestSleep = 0.1
}
