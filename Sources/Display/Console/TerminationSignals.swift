internal import CShims
import Glibc

/// SIGTERM, SIGINT, SIGHUP and SIGQUIT as something to poll, so that the program can end in good order. While none of these
/// exists they end the process as usual (after the console and the display were put back). The second signal of a kind
/// ends it in any case.
public final class TerminationSignals {
    private let receiver: Int32
    private let sender: Int32
    private var isClosed = false

    /// One at a time per process.
    public init() throws(DisplayError) {
        var ends: (Int32, Int32) = (-1, -1)
        let result = withUnsafeMutableBytes(of: &ends) {
            vitrine_termination_pipe($0.baseAddress?.assumingMemoryBound(to: Int32.self))
        }
        guard result >= 0 else { throw DisplayError(.watchSignals, on: "signals", code: -result) }
        (receiver, sender) = ends
        vitrine_termination_notify(sender)
    }

    deinit { close() }

    /// Readable once a signal came.
    public var fileDescriptor: Int32 { receiver }

    /// The number of the next signal that came, or nil; never waits.
    public func receive() -> Int32? {
        let number = vitrine_termination_read(receiver)
        return number > 0 ? number : nil
    }

    public func close() {
        guard !isClosed else { return }
        isClosed = true
        vitrine_termination_notify(-1)
        Glibc.close(receiver)
        Glibc.close(sender)
    }
}
