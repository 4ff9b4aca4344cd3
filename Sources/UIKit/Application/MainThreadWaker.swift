@preconcurrency import Dispatch

/// Calls a closure on the main thread after `wake()` was called on any thread; several calls may become one.
final class MainThreadWaker: Sendable {
    private let source: any DispatchSourceUserDataAdd

    @MainActor
    init(_ body: @escaping @MainActor () -> Void) {
        source = DispatchSource.makeUserDataAddSource(queue: .main)
        source.setEventHandler { MainActor.assumeIsolated { body() } }
        source.activate()
    }

    func wake() { source.add(data: 1) }
}
