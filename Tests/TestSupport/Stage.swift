public import Foundation
public import Raster
public import UIKit

/// A window on a panel in memory, in virtual time, with the user's verbs. Close it at the end of the test.
@MainActor
public final class Stage {
    package let headless: HeadlessStage
    public let window: UIWindow

    public init(
        width: Int = 320, height: Int = 480, scale: Double = 1, rotation: Rotation = .none,
        format: PixelFormat = .xrgb8888, bufferCount: Int = 2
    ) throws {
        headless = try HeadlessStage(
            panel: rotation.applied(
                to: PixelSize(width: Int(Double(width) * scale), height: Int(Double(height) * scale))),
            scale: scale, rotation: rotation, format: format, bufferCount: bufferCount)
        window = UIWindow(frame: headless.screen.bounds)
        window.backgroundColor = .white
        window.makeKeyAndVisible()
        headless.advanceFrame()
    }

    public func close() {
        window.isHidden = true
        headless.close()
    }

    public var now: Double { headless.now }
    public var frameCount: Int { headless.frameCount }

    public func advance(by seconds: Double) { headless.advance(by: seconds) }
    public func frame() { headless.advanceFrame() }

    public func tap(_ x: CGFloat, _ y: CGFloat) { headless.tap(at: CGPoint(x: x, y: y)) }
    public func down(_ finger: Int = 0, _ x: CGFloat, _ y: CGFloat) {
        headless.touchDown(finger, at: CGPoint(x: x, y: y))
    }
    public func move(_ finger: Int = 0, _ x: CGFloat, _ y: CGFloat) {
        headless.touchMove(finger, to: CGPoint(x: x, y: y))
    }
    public func up(_ finger: Int = 0) { headless.touchUp(finger) }
    public func cancel(_ finger: Int = 0) { headless.touchCancel(finger) }
    public func hover(_ x: CGFloat, _ y: CGFloat) {
        headless.pointerMove(to: CGPoint(x: x, y: y))
        frame()
    }
    /// The mouse's buttons that are down: 1 the primary one, 2 the secondary one, 0 none.
    public func buttons(_ buttons: UInt16) { headless.pointerButtons(buttons) }
    public func click(_ x: CGFloat, _ y: CGFloat, button: UInt16 = 1) {
        hover(x, y)
        buttons(button)
        advance(by: 0.05)
        buttons(0)
    }
    /// Clicks of the wheel, positive down.
    public func wheel(_ clicks: Double) {
        headless.wheel(y: clicks)
        frame()
    }
    /// A key of a US keyboard by the kernel's number.
    public func key(_ keycode: UInt32, isDown: Bool) { headless.key(keycode, isDown: isDown) }
    public func type(_ keycodes: UInt32...) {
        for keycode in keycodes {
            key(keycode, isDown: true)
            key(keycode, isDown: false)
        }
    }
    /// Text that comes from no key with a place, as of an input method.
    public func text(_ text: String) { headless.text(text) }
    /// Several fingers in one hardware report.
    public func down(together fingers: [(Int, CGPoint)]) { headless.touchDown(fingers) }
    public func drag(_ finger: Int = 0, from start: CGPoint, to end: CGPoint, duration: Double) {
        headless.drag(finger, from: start, to: end, duration: duration)
    }

    /// A pixel of the screen as shown, 0xFFRRGGBB; pixels, not points.
    public func pixel(_ x: Int, _ y: Int) -> UInt32 { headless.pixel(x: x, y: y) }

    /// Whether the panel shows what a full repaint would.
    public func isExact() throws -> Bool {
        let shown = try headless.panelBitmap()
        let expected = try headless.referenceBitmap()
        for y in 0..<shown.height {
            for x in 0..<shown.width where shown.pixel(x: x, y: y) != expected.pixel(x: x, y: y) { return false }
        }
        return true
    }
}

/// A view that writes down what it is told.
@MainActor
public final class TouchRecordingView: UIView {
    public private(set) var log: [String] = []
    /// What to do from inside a handler.
    public var onBegan: ((Set<UITouch>) -> Void)?

    public override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        log.append("began \(touches.count)")
        onBegan?(touches)
    }

    public override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        log.append("moved \(touches.count)")
    }

    public override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        log.append("ended \(touches.count)")
    }

    public override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        log.append("cancelled \(touches.count)")
    }

    /// The log with repeated moves as one.
    public var story: [String] {
        var story: [String] = []
        for line in log where !(line.hasPrefix("moved") && story.last == line) { story.append(line) }
        return story
    }
}
