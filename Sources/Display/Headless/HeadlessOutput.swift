internal import CShims
import Glibc
public import Raster

/// A display in ordinary memory: for machines without one, for tests, and for pictures taken by a program.
///
/// It behaves like the strictest driver: a second flip before the first one's event is refused with EBUSY. Faults can be
/// ordered, to see that the caller lives through them.
public final class HeadlessOutput: Output {
    public private(set) var info: OutputInfo
    public let pacing: HeadlessConfiguration.Pacing
    /// How many pictures were accepted, and how many damage rectangles came with the last one.
    public private(set) var presentCount = 0
    public private(set) var lastDamage: [PixelRect] = []

    private var configuration: HeadlessConfiguration
    private var swapchain: Swapchain
    private var memory: UnsafeMutableRawPointer
    private var bytesPerRow: Int
    public private(set) var isConnected = true
    private var isClosed = false
    private var isBlank = false
    private var events: [OutputEvent] = []
    private var sequence: UInt32 = 0
    /// A timerfd, or negative in manual mode.
    private let timer: Int32
    /// Where the refresh grid of a timed display begins.
    private let gridOrigin = vitrine_monotonic_seconds()
    private var refreshDue = 0.0

    private var refusals: [Int32] = []
    private var losesNextFlip = false

    public init(_ configuration: HeadlessConfiguration = HeadlessConfiguration()) throws(DisplayError) {
        precondition(!configuration.size.isEmpty, "a headless display needs a size")
        precondition((1...4).contains(configuration.bufferCount), "a headless display has 1 to 4 buffers")
        precondition(
            PixelFormat.scanout.contains(configuration.format), "a headless display has a format that is scanned out")
        precondition(configuration.rowPadding >= 0 && configuration.rowPadding % 4 == 0, "whole words of padding")
        self.configuration = configuration
        pacing = configuration.pacing
        if pacing == .timed {
            timer = vitrine_descriptor_timer()
            guard timer >= 0 else {
                throw DisplayError(.createTimer, on: "headless display", code: -timer)
            }
        } else {
            timer = -1
        }
        info = Self.info(for: configuration)
        if timer >= 0 { fileDescriptors = [timer] }
        swapchain = Swapchain(count: configuration.bufferCount)
        bytesPerRow = Self.bytesPerRow(configuration)
        memory = Self.allocate(configuration, bytesPerRow: bytesPerRow)
    }

    deinit {
        close()
        memory.deallocate()
    }

    public func close() {
        guard !isClosed else { return }
        isClosed = true
        if timer >= 0 { Glibc.close(timer) }
        fileDescriptors = []
    }

    // MARK: Output

    public private(set) var fileDescriptors: [Int32] = []

    public func acquire() throws(DisplayError) -> ScanoutBuffer? {
        guard isConnected, !isClosed else { return nil }
        return swapchain.acquire().map { buffer($0) }
    }

    public func present(_ buffer: ScanoutBuffer, damage: UnsafeBufferPointer<PixelRect>) throws(DisplayError) {
        guard isConnected, !isClosed else { throw error(.disconnected) }
        guard swapchain.acquired == buffer.index else { throw error(.staleBuffer) }
        if swapchain.pending != nil { throw error(.flipPending, code: EBUSY) }
        if !refusals.isEmpty {
            throw DisplayError(.commitFlip, on: info.name, code: refusals.removeFirst())
        }
        swapchain.didPresent(buffer.index)
        presentCount += 1
        lastDamage.removeAll(keepingCapacity: true)
        lastDamage.append(contentsOf: damage)
        isBlank = false
        if timer >= 0, !losesNextFlip { try armTimer() }
    }

    public func handleEvents(_ body: (OutputEvent) -> Void) throws(DisplayError) {
        if timer >= 0, didTimerExpire(), refreshDue > 0 {
            finishFlip(at: refreshDue)
            refreshDue = 0
        }
        // By index: `body` may call `completeFlip` or `disconnect`, which add to the list.
        var index = 0
        while index < events.count {
            body(events[index])
            index += 1
        }
        events.removeAll(keepingCapacity: true)
    }

    public func recover() throws(DisplayError) {
        guard isConnected, !isClosed else { throw error(.disconnected) }
        wake()
        losesNextFlip = false
        swapchain.didFlip()
    }

    public func blank() throws(DisplayError) {
        if !refusals.isEmpty { throw DisplayError(.commitMode, on: info.name, code: refusals.removeFirst()) }
        isBlank = true
        swapchain.didFlip()
        refreshDue = 0
    }

    // MARK: For the caller who holds the clock

    /// Manual pacing: the pending picture is on the panel since `timestamp` seconds. `handleEvents` tells it. False when
    /// no flip is pending.
    @discardableResult
    public func completeFlip(at timestamp: Double) -> Bool {
        guard swapchain.pending != nil, !losesNextFlip else { return false }
        finishFlip(at: timestamp)
        return true
    }

    /// Whether a picture was handed over whose flip is not over.
    public var isFlipPending: Bool { swapchain.pending != nil }

    /// What the panel shows: readable, unlike other displays' memory. Nil before the first flip and while blank.
    public var front: ScanoutBuffer? {
        isBlank ? nil : swapchain.front.map { buffer($0) }
    }

    // MARK: Faults

    /// The next presents are refused, one for each errno given.
    public func refuseNextPresents(_ codes: [Int32]) { refusals += codes }

    /// The next flip is accepted and never reported, until `recover()`.
    public func loseNextFlip() { losesNextFlip = true }

    /// As if the cable was pulled.
    public func disconnect() {
        guard isConnected else { return }
        isConnected = false
        events.append(.disconnected)
        wake()
    }

    /// As if a display of `size` pixels was plugged in, or another preferred mode was announced. All buffers are new.
    public func connect(size: PixelSize) {
        isConnected = true
        configuration.size = size
        memory.deallocate()
        bytesPerRow = Self.bytesPerRow(configuration)
        memory = Self.allocate(configuration, bytesPerRow: bytesPerRow)
        swapchain = Swapchain(count: configuration.bufferCount)
        info = Self.info(for: configuration)
        events.append(.reconfigured)
        wake()
    }

    // MARK: Inside

    private func buffer(_ index: Int) -> ScanoutBuffer {
        ScanoutBuffer(
            index: index, pixels: memory + index * bytesPerRow * configuration.size.height, bytesPerRow: bytesPerRow,
            size: configuration.size, format: configuration.format, age: swapchain.age(of: index))
    }

    private func finishFlip(at timestamp: Double) {
        swapchain.didFlip()
        sequence &+= 1
        events.append(.flipped(sequence: sequence, timestamp: timestamp))
    }

    /// Arms the timer for the first refresh after now.
    private func armTimer() throws(DisplayError) {
        let grid = RefreshGrid(origin: gridOrigin, interval: info.refreshInterval)
        refreshDue = grid.refresh(after: vitrine_monotonic_seconds())
        let result = vitrine_descriptor_timer_at(timer, UInt64(refreshDue * 1_000_000))
        guard result >= 0 else { throw DisplayError(.createTimer, on: info.name, code: -result) }
    }

    private func didTimerExpire() -> Bool {
        var expirations: UInt64 = 0
        return read(timer, &expirations, MemoryLayout<UInt64>.size) > 0
    }

    /// Forgets the pending flip's end, and makes the descriptor readable if there is something to tell.
    private func wake() {
        refreshDue = 0
        guard timer >= 0 else { return }
        _ = vitrine_descriptor_timer_at(timer, 0)
    }

    private func error(_ reason: DisplayError.Reason, code: Int32 = 0) -> DisplayError {
        DisplayError(.present, on: info.name, code: code, reason: reason)
    }

    private static func bytesPerRow(_ configuration: HeadlessConfiguration) -> Int {
        configuration.size.width * configuration.format.bytesPerPixel + configuration.rowPadding
    }

    private static func info(for configuration: HeadlessConfiguration) -> OutputInfo {
        var info = OutputInfo(
            name: "Headless-\(configuration.number)", card: "memory", panelSize: configuration.size,
            format: configuration.format,
            formatCode: ScanoutFormat.name(of: configuration.format),
            refreshInterval: 1 / configuration.refreshRate, reportedRefresh: configuration.refreshRate,
            bufferCount: configuration.bufferCount, hasVerticalBlank: true, supportsDamageClips: true, isAtomic: true)
        info.kind = .headless
        return info
    }

    private static func allocate(_ configuration: HeadlessConfiguration, bytesPerRow: Int) -> UnsafeMutableRawPointer {
        let length = bytesPerRow * configuration.size.height * configuration.bufferCount
        let memory = UnsafeMutableRawPointer.allocate(byteCount: length, alignment: 64)
        // Magenta in any format, over padding too: a reader that takes it for pixels shows it. Red and blue are the same
        // in it, so that their order does not matter.
        let poison = configuration.fillsWithPoison
        let bytes: [UInt8] =
            switch configuration.format {
            case .rgb565, .bgr565: poison ? [0x1F, 0xF8] : [0, 0]
            case .rgb888, .bgr888: poison ? [0xFF, 0, 0xFF] : [0, 0, 0]
            case .xrgb2101010: poison ? [0xFF, 0x03, 0xF0, 0xFF] : [0, 0, 0, 0xC0]
            default: poison ? [0xFF, 0, 0xFF, 0xFF] : [0, 0, 0, 0xFF]
            }
        // One row by bytes, the others from it: a program would wait for tens of milliseconds before its first picture.
        for offset in 0..<min(bytesPerRow, length) {
            memory.storeBytes(of: bytes[offset % bytes.count], toByteOffset: offset, as: UInt8.self)
        }
        for row in stride(from: bytesPerRow, to: length, by: bytesPerRow) {
            (memory + row).copyMemory(from: memory, byteCount: bytesPerRow)
        }
        return memory
    }
}
