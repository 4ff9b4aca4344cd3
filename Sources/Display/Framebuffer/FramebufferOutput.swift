import Glibc
public import Raster

/// A display through the old framebuffer interface, /dev/fb0: for boards whose driver knows no mode setting. Only where it is
/// asked for, for it has no page flips: pictures are painted while they are shown, and may tear.
public final class FramebufferOutput: Output {
    public let info: OutputInfo
    public private(set) var fileDescriptors: [Int32]

    private let functions: FramebufferFunctions
    private let fd: Int32
    private let timer: Int32
    private let memory: UnsafeMutableRawPointer
    private let facts: FramebufferFacts
    private var swapchain = Swapchain(count: 1)
    /// When the picture that was handed over counts as shown.
    private var shownTime: Double?
    private var lastShown = 0.0
    private var isBlank = false
    private var isClosed = false

    /// - Parameters:
    ///   - path: "/dev/fb0".
    ///   - rate: pictures a second at the most; nil: what the driver says, or 60.
    public static func open(_ path: String = "/dev/fb0", rate: Double? = nil) throws(DisplayError) -> FramebufferOutput
    {
        try FramebufferOutput(path, rate: rate, functions: .system)
    }

    package init(_ path: String, rate: Double?, functions: FramebufferFunctions) throws(DisplayError) {
        self.functions = functions
        let fd = functions.open(path)
        guard fd >= 0 else { throw DisplayError(.openCard, on: path, code: -fd) }
        let timer = functions.createTimer()
        guard timer >= 0 else {
            functions.close(fd)
            throw DisplayError(.createTimer, on: path, code: -timer)
        }
        do throws(DisplayError) {
            (facts, memory, info) = try Self.prepare(fd, path, rate, functions)
        } catch {
            functions.close(fd)
            functions.close(timer)
            throw error
        }
        self.fd = fd
        self.timer = timer
        fileDescriptors = [timer]
    }

    deinit { close() }

    private static func prepare(
        _ fd: Int32, _ path: String, _ rate: Double?, _ functions: FramebufferFunctions
    ) throws(DisplayError) -> (FramebufferFacts, UnsafeMutableRawPointer, OutputInfo) {
        let facts: FramebufferFacts
        do {
            facts = try functions.facts(fd)
        } catch {
            throw DisplayError(.readFramebuffer, on: path, code: error.code)
        }
        guard let format = facts.format else {
            throw DisplayError(
                .readFramebuffer, on: path, code: EOPNOTSUPP,
                note: "\(facts.bitsPerPixel) bits a pixel in this order cannot be written.", recovery: .stop)
        }
        // Checked before it is written to: a driver that tells less than the pixels need would have us overrun.
        guard facts.width > 0, facts.height > 0, facts.start >= 0,
            facts.bytesPerRow >= facts.width * format.bytesPerPixel,
            facts.length >= facts.start + facts.bytesPerRow * facts.height
        else { throw DisplayError(.readFramebuffer, on: path, code: EOVERFLOW, recovery: .stop) }
        let memory: UnsafeMutableRawPointer
        do {
            memory = try functions.map(fd, facts.length)
        } catch {
            throw DisplayError(.mapBuffer, on: path, code: error.code)
        }
        let own = KMSMode.plausibleRates.contains(facts.refreshRate) ? facts.refreshRate : 60
        let interval = 1 / min(own, rate ?? own)
        let isSizeKnown = facts.millimetersWide > 0 && facts.millimetersHigh > 0
        var info = OutputInfo(
            name: path.split(separator: "/").last.map(String.init) ?? path, card: "\(path) (\(facts.name))",
            panelSize: PixelSize(width: facts.width, height: facts.height), format: format,
            formatCode: ScanoutFormat.name(of: format), refreshInterval: interval, reportedRefresh: facts.refreshRate,
            physicalSize: isSizeKnown
                ? .init(width: facts.millimetersWide, height: facts.millimetersHigh) : nil,
            bufferCount: 1, hasVerticalBlank: false)
        info.kind = .fbdev
        return (facts, memory, info)
    }

    // MARK: Output

    public func acquire() throws(DisplayError) -> ScanoutBuffer? {
        guard !isClosed, shownTime == nil, let index = swapchain.acquire() else { return nil }
        return ScanoutBuffer(
            index: index, pixels: memory + facts.start, bytesPerRow: facts.bytesPerRow, size: info.panelSize,
            format: info.format, age: swapchain.age(of: index))
    }

    public func present(_ buffer: ScanoutBuffer, damage: UnsafeBufferPointer<PixelRect>) throws(DisplayError) {
        guard !isClosed else { throw DisplayError(.present, on: info.card, reason: .disconnected) }
        guard shownTime == nil else {
            throw DisplayError(.present, on: info.card, code: EBUSY, reason: .flipPending)
        }
        guard swapchain.acquired == buffer.index else {
            throw DisplayError(.present, on: info.card, reason: .staleBuffer)
        }
        if isBlank {
            _ = functions.blank(fd, false)
            isBlank = false
        }
        swapchain.didPresent(buffer.index)
        // Visible already; told at a pace that a panel could show.
        let time = max(functions.now(), lastShown + info.refreshInterval)
        shownTime = time
        _ = functions.setTimer(timer, time)
    }

    public func handleEvents(_ body: (OutputEvent) -> Void) throws(DisplayError) {
        guard !isClosed else { return }
        _ = functions.clearTimer(timer)
        guard let time = shownTime else { return }
        guard functions.now() >= time else {
            _ = functions.setTimer(timer, time)
            return
        }
        shownTime = nil
        lastShown = time
        swapchain.didFlip()
        body(.flipped(sequence: 0, timestamp: time))
    }

    public func recover() throws(DisplayError) {
        shownTime = nil
        swapchain.didFlip()
    }

    public func blank() throws(DisplayError) {
        guard !isClosed else { return }
        shownTime = nil
        swapchain.didFlip()
        let result = functions.blank(fd, true)
        guard result >= 0 else { throw DisplayError(.blankFramebuffer, on: info.card, code: -result) }
        isBlank = true
    }

    public func close() {
        guard !isClosed else { return }
        isClosed = true
        if isBlank { _ = functions.blank(fd, false) }
        functions.unmap(memory, facts.length)
        functions.close(fd)
        functions.close(timer)
        fileDescriptors = []
    }
}

extension FramebufferFacts {
    /// How to write the pixels; nil for what cannot be.
    var format: PixelFormat? {
        let channels = [red, green, blue]
        func has(_ bits: Int, _ offsets: [Int], _ lengths: [Int]) -> Bool {
            bitsPerPixel == bits && channels.map(\.offset) == offsets && channels.map(\.length) == lengths
        }
        let eight = [8, 8, 8]
        if has(32, [16, 8, 0], eight) { return .xrgb8888 }
        if has(32, [0, 8, 16], eight) { return .xbgr8888 }
        if has(24, [16, 8, 0], eight) { return .rgb888 }
        if has(24, [0, 8, 16], eight) { return .bgr888 }
        if has(32, [20, 10, 0], [10, 10, 10]) { return .xrgb2101010 }
        if has(16, [11, 5, 0], [5, 6, 5]) { return .rgb565 }
        if has(16, [0, 5, 11], [5, 6, 5]) { return .bgr565 }
        return nil
    }
}
