import TestSupport
import Testing
import UIKit

@MainActor
@Suite("Fingers on a scroll view's content", .serialized)
struct ContentTouchTests {
    /// Says what it is told to say.
    private final class Scroll: UIScrollView {
        var begins = true
        var cancels: Bool?
        var asked: [String] = []

        override func touchesShouldBegin(_ touches: Set<UITouch>, with event: UIEvent?, in view: UIView) -> Bool {
            asked.append("begin")
            return begins
        }

        override func touchesShouldCancel(in view: UIView) -> Bool {
            asked.append("cancel")
            return cancels ?? super.touchesShouldCancel(in: view)
        }
    }

    private func withContent(
        _ content: UIView = TouchRecordingView(), _ body: (Stage, Scroll) throws -> Void
    ) throws {
        let stage = try Stage(width: 300, height: 400)
        defer { stage.close() }
        let scroll = Scroll(frame: stage.window.bounds)
        scroll.contentSize = CGSize(width: 300, height: 2000)
        content.frame = CGRect(x: 0, y: 0, width: 300, height: 300)
        scroll.addSubview(content)
        stage.window.addSubview(scroll)
        try body(stage, scroll)
    }

    /// A finger that lands, waits, and goes 100 points up in 0.1 s.
    private func drag(_ stage: Stage, after pause: Double, lifts: Bool = true) {
        stage.down(0, 150, 200)
        stage.advance(by: pause)
        for step in 1...10 {
            stage.advance(by: 0.01)
            stage.move(0, 150, 200 - CGFloat(step) * 10)
        }
        stage.frame()
        if lifts { stage.up() }
    }

    @Test("S-10 The content gets a finger after 0.15 s, or when it lifts before")
    func delayed() throws {
        let content = TouchRecordingView()
        try withContent(content) { stage, scroll in
            stage.down(0, 150, 200)
            #expect(scroll.isTracking && !scroll.isDragging)
            stage.advance(by: 0.149)
            #expect(content.log.isEmpty)
            stage.advance(by: 0.002)
            #expect(content.log == ["began 1"] && scroll.asked == ["begin"])
            stage.up()
            #expect(content.log == ["began 1", "ended 1"] && !scroll.isTracking)
            stage.tap(150, 200)
            #expect(content.log == ["began 1", "ended 1", "began 1", "ended 1"])
            scroll.delaysContentTouches = false
            stage.down(0, 150, 200)
            #expect(content.log.count == 5)
            stage.up()
        }
    }

    @Test(
        "S-06, S-10 A finger that drags before that never reaches the content; one that drags later is cancelled there")
    func dragged() throws {
        let content = TouchRecordingView()
        try withContent(content) { stage, scroll in
            drag(stage, after: 0.05, lifts: false)
            #expect(content.log.isEmpty && scroll.isDragging)
            #expect(scroll.contentOffset.y == 90, "the slop of ten points is absorbed")
            stage.up()
            stage.advance(by: 5)
            scroll.contentOffset = .zero
            drag(stage, after: 0.3)
            #expect(
                content.story == ["began 1", "cancelled 1"] || content.story == ["began 1", "moved 1", "cancelled 1"])
            #expect(scroll.contentOffset.y > 50)
        }
    }

    @Test("S-10 canCancelContentTouches, touchesShouldCancel and touchesShouldBegin may each say no")
    func refused() throws {
        let content = TouchRecordingView()
        try withContent(content) { stage, scroll in
            scroll.canCancelContentTouches = false
            drag(stage, after: 0.3)
            #expect(scroll.contentOffset.y == 0 && content.story == ["began 1", "moved 1", "ended 1"])
            #expect(!scroll.asked.contains("cancel"))
            drag(stage, after: 0.05, lifts: false)
            #expect(scroll.contentOffset.y == 90, "the content does not have the finger yet")
            stage.up()
            stage.advance(by: 5)
            scroll.contentOffset = .zero
            scroll.canCancelContentTouches = true
            scroll.cancels = false
            drag(stage, after: 0.3)
            #expect(scroll.contentOffset.y == 0 && scroll.asked.last == "cancel")
            scroll.begins = false
            let count = content.log.count
            stage.tap(150, 200)
            #expect(content.log.count == count)
            drag(stage, after: 0.3, lifts: false)
            #expect(scroll.contentOffset.y == 90 && content.log.count == count)
            stage.up()
        }
    }

    @Test(
        "B08, S-10 A drag that starts on a button: quick ones scroll, a held button keeps the finger unless the scroll view may cancel it",
        arguments: [true, false], [true, false, nil] as [Bool?])
    func buttons(delays: Bool, cancels: Bool?) throws {
        for pause in [0, 0.1, 0.2, 0.4] {
            var log: [String] = []
            let button = UIButton(type: .custom)
            button.addAction(UIAction { _ in log.append("up") }, for: .touchUpInside)
            button.addAction(UIAction { _ in log.append("cancel") }, for: .touchCancel)
            try withContent(button) { stage, scroll in
                scroll.delaysContentTouches = delays
                scroll.cancels = cancels
                drag(stage, after: pause, lifts: false)
                let hasButton = !delays || pause > 0.15
                let scrolls = !hasButton || cancels == true
                #expect(scroll.contentOffset.y == (scrolls ? 90 : 0), "pause \(pause)")
                #expect(button.isHighlighted == !scrolls, "pause \(pause)")
                #expect(log == (hasButton && scrolls ? ["cancel"] : []), "pause \(pause)")
                stage.up()
                #expect(log == (!hasButton ? [] : scrolls ? ["cancel"] : ["up"]), "pause \(pause)")
            }
        }
    }

    @Test("S-17 A finger that stops the content is not delivered to it, and the content follows it at once")
    func stops() throws {
        let content = TouchRecordingView()
        try withContent(content) { stage, scroll in
            content.frame.size.height = 2000
            drag(stage, after: 0)
            stage.frame()
            #expect(scroll.isDecelerating)
            stage.down(0, 150, 200)
            #expect(!scroll.isDecelerating)
            let offset = scroll.contentOffset.y
            stage.advance(by: 0.3)
            #expect(scroll.contentOffset.y == offset)
            for step in 1...4 {
                stage.move(0, 150, 200 - CGFloat(step) * 10)
                stage.frame()
            }
            #expect(scroll.contentOffset.y == offset + 30)
            stage.up()
            #expect(content.log.isEmpty)
        }
    }

    @Test("S-04 The velocity of a flick is that of the last tenth of a second, told in points per millisecond")
    func velocity() throws {
        final class Delegate: NSObject, UIScrollViewDelegate {
            var velocity = CGPoint.zero
            func scrollViewWillEndDragging(
                _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
                targetContentOffset: UnsafeMutablePointer<CGPoint>
            ) { self.velocity = velocity }
        }
        let content = TouchRecordingView()
        try withContent(content) { stage, scroll in
            let delegate = Delegate()
            scroll.delegate = delegate
            stage.down(0, 150, 390)
            // Slow for a while, then 6 points every 8 ms: 750 points a second.
            var reports: [(y: CGFloat, time: Double)] = []
            for step in 1...36 {
                stage.advance(by: 0.008)
                let y = step <= 20 ? 390 - CGFloat(step) : 370 - CGFloat(step - 20) * 6
                // Devices stamp whole microseconds.
                reports.append((y, (stage.now * 1_000_000).rounded() / 1_000_000))
                stage.move(0, 150, y)
            }
            stage.up()
            let last = try #require(reports.last)
            let first = try #require(reports.first { last.time - $0.time <= 0.1 })
            let expected = (first.y - last.y) / CGFloat(last.time - first.time) / 1000
            #expect(abs(delegate.velocity.y - expected) < 1e-9, "\(delegate.velocity), not \(expected)")
            #expect(abs(expected - 0.75) < 0.04, "frames hold up some of the reports by up to 4 ms")
        }
    }

    @Test(
        "B12 A view that only goes sideways leaves other drags to the list around it, at rest and while that coasts",
        arguments: [0, 30, 44, 46, 60, 90] as [CGFloat])
    func nested(degrees: CGFloat) throws {
        for isCoasting in [false, true] {
            let chart = UIScrollView()
            try withContent(chart) { stage, list in
                chart.contentSize = CGSize(width: 1000, height: 300)
                if isCoasting {
                    list.contentOffset.y = 50
                    drag(stage, after: 0)
                    stage.frame()
                }
                let start = (list.contentOffset.y, chart.contentOffset.x)
                let way = CGPoint(x: cos(degrees * .pi / 180) * 60, y: sin(degrees * .pi / 180) * 60)
                stage.down(0, 150, 100)
                for step in 1...20 {
                    stage.advance(by: 0.008)
                    stage.move(0, 150 - way.x * CGFloat(step) / 20, 100 - way.y * CGFloat(step) / 20)
                }
                stage.frame()
                let moved = (list.contentOffset.y - start.0, chart.contentOffset.x - start.1)
                if isCoasting || degrees > 45 {
                    // A finger that rather goes sideways has to go twice as far before the list follows.
                    let slop: CGFloat = degrees > 45 ? 10 : 20
                    #expect(moved.1 == 0 && (degrees == 0 || abs(moved.0 - (way.y - slop)) <= 0.51), "\(moved)")
                } else {
                    #expect(moved.0 == 0 && abs(moved.1 - (way.x - 10)) <= 0.51, "\(moved)")
                }
                stage.up()
            }
        }
    }

    @Test("A11 The first drag moves content with an inset by the drag alone", arguments: [-64, 0, 100] as [CGFloat])
    func insets(offset: CGFloat) throws {
        try withContent { stage, scroll in
            scroll.contentInset.top = 64
            scroll.contentOffset.y = offset
            stage.down(0, 150, 300)
            for step in 1...15 {
                stage.advance(by: 0.01)
                stage.move(0, 150, 300 - CGFloat(step))
            }
            stage.frame()
            #expect(scroll.contentOffset.y == offset + 5)
            stage.up()
        }
    }
}
