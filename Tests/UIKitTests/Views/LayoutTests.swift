import Foundation
import Testing
import UIKit

@MainActor
@Suite("Layout passes, safe area and margins")
struct LayoutTests {
    @Test("L-21, L-24 Marks only mark; many give one layout; adding lays out parent and added view, parent first")
    func marks() {
        TestScreen.with { test in
            let log = Log()
            let parent = LoggingView("p", log, frame: r(0, 0, 100, 100))
            let child = LoggingView("c", log)
            test.window.addSubview(parent)
            test.commit()
            _ = log.take()
            parent.setNeedsLayout()
            parent.setNeedsLayout()
            #expect(log.take().isEmpty)
            test.commit()
            #expect(log.take() == ["p layout"])
            parent.addSubview(child)
            _ = log.take()
            test.commit()
            #expect(log.take() == ["p layout", "c layout"])
            test.commit()
            #expect(log.take().isEmpty)
        }
    }

    @Test("L-23, L-24 A size lays out the view and its superview; a place lays out nobody; bounds.origin the view")
    func changes() {
        TestScreen.with { test in
            let log = Log()
            let parent = LoggingView("p", log, frame: r(0, 0, 100, 100))
            let child = LoggingView("c", log, frame: r(0, 0, 10, 10))
            test.window.addSubview(parent)
            parent.addSubview(child)
            test.commit()
            _ = log.take()
            child.center = CGPoint(x: 40, y: 40)
            child.frame.origin = CGPoint(x: 3, y: 3)
            test.commit()
            #expect(log.take().isEmpty)
            child.frame.size = CGSize(width: 20, height: 20)
            test.commit()
            #expect(log.take() == ["p layout", "c layout"])
            child.removeFromSuperview()
            _ = log.take()
            test.commit()
            #expect(log.take() == ["p layout"])
        }
    }

    @Test("L-24, S-19 A scroll lays out the scroll view, and not its superview")
    func scrolling() {
        TestScreen.with { test in
            final class Scrolled: UIScrollView {
                var layouts = 0
                override func layoutSubviews() { layouts += 1 }
            }
            let log = Log()
            let parent = LoggingView("p", log, frame: r(0, 0, 100, 100))
            let scroll = Scrolled(frame: r(0, 0, 100, 100))
            parent.addSubview(scroll)
            test.window.addSubview(parent)
            test.commit()
            _ = log.take()
            let before = scroll.layouts
            for step in 1...3 {
                scroll.contentOffset.y = CGFloat(step) * 10
                test.commit()
            }
            #expect(scroll.layouts == before + 3)
            #expect(log.take().isEmpty)
        }
    }

    @Test("L-22, L-26 layoutIfNeeded works at once and without a window, from the topmost marked superview")
    func layoutIfNeeded() {
        let log = Log()
        let parent = LoggingView("p", log, frame: r(0, 0, 100, 100))
        let child = LoggingView("c", log, frame: r(0, 0, 10, 10))
        parent.addSubview(child)
        _ = log.take()
        child.layoutIfNeeded()
        #expect(log.take() == ["p layout", "c layout"])
        child.layoutIfNeeded()
        #expect(log.take().isEmpty)
    }

    private func safeArea(of frame: CGRect) -> UIEdgeInsets {
        var result = UIEdgeInsets.zero
        TestScreen.with { test in
            test.screen.safeAreaInsets = UIEdgeInsets(top: 44, left: 10, bottom: 34, right: 12)
            let child = UIView(frame: frame)
            test.window.addSubview(child)
            result = child.safeAreaInsets
        }
        return result
    }

    @Test("L-40 The safe area goes down, each level clipped to where it lies (SA-01 to SA-09)")
    func safeAreas() {
        #expect(safeArea(of: r(0, 0, 320, 480)) == UIEdgeInsets(top: 44, left: 10, bottom: 34, right: 12))
        #expect(safeArea(of: r(0, 460, 320, 100)) == UIEdgeInsets(top: 0, left: 10, bottom: 34, right: 12))
        #expect(safeArea(of: r(-40, -60, 200, 200)) == UIEdgeInsets(top: 44, left: 10, bottom: 0, right: 0))
        #expect(safeArea(of: r(0, 100, 320, 200)) == UIEdgeInsets(top: 0, left: 10, bottom: 0, right: 12))
        #expect(safeArea(of: r(300, 0, 100, 480)) == UIEdgeInsets(top: 44, left: 0, bottom: 34, right: 12))
        #expect(safeArea(of: r(5, 10, 60, 20)) == UIEdgeInsets(top: 34, left: 5, bottom: 0, right: 0))
        #expect(safeArea(of: r(0, 500, 100, 50)) == UIEdgeInsets(top: 0, left: 10, bottom: 34, right: 0))
    }

    @Test("L-41, L-42 The guides, and margins of 8 on top of the safe area")
    func margins() {
        TestScreen.with { test in
            test.screen.safeAreaInsets = UIEdgeInsets(top: 44, left: 10, bottom: 34, right: 12)
            let view = UIView(frame: r(0, 0, 320, 480))
            test.window.addSubview(view)
            #expect(view.safeAreaLayoutGuide.layoutFrame == r(10, 44, 298, 402))
            #expect(view.layoutMargins == UIEdgeInsets(top: 52, left: 18, bottom: 42, right: 20))
            view.insetsLayoutMarginsFromSafeArea = false
            #expect(view.layoutMargins == UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8))
            #expect(view.layoutMarginsGuide.layoutFrame == r(8, 8, 304, 464))
        }
    }

    @Test("L-43 Margins of the superview are kept where they reach")
    func preservedMargins() {
        let parent = UIView(frame: r(0, 0, 320, 480))
        parent.layoutMargins = UIEdgeInsets(top: 20, left: 20, bottom: 20, right: 20)
        let child = UIView(frame: r(10, 10, 100, 100))
        parent.addSubview(child)
        child.preservesSuperviewLayoutMargins = true
        #expect(child.layoutMargins == UIEdgeInsets(top: 10, left: 10, bottom: 8, right: 8))
    }

    @Test("D-103 The tint is the nearest one up the tree, and those who inherit it hear of changes")
    func tint() {
        final class Tinted: UIView {
            var changes = 0
            override func tintColorDidChange() { changes += 1 }
        }
        let parent = Tinted()
        let child = Tinted()
        let own = Tinted()
        parent.addSubview(child)
        parent.addSubview(own)
        #expect(child.tintColor === UIColor.systemBlue)
        own.tintColor = .green
        parent.tintColor = .red
        #expect(child.tintColor == .red)
        #expect(own.tintColor == .green)
        #expect((parent.changes, child.changes, own.changes) == (1, 1, 1))
        child.removeFromSuperview()
        #expect(child.tintColor === UIColor.systemBlue)
        #expect(child.changes == 2)
        parent.tintColor = nil
        #expect(parent.tintColor === UIColor.systemBlue)
    }
}
