import Foundation

/// The main screen's scale for whoever draws on another thread: images are as sharp as the screen wherever they are made.
enum MainScreenScale {
    private static let lock = NSLock()
    private nonisolated(unsafe) static var stored: CGFloat = 1  // guarded by the lock

    /// Pixels per point.
    static var value: CGFloat {
        get { lock.withLock { stored } }
        set { lock.withLock { stored = newValue } }
    }
}
