public import Raster
import Synchronization

/// Takes copies of what the panel shows: composed again from the render tree into memory of its own, as the panel would
/// scan it, format and rotation included. Scan-out memory is never read.
///
/// The render thread composes a copy while it waits for the panel, so that no frame is late for it. Whoever takes the
/// copies may be as slow as it likes: frames that find no free memory are counted and left out.
public final class FrameTap: Sendable {
    public enum Subject: Sendable {
        /// The picture as it is, once.
        case now
        /// Every frame from now on, once it was shown.
        case frames
    }

    /// A copy. Its pixels stay as they are until it is given back.
    public struct Picture: Sendable {
        /// In the panel's orientation and format.
        public let bitmap: Bitmap
        /// How it was turned on its way from the screen.
        public let rotation: Rotation
        /// Counts shown frames from 1.
        public let number: Int
        /// When it came on the panel, seconds of the media clock; of `now` when it was composed.
        public let time: Double

        fileprivate let slot: Int
    }

    private enum Use { case free, staged, ready, taken }

    private struct Slot: Sendable {
        var bitmap: Bitmap?
        var use = Use.free
        var number = 0
        var time = 0.0
        var rotation = Rotation.none
    }

    private struct State: Sendable {
        var slots: [Slot]
        var dropped = 0
        var isOver = false
    }

    public let subject: Subject
    private let state: Mutex<State>
    private let onPicture: @Sendable (FrameTap) -> Void

    /// - Parameter onPicture: called on the render thread when a copy can be taken; must not wait. Of `now` it is called
    ///   once in any case; where there was no memory, `take()` has nothing then.
    public init(_ subject: Subject, onPicture: @escaping @Sendable (FrameTap) -> Void) {
        self.subject = subject
        self.onPicture = onPicture
        state = Mutex(State(slots: [Slot](repeating: Slot(), count: subject == .now ? 1 : 3)))
    }

    // MARK: Who takes the copies, any thread

    /// The oldest copy that was not taken yet.
    public func take() -> Picture? {
        state.withLock { state in
            let ready = state.slots.indices.filter { state.slots[$0].use == .ready }
            guard let index = ready.min(by: { state.slots[$0].number < state.slots[$1].number }),
                let bitmap = state.slots[index].bitmap
            else { return nil }
            state.slots[index].use = .taken
            let slot = state.slots[index]
            return Picture(bitmap: bitmap, rotation: slot.rotation, number: slot.number, time: slot.time, slot: index)
        }
    }

    public func giveBack(_ picture: Picture) { state.withLock { $0.slots[picture.slot].use = .free } }

    /// Frames that were shown and not copied, because all memory was in use.
    public var dropped: Int { state.withLock { $0.dropped } }

    // MARK: The render thread

    var isOver: Bool { state.withLock { $0.isOver } }

    func end() { state.withLock { $0.isOver = true } }

    /// Memory for the next copy, its number among the copies, and whether it holds nothing of use yet. Nil when there is
    /// none: the frame is dropped.
    func stage(size: PixelSize, format: PixelFormat) -> (bitmap: Bitmap, index: Int, isNew: Bool)? {
        state.withLock { state in
            guard let index = state.slots.firstIndex(where: { $0.use == .free }) else {
                state.dropped += 1
                return nil
            }
            var isNew = false
            if state.slots[index].bitmap?.size != size || state.slots[index].bitmap?.format != format {
                state.slots[index].bitmap = try? Bitmap(width: size.width, height: size.height, format: format)
                isNew = true
            }
            guard let bitmap = state.slots[index].bitmap else {
                state.dropped += 1
                return nil
            }
            state.slots[index].use = .staged
            return (bitmap, index, isNew)
        }
    }

    /// What was staged was shown, or is to be told at once.
    func publish(number: Int, time: Double, rotation: Rotation) {
        let isNews = state.withLock { state in
            guard let index = state.slots.firstIndex(where: { $0.use == .staged }) else { return false }
            state.slots[index].use = .ready
            state.slots[index].number = number
            state.slots[index].time = time
            state.slots[index].rotation = rotation
            return true
        }
        if isNews || subject == .now { onPicture(self) }
    }

    /// What was staged was not shown.
    func discard() {
        state.withLock { state in
            if let index = state.slots.firstIndex(where: { $0.use == .staged }) { state.slots[index].use = .free }
        }
    }
}
