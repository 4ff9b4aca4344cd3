import Foundation
import Input
import Synchronization
import Testing

@Suite("Mice, trackpads and pens in scripts")
struct PointerScriptTests {
    private func script(_ text: String) throws -> ContactScript { try ContactScript(text, width: 1000, height: 500) }

    @Test("A mouse hovers, is pushed, clicks, drags and turns its wheel")
    func mouse() throws {
        let script = try script(
            """
            hover 100 250
            sleep 10
            button left down
            rel 100 -50
            button right down
            button left up
            button right up
            wheel -3        # down, as the kernel counts
            wheel 0 2
            rel -5000 9000
            unplug mouse
            """)
        #expect(
            script.pointerEvents.map(\.action) == [
                .moved(x: 0.1, y: 0.5), .moved(x: 0.2, y: 0.4), .wheel(x: 0, y: 3), .wheel(x: 2, y: 0),
                .moved(x: 0, y: 0.998), .left,
            ])
        let contacts = script.frames.flatMap(\.contacts)
        #expect(contacts.map(\.phase) == [.began, .moved, .moved, .moved, .ended])
        #expect(contacts.map(\.buttons.rawValue) == [1, 1, 3, 2, 0] && contacts.allSatisfy { $0.kind == .mouse })
        #expect(contacts.map(\.x) == [0.1, 0.2, 0.2, 0.2, 0.2] && Set(contacts.map(\.identifier)).count == 1)
        #expect(script.pointerEvents.map(\.microseconds) == [0, 10_000, 10_000, 10_000, 10_000, 10_000])
    }

    @Test("A trackpad scrolls and pinches")
    func trackpad() throws {
        let script = try script("scroll 0 10\nsleep 8\nscroll -5 10\nscroll end\npinch 110\npinch 150 30\npinch end")
        #expect(
            script.pointerEvents.map(\.action) == [
                .scrolled(x: 0, y: 10), .scrolled(x: -5, y: 10), .scrollEnded, .transformBegan,
                .transformed(scale: 1.1, degrees: 0), .transformed(scale: 1.5, degrees: 30),
                .transformEnded(isCancelled: false),
            ])
        let torn = try self.script("pinch 110\nunplug mouse")
        #expect(torn.pointerEvents.map(\.action).last == .transformEnded(isCancelled: true))
    }

    @Test("A pen comes near, leans, writes and goes; pulled out while it writes, its contact is cancelled")
    func pen() throws {
        let script = try script(
            """
            pen tilt 30 -10
            pen near 100 250 20
            pen down 100 250 80
            pen move 200 250
            pen up
            pen near 200 260
            pen away
            pen down 1 1
            unplug pen
            """)
        let tilt = SIMD2(30.0, -10.0)
        #expect(
            script.pointerEvents.map(\.action) == [
                .penHovered(x: 0.1, y: 0.5, PenState(tilt: tilt, distance: 0.2)),
                .penHovered(x: 0.2, y: 0.52, PenState(tilt: tilt, distance: 0.5)), .penLeft, .penLeft,
            ])
        let contacts = script.frames.flatMap(\.contacts)
        #expect(contacts.map(\.phase) == [.began, .moved, .ended, .began, .cancelled])
        #expect(contacts[0].pen == PenState(pressure: 0.8, tilt: tilt) && contacts[0].kind == .pen)
    }

    @Test("Fingers, mouse and pen do not end each other: each is a device of its own")
    func devices() throws {
        let script = try script(
            "down 0 1 1\nsync\nbutton left down\npen down 5 5\nunplug touch\nbutton left up\npen up")
        #expect(
            script.frames.map { $0.contacts.map(\.phase) } == [
                [.began], [.began], [.began], [.cancelled], [.ended], [.ended],
            ])
    }

    @Test(
        "What cannot be is refused with its line and a way to write it",
        arguments: [
            "hover 1000 0", "hover 5", "rel 1", "button left", "button left up", "button top down", "wheel 0",
            "wheel", "scroll 0 0", "scroll end", "pinch end", "pinch 0", "pen", "pen up", "pen move 1 1", "pen away",
            "pen near 1", "pen down 1 1 101", "pen tilt 90 0", "pen roll 200", "pen roll", "pen fly",
            "button left down\nbutton left down",
            "pen down 1 1\npen near 1 1", "pen down 1 1\npen away", "key a tap",
        ])
    func refused(text: String) {
        #expect(throws: ContactScriptError.self) { try script(text) }
    }

    @Test("Played, times count from the start; the pointer's events of a moment come before the contacts of it")
    func playback() throws {
        var playback = ContactPlayback(
            try script("at 100\nhover 100 100\nbutton left down\nsleep 50\nwheel 1\nsleep 10\nbutton left up"),
            startingAt: 5)
        #expect(playback.nextTime == 5.1)
        #expect(playback.pointerEvents(upTo: 5.05).isEmpty)
        #expect(playback.pointerEvents(upTo: 5.1).map(\.timestamp) == [5.1])
        #expect(playback.frames(upTo: 5.1).count == 1)
        #expect(playback.nextTime == 5.15)
        #expect(playback.pointerEvents(upTo: 9).map(\.action) == [.wheel(x: 0, y: -1)])
        #expect(playback.nextTime == 5.16)
        #expect(playback.frames(upTo: 9).count == 1 && playback.nextTime == nil)
        var stopped = ContactPlayback(try script("button left down\nsleep 5\nhover 1 1"), startingAt: 5)
        _ = stopped.frames(upTo: 5)
        #expect(stopped.stop(at: 5.001)?.contacts.map(\.phase) == [.cancelled])
        #expect(stopped.pointerEvents(upTo: 9).isEmpty)
    }

    @Test("In real time the pointer's events go to their own queue")
    func source() throws {
        let isThere = Mutex(false)
        let pointer = PointerQueue { isThere.withLock { $0 = true } }
        let source = ScriptedSource(try script("hover 10 10"), pointer: pointer)
        try source.start(delivering: ContactQueue())
        while !isThere.withLock({ $0 }) {}
        source.stop()
        #expect(pointer.count == 1)
    }

    @Test("The scripts in Documentation/environment.md can be played on a panel of 800x480")
    func documentation() throws {
        let path = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let text = try String(contentsOfFile: "/" + path + "/Documentation/environment.md", encoding: .utf8)
        let blocks = text.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        #expect(blocks.count == 2)
        for block in blocks {
            let script = try ContactScript(block, width: 800, height: 480)
            #expect(script.frames.count + script.pointerEvents.count > 5)
        }
    }
}
