import Input
import Testing

@Suite("Contact script")
struct ContactScriptTests {
    private func script(_ text: String) throws -> ContactScript {
        try ContactScript(text, width: 1000, height: 500)
    }

    @Test("Reports, waits and positions come out as written")
    func tap() throws {
        let script = try script(
            """
            plug touch            # ignored
            wait-open touch 5000
            say two fingers come down   # together
            at 100
            down 0 100 250
            down 1 500 400 200
            sync
            sleep 20
            move 0 110 250
            sync
            up 0
            cancel 1
            sync
            sleep 30
            """)
        #expect(script.frames.map(\.timestamp) == [0.1, 0.12, 0.12])
        #expect(script.frames.map { $0.contacts.map(\.phase) } == [[.began, .began], [.moved], [.ended, .cancelled]])
        #expect(script.frames[0].contacts.map(\.x) == [0.1, 0.5])
        #expect(script.frames[0].contacts.map(\.y) == [0.5, 0.8])
        #expect(script.frames[2].contacts.map(\.x) == [0.11, 0.5], "where they were")
        #expect(script.frames[0].contacts[1].majorRadius == Double(4 + 200 / 8) / 16)
        #expect(
            script.frames.allSatisfy { frame in frame.contacts.allSatisfy { $0.microseconds == frame.microseconds } })
        #expect(abs(script.duration - 0.15) < 1e-12)
    }

    @Test("A glide reports every 8 ms, all its fingers together, and arrives")
    func glide() throws {
        let script = try script("down 0 0 0\ndown 3 999 499\nsync\nglide 100 0 400 100 3 599 99\nup 0\nup 3\nsync")
        let moves = script.frames.dropFirst().dropLast()
        #expect(moves.count == 13, "100 ms is 12.5 intervals: the last report is the one that reaches the end")
        #expect(moves.map(\.microseconds) == (1...13).map { UInt64($0) * 8_000 })
        #expect(moves.allSatisfy { $0.contacts.map(\.slot) == [0, 3] })
        #expect(moves.first?.contacts[0].x == 0.032, "8 % of 400 pixels")
        #expect(moves.last?.contacts.map(\.x) == [0.4, 0.599])
        #expect(moves.last?.contacts.map(\.y) == [0.2, 0.198])
    }

    @Test("Unplugging cancels what is down at once; what is unfinished is never seen")
    func unplug() throws {
        let script = try script("down 0 1 1\ndown 1 2 2\nsync\nmove 0 9 9\nup 1\nunplug\nplug\ndown 0 5 5\nsync\nup 0")
        #expect(
            script.frames.map { $0.contacts.map(\.phase) } == [[.began, .began], [.cancelled, .cancelled], [.began]])
        #expect(script.frames[1].contacts[0].x == 0.001)
        #expect(Set(script.frames.flatMap(\.contacts).map(\.identifier)).count == 3)
    }

    @Test("A burst is many reports at one moment, a pixel to and fro")
    func burst() throws {
        let script = try script("down 2 500 100\nsync\nburst 4 2")
        #expect(script.frames.dropFirst().map { $0.contacts[0].x } == [0.499, 0.5, 0.499, 0.5])
        #expect(Set(script.frames.map(\.microseconds)) == [0])
    }

    @Test(
        "An error names the line, its text and what is allowed",
        arguments: [
            ("sync\n  tap 0 1 1", 2, "no such command"), ("down 0 1000 1", 1, "from 0 to 999"),
            ("down 0 1 500", 1, "from 0 to 499"), ("down 32 1 1", 1, "from 0 to 31"),
            ("down -1 1 1", 1, "from 0 to 31"),
            ("down 0 1", 1, "down SLOT X Y"), ("down 0 1 1 0", 1, "from 1 to 255"),
            ("down 0 1 1 1 1", 1, "down SLOT X Y"),
            ("\n\nup 0", 3, "not down"), ("move 0 1 1", 1, "not down"), ("cancel 4", 1, "not down"),
            ("down 0 1 1\ndown 0 2 2", 2, "down already"), ("down 0 1 1\nglide 0 0 1 1", 2, "from 1 to 600000"),
            ("down 0 1 1\nglide 9 0 1", 2, "glide MS"), ("glide 9 0 1 1", 1, "not down"), ("sleep", 1, "sleep MS"),
            ("sleep 1e9", 1, "from 0 to 600000"), ("at 99999999999999999999", 1, "from 0 to 600000"),
            ("sync 1", 1, "sync"), ("key a tap", 1, "no keyboard"), ("burst 0 0", 1, "from 1"),
            ("down 0 1 1\nsync\nburst 250000 0", 3, "more than 250000"),
            ("#" + String(repeating: "x", count: 1_001), 1, "bytes in a line"),
            (String(repeating: "\n", count: 100_001), 100_001, "more than 100000 lines"),
        ])
    func errors(text: String, line: Int, reason: String) throws {
        let error = try #require(throws: ContactScriptError.self) { try script(text) }
        #expect(error.line == line)
        #expect(error.reason.contains(reason), "\(error)")
        #expect(error.description.contains("line \(line)"))
        #expect(error.text.count <= 80)
    }

    @Test("Garbage is refused or played, never more", arguments: 0..<200 as Range<UInt64>)
    func garbage(seed: UInt64) {
        var random = Seeded(state: seed)
        let words = [
            "down", "move", "up", "cancel", "sync", "glide", "burst", "sleep", "at", "unplug", "plug", "0", "1", "5",
            "-7",
            "499", "0x10", "99999999999999999999", "é", "#", "\t", "",
        ]
        var good = "down 0 1 1\n"
        var checker = StoryChecker()
        for _ in 0..<60 {
            let line = (0..<Int.random(in: 0...5, using: &random)).map { _ in words.randomElement(using: &random)! }
            let longer = good + line.joined(separator: " ") + "\n"
            if (try? script(longer)) != nil { good = longer }
        }
        for frame in (try? script(good))?.frames ?? [] { checker.read(frame.contacts) }
        #expect(checker.complaints == [])
    }
}
