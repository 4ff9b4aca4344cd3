import Foundation
import QuartzCore
import Raster
import TestSupport
import Testing

@testable import UIKit

@Suite("Several screens", .serialized)
@MainActor
struct SeveralScreensTests {
    private static let red: UInt32 = 0xFFFF_0000
    private static let blue: UInt32 = 0xFF00_00FF

    private final class Touched: UIView {
        var log: [String] = []
        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { note("began", touches) }
        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { note("moved", touches) }
        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { note("ended", touches) }
        override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { note("cancelled", touches) }
        private func note(_ what: String, _ touches: Set<UITouch>) {
            for touch in touches {
                let place = touch.location(in: self)
                log.append("\(what) \(Int(place.x.rounded())),\(Int(place.y.rounded()))")
            }
        }
    }

    private func window(on screen: UIScreen, _ color: UIColor) -> (UIWindow, Touched) {
        let window = UIWindow(frame: screen.bounds)
        window.screen = screen
        let view = Touched(frame: screen.bounds)
        view.backgroundColor = color
        window.addSubview(view)
        window.isHidden = false
        return (window, view)
    }

    @Test("a screen is black until it has a window; then each shows its own, exactly, turned and scaled as it is")
    func pictures() throws {
        let stage = try HeadlessStage(panel: PixelSize(width: 80, height: 48))
        defer { stage.close() }
        let other = try stage.addPanel(PixelSize(width: 60, height: 100), scale: 2, rotation: .quarter)
        #expect(UIScreen.screens.map(\.bounds.size) == [CGSize(width: 80, height: 48), CGSize(width: 50, height: 30)])
        #expect(UIScreen.main === stage.screen)
        stage.advance(by: 0.1)
        #expect(other.pixel(x: 5, y: 5) == 0xFF00_0000)
        let (first, _) = window(on: stage.screen, .red)
        let (second, view) = window(on: other.screen, .blue)
        view.frame = CGRect(x: 10, y: 0, width: 40, height: 30)
        stage.advance(by: 0.1)
        #expect(stage.pixel(x: 5, y: 5) == Self.red)
        #expect(other.pixel(x: 30, y: 5) == Self.blue)
        #expect(other.pixel(x: 5, y: 5) == 0xFF00_0000)
        #expect(view.traitCollection.displayScale == 2)
        #expect(first.screen !== second.screen)
        let frames = stage.frameCount
        view.backgroundColor = .green
        stage.advance(by: 0.1)
        #expect(stage.frameCount == frames, "what changes on one screen makes no frame on the other")
        #expect(other.pixel(x: 30, y: 5) == 0xFF00_FF00)
        (first.isHidden, second.isHidden) = (true, true)
    }

    @Test("a finger reaches the window of its own screen only, and two of them tap apart")
    func touches() throws {
        let stage = try HeadlessStage(panel: PixelSize(width: 80, height: 48))
        defer { stage.close() }
        let other = try stage.addPanel(PixelSize(width: 60, height: 40))
        let (first, left) = window(on: stage.screen, .red)
        let (second, right) = window(on: other.screen, .blue)
        stage.advance(by: 0.05)
        stage.touchDown(at: CGPoint(x: 20, y: 10))
        other.touchDown(at: CGPoint(x: 20, y: 10))
        other.touchMove(to: CGPoint(x: 24, y: 12))
        stage.advance(by: 0.05)
        other.touchUp()
        stage.touchUp()
        #expect(left.log == ["began 20,10", "ended 20,10"])
        #expect(right.log == ["began 20,10", "moved 24,12", "ended 24,12"])
        (first.isHidden, second.isHidden) = (true, true)
    }

    @Test("display links and animations keep each screen's rate")
    func rates() throws {
        final class Counter {
            var main = 0
            var other = 0
            func stepMain(_ link: CADisplayLink) { main += 1 }
            func stepOther(_ link: CADisplayLink) { other += 1 }
        }
        let stage = try HeadlessStage(panel: PixelSize(width: 80, height: 48))
        defer { stage.close() }
        let other = try stage.addPanel(PixelSize(width: 60, height: 40), refreshRate: 30)
        #expect(other.screen.maximumFramesPerSecond == 30)
        let (first, moving) = window(on: stage.screen, .red)
        let (second, turning) = window(on: other.screen, .blue)
        stage.advance(by: 0.2)
        let counter = Counter()
        let links = [
            CADisplayLink(target: counter, action: Counter.stepMain),
            try #require(other.screen.displayLink(withTarget: counter, action: Counter.stepOther)),
        ]
        for link in links { link.add(to: .main, forMode: .common) }
        stage.advance(by: 1)
        #expect((59...61).contains(counter.main))
        #expect((29...31).contains(counter.other))
        for link in links { link.invalidate() }
        stage.advance(by: 0.2)
        let before = (stage.frameCount, other.frameCount)
        // More than a pixel a frame, so that each differs from the one before.
        UIView.animate(
            withDuration: 0.5, delay: 0, options: .curveLinear,
            animations: {
                moving.frame.origin.x = 40
                turning.frame.origin.x = 30
            }, completion: nil)
        stage.advance(by: 0.6)
        #expect((29...32).contains(stage.frameCount - before.0))
        #expect((14...17).contains(other.frameCount - before.1))
        #expect(stage.pixel(x: 79, y: 5) == Self.red)
        #expect(other.pixel(x: 59, y: 5) == Self.blue)
        (first.isHidden, second.isHidden) = (true, true)
    }

    @Test(
        "unplugged: told, out of the list, its fingers cancelled, the other goes on; plugged in: the same screen again")
    func hotplug() throws {
        let stage = try HeadlessStage(panel: PixelSize(width: 80, height: 48))
        defer { stage.close() }
        var told: [String] = []
        let center = NotificationCenter.default
        let tokens = [UIScreen.didConnectNotification, UIScreen.didDisconnectNotification].map { name in
            center.addObserver(forName: name, object: nil, queue: nil) { _ in
                MainActor.assumeIsolated { told.append(name.rawValue) }
            }
        }
        defer { for token in tokens { center.removeObserver(token) } }
        let other = try stage.addPanel(PixelSize(width: 60, height: 40))
        let screen = other.screen
        let (first, left) = window(on: stage.screen, .red)
        let (second, right) = window(on: screen, .blue)
        stage.advance(by: 0.05)
        other.touchDown(at: CGPoint(x: 20, y: 10))
        other.unplug()
        #expect(UIScreen.screens.count == 1)
        left.backgroundColor = .green
        right.backgroundColor = .red
        stage.advance(by: 0.2)
        #expect(stage.pixel(x: 5, y: 5) == 0xFF00_FF00)
        #expect(UIApplication.shared.applicationState == .active)
        other.plug(PixelSize(width: 100, height: 50))
        stage.advance(by: 0.2)
        #expect(UIScreen.screens.last === screen)
        #expect(second.frame == CGRect(x: 0, y: 0, width: 100, height: 50), "it filled the screen and does so again")
        #expect(other.pixel(x: 5, y: 5) == Self.red)
        #expect(
            told == [
                "UIScreenDidConnectNotification", "UIScreenDidDisconnectNotification",
                "UIScreenDidConnectNotification",
            ])
        (first.isHidden, second.isHidden) = (true, true)
    }

    @Test("a window moves to another screen with what is in it")
    func moves() throws {
        let stage = try HeadlessStage(panel: PixelSize(width: 80, height: 48))
        defer { stage.close() }
        let other = try stage.addPanel(PixelSize(width: 120, height: 80), scale: 2)
        let (moving, view) = window(on: stage.screen, .red)
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        stage.advance(by: 0.1)
        moving.screen = other.screen
        stage.advance(by: 0.1)
        #expect(moving.frame == other.screen.bounds)
        #expect(view.traitCollection.displayScale == 2)
        #expect(stage.pixel(x: 5, y: 5) == 0xFF00_0000)
        #expect(other.pixel(x: 119, y: 79) == Self.red)
        #expect(stage.screen.windows.isEmpty)
        #expect(UIApplication.shared.windows.contains { $0 === moving })
        moving.isHidden = true
    }

    @Test("a touch on one panel keeps all of them lit, and wakes those that went dark by themselves")
    func idle() throws {
        let stage = try HeadlessStage(panel: PixelSize(width: 80, height: 48), idle: IdleConfiguration())
        defer { stage.close() }
        let other = try stage.addPanel(PixelSize(width: 60, height: 40))
        let (window, view) = window(on: stage.screen, .red)
        other.screen.isBlanked = true
        #expect(UIApplication.shared.applicationState == .active, "one panel still shows it")
        stage.screen.isBlanked = true
        #expect(UIApplication.shared.applicationState == .background)
        stage.tap(at: CGPoint(x: 5, y: 5))
        #expect(view.log.isEmpty)
        #expect(!stage.screen.isBlanked)
        #expect(other.screen.isBlanked, "the application made that one dark")
        other.screen.isBlanked = false
        window.isHidden = true
    }
}
