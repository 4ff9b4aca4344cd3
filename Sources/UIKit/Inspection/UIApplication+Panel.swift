package import Input
import RenderServer

/// For programs that measure panels.
extension UIApplication {
    /// What is plugged in; empty while fingers are scripted.
    package final var inputDevices: [InputDevice] { devices?() ?? [] }

    /// With what the process ends, however it is ended. Default 0.
    package final var exitStatus: Int32 {
        get { endStatus }
        set { endStatus = newValue }
    }

    /// Ends the program in good order, as a signal does, as soon as what is under way is done.
    package final func end() { after(0) { [self] in quit?() } }

    /// Calls back once, after `seconds` of the media clock, which may be virtual.
    package final func after(_ seconds: Double, _ body: @escaping () -> Void) {
        MainScheduler.shared.schedule(at: MediaClock.now + seconds, body)
    }
}
