internal import CoreFoundation
internal import Foundation

extension CATransaction {
    private static var isInstalled = false

    // Core Foundation's activity constants do not import on Linux: before waiting, and exit.
    private static let beforeWaitingOrExit: CFOptionFlags = 1 << 5 | 1 << 7
    /// Core Animation's place among run loop observers (fact D-09).
    private static let observerOrder: CFIndex = 2_000_000

    /// Has the main run loop commit the implicit transaction before it waits or exits (fact D-09). Calling it again does
    /// nothing.
    package static func installRunLoopObserver() {
        guard !isInstalled else { return }
        isInstalled = true
        observe(CFRunLoopGetMain())
    }

    /// The same for the run loop of this thread, which must be the main actor's.
    static func observeThisRunLoop() { observe(CFRunLoopGetCurrent()) }

    private static func observe(_ runLoop: CFRunLoop?) {
        let observer = CFRunLoopObserverCreateWithHandler(nil, beforeWaitingOrExit, true, observerOrder) { _, _ in
            MainActor.assumeIsolated { flush() }
        }
        CFRunLoopAddObserver(runLoop, observer, kCFRunLoopCommonModes)
    }
}
