import Input
import Testing

@Suite("Contact validator")
struct ContactValidatorTests {
    private var validator = ContactValidator()

    private mutating func accept(
        _ phase: ContactPhase, slot: Int32 = 0, device: UInt32 = 1, x: Double? = nil, y: Double? = nil,
        at time: Int64 = 0
    ) -> [Contact] {
        var contacts: [Contact] = []
        validator.accept(
            RawContact(deviceID: device, slot: slot, phase: phase, x: x, y: y, microseconds: time), into: &contacts)
        return contacts
    }

    @Test("A tap begins and ends once, where the finger was, under one identifier")
    mutating func tap() {
        let began = accept(.began, x: 0.25, y: 0.5, at: 10)
        let moved = accept(.moved, x: 0.3, y: 0.6, at: 20)
        let ended = accept(.ended, at: 30)
        #expect(began.map(\.phase) == [.began] && moved.map(\.phase) == [.moved] && ended.map(\.phase) == [.ended])
        #expect(ended[0].x == 0.3 && ended[0].y == 0.6 && ended[0].microseconds == 30)
        #expect(Set((began + moved + ended).map(\.identifier)).count == 1)
        #expect(accept(.ended, at: 40).isEmpty)
        #expect(accept(.moved, x: 0, y: 0, at: 40).isEmpty)
        #expect(accept(.cancelled, at: 40).isEmpty)
    }

    @Test("A second down of a live slot cancels the first contact where it was, then begins another")
    mutating func duplicateDown() throws {
        let first = accept(.began, x: 0.1, y: 0.1, at: 1)
        let second = accept(.began, x: 0.9, y: 0.9, at: 2)
        try #require(second.map(\.phase) == [.cancelled, .began])
        #expect(second[0].identifier == first[0].identifier && second[0].x == 0.1)
        #expect(second[1].identifier != first[0].identifier && second[1].x == 0.9)
        #expect(validator.liveCount == 1)
    }

    @Test("The same slot of two devices, and a mouse's, are different contacts")
    mutating func devices() {
        _ = accept(.began, device: 1, x: 0, y: 0)
        #expect(accept(.began, device: 2, x: 0, y: 0).map(\.phase) == [.began])
        var contacts: [Contact] = []
        validator.accept(
            RawContact(deviceID: 1, slot: 0, phase: .began, kind: .mouse, x: 0, y: 0, microseconds: 0), into: &contacts)
        #expect(contacts.map(\.phase) == [.began])
        #expect(validator.liveCount == 3)
    }

    @Test("Positions off the panel are clamped; one that is not a number leaves the contact where it was")
    mutating func positions() {
        #expect(accept(.began, x: -3, y: .infinity).map { [$0.x, $0.y] } == [[0, 1]])
        #expect(accept(.moved, x: 0.5, y: .nan).map { [$0.x, $0.y] } == [[0.5, 1]])
        #expect(accept(.moved, x: nil, y: 0.25).map { [$0.x, $0.y] } == [[0.5, 0.25]])
        #expect(accept(.ended, x: .nan, y: .nan).map { [$0.x, $0.y] } == [[0.5, 0.25]])
    }

    @Test("A contact that begins nowhere is ignored whole", arguments: [nil, Double.nan])
    mutating func nowhere(x: Double?) {
        #expect(accept(.began, x: x, y: 0.5).isEmpty)
        #expect(accept(.moved, x: 0.5, y: 0.5).isEmpty)
        #expect(accept(.ended).isEmpty)
    }

    @Test("Time is never negative and never runs backwards on a device; devices do not push each other's time")
    mutating func time() {
        #expect(accept(.began, x: 0, y: 0, at: -5).map(\.microseconds) == [0])
        #expect(accept(.moved, x: 0, y: 0, at: 900).map(\.microseconds) == [900])
        #expect(accept(.ended, at: 100).map(\.microseconds) == [900])
        #expect(accept(.began, x: 0, y: 0, at: 100).map(\.microseconds) == [900])
        #expect(accept(.began, device: 2, x: 0, y: 0, at: 100).map(\.microseconds) == [100])
    }

    @Test("F03: stamps around 2^31 and 2^32 milliseconds, and after 100 years, keep every microsecond")
    mutating func longUptime() {
        for base: Int64 in [1 << 31, 1 << 32, 100 * 366 * 86_400 * 1_000].map({ $0 * 1_000 }) {
            let before = accept(.began, x: 0, y: 0, at: base - 1)
            let after = accept(.moved, x: 0, y: 0, at: base + 1)
            #expect(after[0].microseconds - before[0].microseconds == 2)
            #expect(abs(after[0].timestamp - before[0].timestamp - 2e-6) < 1e-6)
            #expect(accept(.ended, at: base + 2).count == 1)
        }
    }

    @Test("C41: the 33rd contact is ignored whole; its slot works again afterwards")
    mutating func overflow() {
        for slot in 0..<Int32(ContactValidator.maximumContacts) {
            #expect(accept(.began, slot: slot, x: 0.5, y: 0.5).count == 1)
        }
        #expect(accept(.began, slot: 40, x: 0.5, y: 0.5).isEmpty)
        #expect(accept(.ended, slot: 3).map(\.phase) == [.ended])
        #expect(accept(.moved, slot: 40, x: 0.6, y: 0.5).isEmpty, "a story cannot start in its middle")
        #expect(accept(.ended, slot: 40).isEmpty)
        #expect(accept(.began, slot: 40, x: 0.5, y: 0.5).map(\.phase) == [.began])
    }

    @Test("C35: a device that goes has its contacts cancelled, and only its own")
    mutating func removal() {
        _ = accept(.began, slot: 0, device: 1, x: 0.1, y: 0.2, at: 5)
        _ = accept(.began, slot: 1, device: 1, x: 0.3, y: 0.4, at: 6)
        _ = accept(.began, slot: 0, device: 2, x: 0.5, y: 0.6, at: 7)
        var contacts: [Contact] = []
        validator.cancelAll(deviceID: 1, microseconds: 8, into: &contacts)
        #expect(contacts.map(\.phase) == [.cancelled, .cancelled])
        #expect(contacts.map(\.x) == [0.1, 0.3] && contacts.allSatisfy { $0.microseconds == 8 })
        #expect(validator.liveCount == 1)
        validator.cancelAll(microseconds: 9, into: &contacts)
        #expect(validator.liveCount == 0 && contacts.count == 3)
    }

    @Test("Promise 4: whatever a device says, every story is whole", arguments: 0..<40 as Range<UInt64>)
    mutating func randomWalk(seed: UInt64) {
        var random = Seeded(state: seed)
        var checker = StoryChecker()
        var contacts: [Contact] = []
        let odd: [Double?] = [nil, .nan, .infinity, -.infinity, -1e300, 1e300, -0.0, 1.0000001]
        func coordinate() -> Double? {
            Int.random(in: 0..<6, using: &random) == 0
                ? odd.randomElement(using: &random)! : .random(in: 0...1, using: &random)
        }
        for _ in 0..<3_000 {
            contacts.removeAll(keepingCapacity: true)
            if Int.random(in: 0..<200, using: &random) == 0 {
                validator.cancelAll(
                    deviceID: Bool.random(using: &random) ? nil : .random(in: 0...40, using: &random),
                    microseconds: .random(in: .min ... .max, using: &random), into: &contacts)
            } else {
                let phase: ContactPhase = [.began, .began, .moved, .moved, .ended, .cancelled].randomElement(
                    using: &random)!
                let garbledTime = Int.random(in: 0..<10, using: &random) == 0
                validator.accept(
                    RawContact(
                        deviceID: .random(in: 0...40, using: &random), slot: .random(in: -1...3, using: &random),
                        phase: phase, kind: Bool.random(using: &random) ? .finger : .mouse, x: coordinate(),
                        y: coordinate(),
                        microseconds: .random(in: garbledTime ? .min ... .max : 0...1_000_000, using: &random)),
                    into: &contacts)
            }
            checker.read(contacts)
        }
        contacts.removeAll()
        validator.cancelAll(microseconds: 0, into: &contacts)
        checker.read(contacts)
        #expect(checker.complaints == [])
        #expect(checker.live.isEmpty, "everything that began is over")
        #expect(checker.begun > 100)
    }
}
