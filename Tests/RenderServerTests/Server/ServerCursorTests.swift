import Display
import Raster
import Testing

@testable import RenderServer

/// A headless panel that notes what its cursor is told, or one that turns the picture itself.
private final class NotingOutput: Output {
    let panel: HeadlessOutput
    var info: OutputInfo
    var canShowCursor = true
    var isConnected: Bool { panel.isConnected }
    var log: [String] = []
    var pictures: [CursorPicture] = []

    init(_ size: PixelSize, deviceRotation: Rotation = .none) throws {
        panel = try HeadlessOutput(
            HeadlessConfiguration(size: deviceRotation.applied(to: size), pacing: .manual))
        info = panel.info
        info.panelSize = size
        info.deviceRotation = deviceRotation
    }

    var fileDescriptors: [Int32] { [] }
    func acquire() throws(DisplayError) -> ScanoutBuffer? { try panel.acquire() }
    func present(_ buffer: ScanoutBuffer, damage: UnsafeBufferPointer<PixelRect>) throws(DisplayError) {
        log.append("present \(damage.map { "\($0.minX),\($0.minY) \($0.width)x\($0.height)" })")
        try panel.present(buffer, damage: damage)
    }
    func handleEvents(_ body: (OutputEvent) -> Void) throws(DisplayError) { try panel.handleEvents(body) }
    func close() { panel.close() }
    func setCursor(_ picture: CursorPicture?, at place: SIMD2<Int>) {
        if let picture { pictures.append(picture) }
        log.append(picture == nil ? "hide" : "show \(place.x),\(place.y)")
    }
    func moveCursor(to place: SIMD2<Int>) { log.append("move \(place.x),\(place.y)") }

    func takeLog() -> [String] {
        defer { log = [] }
        return log
    }
}

@Suite("The pointer in the cursor plane, and pictures that the device turns")
struct ServerCursorTests {
    private let arrow = CursorPicture(
        size: PixelSize(width: 2, height: 1), pixels: [0xFF00_0000, 0xFFFF_FFFF], hotSpot: SIMD2(0, 0))

    @Test("shown, moved and taken away without a frame")
    func withoutFrames() throws {
        let output = try NotingOutput(PixelSize(width: 20, height: 10))
        let server = RenderServer(output: output, rotation: .none, threads: .one)
        defer { server.stop() }
        #expect(server.canShowCursor)
        server.setCursor(arrow, at: SIMD2(3, 4))
        #expect(!server.runFrame(at: 1))
        server.setCursor(arrow, at: SIMD2(5, 6))
        server.setCursor(arrow, at: SIMD2(6, 6))
        #expect(!server.runFrame(at: 2))
        server.setCursor(nil, at: .zero)
        #expect(!server.runFrame(at: 3))
        #expect(output.takeLog() == ["show 3,4", "move 6,6", "hide"], "places in between are left out")
        #expect(server.statistics.framesShown == 0)
    }

    @Test("on a turned panel it is where the picture is, turned", arguments: Rotation.allCases)
    func turned(rotation: Rotation) throws {
        let output = try NotingOutput(PixelSize(width: 20, height: 10))
        let server = RenderServer(output: output, rotation: rotation, threads: .one)
        defer { server.stop() }
        server.setCursor(arrow, at: SIMD2(1, 2))
        server.runFrame(at: 1)
        let place =
            switch rotation {
            case .none: "1,2"
            case .quarter: "17,1"
            case .half: "18,7"
            case .threeQuarter: "2,8"
            }
        #expect(output.takeLog() == ["show \(place)"])
        #expect(output.pictures == [arrow.turned(by: rotation)])
    }

    @Test("a dark panel shows none; it is back with the light")
    func dark() throws {
        let output = try NotingOutput(PixelSize(width: 20, height: 10))
        let server = RenderServer(output: output, rotation: .none, threads: .one)
        defer { server.stop() }
        server.setCursor(arrow, at: SIMD2(3, 4))
        server.runFrame(at: 1)
        server.setPower(.off(.lightOff))
        server.runFrame(at: 2)
        server.setCursor(arrow, at: SIMD2(9, 9))
        server.runFrame(at: 3)
        #expect(output.takeLog() == ["show 3,4", "hide"])
        server.setPower(.on)
        server.runFrame(at: 4)
        #expect(output.log.first == "show 9,9")
    }

    @Test("another display, or the same one back: it is shown again")
    func replugged() throws {
        let output = try NotingOutput(PixelSize(width: 20, height: 10))
        let server = RenderServer(output: output, rotation: .none, threads: .one)
        defer { server.stop() }
        server.setCursor(arrow, at: SIMD2(3, 4))
        server.runFrame(at: 1)
        output.panel.disconnect()
        server.handleOutputEvents()
        output.panel.connect(size: PixelSize(width: 20, height: 10))
        server.handleOutputEvents()
        #expect(output.takeLog() == ["show 3,4", "show 3,4"])
    }

    @Test("a refusal is told once, and nothing more is asked of the device")
    func refused() throws {
        let output = try NotingOutput(PixelSize(width: 20, height: 10))
        let server = RenderServer(output: output, rotation: .none, threads: .one)
        defer { server.stop() }
        output.canShowCursor = false
        server.setCursor(arrow, at: SIMD2(3, 4))
        server.runFrame(at: 1)
        server.runFrame(at: 2)
        var refusals = 0
        server.drainEvents { if case .cursorRefused = $0 { refusals += 1 } }
        #expect(refusals == 1)
        #expect(!server.canShowCursor)
    }

    @Test("a picture that the device turns is painted upright, with clips of the buffer; the screen is the same")
    func deviceRotation() throws {
        let output = try NotingOutput(PixelSize(width: 20, height: 10), deviceRotation: .quarter)
        let server = RenderServer(output: output, rotation: .quarter, threads: .one)
        defer { server.stop() }
        #expect(server.screenSize == PixelSize(width: 10, height: 20))
        var sizes: [PixelSize] = []
        server.setFrameObserver { buffer, _ in sizes.append(buffer.size) }
        server.requestFullRepaint()
        server.runFrame(at: 1)
        #expect(server.runFrame(at: 2))
        #expect(sizes == [PixelSize(width: 10, height: 20)])
        #expect(output.takeLog() == ["present [\"0,0 10x20\"]"])
        #expect(try server.referenceBitmap().size == PixelSize(width: 10, height: 20))
        server.setCursor(arrow, at: SIMD2(1, 2))
        server.runFrame(at: 3)
        #expect(output.takeLog() == ["show 17,1"], "the CRTC is not turned")
    }
}
