import Display
import Foundation
import Raster
import TestSupport
import Testing

@testable import UIKit

private final class KeyWindow: UIWindow {
    private(set) var presses = 0

    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) { self.presses += presses.count }
}

/// A panel that dims after 10 s and is dark after 20.
@MainActor
private final class IdlePanel {
    let stage: HeadlessStage
    let window: KeyWindow
    let button = UIButton(frame: CGRect(x: 10, y: 10, width: 40, height: 30))
    private(set) var taps = 0
    private var lights: String?
    var application: UIApplication { .shared }

    init(_ environment: [String: String] = [:], hasLight: Bool = false, isLightRefused: Bool = false) throws {
        var light: Backlight?
        if hasLight {
            let folder = NSTemporaryDirectory() + "vitrine-idle-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: "\(folder)/l", withIntermediateDirectories: true)
            for (file, text) in ["max_brightness": "100", "brightness": "100", "bl_power": "0", "scale": "non-linear"] {
                try text.write(toFile: "\(folder)/l/\(file)", atomically: false, encoding: .utf8)
            }
            if isLightRefused {
                // Nobody can write to a folder, not even root.
                try FileManager.default.removeItem(atPath: "\(folder)/l/brightness")
                try FileManager.default.createDirectory(
                    atPath: "\(folder)/l/brightness", withIntermediateDirectories: false)
            }
            light = Backlight.find(in: folder)
            lights = folder
        }
        let settings = ["VITRINE_DIM_AFTER": "10", "VITRINE_BLANK_AFTER": "20"].merging(environment) { $1 }
        stage = try HeadlessStage(
            panel: PixelSize(width: 100, height: 60), idle: IdleConfiguration(environment: settings), backlight: light)
        window = KeyWindow(frame: stage.screen.bounds)
        window.backgroundColor = .white
        window.addSubview(button)
        window.makeKeyAndVisible()
        button.addAction(UIAction { [unowned self] _ in taps += 1 }, for: .touchUpInside)
        stage.advance(by: 0.1)
    }

    func close() {
        application.isIdleTimerDisabled = false
        window.isHidden = true
        stage.close()
        if let lights { try? FileManager.default.removeItem(atPath: lights) }
    }

    /// What the kernel was told last: power, brightness.
    var light: [Int] {
        ["bl_power", "brightness"].map { file in
            let text = (try? String(contentsOfFile: "\(lights ?? "")/l/\(file)", encoding: .utf8)) ?? ""
            return Int(text.split(separator: "\n").first ?? "") ?? -1
        }
    }

    let place = CGPoint(x: 30, y: 25)

    /// Whether the panel shows what a full repaint would.
    func isExact() throws -> Bool {
        let (shown, expected) = (try stage.panelBitmap(), try stage.referenceBitmap())
        return (0..<60).allSatisfy { y in
            (0..<100).allSatisfy { shown.pixel(x: $0, y: y) == expected.pixel(x: $0, y: y) }
        }
    }
}

@MainActor
@Suite("Idle: dim, dark, awake", .serialized)
struct PanelIdleTests {
    @Test(
        "A panel nobody touches dims, goes dark with its signal off, and the application is told",
        arguments: [true, false])
    func dims(hasLight: Bool) throws {
        let panel = try IdlePanel(hasLight: hasLight)
        defer { panel.close() }
        #expect(panel.stage.pixel(x: 80, y: 50) == 0xFFFF_FFFF)
        panel.stage.advance(by: 9.5)
        #expect(panel.stage.pixel(x: 80, y: 50) == 0xFFFF_FFFF && !panel.stage.screen.isBlanked)
        panel.stage.advance(by: 1)
        if hasLight {
            #expect(panel.light == [0, 30] && panel.stage.pixel(x: 80, y: 50) == 0xFFFF_FFFF)
        } else {
            #expect([0xFF4C_4C4C, 0xFF4D_4D4D].contains(panel.stage.pixel(x: 80, y: 50)), "0.3 of white")
        }
        #expect(panel.application.applicationState == .active, "dim is not dark")
        panel.stage.advance(by: 10)
        #expect(panel.stage.screen.isBlanked && panel.application.applicationState == .background)
        #expect(panel.stage.output.front == nil, "the signal is off")
        let frames = panel.stage.frameCount
        panel.button.setTitle("unseen", for: .normal)
        panel.stage.advance(by: 3600)
        #expect(panel.stage.frameCount == frames, "nothing is composited in the dark")
        panel.stage.touchDown(at: panel.place)
        panel.stage.advance(by: 0.1)
        #expect(panel.stage.output.front != nil && panel.application.applicationState == .active)
        #expect(panel.stage.pixel(x: 80, y: 50) == 0xFFFF_FFFF)
        #expect(try panel.isExact())
        if hasLight { #expect(panel.light == [0, 100]) }
    }

    @Test("C46: the touch that wakes presses nothing, the next one does, 100 ms later")
    func swallowsTap() throws {
        let panel = try IdlePanel()
        defer { panel.close() }
        panel.stage.tap(at: panel.place)
        #expect(panel.taps == 1)
        panel.stage.advance(by: 21)
        #expect(panel.stage.screen.isBlanked)
        panel.stage.tap(at: panel.place)
        #expect(panel.taps == 1 && !panel.stage.screen.isBlanked)
        panel.stage.advance(by: 0.1)
        panel.stage.tap(at: panel.place)
        #expect(panel.taps == 2)
    }

    @Test("C46: the whole first contact is swallowed, with all fingers that join it, until the last one is up")
    func swallowsAllFingers() throws {
        let panel = try IdlePanel()
        defer { panel.close() }
        panel.stage.advance(by: 21)
        panel.stage.touchDown(0, at: CGPoint(x: 90, y: 50))
        panel.stage.advance(by: 0.5)
        #expect(!panel.stage.screen.isBlanked)
        // The panel is lit and a second finger presses the button while the first still rests.
        panel.stage.touchDown(1, at: panel.place)
        panel.stage.touchUp(0)
        panel.stage.touchUp(1)
        #expect(panel.taps == 0)
        panel.stage.drag(from: CGPoint(x: 90, y: 50), to: panel.place, duration: 0.1)
        panel.stage.tap(at: panel.place)
        #expect(panel.taps == 1)
    }

    @Test("A touch on a panel that is only dim does what it always does")
    func dimTouch() throws {
        let panel = try IdlePanel()
        defer { panel.close() }
        panel.stage.advance(by: 11)
        #expect(panel.stage.pixel(x: 80, y: 50) != 0xFFFF_FFFF)
        panel.stage.tap(at: panel.place)
        panel.stage.advance(by: 0.1)
        #expect(panel.taps == 1 && panel.stage.pixel(x: 80, y: 50) == 0xFFFF_FFFF)
    }

    @Test("A key that wakes types nothing: neither when it goes down nor when it comes up")
    func key() throws {
        let panel = try IdlePanel()
        defer { panel.close() }
        panel.stage.advance(by: 21)
        panel.stage.key(30, isDown: true)
        #expect(!panel.stage.screen.isBlanked)
        #expect(panel.window.presses == 0)
        panel.stage.key(30, isDown: false)
        panel.stage.key(30, isDown: true)
        #expect(panel.window.presses == 1)
        panel.stage.key(30, isDown: false)
    }

    @Test("A finger that rests on the panel keeps it lit; a finger on it when it is made dark wakes nothing by leaving")
    func resting() throws {
        let panel = try IdlePanel()
        defer { panel.close() }
        panel.stage.touchDown(at: panel.place)
        panel.stage.advance(by: 100)
        #expect(!panel.stage.screen.isBlanked)
        panel.stage.screen.isBlanked = true
        panel.stage.advance(by: 0.1)
        #expect(panel.stage.screen.isBlanked)
        panel.stage.touchMove(to: CGPoint(x: 40, y: 30))
        #expect(panel.taps == 0)
    }

    @Test("isIdleTimerDisabled keeps it lit, lights a dim panel, and the time begins anew when it is set back")
    func disabled() throws {
        let panel = try IdlePanel()
        defer { panel.close() }
        panel.stage.advance(by: 11)
        panel.application.isIdleTimerDisabled = true
        panel.stage.advance(by: 500)
        #expect(panel.stage.pixel(x: 80, y: 50) == 0xFFFF_FFFF && !panel.stage.screen.isBlanked)
        panel.application.isIdleTimerDisabled = false
        panel.stage.advance(by: 9)
        #expect(panel.stage.pixel(x: 80, y: 50) == 0xFFFF_FFFF)
        panel.stage.advance(by: 12)
        #expect(panel.stage.screen.isBlanked)
    }

    @Test("Black: a black picture is shown, and the whole picture again afterwards", arguments: [2, 3])
    func black(buffers: Int) throws {
        let panel = try IdlePanel(["VITRINE_BLANK": "black"])
        defer { panel.close() }
        panel.stage.advance(by: 21)
        #expect(panel.stage.output.front != nil, "the signal stays on")
        for (x, y) in [(0, 0), (99, 59), (30, 25)] { #expect(panel.stage.pixel(x: x, y: y) == 0xFF00_0000) }
        let presents = panel.stage.output.presentCount
        panel.stage.advance(by: 1000)
        #expect(panel.stage.output.presentCount == presents, "one black picture, no more")
        panel.stage.tap(at: panel.place)
        panel.stage.advance(by: 0.2)
        #expect(try panel.isExact())
        #expect(panel.stage.pixel(x: 80, y: 50) == 0xFFFF_FFFF)
    }

    @Test("Backlight: the light goes out, the signal stays; it comes back when the new picture is there")
    func backlight() throws {
        let panel = try IdlePanel(["VITRINE_BLANK": "backlight"], hasLight: true)
        defer { panel.close() }
        panel.stage.advance(by: 21)
        #expect(panel.light == [4, 0] && panel.stage.output.front != nil)
        panel.window.backgroundColor = .red
        panel.stage.advance(by: 1)
        #expect(panel.stage.pixel(x: 80, y: 50) == 0xFFFF_FFFF)
        panel.stage.screen.isBlanked = false
        #expect(panel.light == [4, 0], "not before the picture")
        panel.stage.advance(by: 0.1)
        #expect(panel.light == [0, 100] && panel.stage.pixel(x: 80, y: 50) == 0xFFFF_0000)
    }

    @Test("A light that cannot be set at the start is told of, once, although nobody listens yet then")
    func refusedLight() throws {
        let panel = try IdlePanel(["VITRINE_BLANK": "backlight"], hasLight: true, isLightRefused: true)
        defer { panel.close() }
        var told: [String] = []
        let idle = try #require(panel.stage.screen.idle)
        idle.onMessage = { told.append($0) }
        #expect(told.count == 1 && told[0].contains("/l/brightness"))
        panel.stage.advance(by: 21)
        #expect(told.count == 1)
    }

    @Test("Without a light to switch off, backlight means black")
    func noBacklight() throws {
        let panel = try IdlePanel(["VITRINE_BLANK": "backlight"])
        defer { panel.close() }
        panel.stage.advance(by: 21)
        #expect(panel.stage.pixel(x: 80, y: 50) == 0xFF00_0000)
    }

    @Test("Animations that nobody sees end, and their completions come, within a second")
    func completions() throws {
        let panel = try IdlePanel()
        defer { panel.close() }
        panel.stage.screen.isBlanked = true
        panel.stage.advance(by: 1)
        var isDone = false
        UIView.animate(withDuration: 3) {
            panel.button.alpha = 0
        } completion: { _ in
            isDone = true
        }
        panel.stage.advance(by: 2.5)
        #expect(!isDone)
        panel.stage.advance(by: 1.6)
        #expect(isDone)
    }

    @Test("Unplugged and back while dark: still dark, and a touch wakes it")
    func replugged() throws {
        let panel = try IdlePanel(["VITRINE_BLANK": "black"])
        defer { panel.close() }
        panel.stage.advance(by: 21)
        panel.stage.output.disconnect()
        panel.stage.server.handleOutputEvents()
        panel.stage.advance(by: 1)
        panel.stage.tap(at: panel.place)
        #expect(panel.taps == 0 && panel.stage.screen.isBlanked, "there is nothing to wake")
        panel.stage.output.connect(size: PixelSize(width: 100, height: 60))
        panel.stage.server.handleOutputEvents()
        panel.stage.advance(by: 1)
        #expect(panel.application.applicationState == .background)
        #expect(panel.stage.pixel(x: 80, y: 50) == 0xFF00_0000, "the new buffers are black too")
        panel.stage.tap(at: panel.place)
        panel.stage.advance(by: 0.2)
        #expect(panel.application.applicationState == .active && panel.stage.pixel(x: 80, y: 50) == 0xFFFF_FFFF)
    }

    @Test("A panel that does not go dark when asked is asked again", arguments: ["dpms", "black"])
    func refused(method: String) throws {
        let panel = try IdlePanel(["VITRINE_BLANK": method])
        defer { panel.close() }
        panel.stage.output.refuseNextPresents([EBUSY])
        panel.stage.screen.isBlanked = true
        panel.stage.advance(by: 5)
        #expect(method == "dpms" ? panel.stage.output.front == nil : panel.stage.pixel(x: 80, y: 50) == 0xFF00_0000)
    }

    @Test("A device that never switches its signal off shows black instead, and wakes")
    func blackInstead() throws {
        let panel = try IdlePanel()
        defer { panel.close() }
        panel.stage.output.refuseNextPresents([EINVAL, EINVAL])
        panel.stage.screen.isBlanked = true
        panel.stage.advance(by: 5)
        #expect(panel.stage.pixel(x: 80, y: 50) == 0xFF00_0000 && panel.stage.output.front != nil)
        panel.stage.tap(at: panel.place)
        panel.stage.advance(by: 0.2)
        #expect(panel.taps == 0 && panel.stage.pixel(x: 80, y: 50) == 0xFFFF_FFFF)
    }

    @Test("brightness is limited, ignores what is no number, reaches the light and is posted once for each change")
    func brightness() throws {
        let panel = try IdlePanel(hasLight: true)
        defer { panel.close() }
        let screen = panel.stage.screen
        #expect(screen.brightness == 1)
        var posts = 0
        let observer = NotificationCenter.default.addObserver(
            forName: UIScreen.brightnessDidChangeNotification, object: screen, queue: nil
        ) { _ in MainActor.assumeIsolated { posts += 1 } }
        defer { NotificationCenter.default.removeObserver(observer) }
        for (value, light) in [(0.5, 50), (-1, 1), (.nan, 1), (0, 1), (9, 100), (.infinity, 100)] as [(CGFloat, Int)] {
            screen.brightness = value
            #expect(panel.light == [0, light], "\(value)")
        }
        #expect(posts == 3)
        screen.brightness = 0.5
        panel.stage.advance(by: 11)
        #expect(panel.light == [0, 15], "dim is a share of it")
    }

    @Test("Without a light, wantsSoftwareDimming darkens the picture")
    func softwareDimming() throws {
        let panel = try IdlePanel()
        defer { panel.close() }
        panel.stage.screen.brightness = 0.5
        panel.stage.advance(by: 0.1)
        #expect(panel.stage.pixel(x: 80, y: 50) == 0xFFFF_FFFF)
        panel.stage.screen.wantsSoftwareDimming = true
        panel.stage.advance(by: 0.1)
        #expect(panel.stage.pixel(x: 80, y: 50) == 0xFF80_8080 || panel.stage.pixel(x: 80, y: 50) == 0xFF7F_7F7F)
        let next = UIWindow(frame: panel.stage.screen.bounds)
        next.backgroundColor = .white
        next.isHidden = false
        panel.stage.advance(by: 0.1)
        #expect(panel.stage.pixel(x: 80, y: 50) != 0xFFFF_FFFF, "windows that come later too")
        next.isHidden = true
    }

    @Test("The picture wanders by whole pixels, at most two from its place, and touches follow")
    func pixelShift() throws {
        let panel = try IdlePanel(["VITRINE_PIXEL_SHIFT": "60", "VITRINE_DIM_AFTER": "", "VITRINE_BLANK_AFTER": ""])
        defer { panel.close() }
        panel.button.backgroundColor = .black
        panel.stage.advance(by: 0.1)
        var seen: Set<String> = []
        for _ in 0..<PixelShift.places.count {
            // The button's corner, found by its pixels.
            let x = (0..<20).first { panel.stage.pixel(x: $0, y: 25) == 0xFF00_0000 && $0 > 4 } ?? -1
            let y = (0..<20).first { panel.stage.pixel(x: 30, y: $0) == 0xFF00_0000 && $0 > 4 } ?? -1
            seen.insert("\(x) \(y)")
            #expect(abs(x - 10) <= 2 && abs(y - 10) <= 2)
            let before = panel.taps
            panel.stage.tap(at: CGPoint(x: CGFloat(x) + 0.5, y: CGFloat(y) + 0.5))
            #expect(panel.taps == before + 1, "the finger hits what it sees")
            panel.stage.advance(by: 60)
        }
        #expect(seen.count == PixelShift.places.count)
        for index in PixelShift.places.indices {
            let one = PixelShift.places[index]
            let next = PixelShift.places[(index + 1) % PixelShift.places.count]
            #expect(abs(one.x - next.x) + abs(one.y - next.y) == 1, "one pixel at a time")
        }
    }

    @Test("Idle costs no wake-ups: one timer, none when there is nothing to wait for")
    func timers() throws {
        let panel = try IdlePanel()
        defer { panel.close() }
        let before = MainScheduler.shared.nextTime
        panel.stage.tap(at: CGPoint(x: 90, y: 50))
        #expect(MainScheduler.shared.nextTime == before, "a touch does not move the timer")
        panel.stage.advance(by: 30)
        #expect(panel.stage.screen.isBlanked && MainScheduler.shared.nextTime == .infinity)
    }

    @Test("What the environment says goes before the board file; nonsense is refused with what was expected")
    func configuration() throws {
        for (name, value) in [
            ("VITRINE_DIM_AFTER", "0"), ("VITRINE_BLANK_AFTER", "soon"), ("VITRINE_BLANK_AFTER", "nan"),
            ("VITRINE_DIM_LEVEL", "2"), ("VITRINE_BRIGHTNESS", "-1"), ("VITRINE_BLANK", "off"),
            ("VITRINE_PIXEL_SHIFT", "inf"),
        ] {
            #expect(throws: LaunchConfiguration.Failure.self) { try IdleConfiguration(environment: [name: value]) }
        }
        for (name, value) in [
            ("VITRINE_SEAT", "logind"), ("VITRINE_VT_SWITCH", "yes"), ("VITRINE_MAXIMUM_RATE", "0"),
            ("VITRINE_KMS", "new"), ("VITRINE_OUTPUT", "fb"),
        ] {
            #expect(throws: LaunchConfiguration.Failure.self) { try LaunchConfiguration(environment: [name: value]) }
        }
        let wanted = try LaunchConfiguration(environment: [
            "VITRINE_SEAT": "libseat", "VITRINE_VT_SWITCH": "on", "VITRINE_MAXIMUM_RATE": "0.5", "VITRINE_KMS": "dirty",
            "VITRINE_OUTPUT": "fbdev",
        ])
        #expect(wanted.seat == .libseat && wanted.allowsLeaving && wanted.maximumRate == 0.5)
        #expect(wanted.usesDirtyRectangles && !wanted.forcesLegacy && wanted.output == .fbdev)
        let never = try IdleConfiguration(environment: ["VITRINE_BLANK_AFTER": "never"])
        #expect(never.blankAfter == nil)
    }
}
