internal import CShims
public import Display
import Glibc
public import Raster

/// A panel that is a window of a desktop. Pictures are painted into ordinary memory and copied into the window by its own
/// thread; flips are told at the pace of the desktop's display.
public final class WindowOutput: Output {
    public let info: OutputInfo
    public private(set) var fileDescriptors: [Int32]

    private let exchange: WindowExchange
    private let buffers: WindowBuffers
    private var swapchain: Swapchain
    private var sequence: UInt32 = 0
    private var isClosed = false
    private let onClose: () -> Void

    /// - Parameter onClose: ends the window's thread, and waits for it.
    init(info: OutputInfo, exchange: WindowExchange, buffers: WindowBuffers, onClose: @escaping () -> Void) {
        self.info = info
        self.exchange = exchange
        self.buffers = buffers
        self.onClose = onClose
        swapchain = Swapchain(count: info.bufferCount)
        fileDescriptors = [exchange.timer]
    }

    deinit { close() }

    public func acquire() throws(DisplayError) -> ScanoutBuffer? {
        guard !isClosed, !isOver, let index = swapchain.acquire() else { return nil }
        return ScanoutBuffer(
            index: index, pixels: buffers.pixels(of: index), bytesPerRow: buffers.bytesPerRow, size: info.panelSize,
            format: info.format, age: swapchain.age(of: index))
    }

    public func present(_ buffer: ScanoutBuffer, damage: UnsafeBufferPointer<PixelRect>) throws(DisplayError) {
        guard !isClosed, !isOver else { throw error(.disconnected) }
        guard swapchain.acquired == buffer.index else { throw error(.staleBuffer) }
        guard swapchain.pending == nil else { throw error(.flipPending, code: EBUSY) }
        swapchain.didPresent(buffer.index)
        exchange.contents.withLock { contents in
            contents.handed = buffer.index
            contents.damage.removeAll(keepingCapacity: true)
            contents.damage.append(contentsOf: damage)
            contents.shownTime = nil
            contents.isBlank = false
        }
        exchange.wakeWindow()
    }

    public func handleEvents(_ body: (OutputEvent) -> Void) throws(DisplayError) {
        guard !isClosed else { return }
        var expirations: UInt64 = 0
        _ = read(exchange.timer, &expirations, MemoryLayout<UInt64>.size)
        let now = vitrine_monotonic_seconds()
        let (shown, next, wantsPicture) = exchange.contents.withLock { contents in
            defer { contents.wantsPicture = false }
            guard let time = contents.shownTime, time <= now else {
                return (Double?.none, contents.shownTime, contents.wantsPicture)
            }
            contents.shownTime = nil
            return (time, nil, contents.wantsPicture)
        }
        if let next { exchange.wakeRenderer(at: next) }
        if let shown, swapchain.pending != nil {
            swapchain.didFlip()
            sequence &+= 1
            body(.flipped(sequence: sequence, timestamp: shown))
        }
        if wantsPicture { body(.connected) }
    }

    public func recover() throws(DisplayError) {
        forgetPending()
    }

    public func blank() throws(DisplayError) {
        guard !isClosed else { return }
        forgetPending()
        exchange.contents.withLock { $0.isBlank = true }
        exchange.wakeWindow()
    }

    public func close() {
        guard !isClosed else { return }
        isClosed = true
        onClose()
        Glibc.close(exchange.timer)
        fileDescriptors = []
    }

    private func forgetPending() {
        exchange.contents.withLock { contents in
            contents.handed = nil
            contents.shownTime = nil
        }
        swapchain.didFlip()
    }

    private var isOver: Bool { exchange.contents.withLock { $0.isOver } }

    private func error(_ reason: DisplayError.Reason, code: Int32 = 0) -> DisplayError {
        DisplayError(.present, on: info.name, code: code, reason: reason)
    }
}

/// The memory that is painted into. The render thread writes a buffer while it has it, the window's thread reads the one
/// that was handed over.
final class WindowBuffers: @unchecked Sendable {
    let bytesPerRow: Int
    private let length: Int
    private let memory: UnsafeMutableRawPointer

    init(size: PixelSize, count: Int) {
        bytesPerRow = size.width * 4
        length = bytesPerRow * size.height
        memory = UnsafeMutableRawPointer.allocate(byteCount: length * count, alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: length * count)
    }

    deinit { memory.deallocate() }

    func pixels(of index: Int) -> UnsafeMutableRawPointer { memory + index * length }
}
