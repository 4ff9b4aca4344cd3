import TestSupport
import Testing
import UIKit

/// Reports from other projects about touches (Documentation/reports.md), played here.
@MainActor
@Suite("Reports from the field about touches", .serialized)
struct TouchReportTests {
    private func withStage(_ body: (Stage) throws -> Void) throws {
        let stage = try Stage(width: 400, height: 400)
        defer { stage.close() }
        try body(stage)
    }

    @Test("A touch made by a program is at the origin, of no view, and may be any subclass's")
    func made() {
        final class Somewhere: UITouch {
            override func location(in view: UIView?) -> CGPoint { CGPoint(x: 7, y: 8) }
        }
        let touch = UITouch()
        #expect(touch.phase == .began && touch.view == nil && touch.window == nil && touch.timestamp == 0)
        #expect(touch.location(in: UIView(frame: CGRect(x: 5, y: 5, width: 9, height: 9))) == .zero)
        #expect(Set([touch, UITouch()]).count == 2 && Somewhere().preciseLocation(in: nil) == CGPoint(x: 7, y: 8))
    }

    @Test("A03 A touch in a view that is scaled and turned by its ancestors is where the whole chain says")
    func conversion() throws {
        try withStage { stage in
            let a = UIView(frame: CGRect(x: 50, y: 50, width: 300, height: 300))
            a.transform = CGAffineTransform(scaleX: 2, y: 2)
            a.bounds.origin = CGPoint(x: 10, y: 20)
            let b = UIView(frame: CGRect(x: 80, y: 90, width: 100, height: 100))
            b.transform = CGAffineTransform(rotationAngle: .pi / 2)
            let c = UIView(frame: CGRect(x: 20, y: 30, width: 40, height: 40))
            let cousin = UIView(frame: CGRect(x: 5, y: 6, width: 10, height: 10))
            stage.window.addSubview(a)
            a.addSubview(b)
            a.addSubview(cousin)
            b.addSubview(c)
            @MainActor
            final class Place: NSObject {
                var inView = CGPoint.zero
                var inCousin = CGPoint.zero
                weak var cousin: UIView?
                func tapped(_ tap: UITapGestureRecognizer) {
                    inView = tap.location(in: tap.view)
                    inCousin = tap.location(in: cousin)
                }
            }
            let place = Place()
            place.cousin = cousin
            c.addGestureRecognizer(UITapGestureRecognizer(target: place, action: Place.tapped))
            let point = CGPoint(x: 7, y: 11)
            let onScreen = c.convert(point, to: nil)
            stage.tap(onScreen.x, onScreen.y)
            #expect(gap(place.inView, point) < 1e-6)
            #expect(gap(place.inCousin, cousin.convert(point, from: c)) < 1e-6)
            #expect(gap(cousin.convert(place.inCousin, to: c), point) < 1e-6)
        }
    }

    @Test("A06 A clear colour is touched; what is hidden or all but transparent is not, and what lies beneath is")
    func clear() throws {
        try withStage { stage in
            let below = TouchRecordingView(frame: stage.window.bounds)
            let above = TouchRecordingView(frame: stage.window.bounds)
            stage.window.addSubview(below)
            stage.window.addSubview(above)
            var expected = 0
            let ways: [(Bool, (UIView) -> Void)] = [
                (true, { $0.backgroundColor = .clear }), (true, { $0.backgroundColor = nil }),
                (false, { $0.alpha = 0 }),
                (false, { $0.alpha = 0.009 }), (true, { $0.alpha = 0.011 }), (false, { $0.isHidden = true }),
                (false, { $0.isUserInteractionEnabled = false }),
            ]
            for (isHit, change) in ways {
                above.alpha = 1
                above.isHidden = false
                change(above)
                stage.frame()
                stage.tap(100, 100)
                if isHit { expected += 2 }
                #expect(above.log.count == expected)
            }
            #expect(below.log.count == 2 * ways.count - expected)
        }
    }

    @Test("A10 Scrolling to what is visible moves nothing, else the least, within the inset, and an animation ends")
    func scrollToVisible() throws {
        try withStage { stage in
            let scroll = UIScrollView(frame: stage.window.bounds)
            scroll.contentSize = CGSize(width: 400, height: 2000)
            scroll.contentInset = UIEdgeInsets(top: 30, left: 0, bottom: 20, right: 0)
            stage.window.addSubview(scroll)
            for (start, y, height, end) in [
                (100, 150, 100, 100), (100, 450, 100, 170), (500, 300, 50, 270), (100, 600, 900, 570),
                (500, -200, 50, -30),
                (0, 1990, 300, 1620),
            ] as [(CGFloat, CGFloat, CGFloat, CGFloat)] {
                for animated in [false, true] {
                    scroll.contentOffset.y = start
                    scroll.scrollRectToVisible(CGRect(x: 0, y: y, width: 100, height: height), animated: animated)
                    stage.advance(by: 1)
                    #expect(scroll.contentOffset.y == end, "\(start) \(y) \(height) \(animated)")
                    let frames = stage.frameCount
                    stage.advance(by: 1)
                    #expect(stage.frameCount == frames)
                }
            }
        }
    }

    @Test("B15 The row painted under the finger is hit at every offset; an edge belongs to exactly one row")
    func rows() throws {
        try withStage { stage in
            let outer = UIScrollView(frame: stage.window.bounds)
            outer.contentSize = CGSize(width: 400, height: 800)
            let list = UIScrollView(frame: CGRect(x: 0, y: 100, width: 400, height: 300))
            list.contentSize = CGSize(width: 400, height: 4000)
            outer.addSubview(list)
            stage.window.addSubview(outer)
            let rows = (0..<100).map { UIView(frame: CGRect(x: 0, y: CGFloat($0) * 40, width: 400, height: 40)) }
            for row in rows { list.addSubview(row) }
            outer.contentOffset.y = 50
            for offset in stride(from: 0.0, through: 3700, by: 37.5) {
                list.contentOffset.y = offset
                for (index, row) in rows.enumerated() {
                    for inside in [0, 20, 39.999] as [CGFloat] {
                        let point = list.convert(CGPoint(x: 200, y: CGFloat(index) * 40 + inside), to: nil)
                        // What is seen of the list on the screen.
                        guard point.y >= 50, point.y < 350 else { continue }
                        #expect(stage.window.hitTest(point, with: nil) === row, "\(offset) \(index) \(inside)")
                    }
                }
            }
        }
    }

    @Test(
        "B17 A view that animates is touched where its model is, if that is allowed; a toast that is not meant never blocks"
    )
    func animating() throws {
        try withStage { stage in
            for isAllowed in [false, true] {
                let view = TouchRecordingView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
                stage.window.addSubview(view)
                stage.frame()
                UIView.animate(
                    withDuration: 2, delay: 0,
                    options: isAllowed ? [.allowUserInteraction, .curveLinear] : .curveLinear
                ) {
                    view.frame.origin.x = 300
                }
                stage.advance(by: 1)
                stage.tap(175, 25)
                #expect(view.log.isEmpty, "seen there, but its model is elsewhere")
                let seen = view.layer.presentation()?.position.x ?? 0
                #expect(abs(seen - 175) < 8)
                stage.tap(325, 25)
                #expect(view.log.count == (isAllowed ? 2 : 0))
                stage.advance(by: 2)
                stage.tap(325, 25)
                #expect(view.log.count == (isAllowed ? 4 : 2))
                view.removeFromSuperview()
            }
            let scroll = UIScrollView(frame: stage.window.bounds)
            scroll.contentSize = CGSize(width: 400, height: 2000)
            let toast = UIView(frame: stage.window.bounds)
            toast.backgroundColor = .black
            toast.isUserInteractionEnabled = false
            stage.window.addSubview(scroll)
            stage.window.addSubview(toast)
            stage.frame()
            UIView.animate(withDuration: 3) { toast.alpha = 0 }
            stage.drag(0, from: CGPoint(x: 100, y: 300), to: CGPoint(x: 100, y: 200), duration: 0.2)
            #expect(scroll.contentOffset.y >= 90)
        }
    }
}

private func gap(_ a: CGPoint, _ b: CGPoint) -> CGFloat { hypot(a.x - b.x, a.y - b.y) }
