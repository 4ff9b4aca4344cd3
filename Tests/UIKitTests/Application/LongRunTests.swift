import Foundation
import QuartzCore
import Raster
import Testing
import UIKit

/// What must be the same in the first minute and after three years.
@MainActor
@Suite("A long run")
struct LongRunTests {
    private final class Stage {
        let headless: HeadlessStage
        let window: UIWindow

        @MainActor
        init(startingAt start: Double) throws {
            headless = try HeadlessStage(panel: PixelSize(width: 200, height: 200), startTime: start)
            window = UIWindow(frame: headless.screen.bounds)
            window.makeKeyAndVisible()
            headless.advanceFrame()
        }

        @MainActor
        func close() {
            window.isHidden = true
            headless.close()
        }
    }

    private final class Recorder: UIView {
        var began = 0

        func pressed(_ recognizer: UIGestureRecognizer) { if recognizer.state == .began { began += 1 } }
    }

    /// A view's alpha at 60 Hz during an animation from 0 to 1 that begins at media time `start`.
    private func curve(startingAt start: Double) throws -> [Double] {
        let stage = try Stage(startingAt: start)
        defer { stage.close() }
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
        view.alpha = 0
        stage.window.addSubview(view)
        stage.headless.advanceFrame()
        let begin = stage.headless.now
        UIView.animate(withDuration: 1) { view.alpha = 1 }
        return (0...60).map { frame in
            stage.headless.advance(by: begin + Double(frame) / 60 - stage.headless.now)
            return Double(view.layer.presentation()?.opacity ?? -1)
        }
    }

    @Test("F05 An animation after a day, a month and three years is the animation of the first minute")
    func uptime() throws {
        let first = try curve(startingAt: 1)
        #expect(first[0] == 0 && first[60] == 1 && first[30] > 0.4 && first[30] < 0.6)
        let day = 86400.0
        for start in [1000, day, 30 * day, 3 * 365 * day] {
            for (frame, value) in try curve(startingAt: start).enumerated() {
                #expect(abs(value - first[frame]) < 1e-6, "frame \(frame) of an animation \(start) s after the start")
            }
        }
    }

    @Test(
        "F03 A long press and an animation across the wrap of a 32-bit count of milliseconds",
        arguments: [2_147_483.648, 4_294_967.296])
    func wrap(_ moment: Double) throws {
        let stage = try Stage(startingAt: moment - 1)
        defer { stage.close() }
        let view = Recorder(frame: stage.window.bounds)
        view.addGestureRecognizer(UILongPressGestureRecognizer(target: view, action: Recorder.pressed))
        stage.window.addSubview(view)
        stage.headless.advance(by: moment - 0.25 - stage.headless.now)
        let begin = stage.headless.now
        stage.headless.touchDown(0, at: CGPoint(x: 100, y: 100))
        UIView.animate(withDuration: 0.5) { view.alpha = 0 }
        stage.headless.advance(by: begin + 0.25 - stage.headless.now)
        #expect(abs(Double(view.layer.presentation()?.opacity ?? -1) - 0.5) < 1e-3)
        stage.headless.advance(by: begin + 0.48 - stage.headless.now)
        #expect(view.began == 0)
        stage.headless.advance(by: begin + 0.52 - stage.headless.now)
        #expect(view.began == 1 && view.layer.animationKeys() == nil)
        stage.headless.touchUp(0)
    }

    @Test("F12 What was shown, animated, touched and removed is gone, a hundred times over")
    func freed() throws {
        let stage = try Stage(startingAt: 1000)
        defer { stage.close() }
        let makers: [(String, @MainActor () -> UIView)] = [
            ("UIView", { UIView() }), ("UILabel", { UILabel() }), ("UIButton", { UIButton() }),
            ("UIControl", { UIControl() }), ("UIImageView", { UIImageView() }), ("UIScrollView", { UIScrollView() }),
        ]
        for (name, make) in makers {
            var alive: [() -> Bool] = []
            for _ in 0..<100 {
                autoreleased {
                    let view = make()
                    view.frame = CGRect(x: 0, y: 0, width: 150, height: 150)
                    (view as? UILabel)?.text = "text"
                    (view as? UIButton)?.setTitle("title", for: .normal)
                    (view as? UIScrollView)?.contentSize = CGSize(width: 500, height: 500)
                    (view as? UIControl)?.addAction(UIAction { [weak view] _ in view?.alpha = 1 }, for: .touchUpInside)
                    let pan = UIPanGestureRecognizer()
                    view.addGestureRecognizer(pan)
                    view.isUserInteractionEnabled = true
                    stage.window.addSubview(view)
                    stage.headless.tap(at: CGPoint(x: 50, y: 50))
                    UIView.animate(withDuration: 0.03) { view.center.x += 10 }
                    stage.headless.advance(by: 0.05)
                    view.removeFromSuperview()
                    alive.append { [weak view, weak pan, weak layer = view.layer] in
                        view != nil || pan != nil || layer != nil
                    }
                }
            }
            // Deceleration, the last event and the last commit have let go by then.
            stage.headless.advance(by: 1)
            #expect(alive.filter { $0() }.isEmpty, "\(name): not freed")
        }
    }

    private func autoreleased(_ body: () -> Void) { body() }
}
