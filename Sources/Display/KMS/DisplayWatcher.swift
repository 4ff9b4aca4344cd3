/// Tells when a display card or a connector came or went: for a program that starts before its display is there.
///
///     let watcher = try DisplayWatcher()       // before the first try, so that no change is missed
///     while true {
///         do { return try KMSOutput.open() } catch where error.recovery == .retryAfterEvent {
///             wait(for: watcher.fileDescriptor)
///             watcher.drain()
///         }
///     }
public final class DisplayWatcher {
    private let source: HotplugSource
    private var isClosed = false

    public convenience init() throws(DisplayError) { try self.init(kernel: .system) }

    package init(kernel: KMSFunctions) throws(DisplayError) {
        do {
            source = try kernel.openHotplug()
        } catch {
            throw DisplayError(.watchHotplug, on: "display cards", code: error.code)
        }
    }

    deinit { close() }

    /// Readable when something changed.
    public var fileDescriptor: Int32 { source.fileDescriptor }

    /// Forgets the changes so far. Whether there were any; never waits.
    @discardableResult
    public func drain() -> Bool {
        var isChanged = false
        while source.next() != nil { isChanged = true }
        return isChanged
    }

    public func close() {
        guard !isClosed else { return }
        isClosed = true
        source.close()
    }
}
