#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Foundation
#endif

extension RenderTree {
    /// One line in the log about something that is not shown as asked. The caller sees to it that it is said once.
    func reportOnce(_ text: String) {
        let line = "RenderServer: \(text)\n"
        _ = line.utf8.withContiguousStorageIfAvailable { write(2, $0.baseAddress, $0.count) }
    }
}
