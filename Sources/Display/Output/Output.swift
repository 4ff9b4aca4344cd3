public import Raster

/// One display: hands out memory to paint the next picture into, and shows it without tearing.
///
/// Used by one thread at a time. Nothing here waits: the caller polls `fileDescriptors` and calls `handleEvents`.
///
///     while let buffer = try output.acquire() {
///         paint(into: buffer)
///         try output.present(buffer, damage: changed)   // a `flipped` event follows
///     }
///
/// When `present` throws, nothing was shown: keep the damage, do what the error's `recovery` says, and acquire again; the
/// same buffer comes back.
public protocol Output: AnyObject {
    /// What is known of the display. Changes only with a `reconfigured` event.
    var info: OutputInfo { get }

    /// Whether another program has the display, by leave of the seat: between `disconnected` and `connected`.
    var isPaused: Bool { get }

    /// Whether a display is there; changes with the events.
    var isConnected: Bool { get }

    /// To be polled for reading. Read it before every poll: a card that vanishes takes its descriptor with it. Empty
    /// where the caller completes flips by hand.
    var fileDescriptors: [Int32] { get }

    /// A buffer to paint into, or nil while none is free: wait for the `flipped` event (or, with no display connected,
    /// for `reconfigured`).
    func acquire() throws(DisplayError) -> ScanoutBuffer?

    /// Shows `buffer`, asynchronously: a `flipped` event follows.
    ///
    /// - Parameter damage: What changed since the last picture that was presented, in pixels of the panel; a hint for
    ///   devices that transfer only that. Empty means everything. It is not what was painted: a buffer also needs what
    ///   changed while others were shown.
    func present(_ buffer: ScanoutBuffer, damage: UnsafeBufferPointer<PixelRect>) throws(DisplayError)

    /// Tells what happened since the last call. Call it when a descriptor is readable; it never waits. Events found
    /// before an error are told before it is thrown.
    func handleEvents(_ body: (OutputEvent) -> Void) throws(DisplayError)

    /// After a flip that was never reported, or a refused one: takes the display back and sets the mode again with the
    /// last picture. The flip that was pending counts as over and gets no event. May wait for the device.
    func recover() throws(DisplayError)

    /// Switches the panel's signal off. The next `present` switches it on again. A flip that was pending counts as over and
    /// gets no event. Does nothing where there is no display.
    func blank() throws(DisplayError)

    /// Whether the device may be able to show the pointer by itself. It is known only once `setCursor` was asked.
    var canShowCursor: Bool { get }

    /// Lays a small picture over everything, without a new frame; nil takes it away. Where it cannot be done
    /// `canShowCursor` is false from then on.
    ///
    /// - Parameter place: Where its hot spot is, pixels of the panel.
    func setCursor(_ picture: CursorPicture?, at place: SIMD2<Int>)

    /// Moves the picture. Never waits for a flip.
    func moveCursor(to place: SIMD2<Int>)

    /// Puts back what was there before. Nothing else may be called afterwards, except this again.
    func close()
}

extension Output {
    public var isPaused: Bool { false }
    public var isConnected: Bool { true }
    public var canShowCursor: Bool { false }
    public func setCursor(_ picture: CursorPicture?, at place: SIMD2<Int>) {}
    public func moveCursor(to place: SIMD2<Int>) {}
    public func blank() throws(DisplayError) {}
    public func recover() throws(DisplayError) {}
}

/// What an output tells.
public enum OutputEvent: Hashable, Sendable {
    /// The picture presented last is on the panel since `timestamp`, seconds of CLOCK_MONOTONIC. `sequence` counts
    /// vertical blanks where the device has them, and is 0 where it has none.
    case flipped(sequence: UInt32, timestamp: Double)
    /// Size, format, refresh or the card itself changed, or the display is back: all buffers are new. Read `info`, repaint
    /// everything. A flip that was pending gets no event.
    case reconfigured
    /// The display is gone; `acquire` answers nil until `reconfigured`. A flip that was pending gets no event.
    case disconnected
    /// The same display with the same buffers needs its picture again: present something.
    case connected
}
