import TestSupport
import Testing
import UIKit

/// What others have met in the field, see Documentation/reports.md; each test begins with the report's number.
@MainActor
@Suite("Reports from the field", .serialized)
struct FieldReportTests {
    private func withStage(_ body: (Stage) throws -> Void) throws {
        let stage = try Stage(width: 400, height: 400)
        defer { stage.close() }
        try body(stage)
    }

    @Test("A08 A label that shrinks its text keeps its font and its own size, and never draws larger than it was told")
    func shrinking() throws {
        try withStage { stage in
            let label = UILabel(frame: CGRect(x: 0, y: 0, width: 60, height: 40))
            label.text = "Departures"
            label.font = .systemFont(ofSize: 24)
            let size = label.intrinsicContentSize
            let other = UILabel(frame: CGRect(x: 0, y: 100, width: 300, height: 40))
            (other.text, other.font) = (label.text, label.font)
            stage.window.addSubview(label)
            stage.window.addSubview(other)
            label.adjustsFontSizeToFitWidth = true
            for width in [60, 300] as [CGFloat] {
                label.frame.size.width = width
                for scale in [0.2, 0.8] as [CGFloat] {
                    label.minimumScaleFactor = scale
                    stage.frame()
                    #expect(label.font.pointSize == 24 && label.intrinsicContentSize == size)
                }
            }
            // With room enough it is drawn as one that does not shrink.
            var differences = 0
            for y in 0..<40 {
                for x in 0..<300 where stage.pixel(x, y) != stage.pixel(x, y + 100) { differences += 1 }
            }
            #expect(differences == 0)
        }
    }

    @Test("B05 Layout by bounds and centre leaves a view's transform and size alone, however often")
    func transformed() throws {
        try withStage { stage in
            let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
            stage.window.addSubview(view)
            view.transform = CGAffineTransform(scaleX: 2, y: 2)
            #expect(view.frame == CGRect(x: -50, y: -50, width: 200, height: 200) && view.bounds.width == 100)
            for transform in [view.transform, CGAffineTransform(rotationAngle: .pi / 6)] {
                view.transform = transform
                for pass in 0..<50 {
                    view.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
                    view.center = CGPoint(x: 100 + pass, y: 100)
                    stage.frame()
                }
                #expect(view.transform == transform && view.bounds.size == CGSize(width: 100, height: 100))
                #expect(view.center == CGPoint(x: 149, y: 100))
            }
        }
    }

    @Test("B30 A delegate, or the list itself, that is let go while the list coasts is not called, and nothing goes on")
    func coasting() throws {
        final class Delegate: NSObject, UIScrollViewDelegate {
            static var calls = 0
            func scrollViewDidScroll(_ scrollView: UIScrollView) { Self.calls += 1 }
            func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { Self.calls += 1 }
        }
        try withStage { stage in
            for dropsList in [false, true] {
                var delegate: Delegate? = Delegate()
                let list = UIScrollView(frame: stage.window.bounds)
                list.contentSize = CGSize(width: 400, height: 40_000)
                list.delegate = delegate
                stage.window.addSubview(list)
                stage.drag(from: CGPoint(x: 100, y: 350), to: CGPoint(x: 100, y: 50), duration: 0.1)
                stage.frame()
                #expect(list.isDecelerating && Delegate.calls > 0)
                delegate = nil
                if dropsList { list.removeFromSuperview() }
                Delegate.calls = 0
                stage.advance(by: 6)
                #expect(Delegate.calls == 0 && !list.isDecelerating && list.delegate == nil && delegate == nil)
                let frames = stage.frameCount
                stage.advance(by: 2)
                #expect(stage.frameCount == frames)
                list.removeFromSuperview()
            }
        }
    }

    @Test(
        "B34 A view that wants layout in its own layout, or its superview's, still comes to the panel, and then to rest"
    )
    func endlessLayout() throws {
        final class Restless: UIView {
            var passes = 0
            var isRestless = true
            override func layoutSubviews() {
                passes += 1
                guard isRestless else { return }
                setNeedsLayout()
                superview?.setNeedsLayout()
            }
        }
        try withStage { stage in
            let view = Restless(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
            view.backgroundColor = .red
            stage.window.addSubview(view)
            stage.frame()
            #expect(stage.pixel(50, 50) == 0xFFFF_0000)
            for _ in 0..<10 {
                view.passes = 0
                view.setNeedsLayout()
                stage.frame()
                #expect(view.passes > 0 && view.passes <= 1000)
            }
            view.isRestless = false
            stage.advance(by: 0.1)
            let passes = view.passes
            let frames = stage.frameCount
            stage.advance(by: 1)
            #expect(view.passes == passes && stage.frameCount == frames)
        }
    }
}
