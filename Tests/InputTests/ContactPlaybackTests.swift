import Glibc
import Input
import Synchronization
import Testing

@Suite("Playing a script")
struct ContactPlaybackTests {
    private let script: ContactScript

    init() throws {
        script = try ContactScript(
            "down 0 10 10\nsync\nglide 40 0 50 10\nup 0\nsync\ndown 1 5 5\nsync\nsleep 50", width: 100, height: 100)
    }

    @Test("Virtual time: frames come when they are due, once, with the clock's times")
    func virtualTime() {
        var playback = ContactPlayback(script, startingAt: 5, deviceID: 9, firstIdentifier: 100)
        #expect(playback.nextTime == 5)
        #expect(playback.frames(upTo: 4.999).isEmpty)
        #expect(playback.frames(upTo: 5).map { $0.contacts[0].phase } == [.began])
        #expect(playback.nextTime == 5.008)
        let moves = playback.frames(upTo: 5.0301)
        #expect(moves.map(\.timestamp) == [5.008, 5.016, 5.024])
        #expect(moves.allSatisfy { $0.contacts[0].deviceID == 9 && $0.contacts[0].identifier == 100 })
        let rest = playback.frames(upTo: 100)
        #expect(rest.map { $0.contacts[0].phase } == [.moved, .moved, .ended, .began])
        #expect(rest.last?.contacts[0].identifier == 101)
        #expect(playback.nextTime == nil && playback.frames(upTo: 200).isEmpty)
        #expect(abs(playback.endTime - 5.09) < 1e-9)
    }

    @Test("Stopping cancels what is down, where it was, and gives out no more")
    func stop() {
        var playback = ContactPlayback(script, startingAt: 5)
        _ = playback.frames(upTo: 5.02)
        let stopped = playback.stop(at: 5.021)
        #expect(stopped?.contacts.map(\.phase) == [.cancelled])
        #expect(stopped?.contacts[0].timestamp == 5.021)
        #expect(stopped?.contacts[0].x == 0.26)
        #expect(playback.nextTime == nil && playback.stop(at: 6) == nil)
    }

    @Test("Two plays of one script are equal to the last bit")
    func repeatable() {
        var one = ContactPlayback(script, startingAt: 1234.567)
        var other = ContactPlayback(script, startingAt: 1234.567)
        #expect(one.frames(upTo: 2000) == other.frames(upTo: 2000))
    }

    @Test("Real time: a thread delivers every frame, not early, stamped when it was due; stopping cancels the rest")
    func realTime() throws {
        let source = ScriptedSource(script)
        let queue = ContactQueue()
        let before = monotonicMicroseconds()
        try source.start(delivering: queue)
        #expect(throws: InputError.alreadyStarted) { try source.start(delivering: queue) }
        var contacts: [Contact] = []
        while contacts.count < 8 && monotonicMicroseconds() < before + 5_000_000 {
            queue.drain(into: &contacts)
            let now = monotonicMicroseconds()
            #expect(contacts.allSatisfy { $0.microseconds <= now })
            usleep(500)
        }
        source.stop()
        queue.drain(into: &contacts)
        #expect(contacts.map(\.phase) == [.began, .moved, .moved, .moved, .moved, .moved, .ended, .began, .cancelled])
        #expect(contacts[5].microseconds - contacts[0].microseconds == 40_000)
        #expect(contacts[8].identifier == contacts[7].identifier)
        source.stop()
        #expect(queue.count == 0)
    }

    @Test("A second source of the process never repeats a device or an identifier")
    func identifiers() throws {
        var seen: Set<UInt64> = []
        for _ in 0..<2 {
            let source = ScriptedSource(try ContactScript("down 0 1 1\nsync", width: 10, height: 10))
            let queue = ContactQueue()
            try source.start(delivering: queue)
            let deadline = monotonicMicroseconds() + 5_000_000
            while queue.count == 0 && monotonicMicroseconds() < deadline { usleep(500) }
            source.stop()
            let contacts = queue.drained()
            #expect(contacts.map(\.phase) == [.began, .cancelled])
            #expect(seen.insert(contacts[0].identifier).inserted)
        }
    }
}

func monotonicMicroseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000
}
