@testable import Display
import Glibc
import Raster
import Testing

/// A framebuffer device in memory.
private final class ScriptedFramebuffer: @unchecked Sendable {
    var facts = FramebufferFacts()
    var now = 50.0
    var refusal: [String: Int32] = [:]
    private(set) var timer: Double?
    private(set) var log: [String] = []
    private(set) var openCount = 0
    private(set) var memory: UnsafeMutableRawPointer?

    init() {
        facts.name = "udlfb"
        facts.width = 20
        facts.height = 10
        facts.bitsPerPixel = 16
        facts.bytesPerRow = 48
        facts.length = 48 * 24
        facts.start = 48 * 2
        facts.red = .init(11, 5)
        facts.green = .init(5, 6)
        facts.blue = .init(0, 5)
    }

    private func answer(_ call: String) -> Int32 {
        log.append(call)
        return refusal[call].map { -$0 } ?? 0
    }

    var functions: FramebufferFunctions {
        FramebufferFunctions(
            open: { _ in
                let result = self.answer("open")
                if result < 0 { return result }
                self.openCount += 1
                return 4
            },
            close: { _ in self.openCount -= 1 },
            facts: { (_) throws(KernelError) in
                let result = self.answer("facts")
                if result < 0 { throw KernelError(-result) }
                return self.facts
            },
            map: { (_, length) throws(KernelError) in
                let result = self.answer("map \(length)")
                if result < 0 { throw KernelError(-result) }
                let memory = UnsafeMutableRawPointer.allocate(byteCount: length, alignment: 16)
                memory.initializeMemory(as: UInt8.self, repeating: 0xA5, count: length)
                self.memory = memory
                return memory
            },
            unmap: { memory, _ in
                memory.deallocate()
                self.memory = nil
            },
            blank: { _, isBlank in self.answer(isBlank ? "blank" : "unblank") },
            now: { self.now },
            createTimer: {
                let result = self.answer("timer")
                if result < 0 { return result }
                self.openCount += 1
                return 5
            },
            setTimer: {
                self.timer = $1
                return 0
            },
            clearTimer: { _ in
                guard let timer = self.timer, self.now >= timer else { return false }
                self.timer = nil
                return true
            })
    }
}

@Suite("The old framebuffer devices")
struct FramebufferTests {
    private func open(_ device: ScriptedFramebuffer, rate: Double? = nil) throws(DisplayError) -> FramebufferOutput {
        try FramebufferOutput("/dev/fb0", rate: rate, functions: device.functions)
    }

    @Test("what is known, and where pictures go: into the part that is shown, row by row, nowhere else")
    func picture() throws {
        let device = ScriptedFramebuffer()
        let output = try open(device)
        #expect(output.info.name == "fb0" && output.info.card == "/dev/fb0 (udlfb)")
        #expect(output.info.panelSize == PixelSize(width: 20, height: 10) && output.info.format == .rgb565)
        #expect(output.info.bufferCount == 1 && !output.info.hasVerticalBlank)
        try output.show(0x1234)
        let memory = try #require(device.memory)
        for row in 0..<24 {
            for column in 0..<24 {
                let isShown = (2..<12).contains(row) && column < 20
                let pixel = memory.load(fromByteOffset: row * 48 + column * 2, as: UInt16.self)
                #expect(pixel == (isShown ? 0x1234 : 0xA5A5))
            }
        }
        output.close()
        output.close()
        #expect(device.openCount == 0 && device.memory == nil)
    }

    @Test(
        "one picture at a time, at the pace of the panel, the first after a pause at once; the buffer keeps its picture"
    )
    func pace() throws {
        let device = ScriptedFramebuffer()
        let output = try open(device, rate: 20)
        #expect(output.info.refreshInterval == 0.05)
        #expect(try output.show()?.age == 0)
        #expect(try output.acquire() == nil, "not before the last one was told")
        #expect(try output.takeEvents() == [.flipped(sequence: 0, timestamp: 50)])
        device.now = 50.01
        #expect(try output.show()?.age == 1)
        #expect(try output.takeEvents() == [])
        #expect(device.timer == 50.05)
        device.now = 50.05
        #expect(try output.takeEvents() == [.flipped(sequence: 0, timestamp: 50.05)])
        #expect(device.timer == nil, "idle costs nothing")
    }

    @Test("dark and back")
    func blank() throws {
        let device = ScriptedFramebuffer()
        let output = try open(device)
        try output.show()
        try output.blank()
        #expect(try output.takeEvents() == [])
        try output.show()
        #expect(device.log.suffix(2) == ["blank", "unblank"])
        device.refusal["blank"] = EINVAL
        #expect(displayError { () throws(DisplayError) in try output.blank() }?.code == EINVAL)
    }

    @Test("formats: those that can be written are; palettes and others are refused with what they are")
    func formats() throws {
        let device = ScriptedFramebuffer()
        device.facts.bytesPerRow = 96
        device.facts.length = 96 * 24
        for (bits, offsets, length, format) in [
            (32, [16, 8, 0], 8, PixelFormat.xrgb8888), (32, [0, 8, 16], 8, .xbgr8888), (24, [16, 8, 0], 8, .rgb888),
            (24, [0, 8, 16], 8, .bgr888), (32, [20, 10, 0], 10, .xrgb2101010),
        ] {
            device.facts.bitsPerPixel = bits
            (device.facts.red, device.facts.green, device.facts.blue) = (
                .init(offsets[0], length), .init(offsets[1], length), .init(offsets[2], length)
            )
            #expect(try open(device).info.format == format)
        }
        device.facts.bitsPerPixel = 8
        let error = try #require(displayError { () throws(DisplayError) in _ = try open(device) })
        #expect(error.recovery == .stop && error.description.contains("8 bits a pixel"))
        #expect(device.openCount == 0)
    }

    @Test("a device that tells less memory than its pixels need is refused, not written over")
    func tooShort() throws {
        for change in [
            { $0.length = 48 * 11 }, { $0.bytesPerRow = 38 }, { $0.width = 0 }, { $0.start = -1 },
        ] as [(inout FramebufferFacts) -> Void] {
            let device = ScriptedFramebuffer()
            change(&device.facts)
            #expect(displayError { () throws(DisplayError) in _ = try open(device) }?.code == EOVERFLOW)
            #expect(device.openCount == 0 && device.memory == nil)
        }
    }

    @Test(
        "each refusal of each call names the device and leaves nothing open",
        arguments: ["open", "timer", "facts", "map 1152"])
    func refused(call: String) throws {
        let device = ScriptedFramebuffer()
        device.refusal[call] = EACCES
        let error = try #require(displayError { () throws(DisplayError) in _ = try open(device) })
        #expect(error.code == EACCES && error.description.contains("/dev/fb0"))
        #expect(device.openCount == 0 && device.memory == nil)
    }
}
