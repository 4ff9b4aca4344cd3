internal import CShims
@testable import Display
import Glibc
import Raster
import Testing

@Suite("Headless display")
struct HeadlessTests {
    private func manual(_ change: (inout HeadlessConfiguration) -> Void = { _ in }) throws -> HeadlessOutput {
        var configuration = HeadlessConfiguration(size: PixelSize(width: 16, height: 8), pacing: .manual)
        change(&configuration)
        return try HeadlessOutput(configuration)
    }

    @Test("by hand: a flip is over when the caller says, at the caller's time", arguments: [2, 3])
    func manualPacing(bufferCount: Int) throws {
        let output = try manual { $0.bufferCount = bufferCount }
        #expect(output.fileDescriptors.isEmpty)
        #expect(!output.completeFlip(at: 1))
        var ages: [Int] = []
        for frame in 1...5 {
            ages.append(try #require(try output.show(0xFF00_0000 + UInt32(frame))).age)
            #expect(output.isFlipPending)
            #expect(try output.takeEvents() == [])
            #expect(output.completeFlip(at: Double(frame) / 60))
            #expect(try output.takeEvents() == [.flipped(sequence: UInt32(frame), timestamp: Double(frame) / 60)])
            #expect(output.front?.pixels.load(as: UInt32.self) == 0xFF00_0000 + UInt32(frame))
        }
        #expect(ages == [0, 0, 2, 2, 2])
        #expect(output.presentCount == 5)
    }

    @Test("a second flip before the first one's event is refused, as strict drivers do")
    func busy() throws {
        let output = try manual { $0.bufferCount = 3 }
        try output.show()
        let error = try #require(displayError { () throws(DisplayError) in try output.show() })
        #expect(error.code == EBUSY && error.recovery == .retryAfterEvent)
        output.completeFlip(at: 1)
        try output.show()
        #expect(output.presentCount == 2)
    }

    @Test(
        "C15: new buffers are magenta if wanted, in any format, padding included",
        arguments: PixelFormat.scanout)
    func poison(format: PixelFormat) throws {
        let output = try manual {
            $0.format = format
            $0.fillsWithPoison = true
            $0.rowPadding = 12
        }
        let buffer = try #require(try output.acquire())
        #expect(buffer.bytesPerRow == 16 * format.bytesPerPixel + 12)
        let everything = PixelSurface(
            pixels: buffer.pixels, bytesPerRow: buffer.bytesPerRow, width: buffer.bytesPerRow / format.bytesPerPixel,
            height: 8, format: format)
        for y in 0..<everything.height {
            for x in 0..<everything.width { #expect(everything.pixel(x: x, y: y) == 0xFFFF_00FF) }
        }
    }

    @Test("timed: flips end on the refresh grid, and nothing wakes the caller in between")
    func timed() throws {
        let output = try HeadlessOutput(
            HeadlessConfiguration(size: PixelSize(width: 16, height: 8), refreshRate: 200))
        let timer = try #require(output.fileDescriptors.first)
        func isReadable(within milliseconds: Int32) -> Bool {
            var descriptor = pollfd(fd: timer, events: Int16(POLLIN), revents: 0)
            return poll(&descriptor, 1, milliseconds) == 1
        }
        #expect(!isReadable(within: 30), "idle")
        var stamps: [Double] = []
        for _ in 0..<5 {
            let start = vitrine_monotonic_seconds()
            try output.show()
            #expect(isReadable(within: 1000))
            let events = try output.takeEvents()
            guard case .flipped(_, let timestamp) = try #require(events.first) else { continue }
            #expect(timestamp >= start && timestamp <= start + 0.0051)
            stamps.append(timestamp)
        }
        for stamp in stamps.dropFirst() {
            let steps = (stamp - stamps[0]) / 0.005
            #expect(abs(steps - steps.rounded()) < 1e-3, "a whole number of refreshes")
        }
        #expect(!isReadable(within: 30), "idle again")
        output.close()
        #expect(output.fileDescriptors.isEmpty)
    }

    @Test("ordered faults: refusals, a lost flip, another size, an unplugged cable")
    func faults() throws {
        let output = try manual()
        output.refuseNextPresents([EBUSY, EACCES])
        for code in [EBUSY, EACCES] {
            #expect(displayError { () throws(DisplayError) in try output.show() }?.code == code)
        }
        try output.show()
        output.completeFlip(at: 1)
        #expect(try output.takeEvents().count == 1)
        output.loseNextFlip()
        try output.show(0xFF00_0009)
        #expect(!output.completeFlip(at: 2))
        try output.recover()
        #expect(output.front?.pixels.load(as: UInt32.self) == 0xFF00_0009)
        output.disconnect()
        #expect(try output.takeEvents() == [.disconnected])
        #expect(try output.acquire() == nil)
        output.connect(size: PixelSize(width: 4, height: 4))
        #expect(try output.takeEvents() == [.reconfigured])
        #expect(output.info.panelSize == PixelSize(width: 4, height: 4))
        #expect(try output.show()?.age == 0)
    }

    @Test("faults wake a timed display's caller")
    func faultsWake() throws {
        let output = try HeadlessOutput(HeadlessConfiguration(size: PixelSize(width: 4, height: 4)))
        output.disconnect()
        var descriptor = pollfd(fd: output.fileDescriptors[0], events: Int16(POLLIN), revents: 0)
        #expect(poll(&descriptor, 1, 1000) == 1)
        #expect(try output.takeEvents() == [.disconnected])
    }

    @Test("damage is remembered for tests; a blank display shows nothing until the next picture")
    func damageAndBlank() throws {
        let output = try manual()
        let damage = [PixelRect(x: 1, y: 2, width: 3, height: 4)]
        try output.show(damage: damage)
        output.completeFlip(at: 1)
        #expect(output.lastDamage == damage)
        try output.blank()
        #expect(output.front == nil)
        _ = try output.takeEvents()
        try output.show()
        output.completeFlip(at: 2)
        #expect(output.front != nil)
    }
}
