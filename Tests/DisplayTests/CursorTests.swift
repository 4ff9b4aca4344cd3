@testable import Display
import Glibc
import Raster
import Testing

@Suite("KMS: the pointer in the cursor plane")
struct CursorTests {
    private let arrow = CursorPicture(
        size: PixelSize(width: 2, height: 3), pixels: [1, 2, 3, 4, 5, 6].map { 0xFF00_0000 | $0 },
        hotSpot: SIMD2(1, 0))
    private let test =
        "test [TEST] 33.FB_ID=id 33.CRTC_ID=41 33.SRC_X=0 33.SRC_Y=0 33.SRC_W=4194304 33.SRC_H=4194304 33.CRTC_X=0 "
        + "33.CRTC_Y=0 33.CRTC_W=64 33.CRTC_H=64"

    private func card() -> ScriptedCard {
        var card = ScriptedCard.panel()
        card.planes.append(ScriptedCard.plane(33, crtcs: 1, formats: [ScriptedCard.argb8888]))
        card.cursors = [33]
        return card
    }

    private func running(_ kernel: ScriptedKernel) throws -> KMSOutput {
        let output = try KMSOutput.open(on: kernel)
        try output.show()
        _ = try output.takeEvents()
        kernel.clearLog()
        return output
    }

    private func calls(_ kernel: ScriptedKernel) -> [String] { kernel.log.filter { !$0.hasPrefix("properties") } }

    @Test("it is asked for with a test commit, shown and moved by cursor calls, and makes no frame")
    func shown() throws {
        let kernel = ScriptedKernel(card())
        let output = try running(kernel)
        output.setCursor(arrow, at: SIMD2(10, 5))
        #expect(
            calls(kernel) == [
                "cursorSize", "cursorSize", "createDumb 64x64@32", "addFramebuffer AR24 pitch 256", "mapDumb",
                "enableHotSpot", "resources", "planes", "plane", test, "setCursor 41 64x64 hot 1,0",
                "moveCursor 41 9,5",
            ])
        let pixels = try #require(kernel.pixels[kernel.cursorHandle]).assumingMemoryBound(to: UInt32.self)
        #expect(
            [pixels[0], pixels[1], pixels[2], pixels[64], pixels[64 * 3]] == [
                0xFF00_0001, 0xFF00_0002, 0, 0xFF00_0003, 0,
            ])
        kernel.clearLog()
        output.moveCursor(to: SIMD2(0, 0))
        #expect(kernel.log == ["moveCursor 41 -1,0"])
        #expect(output.canShowCursor)
        output.close()
        #expect(kernel.leaks == [])
    }

    @Test("it moves while a flip is pending")
    func duringFlip() throws {
        let kernel = ScriptedKernel(card())
        let output = try running(kernel)
        output.setCursor(arrow, at: .zero)
        try output.show()
        #expect(kernel.pendingFlip != nil)
        kernel.clearLog()
        output.moveCursor(to: SIMD2(4, 4))
        #expect(kernel.log == ["moveCursor 41 3,4"])
    }

    @Test("a virtual machine is told the hot spot with the test, too")
    func hotSpot() throws {
        var card = card()
        card.hasHotSpot = true
        let kernel = ScriptedKernel(card)
        let output = try running(kernel)
        output.setCursor(arrow, at: .zero)
        #expect(kernel.log.contains(test + " 33.HOTSPOT_X=1 33.HOTSPOT_Y=0"))
    }

    @Test("legacy drivers are not asked")
    func legacy() throws {
        var card = card()
        card.isAtomic = false
        let kernel = ScriptedKernel(card)
        let output = try running(kernel)
        output.setCursor(arrow, at: SIMD2(3, 3))
        #expect(
            calls(kernel) == [
                "cursorSize", "cursorSize", "createDumb 64x64@32", "addFramebuffer AR24 pitch 256", "mapDumb",
                "setCursor 41 64x64 hot 1,0", "moveCursor 41 2,3",
            ])
    }

    @Test("before the first picture there is no mode to show it in: it comes with the mode set")
    func beforeMode() throws {
        let kernel = ScriptedKernel(card())
        let output = try KMSOutput.open(on: kernel)
        kernel.clearLog()
        output.setCursor(arrow, at: .zero)
        #expect(kernel.log == [])
        try output.show()
        #expect(calls(kernel).suffix(3) == ["setCursor 41 64x64 hot 1,0", "moveCursor 41 -1,0", "setTimer"])
    }

    @Test("a mode set leaves our plane alone and shows the pointer again")
    func afterRecovery() throws {
        var scripted = card()
        scripted.planes[1].crtc = 41
        let kernel = ScriptedKernel(scripted)
        let output = try running(kernel)
        output.setCursor(arrow, at: SIMD2(8, 8))
        kernel.clearLog()
        try output.recover()
        let commits = kernel.log.filter { $0.hasPrefix("commit") }
        #expect(commits.count == 1)
        #expect(!commits[0].contains("33."))
        #expect(kernel.log.suffix(2) == ["setCursor 41 64x64 hot 1,0", "moveCursor 41 7,8"])
    }

    enum Fault: String, CaseIterable {
        case noPlane, otherCRTC, noAlpha, refusedTest, noMemory, padding, refusedCall, refusedMove, tooLarge
    }

    @Test(
        "where it cannot be, that is known, nothing is left over, and it is not tried again", arguments: Fault.allCases)
    func refused(fault: Fault) throws {
        var scripted = card()
        var picture = arrow
        switch fault {
        case .noPlane: scripted.planes.removeLast()
        case .otherCRTC: scripted.planes[1].possibleCRTCs = 2
        case .noAlpha: scripted.planes[1].formats = [ScriptedCard.xrgb8888]
        case .padding: scripted.pitchPadding = 8
        case .tooLarge:
            picture = CursorPicture(
                size: PixelSize(width: 65, height: 1), pixels: Array(repeating: 0, count: 65), hotSpot: .zero)
        case .refusedTest, .noMemory, .refusedCall, .refusedMove: break
        }
        let kernel = ScriptedKernel(scripted)
        let output = try running(kernel)
        let buffers = kernel.dumbBuffers.count
        switch fault {
        case .refusedTest: kernel.answer("test", EINVAL)
        case .noMemory: kernel.answer("createDumb", ENOMEM)
        case .refusedCall: kernel.answer("setCursor", ENXIO)
        case .refusedMove: kernel.answer("moveCursor", EINVAL)
        default: break
        }
        output.setCursor(picture, at: .zero)
        #expect(!output.canShowCursor)
        #expect(kernel.dumbBuffers.count == buffers)
        #expect(kernel.cursorHandle == 0)
        kernel.clearLog()
        output.setCursor(picture, at: .zero)
        output.moveCursor(to: SIMD2(1, 1))
        #expect(kernel.log == [])
        output.close()
        #expect(kernel.leaks == [])
    }

    @Test("a refusal of the moment is none for good: the next mode set shows it", arguments: [EACCES, EBUSY, ENODEV])
    func forTheMoment(code: Int32) throws {
        let kernel = ScriptedKernel(card())
        let output = try running(kernel)
        kernel.answer("setCursor", code)
        output.setCursor(arrow, at: .zero)
        #expect(output.canShowCursor)
        #expect(kernel.cursorHandle == 0)
        try output.recover()
        #expect(kernel.cursorHandle != 0)
    }

    @Test("the configuration may forbid it: nothing is asked of the device")
    func forbidden() throws {
        let kernel = ScriptedKernel(card())
        let output = try KMSOutput.open(on: kernel, KMSConfiguration(usesCursorPlane: false))
        try output.show()
        kernel.clearLog()
        #expect(!output.canShowCursor)
        output.setCursor(arrow, at: .zero)
        #expect(kernel.log == [])
    }

    @Test("an odd size that the driver names is not believed")
    func oddSize() throws {
        let kernel = ScriptedKernel(card())
        kernel.cursorSide = 1 << 40
        let output = try running(kernel)
        output.setCursor(arrow, at: .zero)
        #expect(kernel.log.contains("createDumb 64x64@32"))
    }

    @Test("another picture is shown before the old one's memory goes")
    func exchanged() throws {
        let kernel = ScriptedKernel(card())
        let output = try running(kernel)
        output.setCursor(arrow, at: .zero)
        kernel.clearLog()
        output.setCursor(
            CursorPicture(size: PixelSize(width: 1, height: 1), pixels: [7], hotSpot: .zero), at: .zero)
        let shown = try #require(kernel.log.firstIndex { $0.hasPrefix("setCursor") })
        let freed = try #require(kernel.log.firstIndex { $0.hasPrefix("destroyDumb") })
        #expect(shown < freed)
        #expect(kernel.dumbBuffers.count == 3, "two pictures and a pointer")
    }

    @Test("on a turned panel the picture and its hot spot are turned", arguments: Rotation.allCases)
    func turned(rotation: Rotation) {
        let turned = arrow.turned(by: rotation)
        #expect(turned.size == rotation.applied(to: arrow.size))
        let hot = turned.pixels[turned.hotSpot.y * turned.size.width + turned.hotSpot.x]
        #expect(hot == 0xFF00_0002, "the pixel that points is the same one")
        #expect(Set(turned.pixels) == Set(arrow.pixels))
    }
}
