import Testing

@testable import Input

@Suite("A mouse over several panels")
struct PointerPlaceTests {
    /// 800 x 480, then 640 x 400, then a tall one that hangs turned: 300 wide and 900 high on the screen.
    private static let first = PointerPanel(width: 800, height: 480, rotation: 0)
    private static let others = [
        PointerPanel(width: 640, height: 400, rotation: 0), PointerPanel(width: 900, height: 300, rotation: 90),
    ]

    private final class Bench {
        var contacts: [Contact] = []
        var events: [PointerEvent] = []
        var rules = DeviceRules()
        var others = PointerPlaceTests.others
        var first = PointerPlaceTests.first
        private lazy var assembler = ContactAssembler(
            firstIdentifier: 1, rules: rules, deliverPointer: { [unowned self] in events.append($0) },
            deliver: { [unowned self] in contacts += $0 })

        func say(_ events: DeviceEvent...) {
            assembler.otherPanels = others
            for event in events { assembler.accept(event, panel: first, now: 9_000) }
        }

        func go(_ dx: Double, _ dy: Double) { say(.pointerMotion(deviceID: 7, dx: dx, dy: dy, microseconds: 1)) }

        /// Panel and pixels of it, in its native orientation.
        var place: String {
            guard let event = events.last, case .moved(let x, let y) = event.action else { return "nowhere" }
            let panel = event.output == 0 ? first : others[event.output - 1]
            let pixels = SIMD2(x * Double(panel.width), y * Double(panel.height)).rounded(.toNearestOrAwayFromZero)
            return "\(event.output): \(Int(pixels.x)),\(Int(pixels.y))"
        }
    }

    @Test("over the right edge it comes in on the left of the next, back again, and stops at the outer edges")
    func crosses() {
        let bench = Bench()
        bench.go(390, 200)
        #expect(bench.place == "0: 790,440")
        bench.go(30, 0)
        #expect(bench.place == "1: 20,400", "as low as the smaller one goes")
        bench.go(-40, -10)
        #expect(bench.place == "0: 780,390")
        bench.go(-5_000, -5_000)
        #expect(bench.place == "0: 0,0")
        // Over two edges at once: 800 and 640 are left behind; turned by 90 degrees its right is its native bottom.
        bench.go(1_500, 0)
        #expect(bench.place == "2: 900,60")
        bench.go(5_000, 100)
        #expect(bench.place == "2: 800,300")
    }

    @Test("a button that is down keeps it on its screen, and what it holds")
    func held() {
        let bench = Bench()
        bench.go(450, 0)
        #expect(bench.place == "1: 50,240")
        bench.say(.button(deviceID: 7, .primary, isDown: true, microseconds: 2))
        bench.go(-300, 0)
        #expect(bench.place == "1: 0,240")
        bench.say(.button(deviceID: 7, .primary, isDown: false, microseconds: 3))
        bench.go(-10, 0)
        #expect(bench.place == "0: 790,240")
        #expect(bench.contacts.map(\.output) == [1, 1, 1])
        #expect(bench.contacts.map(\.phase) == [.began, .moved, .ended])
    }

    @Test("a panel that is gone is passed over; where the pointer was on it, it comes to the nearest one")
    func gone() {
        let bench = Bench()
        bench.go(500, 0)
        #expect(bench.place == "1: 100,240")
        bench.others[0].isThere = false
        bench.go(1, 0)
        #expect(bench.place == "0: 800,240")
        bench.go(10, 0)
        #expect(bench.place == "2: 660,10")
        bench.others[1].isThere = false
        bench.first.isThere = false
        let before = bench.place
        bench.go(10, 0)
        #expect(bench.place == before, "nowhere to go to")
    }

    @Test("a pointer that says where it is stays on the panel it is mapped to")
    func absolute() {
        let bench = Bench()
        bench.rules = DeviceRules(
            outputs: ["DSI-1", "HDMI-A-1", "DP-1"], output: { $0.name == "Tablet" ? "DP-1" : nil })
        func device(_ id: UInt32, _ name: String, _ tied: String?) -> InputDevice {
            InputDevice(
                id: id, name: name, node: "", vendor: 1, product: 2, isTouchScreen: false, isPointer: true,
                isKeyboard: false, touchCount: nil, sizeInMillimetres: nil, isCalibratedBelow: false, outputName: tied)
        }
        bench.say(
            .added(device(1, "KVM", "HDMI-A-1")), .added(device(2, "Tablet", nil)), .added(device(3, "Other", nil)))
        for id in [1, 2, 3] as [UInt32] {
            bench.say(.pointerPosition(deviceID: id, x: 0.5, y: 0.25, microseconds: 1))
        }
        #expect(bench.events.map(\.output) == [1, 2, 0])
        #expect(bench.events.allSatisfy { $0.action == .moved(x: 0.5, y: 0.25) })
        bench.say(.scroll(deviceID: 1, .wheel(x: 0, y: 1), microseconds: 2))
        #expect(bench.events.last?.output == 0, "a wheel turns where the pointer is")
    }

    @Test("nonsense leaves it where it was")
    func nonsense() {
        let bench = Bench()
        bench.go(10, 0)
        let before = bench.place
        bench.go(.nan, 3)
        bench.go(.infinity, 3)
        #expect(bench.place == before)
    }
}

@Suite("Scripts on several screens")
struct ScreenScriptTests {
    private func script(_ text: String) throws -> ContactScript {
        try ContactScript(
            text,
            panels: [.init(name: "DSI-1", width: 1000, height: 500), .init(name: "HDMI-A-1", width: 200, height: 100)])
    }

    @Test("what follows the word is on that screen, by name or number; fingers stay where they landed")
    func words() throws {
        let script = try script(
            """
            down 0 100 250
            sync
            screen HDMI-A-1
            down 1 100 50
            hover 150 50
            sync
            up 0
            sync
            glide 8 1 199 99
            screen 1
            up 1
            sync
            rel 0 0
            """)
        let contacts = script.frames.flatMap(\.contacts)
        #expect(contacts.map(\.output) == [0, 1, 0, 1, 1])
        #expect(contacts.map(\.x) == [0.1, 0.5, 0.1, 0.995, 0.995])
        #expect(script.pointerEvents.map(\.output) == [1, 0])
        #expect(script.pointerEvents.first?.action == .moved(x: 0.75, y: 0.5))
    }

    @Test(
        "what cannot be meant is told",
        arguments: [
            ("screen DP-1", "there is 1 (DSI-1), 2 (HDMI-A-1)"), ("screen", "screen NAME"),
            ("screen 3", "no such screen"),
            ("screen 2\ndown 0 200 0", "from 0 to 199"),
            ("down 0 0 0\nsync\nscreen 2\nmove 0 1 1", "contact 0 is on screen 1"),
            ("down 0 0 0\nsync\nscreen 2\nglide 8 0 1 1", "contact 0 is on screen 1"),
            ("button left down\nscreen 2", "buttons must be up"), ("pen near 1 1\nscreen 2", "pen away"),
        ])
    func nonsense(text: String, reason: String) throws {
        #expect(throws: ContactScriptError.self) { try script(text) }
        do { _ = try script(text) } catch let error as ContactScriptError { #expect(error.reason.contains(reason)) }
    }
}
