import Foundation
import TestSupport
import Testing
import UIKit

@MainActor
@Suite("The drawing cycle")
struct DrawingCycleTests {
    /// Writes down its layout and its drawing.
    private final class Cycle: UIView {
        let name: String
        let log: Log
        var onLayout: (() -> Void)?
        var onDraw: (() -> Void)?

        init(_ name: String, _ log: Log, frame: CGRect) {
            self.name = name
            self.log = log
            super.init(frame: frame)
        }
        required init?(coder: NSCoder) { nil }
        override func layoutSubviews() {
            log += "\(name) layout"
            onLayout?()
        }
        override func draw(_ rect: CGRect) {
            log += "\(name) draw"
            onDraw?()
        }
    }

    @Test("D-08, L-20 The whole tree is laid out before any of it draws; layout may still ask for drawing")
    func order() {
        TestScreen.with { test in
            let log = Log()
            let parent = Cycle("p", log, frame: r(0, 0, 100, 100))
            let child = Cycle("c", log, frame: r(0, 0, 10, 10))
            parent.addSubview(child)
            test.window.addSubview(parent)
            test.commit()
            #expect(log.take() == ["p layout", "c layout", "p draw", "c draw"])
            child.onLayout = { parent.setNeedsDisplay() }
            child.setNeedsLayout()
            test.commit()
            #expect(log.take() == ["c layout", "p draw"])
        }
    }

    @Test("D-10 What drawing marks waits for the next commit; drawing that marks itself does not run in a circle")
    func marksWhileDrawing() {
        TestScreen.with { test in
            let log = Log()
            let view = Cycle("v", log, frame: r(0, 0, 100, 100))
            test.window.addSubview(view)
            test.commit()
            _ = log.take()
            view.onDraw = {
                view.setNeedsLayout()
                view.setNeedsDisplay()
            }
            view.setNeedsDisplay()
            CATransaction.flush()
            let lines = log.take()
            #expect(lines.filter { $0 == "v draw" }.count == 1)
            view.onDraw = nil
            test.commit()
            test.commit()
            #expect(log.take().filter { $0 == "v layout" }.count <= 1)
        }
    }

    /// Left half red, right half blue.
    private final class Halves: UIView {
        var draws = 0
        override func draw(_ rect: CGRect) {
            draws += 1
            UIColor.red.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 20, height: bounds.height))
            UIColor.blue.setFill()
            UIRectFill(CGRect(x: 20, y: 0, width: bounds.width - 20, height: bounds.height))
        }
    }

    @Test("D-45 When the size changes the mode places the bitmap there is: nothing draws again")
    func modeActsOnTheBitmap() throws {
        let stage = try Stage(width: 200, height: 100)
        defer { stage.close() }
        let view = Halves(frame: r(0, 0, 40, 40))
        view.isOpaque = false
        stage.window.addSubview(view)
        stage.frame()
        view.contentMode = .right
        view.frame = r(0, 0, 100, 40)
        stage.frame()
        #expect(view.draws == 1)
        #expect(stage.pixel(59, 20) == 0xFFFF_FFFF)
        #expect(stage.pixel(61, 20) == 0xFFFF_0000)
        #expect(stage.pixel(81, 20) == 0xFF00_00FF)
        #expect(stage.pixel(99, 20) == 0xFF00_00FF)
        view.contentMode = .scaleToFill
        stage.frame()
        #expect(view.draws == 1)
        #expect(stage.pixel(45, 20) == 0xFFFF_0000)
        #expect(stage.pixel(55, 20) == 0xFF00_00FF)
        // A transform that scales does the same.
        view.transform = CGAffineTransform(scaleX: 2, y: 1)
        view.center = CGPoint(x: 100, y: 20)
        stage.frame()
        #expect(view.draws == 1)
        #expect(stage.pixel(90, 20) == 0xFFFF_0000)
        #expect(stage.pixel(110, 20) == 0xFF00_00FF)
        let isExact = try stage.isExact()
        #expect(isExact)
    }

    @Test("D-64 contentStretch counts in the modes that scale, and is ignored by those that only place")
    func stretchByMode() throws {
        let stage = try Stage(width: 200, height: 100)
        defer { stage.close() }
        let view = Halves(frame: r(0, 0, 40, 40))
        view.isOpaque = false
        // The last tenth alone is stretched: the red half stays as wide as it is.
        view.contentStretch = r(0.9, 0, 0.1, 1)
        stage.window.addSubview(view)
        stage.frame()
        view.frame = r(0, 0, 120, 40)
        stage.frame()
        #expect(stage.pixel(19, 20) == 0xFFFF_0000)
        #expect(stage.pixel(21, 20) == 0xFF00_00FF)
        #expect(stage.pixel(119, 20) == 0xFF00_00FF)
        // By half in both directions, and only then is the width stretched no further.
        view.contentMode = .scaleAspectFit
        stage.frame()
        #expect(stage.pixel(39, 20) == 0xFFFF_FFFF)
        #expect(stage.pixel(59, 20) == 0xFFFF_0000)
        view.contentMode = .left
        stage.frame()
        #expect(stage.pixel(19, 20) == 0xFFFF_0000)
        #expect(stage.pixel(21, 20) == 0xFF00_00FF)
        #expect(stage.pixel(41, 20) == 0xFFFF_FFFF)
        #expect(view.draws == 1)
    }
}
