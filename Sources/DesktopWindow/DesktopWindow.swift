internal import CShims
public import Display
import Glibc
public import Input
import Synchronization

/// A window of a desktop as a panel: for people who write a program and have no board at hand. By SDL, which brings X11
/// and Wayland.
///
/// The window has a thread of its own. Its picture can be made larger and smaller by pulling at its edges; the panel keeps
/// its pixels.
///
/// Keys of the window itself: F11 fills the screen and leaves it again, F12 asks for a screenshot.
public final class DesktopWindow {
    public let output: WindowOutput
    /// Fingers, the pointer and keys; to be told where they go.
    public let input: ReportedInput

    private init(output: WindowOutput, input: ReportedInput) {
        self.output = output
        self.input = input
    }

    /// Opens the window. Call it on the thread that will own the output.
    ///
    /// - Parameters:
    ///   - onClose: called on the window's thread when a person closes it.
    ///   - onScreenshot: called there when a person asks for one.
    /// - Throws: where SDL is not installed, or there is no desktop.
    public static func open(
        _ configuration: WindowConfiguration, onClose: @escaping @Sendable () -> Void = {},
        onScreenshot: @escaping @Sendable () -> Void = {}
    ) throws(DisplayError) -> DesktopWindow {
        let library = try WindowLibrary()
        let timer = vitrine_descriptor_timer()
        guard timer >= 0 else { throw DisplayError(.createTimer, on: "window", code: -timer) }
        let exchange = WindowExchange(timer: timer, library: library)
        let buffers = WindowBuffers(size: configuration.panelSize, count: configuration.bufferCount)
        let input = ReportedInput()
        let loop = WindowLoop(
            configuration, library: library, exchange: exchange, buffers: buffers, input: input, onClose: onClose,
            onScreenshot: onScreenshot)
        let opened: Result<Double, DisplayError>
        do throws(DisplayError) {
            opened = try loop.start()
        } catch {
            Glibc.close(timer)
            throw error
        }
        switch opened {
        case .failure(let error):
            Glibc.close(timer)
            throw error
        case .success(let refreshRate):
            var info = OutputInfo(
                name: "Window-1", card: "desktop", panelSize: configuration.panelSize, refreshInterval: 1 / refreshRate,
                reportedRefresh: refreshRate, bufferCount: configuration.bufferCount, hasVerticalBlank: true,
                supportsDamageClips: true)
            info.kind = .window
            let output = WindowOutput(info: info, exchange: exchange, buffers: buffers) { loop.stop() }
            return DesktopWindow(output: output, input: input)
        }
    }
}
