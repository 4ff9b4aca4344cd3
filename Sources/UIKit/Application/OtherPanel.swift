import Display
import Foundation
import Input
import QuartzCore
package import Raster
package import RenderServer

/// A panel in memory beside a stage's main one.
@MainActor
package final class OtherPanel {
    package let server: RenderServer
    private let output: HeadlessOutput
    private let session: DisplaySession
    private let driver: VirtualTimeDriver
    private let lastFrame = HeadlessStage.ShownFrame()
    private var finger: Contact?
    private static var nextIdentifier: UInt64 = 1 << 40

    init(
        of stage: HeadlessStage, size: PixelSize, scale: Double, rotation: Rotation, refreshRate: Double, number: Int
    ) throws {
        output = try HeadlessOutput(
            HeadlessConfiguration(
                size: size, refreshRate: refreshRate, pacing: .manual, fillsWithPoison: true, number: number))
        server = RenderServer(output: output, rotation: rotation, threads: .one)
        session = DisplaySession(server: server, scale: scale, isMain: false)
        driver = stage.driver
        driver.add(session, output: output)
        server.setFrameObserver { [lastFrame] buffer, time in
            lastFrame.buffer = buffer
            lastFrame.time = time
        }
        if UIApplication.shared.delegate != nil { UIApplication.shared.connectScene(on: session.screen) }
    }

    package var screen: UIScreen { session.screen }
    /// Frames shown so far.
    package var frameCount: Int { server.statistics.framesShown }
    package var lastFrameTime: Double { lastFrame.time }

    /// As if its cable was pulled.
    package func unplug() {
        output.disconnect()
        server.handleOutputEvents()
        driver.settle()
    }

    package func plug(_ size: PixelSize) {
        output.connect(size: size)
        server.handleOutputEvents()
        driver.settle()
    }

    package func close() {
        driver.remove(session)
        session.close()
        server.stop()
    }

    /// A pixel of the screen (before rotation), 0xFFRRGGBB; 0 before the first frame.
    package func pixel(x: Int, y: Int) -> UInt32 {
        guard let shown = lastFrame.buffer else { return 0 }
        let place = server.rotation.panelPlace(of: SIMD2(x, y), panel: shown.size)
        return PixelSurface(
            pixels: shown.pixels, bytesPerRow: shown.bytesPerRow, width: shown.size.width, height: shown.size.height,
            format: shown.format
        ).pixel(x: place.x, y: place.y)
    }

    /// What it should show: a full repaint of the same tree.
    package func referenceBitmap() throws -> Bitmap { try server.referenceBitmap() }

    package func touchDown(at point: CGPoint) { send(.began, point) }
    package func touchMove(to point: CGPoint) { send(.moved, point) }
    package func touchUp() { send(.ended, nil) }

    /// The mouse is on this panel.
    package func pointerMove(to point: CGPoint) {
        let position = session.mapping.panelPosition(of: SIMD2(point.x, point.y))
        let time = UInt64((MediaClock.now * 1_000_000).rounded())
        session.take(PointerEvent(.moved(x: position.x, y: position.y), microseconds: time, output: 1))
        driver.settle()
    }

    private func send(_ phase: ContactPhase, _ point: CGPoint?) {
        let time = UInt64((MediaClock.now * 1_000_000).rounded())
        var contact =
            finger
            ?? Contact(
                deviceID: 7, slot: 0, phase: phase, x: 0, y: 0, microseconds: time, identifier: Self.nextIdentifier,
                output: 1)
        if finger == nil { Self.nextIdentifier += 1 }
        contact.phase = phase
        contact.microseconds = time
        if let point {
            let position = session.mapping.panelPosition(of: SIMD2(point.x, point.y))
            (contact.x, contact.y) = (position.x, position.y)
        }
        finger = contact.isOver ? nil : contact
        session.take([contact])
        driver.settle()
    }
}
