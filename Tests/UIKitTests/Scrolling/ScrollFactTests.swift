import TestSupport
import Testing

@testable import UIKit

/// What scroll views do, fact by fact.
@MainActor
@Suite("Scroll view facts", .serialized)
struct ScrollFactTests {
    /// Writes down what the scroll view tells, and the offset it has then.
    private final class Delegate: NSObject, UIScrollViewDelegate {
        var log: [String] = []
        var offsets: [CGFloat] = []
        var velocity = CGPoint.zero
        var target = CGPoint.zero
        var onDidScroll: (() -> Void)?

        func scrollViewDidScroll(_ scrollView: UIScrollView) {
            if log.last != "did scroll" { log.append("did scroll") }
            offsets.append(scrollView.contentOffset.y)
            onDidScroll?()
        }
        func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { log.append("will begin dragging") }
        func scrollViewWillEndDragging(
            _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
            targetContentOffset: UnsafeMutablePointer<CGPoint>
        ) {
            log.append("will end dragging")
            (self.velocity, target) = (velocity, targetContentOffset.pointee)
        }
        func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
            log.append("did end dragging \(decelerate)")
        }
        func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) { log.append("will begin decelerating") }
        func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { log.append("did end decelerating") }
        func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { log.append("did end animation") }
        func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) { log.append("inset") }
    }

    @Test("The offset is never a negative zero, wherever it came from")
    func noNegativeZero() {
        let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        scroll.contentSize = CGSize(width: 100, height: 500)
        func isPlain() -> Bool { scroll.contentOffset.x.sign == .plus && scroll.contentOffset.y.sign == .plus }
        scroll.contentOffset = CGPoint(x: 0, y: 50)
        scroll.contentOffset = CGPoint(x: -0.0, y: -0.0)
        #expect(isPlain() && "\(scroll.contentOffset.y)" == "0.0")
        scroll.setContentOffset(CGPoint(x: 0, y: 70), animated: false)
        scroll.scrollRectToVisible(CGRect(x: 0, y: 0, width: 1, height: 1), animated: false)
        #expect(isPlain() && scroll.contentOffset.y == 0)
    }

    private func withScroll(
        height: CGFloat = 852, content: CGFloat = 20_000, _ body: (Stage, UIScrollView, Delegate) throws -> Void
    ) throws {
        let stage = try Stage(width: 393, height: Int(height))
        defer { stage.close() }
        let scroll = UIScrollView(frame: stage.window.bounds)
        scroll.contentSize = CGSize(width: 393, height: content)
        let delegate = Delegate()
        scroll.delegate = delegate
        stage.window.addSubview(scroll)
        stage.frame()
        try body(stage, scroll, delegate)
    }

    /// A finger that lands, moves `count` times by `step` points and lifts one interval after its last report, in place.
    private func flick(
        _ stage: Stage, by step: CGFloat, times count: Int, interval: Double = 0.008, from y: CGFloat = 700
    ) {
        stage.down(0, 200, y)
        for index in 1...count {
            stage.headless.stall(for: interval)
            stage.move(0, 200, y + step * CGFloat(index))
        }
        stage.headless.stall(for: interval)
        stage.up()
    }

    @Test("S-01 Defaults")
    func defaults() {
        let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        #expect(scroll.contentOffset == .zero && scroll.contentSize == .zero && scroll.contentInset == .zero)
        #expect(scroll.bounces && !scroll.alwaysBounceVertical && !scroll.alwaysBounceHorizontal)
        #expect(!scroll.isDirectionalLockEnabled && scroll.isScrollEnabled && scroll.clipsToBounds)
        #expect(scroll.delaysContentTouches && scroll.canCancelContentTouches)
        #expect(scroll.decelerationRate == .normal && scroll.contentInsetAdjustmentBehavior == .automatic)
        #expect(
            !scroll.isTracking && !scroll.isDragging && !scroll.isDecelerating && scroll.adjustedContentInset == .zero)
    }

    @Test("S-02 Rates are per millisecond: normal 0.998, fast 0.99; a fast flick goes a tenth of its velocity")
    func rates() throws {
        #expect(UIScrollView.DecelerationRate.normal.rawValue == 0.998)
        #expect(UIScrollView.DecelerationRate.fast.rawValue == 0.99)
        try withScroll { stage, scroll, delegate in
            scroll.contentOffset.y = 5000
            scroll.decelerationRate = .fast
            flick(stage, by: -24, times: 14)
            let released = scroll.contentOffset.y
            stage.advance(by: 5)
            // Fact S-03: the factor is 0.099; what is left at ten points a second is not gone.
            #expect(abs(scroll.contentOffset.y - released - (3000 - 10) * 0.099) < 0.7)
        }
    }

    @Test("S-04, SC-06 The velocity at the lift is exact", arguments: [(-6, 14, 0.75), (-24, 14, 3), (-25, 12, 3.125)])
    func velocity(step: Double, count: Int, expected: Double) throws {
        try withScroll { stage, scroll, delegate in
            scroll.contentOffset.y = 5000
            flick(stage, by: CGFloat(step), times: count)
            #expect(abs(delegate.velocity.y - CGFloat(expected)) < 1e-4, "\(delegate.velocity)")
            #expect(scroll.contentOffset.y == 5000 - CGFloat(step) * CGFloat(count) - 10, "SC-04")
        }
    }

    @Test("S-06, SC-01 The slop is absorbed: nothing for ten points, then the way beyond them")
    func slop() throws {
        try withScroll { stage, scroll, _ in
            scroll.contentOffset.y = 5000
            stage.down(0, 200, 792)
            var offsets: [CGFloat] = []
            for step in 1...60 {
                stage.frame()
                stage.move(0, 200, 792 - CGFloat(step) * 3)
                stage.frame()
                offsets.append(scroll.contentOffset.y)
            }
            #expect(offsets.prefix(6) == [5000, 5000, 5000, 5002, 5005, 5008] && offsets.last == 5170)
            stage.up()
        }
    }

    @Test("S-07, SC-22 Held beyond the edge and let go it comes back as measured, and stands after 0.69 s")
    func release() throws {
        try withScroll { stage, scroll, delegate in
            stage.down(0, 200, 100)
            for step in 1...120 {
                stage.headless.stall(for: 0.008)
                stage.move(0, 200, 100 + CGFloat(step) * 5)
            }
            stage.frame()
            #expect(abs(scroll.contentOffset.y + 235) < 0.6, "\(scroll.contentOffset.y)")
            stage.advance(by: 0.31)
            stage.up()
            let lift = stage.now
            var worst: CGFloat = 0
            let trace: [(CGFloat, CGFloat)] = [
                (0.0076, -223.333), (0.0410, -173.333), (0.0743, -133.333), (0.1076, -101.333), (0.1409, -76.667),
                (0.1743, -57.667), (0.2409, -32.0), (0.3076, -17.667), (0.3743, -9.667), (0.4409, -5.0),
            ]
            var motion = ScrollMotion(
                minimum: 0, maximum: 19_148, start: -235, startVelocity: 0, rate: 0.998, bounces: true)
            motion.startVelocity = motion.releaseVelocity(seen: 0)
            // The measured curve starts 0.7 ms after the lift (fact SC-28).
            for (time, offset) in trace { worst = max(worst, abs(motion.offset(at: time - 0.0007).value - offset)) }
            #expect(worst <= 1, "off by \(worst)")
            while scroll.isDecelerating, stage.now < lift + 2 { stage.frame() }
            #expect(abs(stage.now - lift - 0.691) < 0.07 && scroll.contentOffset.y == 0, "\(stage.now - lift)")
            #expect(delegate.log.suffix(2) == ["did scroll", "did end decelerating"])
        }
    }

    @Test("SC-29 Let go beyond the edge while it moves, it goes on as fast as it was seen to move, not as the finger")
    func movingRelease() throws {
        try withScroll { stage, scroll, delegate in
            stage.down(0, 200, 50)
            for step in 1...20 {
                stage.advance(by: 0.008)
                stage.move(0, 200, 50 + CGFloat(step) * 14)
                stage.frame()
            }
            let before = scroll.contentOffset.y
            let time = stage.now
            stage.up()
            #expect(delegate.velocity.y < -0.5)
            stage.frame()
            let speed = (scroll.contentOffset.y - before) / CGFloat(stage.now - time)
            #expect(speed < 0 && speed > delegate.velocity.y * 1000 * 0.75, "\(speed) of \(delegate.velocity.y * 1000)")
            stage.advance(by: 2)
            #expect(scroll.contentOffset.y == 0)
        }
    }

    @Test(
        "S-08 Animated, the offset goes there in 0.3 s in steps that are told, then the end is; unanimated only the step is"
    )
    func setOffset() throws {
        try withScroll { stage, scroll, delegate in
            scroll.setContentOffset(CGPoint(x: 0, y: 500), animated: false)
            #expect(delegate.log == ["did scroll"] && delegate.offsets == [500])
            scroll.setContentOffset(CGPoint(x: 0, y: 500), animated: false)
            scroll.setContentOffset(CGPoint(x: 0, y: 500), animated: true)
            stage.advance(by: 1)
            #expect(delegate.offsets == [500] && delegate.log == ["did scroll"], "it is there already")
            delegate.offsets = []
            scroll.setContentOffset(CGPoint(x: 0, y: 100), animated: true)
            #expect(delegate.offsets.isEmpty && !scroll.isDecelerating)
            stage.advance(by: 0.15)
            #expect(scroll.contentOffset.y < 480 && scroll.contentOffset.y > 120, "on its way")
            stage.advance(by: 0.17)
            #expect(scroll.contentOffset.y == 100 && delegate.log == ["did scroll", "did end animation"])
            #expect(delegate.offsets.count > 12 && delegate.offsets == delegate.offsets.sorted(by: >))
            let frames = stage.frameCount
            stage.advance(by: 1)
            #expect(stage.frameCount == frames && delegate.log.filter { $0 == "did end animation" }.count == 1)
        }
    }

    @Test(
        "S-08 An animation ends where a finger, another offset or leaving the window stops it, and its end is told once"
    )
    func interrupted() throws {
        try withScroll { stage, scroll, delegate in
            for way in 0..<4 {
                scroll.setContentOffset(.zero, animated: false)
                delegate.log = []
                scroll.setContentOffset(CGPoint(x: 0, y: 1000), animated: true)
                stage.advance(by: 0.1)
                switch way {
                case 0:
                    stage.down(0, 200, 200)
                    let offset = scroll.contentOffset.y
                    #expect(offset > 0 && offset < 1000)
                    stage.advance(by: 1)
                    #expect(scroll.contentOffset.y == offset)
                    stage.up()
                case 1:
                    scroll.contentOffset.y = 40
                    stage.advance(by: 1)
                    #expect(scroll.contentOffset.y == 40)
                case 2:
                    scroll.setContentOffset(CGPoint(x: 0, y: 300), animated: true)
                    stage.advance(by: 1)
                    #expect(scroll.contentOffset.y == 300)
                default:
                    scroll.removeFromSuperview()
                    #expect(scroll.contentOffset.y == 1000)
                    stage.advance(by: 1)
                }
                #expect(delegate.log.filter { $0 == "did end animation" }.count == 1, "\(way) \(delegate.log)")
            }
            // Outside a window there is nothing to watch: it is there at once, and says so later.
            delegate.log = []
            scroll.setContentOffset(CGPoint(x: 0, y: 70), animated: true)
            #expect(delegate.log == ["did scroll"] && scroll.contentOffset.y == 70)
            stage.advance(by: 0.1)
            #expect(delegate.log == ["did scroll", "did end animation"])
            scroll.setContentOffset(CGPoint(x: CGFloat.nan, y: 70), animated: true)
            #expect(scroll.contentOffset.y == 70)
        }
    }

    @Test("S-08 Scrolling to what is visible moves nothing, else the least")
    func visible() throws {
        try withScroll { stage, scroll, delegate in
            scroll.contentOffset.y = 1000
            delegate.log = []
            scroll.scrollRectToVisible(CGRect(x: 0, y: 1100, width: 10, height: 100), animated: false)
            #expect(delegate.log.isEmpty)
            scroll.scrollRectToVisible(CGRect(x: 0, y: 900, width: 10, height: 100), animated: false)
            #expect(scroll.contentOffset.y == 900)
            scroll.scrollRectToVisible(CGRect(x: 0, y: 1800, width: 10, height: 100), animated: false)
            #expect(scroll.contentOffset.y == 1048)
        }
    }

    @Test("S-08 scrollRectToVisible keeps clear of the insets, as of a keyboard's, also with content that is short")
    func visibleRectWithInsets() throws {
        try withScroll(height: 300, content: 1000) { _, scroll, _ in
            scroll.contentInset = UIEdgeInsets(top: 50, left: 0, bottom: 100, right: 0)
            scroll.scrollRectToVisible(CGRect(x: 0, y: 400, width: 10, height: 100), animated: false)
            #expect(scroll.contentOffset.y == 300)
            scroll.scrollRectToVisible(CGRect(x: 0, y: 350, width: 10, height: 100), animated: false)
            #expect(scroll.contentOffset.y == 300)
            scroll.scrollRectToVisible(CGRect(x: 0, y: 340, width: 10, height: 100), animated: false)
            #expect(scroll.contentOffset.y == 290)
            scroll.scrollRectToVisible(CGRect(x: 0, y: 0, width: 10, height: 10), animated: false)
            #expect(scroll.contentOffset.y == -50)
        }
        try withScroll(height: 300, content: 300) { _, scroll, _ in
            scroll.contentInset.bottom = 200
            scroll.scrollRectToVisible(CGRect(x: 0, y: 250, width: 10, height: 40), animated: false)
            #expect(scroll.contentOffset.y == 190)
        }
    }

    @Test(
        "S-09, SC-11 A flick is told in order, the middle of it at once; a finger that stood still leaves no more to tell"
    )
    func order() throws {
        try withScroll { stage, scroll, delegate in
            scroll.contentOffset.y = 5000
            delegate.log = []
            stage.down(0, 200, 700)
            #expect(scroll.isTracking && !scroll.isDragging && delegate.log.isEmpty)
            for step in 1...14 {
                stage.headless.stall(for: 0.008)
                stage.move(0, 200, 700 - CGFloat(step) * 24)
                stage.frame()
            }
            #expect(scroll.isTracking && scroll.isDragging)
            let released = scroll.contentOffset.y
            stage.up()
            #expect(!scroll.isTracking && !scroll.isDragging && scroll.isDecelerating)
            #expect(scroll.contentOffset.y == released)
            #expect(
                delegate.log == [
                    "will begin dragging", "did scroll", "will end dragging", "did end dragging true",
                    "will begin decelerating",
                ])
            #expect(delegate.target.y > released + 300)
            stage.advance(by: 5)
            #expect(delegate.log.suffix(2) == ["did scroll", "did end decelerating"] && delegate.log.count == 7)
            #expect(abs(scroll.contentOffset.y - delegate.target.y) < 2)

            delegate.log = []
            stage.down(0, 200, 700)
            stage.move(0, 200, 600)
            stage.frame()
            stage.advance(by: 0.3)
            stage.up()
            stage.advance(by: 1)
            #expect(
                delegate.log == [
                    "will begin dragging", "did scroll", "will end dragging", "did end dragging false",
                ])
            #expect(delegate.velocity == .zero)
        }
    }

    @Test("S-11 An axis scrolls if its content overflows, or if it bounces always and bounces at all")
    func axes() throws {
        func moved(_ change: (UIScrollView) -> Void) throws -> CGPoint {
            var way = CGPoint.zero
            try withScroll(height: 400, content: 400) { stage, scroll, _ in
                change(scroll)
                stage.down(0, 200, 200)
                for step in 1...6 {
                    stage.move(0, 200 - CGFloat(step) * 10, 200 - CGFloat(step) * 10)
                    stage.frame()
                }
                way = scroll.contentOffset
                stage.up()
            }
            return way
        }
        #expect(try moved { _ in } == .zero)
        let down = try moved { $0.contentSize.height = 401 }
        #expect(down.x == 0 && down.y > 0)
        let across = try moved { $0.contentSize.width = 1000 }
        #expect(across.x > 30 && across.y == 0)
        let bouncing = try moved { $0.alwaysBounceVertical = true }
        #expect(bouncing.x == 0 && bouncing.y > 0)
        #expect(
            try moved {
                $0.alwaysBounceVertical = true
                $0.alwaysBounceHorizontal = true
                $0.bounces = false
            } == .zero)
        let inset = try moved { $0.contentInset.bottom = 50 }
        #expect(inset.x == 0 && inset.y > 0)
        let locked = try moved {
            $0.contentSize = CGSize(width: 1000, height: 1000)
            $0.isDirectionalLockEnabled = true
        }
        #expect(locked.x > 0 && locked.y > 0, "a diagonal drag is not locked")
    }

    @Test("S-01 With the directional lock a drag that begins along an axis keeps to it")
    func lock() throws {
        try withScroll(height: 400, content: 2000) { stage, scroll, _ in
            scroll.contentSize.width = 2000
            scroll.isDirectionalLockEnabled = true
            stage.down(0, 200, 300)
            for step in 1...4 {
                stage.move(0, 200, 300 - CGFloat(step) * 10)
                stage.frame()
            }
            stage.move(0, 100, 200)
            stage.frame()
            #expect(scroll.contentOffset == CGPoint(x: 0, y: 90))
            stage.up()
        }
    }

    @Test(
        "S-13 Offsets reach from the inset to the content's end and the inset; insets and sizes do not move the content"
    )
    func range() throws {
        try withScroll(height: 400, content: 1000) { stage, scroll, delegate in
            scroll.contentOffset.y = 600
            scroll.contentInset = UIEdgeInsets(top: 64, left: 0, bottom: 30, right: 0)
            #expect(scroll.contentOffset.y == 600 && scroll.adjustedContentInset == scroll.contentInset)
            scroll.contentSize.height = 500
            #expect(scroll.contentOffset.y == 600, "a smaller content does not move by itself")
            #expect(scroll.minimumOffset.y == -64 && scroll.maximumOffset.y == 130)
            scroll.contentSize.height = 100
            #expect(scroll.maximumOffset.y == -64, "content that fits lies at the beginning")
            scroll.contentInset.top = .nan
            scroll.contentSize.height = .infinity
            #expect(scroll.contentInset.top == 64 && scroll.contentSize.height == 100)
        }
    }

    @Test(
        "S-13 The safe area is added on the axes that scroll, or as the behaviour says, and content at its beginning stays there"
    )
    func safeArea() throws {
        try withScroll(height: 400, content: 2000) { stage, scroll, delegate in
            let area = UIEdgeInsets(top: 40, left: 10, bottom: 20, right: 10)
            stage.headless.screen.safeAreaInsets = area
            defer { stage.headless.screen.safeAreaInsets = .zero }
            stage.frame()
            #expect(scroll.adjustedContentInset == UIEdgeInsets(top: 40, left: 0, bottom: 20, right: 0))
            #expect(scroll.contentOffset.y == -40 && delegate.log.contains("inset"))
            scroll.contentInset.top = 5
            #expect(scroll.adjustedContentInset.top == 45 && scroll.contentOffset.y == -40)
            scroll.contentInsetAdjustmentBehavior = .always
            #expect(scroll.adjustedContentInset == UIEdgeInsets(top: 45, left: 10, bottom: 20, right: 10))
            scroll.contentInsetAdjustmentBehavior = .never
            #expect(scroll.adjustedContentInset == UIEdgeInsets(top: 5, left: 0, bottom: 0, right: 0))
            scroll.contentInsetAdjustmentBehavior = .automatic
            scroll.contentSize.height = 100
            #expect(scroll.adjustedContentInset == UIEdgeInsets(top: 5, left: 0, bottom: 0, right: 0))
            scroll.alwaysBounceVertical = true
            #expect(scroll.adjustedContentInset == UIEdgeInsets(top: 45, left: 0, bottom: 20, right: 0))
        }
    }

    @Test("A mouse that drags scrolls, unless its kind of touch is taken from the pan; wheels scroll all the same")
    func mouse() throws {
        func dragged(_ change: (UIScrollView) -> Void) throws -> (CGFloat, CGFloat) {
            var ways = (CGFloat.zero, CGFloat.zero)
            try withScroll { stage, scroll, _ in
                change(scroll)
                stage.hover(200, 400)
                stage.buttons(1)
                for step in 1...5 { stage.hover(200, 400 - CGFloat(step) * 20) }
                stage.advance(by: 0.3)
                stage.buttons(0)
                ways.0 = scroll.contentOffset.y
                stage.wheel(1)
                stage.advance(by: 1)
                ways.1 = scroll.contentOffset.y - ways.0
            }
            return ways
        }
        #expect(try dragged { _ in } == (90, 48))
        let kinds: [UITouch.TouchType] = [.direct, .pencil]
        #expect(
            try dragged { $0.panGestureRecognizer.allowedTouchTypes = kinds.map { NSNumber(value: $0.rawValue) } }
                == (0, 48))
        UIScrollView.isDraggedByMice = false
        defer { UIScrollView.isDraggedByMice = true }
        #expect(try dragged { _ in } == (0, 48))
    }
}
