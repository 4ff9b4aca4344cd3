import Input
import Synchronization
import Testing

@Suite("Contact queue")
struct ContactQueueTests {
    private func contact(_ identifier: UInt64, _ phase: ContactPhase, x: Double = 0, at time: UInt64 = 0) -> Contact {
        Contact(deviceID: 1, slot: 0, phase: phase, x: x, y: 0, microseconds: time, identifier: identifier)
    }

    @Test("C36: ten taps between two reads all arrive, in order")
    func taps() {
        let queue = ContactQueue()
        for tap in 1...10 as ClosedRange<UInt64> {
            queue.push([contact(tap, .began)])
            queue.push([contact(tap, .ended)])
        }
        let contacts = queue.drained()
        #expect(contacts.map(\.identifier) == (1...10).flatMap { [$0, $0] })
        #expect(contacts.map(\.phase) == (1...10).flatMap { _ in [.began, .ended] })
        #expect(queue.count == 0)
    }

    @Test("Order survives the end of the ring, many times over")
    func wrap() {
        let queue = ContactQueue(capacity: 16)
        var sent: UInt64 = 0
        var read: [UInt64] = []
        var buffer: [Contact] = []
        for round in 0..<500 {
            for _ in 0..<(round % 11) {
                sent += 1
                queue.push([contact(sent, .began)])
            }
            buffer.removeAll(keepingCapacity: true)
            queue.drain(into: &buffer)
            read += buffer.map(\.identifier)
        }
        #expect(read == Array(1...sent))
    }

    @Test("The reader is woken once for each time the queue fills from empty")
    func wakes() {
        let wakes = Atomic<Int>(0)
        let queue = ContactQueue { wakes.wrappingAdd(1, ordering: .relaxed) }
        queue.push([])
        #expect(wakes.load(ordering: .relaxed) == 0)
        queue.push([contact(1, .began), contact(2, .began)])
        queue.push([contact(1, .ended)])
        #expect(wakes.load(ordering: .relaxed) == 1)
        _ = queue.drained()
        queue.push([contact(2, .ended)])
        #expect(wakes.load(ordering: .relaxed) == 2)
    }

    @Test("C37: three seconds of unread drag at 1 kHz with ten fingers: no more than the queue holds, last places kept")
    func stalledReader() {
        let queue = ContactQueue(capacity: 256)
        queue.push((1...10).map { contact($0, .began) })
        for time in 1...3_000 as ClosedRange<UInt64> {
            queue.push((1...10).map { contact($0, .moved, x: Double(time) / 3_000, at: time) })
        }
        queue.push((1...10).map { contact($0, .ended, x: 1, at: 3_001) })
        let contacts = queue.drained()
        #expect(contacts.count <= 256)
        for finger in 1...10 as ClosedRange<UInt64> {
            let story = contacts.filter { $0.identifier == finger }
            #expect(story.first?.phase == .began && story.last?.phase == .ended)
            let moves = story.filter { $0.phase == .moved }
            #expect(moves.last?.x == 1)
            #expect(moves.map(\.microseconds) == moves.map(\.microseconds).sorted())
        }
        #expect(queue.droppedStories == 0)
    }

    @Test("A full queue merges moves only within one contact, and never past a began or an ended of it")
    func merging() {
        let queue = ContactQueue(capacity: 16)
        var checker = StoryChecker()
        for tap in 1...40 as ClosedRange<UInt64> {
            queue.push([contact(tap, .began)])
            for step in 1...5 { queue.push([contact(tap, .moved, x: Double(step) / 5)]) }
            queue.push([contact(tap, .ended, x: 1)])
        }
        let contacts = queue.drained()
        checker.read(contacts)
        #expect(checker.complaints == [] && checker.live.isEmpty)
        #expect(contacts.filter { $0.phase == .began }.map(\.identifier) == Array(1...40))
        for tap in 1...40 as ClosedRange<UInt64> {
            #expect(contacts.last { $0.identifier == tap && $0.phase == .moved }?.x == 1)
        }
    }

    @Test("A busy finger does not push out where the quiet ones are")
    func quietFingers() {
        let queue = ContactQueue(capacity: 64)
        queue.push((1...5).map { contact($0, .began) })
        queue.push((1...5).map { contact($0, .moved, x: Double($0) / 10) })
        for step in 1...1_000 { queue.push([contact(5, .moved, x: Double(step) / 1_000)]) }
        let contacts = queue.drained()
        #expect(contacts.count <= 64)
        for finger in 1...4 as ClosedRange<UInt64> {
            #expect(contacts.filter { $0.identifier == finger }.map(\.x) == [0, Double(finger) / 10])
        }
        #expect(contacts.last?.x == 1)
    }

    @Test("Ten thousand unread taps: nothing lost; hundreds of thousands: bounded, and only whole stories missing")
    func unreadTaps() {
        let queue = ContactQueue(capacity: 64)
        // Somebody has seen this finger come down: its end must arrive.
        queue.push([contact(1, .began)])
        _ = queue.drained()
        queue.push([contact(1, .ended)])
        for tap in 2...10_000 as ClosedRange<UInt64> {
            queue.push([contact(tap, .began), contact(tap, .ended)])
        }
        #expect(queue.droppedStories == 0 && queue.count == 19_999)
        for tap in 10_001...300_000 as ClosedRange<UInt64> {
            queue.push([contact(tap, .began), contact(tap, .ended)])
        }
        #expect(queue.count <= 131_072)
        let contacts = queue.drained()
        #expect(contacts.first == contact(1, .ended))
        #expect(contacts.last == contact(300_000, .ended))
        #expect(contacts.count == 1 + 2 * (299_999 - queue.droppedStories))
        #expect(contacts.filter { $0.phase == .began }.count == contacts.filter { $0.phase == .ended }.count - 1)
    }

    @Test("Four writers and a reader: every story arrives whole")
    func threads() async {
        let queue = ContactQueue(capacity: 64)
        var checker = StoryChecker()
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<4 as Range<UInt64> {
                group.addTask {
                    for tap in 0..<500 as Range<UInt64> {
                        let identifier = writer << 32 | tap
                        for phase in [ContactPhase.began, .moved, .moved, .ended] {
                            queue.push([
                                Contact(
                                    deviceID: UInt32(writer), slot: 0, phase: phase, x: 0, y: 0, microseconds: 0,
                                    identifier: identifier)
                            ])
                        }
                    }
                }
            }
            for _ in 0..<100 { checker.read(queue.drained()) }
            await group.waitForAll()
        }
        checker.read(queue.drained())
        #expect(checker.complaints == [] && checker.live.isEmpty && checker.begun == 2_000)
    }
}
