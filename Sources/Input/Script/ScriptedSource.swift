internal import CShims
import Glibc

/// Plays a script in real time, as if the fingers were on the panel. For demonstrations and for tests of a whole program.
///
/// Every frame carries the time at which it was due, however late the thread woke up.
public final class ScriptedSource: ContactSource {
    private let script: ContactScript
    private let pointer: PointerQueue?
    private var thread: DeviceThread?

    /// - Parameter pointer: where what the mouse, the trackpad and the pen do goes; nil leaves it out.
    public init(_ script: ContactScript, pointer: PointerQueue? = nil) {
        self.script = script
        self.pointer = pointer
    }

    deinit { thread?.stop() }

    public func start(delivering queue: ContactQueue) throws(InputError) {
        guard thread == nil else { throw .alreadyStarted }
        let timer = vitrine_descriptor_timer()
        guard timer >= 0 else {
            throw .failed(operation: "timerfd_create", subject: "CLOCK_MONOTONIC", errno: -timer)
        }
        let playback = ContactPlayback(
            script, startMicroseconds: DeviceThread.now(), deviceID: InputIdentifiers.nextDevice(),
            firstIdentifier: InputIdentifiers.firstContactOfNextSource())
        do {
            thread = try DeviceThread(name: "script") { [pointer] stop in
                Self.play(playback, timer: timer, until: stop, into: queue, pointer)
                close(timer)
            }
        } catch {
            close(timer)
            throw error
        }
    }

    public func stop() {
        thread?.stop()
        thread = nil
    }

    private static func play(
        _ playback: ContactPlayback, timer: Int32, until stop: Int32, into queue: ContactQueue,
        _ pointer: PointerQueue?
    ) {
        var playback = playback
        repeat {
            while let event = playback.nextPointerEvent(dueAt: DeviceThread.now()) { pointer?.push(event) }
            while let frame = playback.nextFrame(dueAt: DeviceThread.now()) { queue.push(frame) }
            if let next = playback.nextMicroseconds { _ = vitrine_descriptor_timer_at(timer, next) }
            // A timer that ran out stays readable until it is set again, which happens before every wait but the last:
            // then there is nothing left to wait for but the stop.
        } while !DeviceThread.wait(for: playback.nextMicroseconds == nil ? nil : timer, orStop: stop)
        if let frame = playback.stop(atMicroseconds: DeviceThread.now()) { queue.push(frame) }
    }
}
