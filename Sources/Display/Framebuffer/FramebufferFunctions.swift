internal import CShims
import Glibc

/// What is asked of the kernel for a framebuffer device. Values of zero or more, or a negative errno.
package struct FramebufferFunctions: Sendable {
    package var open: @Sendable (_ path: String) -> Int32
    package var close: @Sendable (_ fd: Int32) -> Void
    package var facts: @Sendable (_ fd: Int32) throws(KernelError) -> FramebufferFacts
    package var map: @Sendable (_ fd: Int32, _ length: Int) throws(KernelError) -> UnsafeMutableRawPointer
    package var unmap: @Sendable (_ pixels: UnsafeMutableRawPointer, _ length: Int) -> Void
    package var blank: @Sendable (_ fd: Int32, _ isBlank: Bool) -> Int32
    /// CLOCK_MONOTONIC, seconds.
    package var now: @Sendable () -> Double
    package var createTimer: @Sendable () -> Int32
    package var setTimer: @Sendable (_ fd: Int32, _ time: Double) -> Int32
    package var clearTimer: @Sendable (_ fd: Int32) -> Bool

    package static let system = FramebufferFunctions(
        open: { vitrine_descriptor_open($0, O_RDWR) },
        close: { _ = Glibc.close($0) },
        facts: { (fd) throws(KernelError) in
            var raw = vitrine_framebuffer_facts()
            try KernelError.check(vitrine_framebuffer_read(fd, &raw))
            return FramebufferFacts(raw)
        },
        map: { (fd, length) throws(KernelError) in
            var pixels: UnsafeMutableRawPointer?
            try KernelError.check(vitrine_framebuffer_map(fd, UInt32(length), &pixels))
            guard let pixels else { throw KernelError(ENOMEM) }
            return pixels
        },
        unmap: { _ = vitrine_framebuffer_unmap($0, UInt32($1)) },
        blank: { vitrine_framebuffer_blank($0, $1 ? 1 : 0) },
        now: { vitrine_monotonic_seconds() },
        createTimer: { vitrine_descriptor_timer() },
        setTimer: { vitrine_descriptor_timer_at($0, UInt64(max($1, 0) * 1_000_000)) },
        clearTimer: { fd in
            var expirations: UInt64 = 0
            return read(fd, &expirations, MemoryLayout<UInt64>.size) > 0
        })
}

/// What a framebuffer device says of itself.
package struct FramebufferFacts: Hashable, Sendable {
    /// A colour's place in a pixel, bits.
    package struct Channel: Hashable, Sendable {
        package var offset: Int
        package var length: Int

        package init(_ offset: Int, _ length: Int) {
            self.offset = offset
            self.length = length
        }
    }

    package var name = ""
    package var width = 0
    package var height = 0
    package var bitsPerPixel = 0
    package var bytesPerRow = 0
    /// Bytes of memory.
    package var length = 0
    /// Bytes before the part that is shown.
    package var start = 0
    package var red = Channel(0, 0)
    package var green = Channel(0, 0)
    package var blue = Channel(0, 0)
    /// Hz; 0 where the driver does not say.
    package var refreshRate = 0.0
    package var millimetersWide = 0
    package var millimetersHigh = 0

    package init() {}
}

extension FramebufferFacts {
    init(_ raw: vitrine_framebuffer_facts) {
        name = withUnsafeBytes(of: raw.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        width = Int(raw.width)
        height = Int(raw.height)
        bitsPerPixel = Int(raw.bits_per_pixel)
        bytesPerRow = Int(raw.bytes_per_row)
        length = Int(raw.length)
        start = Int(raw.start)
        red = Channel(Int(raw.red), Int(raw.red_length))
        green = Channel(Int(raw.green), Int(raw.green_length))
        blue = Channel(Int(raw.blue), Int(raw.blue_length))
        millimetersWide = Int(raw.millimeters_wide)
        millimetersHigh = Int(raw.millimeters_high)
        let pixels = Double(raw.horizontal_total) * Double(raw.vertical_total)
        if raw.pixel_clock > 0, pixels > 0 { refreshRate = 1e12 / Double(raw.pixel_clock) / pixels }
    }
}
