import Foundation
import Testing
import TouchRecordings

@testable import Input

@Suite("Recordings of touch screens")
struct TouchRecordingTests {
    private static let folder =
        "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Recordings/"

    private static let head = """
        devices:
        - node: /dev/input/event0
          evdev:
            name: "Acme touch"
            absinfo:
              47: [0, 9, 0, 0, 0]
              53: [0, 999, 0, 0, 8]
              54: [100, 599, 0, 0, 8]
            properties: [1]
          events:

        """

    private func recording(_ events: String) throws -> TouchRecording { try TouchRecording(Self.head + events) }

    // MARK: Streams of 25 to 240 Hz against what the fingers did

    /// Greatest error and jitter of a resampled finger, pixels of 1920 x 1080, and of the newest report's.
    private static let bounds: [(name: String, error: Double, jitter: Double, ofError: Double, ofJitter: Double)] = [
        ("fine-25", 30, 28, 0.6, 1.1), ("fine-50", 16.5, 10, 0.46, 0.87), ("fine-60", 15, 7.3, 0.44, 0.95),
        ("fine-100", 12.5, 6.3, 0.43, 0.77), ("fine-240", 8, 3.8, 0.32, 0.7), ("coarse-25", 32, 29.5, 0.63, 1.15),
        ("coarse-50", 17.5, 12.4, 0.49, 1.03), ("coarse-60", 15.6, 10.8, 0.46, 1.04),
        ("coarse-100", 13.6, 8.9, 0.46, 0.99), ("coarse-240", 9.4, 7.3, 0.37, 1.12),
    ]

    @Test(
        "Recorded at 25 to 240 Hz, a resampled finger is nearer to where it is than its newest report",
        arguments: bounds)
    func streams(bound: (name: String, error: Double, jitter: Double, ofError: Double, ofJitter: Double)) throws {
        let known = try #require(KnownPaths(String(contentsOfFile: Self.folder + "paths.txt", encoding: .utf8)))
        let recording = try TouchRecording(
            String(contentsOfFile: Self.folder + bound.name + ".yml", encoding: .utf8))
        #expect(recording.notes.isEmpty)
        // Three flicks, circle, zigzag, slow, and the two fingers of a pinch: each begins once and ends once.
        let contacts = recording.frames.flatMap(\.contacts)
        #expect(contacts.count { $0.phase == .began } == 8)
        #expect(contacts.count { $0.phase == .ended } == 8)
        #expect(contacts.count { $0.phase == .cancelled } == 0)
        var newest = ResamplingMeasurement()
        var resampled = ResamplingMeasurement()
        for finger in recording.fingers(pixels: KnownPaths.pixels) {
            let (path, number) = try #require(known.path(of: finger))
            let truth = { path.place(of: number, at: $0) }
            newest.add(finger, phases: 4, isResampled: false, truth: truth)
            resampled.add(finger, phases: 4, isResampled: true, truth: truth)
        }
        #expect(newest.frames > 1000 && resampled.frames == newest.frames)
        #expect(resampled.error < bound.error)
        #expect(resampled.jitter < bound.jitter)
        #expect(resampled.error < bound.ofError * newest.error)
        #expect(resampled.jitter < bound.ofJitter * newest.jitter)
    }

    @Test("A recording's reports are where the path was, as far as the panel can tell")
    func places() throws {
        let known = try #require(KnownPaths(String(contentsOfFile: Self.folder + "paths.txt", encoding: .utf8)))
        let recording = try TouchRecording(
            String(contentsOfFile: Self.folder + "fine-100.yml", encoding: .utf8))
        #expect(recording.units == SIMD2(4096, 4096) && recording.name == "fine touch")
        for finger in recording.fingers(pixels: KnownPaths.pixels) {
            let (path, number) = try #require(known.path(of: finger))
            for sample in finger.samples {
                guard let place = path.place(of: number, at: sample.time) else { continue }
                // Two units of noise and half a one of rounding; 1.5 ms early or late at most.
                #expect(abs(sample.x - place.x) < 6 && abs(sample.y - place.y) < 6)
            }
        }
    }

    // MARK: What is read

    @Test("Fingers, slots and reports as libinput tells them; one line for an event, or for a report")
    func slots() throws {
        let recording = try recording(
            """
              - evdev:
                - [  1,     10,   3,  57,       7] # EV_ABS / ABS_MT_TRACKING_ID
                - [  1,     10,   3,  53,     500] # [not, a, number]
                - [  1,     10,   3,  54,     350]
                - [  1,     10,   3,  47,       3]
                - [  1,     10,   3,  57,       8]
                - [  1,     10,   3,  53,     250]
                - [  1,     10,   3,  54,     100]
                - [  1,     10,   1, 330,       1]
                - [  1,     10,   0,   0,       0] # ------------ SYN_REPORT (0) ----------
              - evdev: [[1,20,3,54,225],[1,20,0,0,0]]
              - evdev: [[1,30,3,47,0],[1,30,3,57,-1],[1,30,0,0,0]]

            """)
        #expect(recording.name == "Acme touch" && recording.units == SIMD2(1000, 500))
        #expect(recording.frames.map(\.microseconds) == [1_000_010, 1_000_020, 1_000_030, 1_000_030])
        let contacts = recording.frames.flatMap(\.contacts)
        #expect(contacts.map(\.slot) == [0, 3, 3, 0, 3])
        #expect(contacts.map(\.phase) == [.began, .began, .moved, .ended, .cancelled])
        #expect(contacts.map(\.x) == [0.5, 0.25, 0.25, 0.5, 0.25])
        #expect(contacts.map(\.y) == [0.5, 0, 0.25, 0.5, 0.25])
    }

    @Test("What the tool writes down beside the events, with --with-libinput or --with-hidraw, is passed over")
    func remarks() throws {
        let recording = try recording(
            """
              - libinput:
                - {type: DEVICE_ADDED, seat: seat0, logical_seat: default}
              - evdev:
                - [  0,      0,   3,  57,       7]
                - [  0,      0,   3,  53,     500]
                - [  0,      0,   0,   0,       0]
                libinput:
                - {time: 0.000000, type: TOUCH_DOWN, slot: 0, point: [ 12.50,  12.50], transformed: [ 12.50,  20.83]}
              - hid:
                  time: [  0,    400]
                  hidraw0: [ 0x01, 0x02, 0x03 ]
              - evdev:
                - [  0,   8000,   3,  57,      -1]
                - [  0,   8000,   0,   0,       0]
            """)
        #expect(recording.frames.flatMap(\.contacts).map(\.phase) == [.began, .ended])
        #expect(recording.frames.map(\.microseconds) == [0, 8000])
    }

    @Test("Events that were lost cancel what is down; what comes after them counts anew")
    func dropped() throws {
        let recording = try recording(
            """
              - evdev: [[0,0,3,57,1],[0,0,3,53,5],[0,0,3,54,105],[0,0,0,0,0]]
              - evdev: [[0,9,0,3,1],[0,9,3,53,600],[0,9,0,0,0]]
              - evdev: [[0,10,3,53,700],[0,10,0,0,0]]
              - evdev: [[0,20,3,57,2],[0,20,0,0,0],[0,30,3,57,-1],[0,30,0,0,0]]
            """)
        #expect(recording.frames.flatMap(\.contacts).map(\.phase) == [.began, .cancelled, .began, .ended])
    }

    @Test("The older tool's format, and a panel that knows one finger")
    func older() throws {
        let recording = try TouchRecording(
            """
            # EVEMU 1.3
            N: Acme resistive
            A: 00 0 99 0 0 0
            A: 01 0 49 0 0 0
            E: 0.000001 0001 014a 0001\t# EV_KEY / BTN_TOUCH
            E: 0.000001 0003 0000 0050\t# EV_ABS / ABS_X
            E: 0.000001 0003 0001 0025
            E: 0.000001 0000 0000 0000
            E: 0.020000 0003 0000 0075
            E: 0.020000 0000 0000 0000
            E: 0.030000 0001 014a 0000
            E: 0.030000 0000 0000 0000
            """)
        let contacts = recording.frames.flatMap(\.contacts)
        #expect(contacts.map(\.phase) == [.began, .moved, .ended] && contacts.map(\.slot) == [-1, -1, -1])
        #expect(contacts.map(\.x) == [0.5, 0.75, 0.75] && contacts.map(\.microseconds) == [1, 20_000, 30_000])
    }

    @Test("Of several devices the first that can be touched")
    func devices() throws {
        let recording = try TouchRecording(
            """
            devices:
            - node: /dev/input/event1
              evdev:
                name: "Buttons"
                absinfo:
                properties: []
              events:
              - evdev: [[0,5,1,116,1],[0,5,0,0,0]]
            - node: /dev/input/event0
              evdev:
                name: "Panel"
                absinfo:
                  47: [0, 9, 0, 0, 0]
                  53: [0, 9, 0, 0, 0]
                  54: [0, 9, 0, 0, 0]
                properties: [1]
              udev:
                properties:
                - ID_INPUT=1
              events:
              - evdev: [[0,6,3,57,1],[0,6,0,0,0]]
            - node: /dev/input/event2
              evdev:
                name: "Second panel"
              events:
              - evdev: [[0,7,3,57,-1],[0,7,0,0,0]]
            """)
        #expect(recording.name == "Panel" && recording.frames.first?.microseconds == 6)
        #expect(recording.frames.flatMap(\.contacts).map(\.phase) == [.began, .cancelled])
    }

    @Test(
        "What cannot be played is refused",
        arguments: [
            "", "nothing", "- node: x\n  absinfo:\n    53: [0, 1]\n    54: [0, 1]", "A: 00 0 0 0 0 0\nA: 01 0 9 0 0 0",
            "A: 00 9 0 0 0 0\nA: 01 0 9 0 0 0", "A: 35 0 9 0\nA: 36 0 9 0\nE: 0.1 0000 0002 0000",
            "A: 00 0 9 0\nA: 01 0 9 0\nE: nan 0003 0000 1", "A: 00 0 9 0\nA: 01 0 9 0\nE: 1e300 0003 0000 1",
            "A: 00 0 9 0\nA: 01 0 9 0\nE: 0.1 0003 0000 99999999999", "A: 00 0 9 0\nE: 1 2",
            head + "  - evdev: [[1,2,3]]",
            head + "  - evdev: [[1,2,3,4,x]]", head + "  - evdev: [[9223372036854775807,2,3,4,5]]",
            head + "  - evdev: [[0,9223372036854775807,3,4,5]]", head + "  - evdev: [[0,0,65536,0,0]]",
        ])
    func refused(text: String) {
        #expect(throws: TouchRecordingError.self) { try TouchRecording(text) }
    }

    @Test("Slots, numbers and times of no device end in nothing, or in whole stories")
    func hostile() throws {
        let recording = try recording(
            """
              - evdev: [[0,0,3,47,-1],[0,0,3,57,1],[0,0,3,53,5],[0,0,3,47,2147483647],[0,0,3,57,1],[0,0,0,0,0]]
              - evdev: [[-5,0,3,47,2],[-5,0,3,57,1],[-5,0,3,53,-2147483648],[-5,0,3,54,2147483647],[-5,0,0,0,0]]
              - evdev: [[0,1,3,57,5],[0,1,0,0,0],[0,2,3,57,6],[0,2,3,57,-1],[0,2,0,0,0],[0,3,3,53,7],[0,3,0,0,0]]
            """)
        let contacts = recording.frames.flatMap(\.contacts)
        #expect(contacts.allSatisfy { (0...1).contains($0.x) && (0...1).contains($0.y) })
        #expect(Set(contacts.filter { $0.phase == .began }.map(\.identifier)).count == contacts.count { $0.isOver })
        #expect(!recording.notes.isEmpty)
    }
}
