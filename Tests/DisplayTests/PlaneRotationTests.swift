@testable import Display
import Glibc
import Raster
import Testing

@Suite("KMS: turning by the plane")
struct PlaneRotationTests {
    private func card(_ rotations: UInt64 = 0xF) -> ScriptedCard {
        var card = ScriptedCard.panel()
        card.hasRotation = true
        card.rotations = rotations
        return card
    }

    private func test(_ width: Int, _ height: Int, rotation: Int, format: String = "") -> String {
        "test [TEST MODESET] 51.CRTC_ID=41 51.link-status=0 41.MODE_ID=id 41.ACTIVE=1 31.FB_ID=id 31.CRTC_ID=41 "
            + "31.SRC_X=0 31.SRC_Y=0 31.SRC_W=\(width << 16) 31.SRC_H=\(height << 16) 31.CRTC_X=0 31.CRTC_Y=0 "
            + "31.CRTC_W=32 31.CRTC_H=16 31.rotation=\(rotation)"
    }

    private func open(_ kernel: ScriptedKernel, _ rotation: Rotation = .quarter) throws -> KMSOutput {
        try KMSOutput.open(on: kernel, KMSConfiguration(rotation: rotation))
    }

    @Test(
        "a plane that can turns the picture, which is painted upright; the kernel counts counterclockwise",
        arguments: [(Rotation.quarter, 8, 16, 32), (.half, 4, 32, 16), (.threeQuarter, 2, 16, 32)])
    func turns(rotation: Rotation, value: Int, width: Int, height: Int) throws {
        let kernel = ScriptedKernel(card())
        let output = try open(kernel, rotation)
        #expect(kernel.log.filter { $0.hasPrefix("test") } == [test(width, height, rotation: value)])
        #expect(
            kernel.log.filter { $0.hasPrefix("createDumb") }
                == Array(repeating: "createDumb \(width)x\(height)@32", count: 2))
        #expect(output.info.deviceRotation == rotation)
        #expect(output.info.panelSize == PixelSize(width: 32, height: 16))
        let buffer = try #require(try output.show())
        #expect(buffer.size == PixelSize(width: width, height: height))
        #expect(kernel.log.contains { $0.hasPrefix("commit") && $0.hasSuffix("rotation=\(value)") })
        output.close()
        #expect(kernel.leaks == [])
    }

    @Test("what the plane does not offer, or the board forbids, is not tried")
    func notOffered() throws {
        for (card, configuration) in [
            (card(0b0101), KMSConfiguration(rotation: .quarter)),
            (card(), KMSConfiguration(rotation: .quarter, usesPlaneRotation: false)),
            (card(), KMSConfiguration(forceLegacy: true, rotation: .quarter)),
        ] {
            let kernel = ScriptedKernel(card)
            let output = try KMSOutput.open(on: kernel, configuration)
            #expect(output.info.deviceRotation == .none)
            #expect(!kernel.log.contains { $0.hasPrefix("createDumb 16x32") })
        }
    }

    @Test("a refused test: unturned buffers, the turned ones are given back, and it is remembered over a replug")
    func refusedTest() throws {
        let kernel = ScriptedKernel(card())
        kernel.refusesTurns = true
        let output = try open(kernel)
        #expect(
            kernel.log.filter { $0.hasPrefix("test") } == [test(16, 32, rotation: 8), test(32, 16, rotation: 1)])
        #expect(output.info.deviceRotation == .none)
        try output.show()
        _ = try output.takeEvents()
        kernel.change { $0.connectors[0].connection = .disconnected }
        _ = try output.takeEvents()
        kernel.clearLog()
        kernel.change { $0.connectors[0].connection = .connected }
        _ = try output.takeEvents()
        #expect(kernel.log.filter { $0.hasPrefix("test") } == [test(32, 16, rotation: 1)])
        output.close()
        #expect(kernel.leaks == [])
    }

    @Test("a format that is refused turned and unturned leaves the turn to the next format")
    func formats() throws {
        let kernel = ScriptedKernel(card())
        kernel.refusedFormats = ["XR24"]
        let output = try open(kernel)
        #expect(
            kernel.log.filter { $0.hasPrefix("test") }
                == [test(16, 32, rotation: 8), test(32, 16, rotation: 1), test(16, 32, rotation: 8)])
        #expect(output.info.deviceRotation == .quarter)
        #expect(output.info.formatCode == "RG16")
    }

    @Test("a device that takes the test and refuses the mode set gets unturned buffers, and the caller hears of it")
    func refusedModeset() throws {
        let kernel = ScriptedKernel(card())
        kernel.refusesTurnedModesets = true
        let output = try open(kernel)
        #expect(output.info.deviceRotation == .quarter)
        let error = displayError { () throws(DisplayError) in try output.show() }
        #expect(error?.recovery == .reconfigure)
        #expect(try output.takeEvents() == [.reconfigured])
        #expect(output.info.deviceRotation == .none)
        #expect(try output.show() != nil)
        #expect(kernel.shownFramebuffer != 0)
        output.close()
        #expect(kernel.leaks == [])
    }

    @Test("no memory for turned buffers: unturned ones are tried")
    func noMemory() throws {
        let kernel = ScriptedKernel(card())
        kernel.answer("createDumb", ENOMEM)
        let output = try open(kernel)
        #expect(output.info.deviceRotation == .none)
        output.close()
        #expect(kernel.leaks == [])
    }
}
