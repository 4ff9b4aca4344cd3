@testable import Display
import Glibc
import Raster
import Testing

@Suite("KMS: drivers without page flips, and slow panels")
struct DirtyTests {
    private let damage = [PixelRect(x: 1, y: 2, width: 3, height: 4)]

    @Test("a legacy driver that knows no page flips gets one buffer and is told what changed in it")
    func foundOut() throws {
        let kernel = ScriptedKernel(.panel())
        kernel.canMarkDirty = true
        kernel.answerAlways("pageFlip", ENOSYS)
        let output = try KMSOutput.open(on: kernel, KMSConfiguration(forceLegacy: true))
        try output.show()
        _ = try output.takeEvents()
        var events: [OutputEvent] = []
        for _ in 0..<3 {
            try output.show(damage: damage)
            events = try output.takeEvents()
        }
        #expect(events == [.flipped(sequence: 0, timestamp: 1000), .reconfigured])
        #expect(output.info.bufferCount == 1 && !output.info.hasVerticalBlank && kernel.dumbBuffers.count == 1)
        let first = try #require(try output.show(0xFF00_0001))
        #expect(first.age == 0)
        #expect(kernel.log.contains("setCRTC 41 own [51] 32x16"))
        _ = try output.takeEvents()
        kernel.clearLog()
        let second = try #require(try output.show(0xFF00_0002, damage: damage))
        #expect(second.age == 1, "it holds the last picture")
        #expect(kernel.log == ["markDirty [\"1,2-4,6\"]", "setTimer"])
        #expect(try output.takeEvents().count == 1)
        #expect(kernel.shownPixels?.load(as: UInt32.self) == 0xFF00_0002)
        // It is still known after a replug.
        kernel.change { $0.connectors[0].connection = .disconnected }
        _ = try output.takeEvents()
        kernel.change { $0.connectors[0].connection = .connected }
        _ = try output.takeEvents()
        #expect(output.info.bufferCount == 1)
        output.close()
        #expect(kernel.leaks == [])
    }

    @Test("one that knows neither is driven by setting the CRTC, with two buffers")
    func neither() throws {
        let kernel = ScriptedKernel(.panel())
        kernel.answerAlways("pageFlip", EINVAL)
        let output = try KMSOutput.open(on: kernel, KMSConfiguration(forceLegacy: true))
        for _ in 0..<6 {
            try output.show(damage: damage)
            #expect(try output.takeEvents().count == 1)
        }
        #expect(output.info.bufferCount == 2)
        #expect(kernel.log.filter { $0.hasPrefix("markDirty") }.count == 1, "asked once")
    }

    @Test(
        "asked for by the configuration, also with atomic commits; a device that needs no telling shows it all the same"
    )
    func configured() throws {
        let kernel = ScriptedKernel(.panel())
        let output = try KMSOutput.open(on: kernel, KMSConfiguration(usesDirtyRectangles: true))
        #expect(output.info.bufferCount == 1)
        for frame in 0..<3 {
            try output.show(0xFF00_0000 + UInt32(frame), damage: damage)
            #expect(try output.takeEvents().count == 1)
            #expect(kernel.shownPixels?.load(as: UInt32.self) == 0xFF00_0000 + UInt32(frame))
        }
        #expect(!kernel.log.contains { $0.contains("NONBLOCK") })
        // Refused for the moment: nothing is lost.
        kernel.answer("markDirty", EBUSY)
        #expect(displayError { () throws(DisplayError) in try output.show(damage: damage) }?.recovery == .retryLater)
        kernel.answer("markDirty", EINVAL)
        // Not `stop`, after which nobody would try again.
        #expect(displayError { () throws(DisplayError) in try output.show(damage: damage) }?.recovery == .reconfigure)
        kernel.clearLog()
        try output.show(damage: damage)
        #expect(kernel.log.contains { $0.hasPrefix("commit [MODESET]") })
        output.close()
        #expect(kernel.leaks == [])
    }

    @Test("a panel told to be slower than it is has that interval, and no vertical blank to go by")
    func limited() throws {
        for (rate, interval, hasBlank) in [(10.0, 0.1, false), (0.5, 2, false), (50, 0.02, true), (60, 0.02, true)] {
            let info = try KMSOutput.open(on: ScriptedKernel(.panel()), KMSConfiguration(maximumRate: rate)).info
            #expect(abs(info.refreshInterval - interval) < 0.0001 && info.hasVerticalBlank == hasBlank, "\(rate)")
        }
        #expect(
            try KMSOutput.open(on: ScriptedKernel(.panel()), KMSConfiguration(maximumRate: 0)).info.hasVerticalBlank)
    }
}
