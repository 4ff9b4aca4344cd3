internal import CShims
internal import Raster
internal import Synchronization

/// The threads that draw beside the render thread. They start with the first frame that is worth it, sleep between such
/// frames, and end with the crew.
///
/// A frame is cut into a few large bands. Every thread, the render thread too, takes the next one until none is left: so
/// a core that is slow or busy with something else delays the frame by one band at most, and one that does not wake up
/// in time is not waited for.
final class DrawingCrew {
    /// Bands of a frame for each thread.
    private static let bandsPerThread = 4

    private let threads: DrawingThreads
    private let shared: CrewState
    private var helpers: [pthread_t] = []
    private var hasStarted = false

    init(threads: DrawingThreads, screenSize: PixelSize) {
        self.threads = threads
        shared = CrewState(screenSize: screenSize)
    }

    deinit {
        shared.stop()
        for thread in helpers { pthread_join(thread, nil) }
    }

    /// How many threads draw beside the render thread; 0 before the first frame that is worth it.
    var helperCount: Int { helpers.count }

    /// Later frames are for a screen of another size, pixels.
    func screenChanged(to size: PixelSize) { shared.setScreenSize(size) }

    /// Draws the frame, with the others' help if its work, in pixels copied, is worth waking them.
    ///
    /// - Parameter pixels: the pixels of all its rectangles.
    func paint(_ frame: FrameToPaint, with painter: BandPainter, pixels: Int, work: @autoclosure () -> Int) {
        guard threads.count > 1, frame.rects.count > 1, work() >= threads.leastWork else {
            painter.paint(frame, 0..<frame.rects.count)
            return
        }
        startOnce()
        shared.open(frame, bandArea: max(1, pixels / (threads.count * Self.bandsPerThread)))
        shared.paintBands(with: painter)
        shared.close()
    }

    /// From the render thread, so that the others have its scheduling policy and priority.
    private func startOnce() {
        if hasStarted { return }
        hasStarted = true
        // Signals are for the threads that asked for them.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, &before)
        for _ in 1..<threads.count {
            let context = Unmanaged.passRetained(shared)
            var thread = pthread_t()
            let failure = pthread_create(
                &thread, nil,
                { pointer in
                    guard let pointer else { return nil }
                    _ = vitrine_thread_set_name("draw")
                    Unmanaged<CrewState>.fromOpaque(pointer).takeRetainedValue().runHelper()
                    return nil
                }, context.toOpaque())
            guard failure == 0 else {
                // The frame is drawn all the same, by fewer.
                context.release()
                break
            }
            helpers.append(thread)
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}

/// What the threads of a crew share.
private final class CrewState: @unchecked Sendable {
    // Unchecked because everything but `nextBand` is read and written under `mutex`, except `frame` and `bands`, which
    // change only while no helper is inside (`helpersInside` is 0 and the frame closed).

    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    /// A frame was opened, or the end has come.
    private let wake: UnsafeMutablePointer<pthread_cond_t>
    /// The last helper is out.
    private let done: UnsafeMutablePointer<pthread_cond_t>

    private var frame: FrameToPaint?
    /// Where each band ends, as a number of a rectangle.
    private var bands = RecordStore<Int32>(capacity: 64)
    private let nextBand = Atomic<Int>(0)

    /// Grows with every frame opened, so that a helper enters each at most once.
    private var frameNumber = 0
    private var isOpen = false
    private var helpersInside = 0
    private var isStopped = false
    private var screenSize: PixelSize

    init(screenSize: PixelSize) {
        self.screenSize = screenSize
        mutex = .allocate(capacity: 1)
        wake = .allocate(capacity: 1)
        done = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(wake, nil)
        pthread_cond_init(done, nil)
    }

    deinit {
        pthread_cond_destroy(done)
        pthread_cond_destroy(wake)
        pthread_mutex_destroy(mutex)
        done.deallocate()
        wake.deallocate()
        mutex.deallocate()
        bands.deallocate()
    }

    // MARK: The render thread

    func setScreenSize(_ size: PixelSize) {
        pthread_mutex_lock(mutex)
        screenSize = size
        pthread_mutex_unlock(mutex)
    }

    /// - Parameter bandArea: about how many pixels a band has.
    func open(_ newFrame: FrameToPaint, bandArea: Int) {
        bands.removeAll()
        var area = 0
        for (index, rect) in newFrame.rects.enumerated() {
            area += rect.area
            if area >= bandArea || index == newFrame.rects.count - 1 {
                bands.append(Int32(truncatingIfNeeded: index + 1))
                area = 0
            }
        }
        nextBand.store(0, ordering: .relaxed)
        frame = newFrame
        pthread_mutex_lock(mutex)
        frameNumber += 1
        isOpen = true
        pthread_cond_broadcast(wake)
        pthread_mutex_unlock(mutex)
    }

    /// Returns when no helper draws any more; those that did not begin will not.
    func close() {
        pthread_mutex_lock(mutex)
        isOpen = false
        while helpersInside > 0 { pthread_cond_wait(done, mutex) }
        pthread_mutex_unlock(mutex)
        frame = nil
    }

    func stop() {
        pthread_mutex_lock(mutex)
        isStopped = true
        pthread_cond_broadcast(wake)
        pthread_mutex_unlock(mutex)
    }

    // MARK: Every thread

    /// Takes one band after the other until none is left.
    func paintBands(with painter: BandPainter) {
        guard let frame else { return }
        while true {
            let band = nextBand.wrappingAdd(1, ordering: .relaxed).oldValue
            if band >= bands.count { return }
            let first = band == 0 ? 0 : Int(bands.base[band - 1])
            painter.paint(frame, first..<Int(bands.base[band]))
        }
    }

    // MARK: A helper

    func runHelper() {
        pthread_mutex_lock(mutex)
        var size = screenSize
        var lastFrame = 0
        let painter = BandPainter(screenSize: size)
        while true {
            while !isStopped, !isOpen || frameNumber == lastFrame { pthread_cond_wait(wake, mutex) }
            if isStopped { break }
            lastFrame = frameNumber
            helpersInside += 1
            if size != screenSize {
                size = screenSize
                painter.screenChanged(to: size)
            }
            pthread_mutex_unlock(mutex)
            paintBands(with: painter)
            pthread_mutex_lock(mutex)
            helpersInside -= 1
            if helpersInside == 0 { pthread_cond_signal(done) }
        }
        pthread_mutex_unlock(mutex)
    }
}
