import TestSupport
import Testing
import UIKit

/// Reports about labels, drawn views and layout of Documentation/reports.md.
@MainActor
@Suite("Reports of sizes", .serialized)
struct ReportedSizeTests {
    /// Rows and columns that are not white, of the window's left upper part.
    private func ink(_ stage: Stage, width: Int, height: Int) -> [Bool] {
        (0..<height).flatMap { y in (0..<width).map { stage.pixel($0, y) != 0xFFFF_FFFF } }
    }

    @Test(
        "A08 A shrinking label fits again after each change of lines, break mode, scale and width: as a fresh one does")
    func fitsAgain() throws {
        let stage = try Stage(width: 400, height: 120)
        defer { stage.close() }
        stage.window.backgroundColor = .white
        func make() -> UILabel {
            let label = UILabel(frame: CGRect(x: 0, y: 0, width: 120, height: 80))
            label.text = "Departures and arrivals"
            label.font = .systemFont(ofSize: 24)
            label.adjustsFontSizeToFitWidth = true
            return label
        }
        let old = make()
        let own = old.intrinsicContentSize
        func picture(_ label: UILabel) -> [Bool] {
            stage.window.addSubview(label)
            stage.frame()
            defer { label.removeFromSuperview() }
            return ink(stage, width: 400, height: 100)
        }
        var pictures: Set<[Bool]> = []
        for width in [120, 380] as [CGFloat] {
            for scale in [0.2, 0.9] as [CGFloat] {
                for lines in [1, 2, 0] {
                    for mode in [NSLineBreakMode.byTruncatingTail, .byTruncatingMiddle, .byClipping, .byWordWrapping] {
                        let fresh = make()
                        for label in [old, fresh] {
                            label.frame.size.width = width
                            label.minimumScaleFactor = scale
                            label.numberOfLines = lines
                            label.lineBreakMode = mode
                        }
                        let wanted = picture(fresh)
                        #expect(wanted.contains(true))
                        #expect(picture(old) == wanted, "\(width) \(scale) \(lines) \(mode.rawValue)")
                        #expect(old.font.pointSize == 24)
                        if lines == 1 { #expect(old.intrinsicContentSize == own) }
                        pictures.insert(wanted)
                    }
                }
            }
        }
        #expect(pictures.count > 4, "the settings do something: \(pictures.count)")
    }

    private final class Grid: UIView {
        var drawn: [CGSize] = []
        override func draw(_ rect: CGRect) {
            drawn.append(bounds.size)
            UIColor.red.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: bounds.width / 2, height: bounds.height))
            UIColor.blue.setFill()
            UIRectFill(CGRect(x: bounds.width / 2, y: 0, width: bounds.width / 2, height: bounds.height))
        }
    }

    @Test(
        "B18 A new size, at once and animated: redraw draws once with the new bounds, every other mode keeps its bitmap",
        arguments: [
            UIView.ContentMode.redraw, .scaleToFill, .scaleAspectFit, .scaleAspectFill, .center, .top, .bottom, .left,
            .right,
            .topLeft, .topRight, .bottomLeft, .bottomRight,
        ], [false, true])
    func newSize(mode: UIView.ContentMode, isAnimated: Bool) throws {
        let stage = try Stage(width: 200, height: 200)
        defer { stage.close() }
        let view = Grid(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
        view.contentMode = mode
        view.backgroundColor = .white
        stage.window.addSubview(view)
        stage.frame()
        #expect(view.drawn == [CGSize(width: 100, height: 50)])
        if isAnimated {
            UIView.animate(withDuration: 0.5) { view.frame = CGRect(x: 0, y: 0, width: 50, height: 100) }
        } else {
            view.frame = CGRect(x: 0, y: 0, width: 50, height: 100)
        }
        stage.frame()
        // Before the next picture, not after the animation.
        let wanted =
            mode == .redraw
            ? [CGSize(width: 100, height: 50), CGSize(width: 50, height: 100)] : [CGSize(width: 100, height: 50)]
        #expect(view.drawn == wanted)
        stage.advance(by: 1)
        #expect(view.drawn == wanted, "nothing is drawn twice")
        switch mode {
        case .redraw, .scaleToFill:
            #expect(stage.pixel(20, 5) == 0xFFFF_0000 && stage.pixel(20, 95) == 0xFFFF_0000)
            #expect(stage.pixel(30, 5) == 0xFF00_00FF && stage.pixel(30, 95) == 0xFF00_00FF)
        case .scaleAspectFit:
            #expect(stage.pixel(20, 50) == 0xFFFF_0000 && stage.pixel(30, 50) == 0xFF00_00FF)
            #expect(stage.pixel(20, 20) == 0xFFFF_FFFF && stage.pixel(20, 80) == 0xFFFF_FFFF)
        case .topLeft:
            #expect(stage.pixel(5, 5) == 0xFFFF_0000 && stage.pixel(45, 45) == 0xFFFF_0000)
            #expect(stage.pixel(5, 60) == 0xFFFF_FFFF)
        default: break
        }
        #expect(try stage.isExact())
    }

    @Test("B34 An inset that flips in its last digit with every layout comes to the panel, and to rest when it stops")
    func lastDigit() throws {
        final class Trembling: UIView {
            let child = UIView()
            var passes = 0
            var isRestless = true
            override func layoutSubviews() {
                passes += 1
                let inset = passes % 2 == 0 || !isRestless ? 10 : 10 + 1e-14
                child.frame = bounds.insetBy(dx: inset, dy: inset)
                if isRestless { bounds.size.width = 100 + (passes % 2 == 0 ? 0 : 1e-13) }
            }
        }
        let stage = try Stage()
        defer { stage.close() }
        let view = Trembling(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        view.child.backgroundColor = .red
        view.addSubview(view.child)
        stage.window.addSubview(view)
        for _ in 0..<10 {
            view.passes = 0
            view.setNeedsLayout()
            stage.frame()
            #expect(view.passes > 0 && view.passes <= 100, "\(view.passes)")
        }
        #expect(stage.pixel(50, 50) == 0xFFFF_0000)
        view.isRestless = false
        view.setNeedsLayout()
        stage.advance(by: 0.1)
        let (passes, frames) = (view.passes, stage.frameCount)
        stage.advance(by: 10)
        #expect(view.passes == passes && stage.frameCount == frames)
    }
}
