internal import CShims

/// How many threads draw a frame, and how much work wakes them.
///
/// The render thread is one of them. The others sleep until a frame is worth a wake-up, then each takes large bands of
/// its damage; the picture is the same, byte for byte, however many there are.
public struct DrawingThreads: Hashable, Sendable {
    /// All threads that draw, the render thread among them: 1…`maximumCount`. With 1 no thread is started.
    public var count: Int
    /// The estimated work of a frame from which on the others are woken, in pixels copied: counted from the pixels and
    /// kinds of what is drawn, never from a clock. Not negative.
    public var leastWork: Int

    /// More cores than this gain nothing: the memory is the limit by then.
    public static let maximumCount = 8
    /// About 0.3 ms: of a core that copies four pixels in a nanosecond, or, on the small boards, one.
    public static let standardLeastWork: Int = {
        #if arch(x86_64)
            1_200_000
        #else
            300_000
        #endif
    }()

    /// - Parameters:
    ///   - count: limited to 1…`maximumCount`.
    ///   - leastWork: pixels copied; limited to 0 and above.
    public init(count: Int, leastWork: Int = standardLeastWork) {
        self.count = min(max(count, 1), Self.maximumCount)
        self.leastWork = max(leastWork, 0)
    }

    /// One for each core that this process may run on.
    public static var automatic: DrawingThreads { DrawingThreads(count: Int(threads_usable_cores())) }
    /// The render thread alone.
    public static let one = DrawingThreads(count: 1)
}
