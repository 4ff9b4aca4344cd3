import Display
import Foundation
import QuartzCore
package import Raster
package import RenderServer

/// A panel in memory with a real clock and the render thread running: for measuring what idleness costs and what a
/// blocked main thread leaves alone.
@MainActor
package final class RealTimeStage {
    package let server: RenderServer
    private let session: DisplaySession
    private var waker: MainThreadWaker?

    package init(panel: PixelSize, scale: Double = 1) throws {
        MediaClock.setVirtual(nil)
        let output = try HeadlessOutput(HeadlessConfiguration(size: panel, pacing: .timed))
        server = RenderServer(output: output, rotation: .none)
        session = DisplaySession(server: server, scale: scale)
        let waker = MainThreadWaker { [weak session] in session?.drainServer() }
        self.waker = waker
        server.setMainThreadWaker { waker.wake() }
    }

    package var screen: UIScreen { session.screen }

    package func start() throws {
        CATransaction.flush()
        try server.start()
    }

    /// Lets the main run loop work for `seconds`.
    package func run(for seconds: Double) {
        let end = Date(timeIntervalSinceNow: seconds)
        while Date() < end { _ = RunLoop.main.run(mode: .default, before: end) }
    }

    package func close() {
        session.close()
        server.stop()
    }
}
