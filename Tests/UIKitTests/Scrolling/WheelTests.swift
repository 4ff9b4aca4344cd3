import TestSupport
import Testing
import UIKit

@MainActor
@Suite("Scroll views under wheels and trackpads", .serialized)
struct WheelTests {
    private final class Delegate: NSObject, UIScrollViewDelegate {
        var log: [String] = []
        func scrollViewDidScroll(_ scrollView: UIScrollView) { if log.last != "scroll" { log.append("scroll") } }
        func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { log.append("will drag") }
        func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
            log.append("did drag \(decelerate)")
        }
        func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) { log.append("will glide") }
        func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { log.append("did glide") }
    }

    private func withScrollView(_ body: (Stage, UIScrollView, Delegate) throws -> Void) throws {
        let stage = try Stage(width: 400, height: 400)
        defer { stage.close() }
        let scroll = UIScrollView(frame: stage.window.bounds)
        scroll.contentSize = CGSize(width: 400, height: 2000)
        let delegate = Delegate()
        scroll.delegate = delegate
        stage.window.addSubview(scroll)
        stage.hover(200, 200)
        try body(stage, scroll, delegate)
    }

    @Test("A click glides three lines on, clicks add up, the content stops at its end")
    func clicks() throws {
        try withScrollView { stage, scroll, delegate in
            stage.wheel(1)
            #expect(scroll.contentOffset.y < 48 && scroll.isDecelerating)
            stage.wheel(2)
            stage.advance(by: 1)
            #expect(scroll.contentOffset == CGPoint(x: 0, y: 144) && !scroll.isDecelerating)
            #expect(delegate.log == ["will glide", "scroll", "did glide"])
            stage.wheel(-100)
            stage.advance(by: 1)
            #expect(scroll.contentOffset.y == 0)
            stage.wheel(100)
            stage.advance(by: 1)
            #expect(scroll.contentOffset.y == 1600)
            scroll.isScrollEnabled = false
            stage.wheel(-1)
            stage.advance(by: 1)
            #expect(scroll.contentOffset.y == 1600)
        }
    }

    @Test("Two fingers on a trackpad drag without slop, and the content goes on when they lift in motion")
    func trackpad() throws {
        try withScrollView { stage, scroll, delegate in
            for _ in 0..<10 {
                stage.headless.trackpad(CGPoint(x: 0, y: 10))
                stage.frame()
            }
            #expect(scroll.contentOffset.y == 100 && scroll.isDragging)
            stage.headless.trackpad(nil)
            stage.frame()
            #expect(scroll.isDecelerating && !scroll.isDragging)
            stage.advance(by: 4)
            #expect(scroll.contentOffset.y > 300)
            #expect(delegate.log == ["will drag", "scroll", "did drag true", "will glide", "scroll", "did glide"])
            let rest = scroll.contentOffset.y
            stage.headless.trackpad(CGPoint(x: 0, y: 10))
            stage.frame()
            stage.advance(by: 0.3)
            stage.headless.trackpad(nil)
            stage.advance(by: 1)
            #expect(scroll.contentOffset.y == rest + 10, "fingers that rested leave no velocity")
        }
    }

    @Test("A finger stops the glide of a wheel")
    func stopped() throws {
        try withScrollView { stage, scroll, delegate in
            stage.wheel(10)
            stage.frame()
            stage.down(0, 200, 200)
            let offset = scroll.contentOffset.y
            stage.advance(by: 0.5)
            #expect(scroll.contentOffset.y == offset && offset > 0 && offset < 480)
            stage.up()
            #expect(delegate.log.last == "did glide")
        }
    }

    @Test("An inner view that cannot go that way, or is at its end, leaves the wheel to the outer one")
    func nested() throws {
        try withScrollView { stage, outer, _ in
            let sideways = UIScrollView(frame: CGRect(x: 0, y: 0, width: 400, height: 400))
            sideways.contentSize = CGSize(width: 1000, height: 400)
            outer.addSubview(sideways)
            stage.wheel(1)
            stage.advance(by: 1)
            #expect(outer.contentOffset.y == 48 && sideways.contentOffset.x == 0)
            stage.headless.wheel(x: 2, y: 0)
            stage.advance(by: 1)
            #expect(sideways.contentOffset.x == 96 && outer.contentOffset.y == 48)
            sideways.contentSize = CGSize(width: 400, height: 460)
            stage.wheel(1)
            stage.advance(by: 1)
            #expect(sideways.contentOffset.y == 48 && outer.contentOffset.y == 48)
            stage.wheel(1)
            stage.advance(by: 1)
            stage.wheel(1)
            stage.advance(by: 1)
            #expect(sideways.contentOffset.y == 60 && outer.contentOffset.y == 96)
        }
    }
}
