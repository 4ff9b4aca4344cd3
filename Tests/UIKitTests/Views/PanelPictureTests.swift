import Foundation
import TestSupport
import Testing
import UIKit

@MainActor
@Suite("What the panel shows")
struct PanelPictureTests {
    private let red: UInt32 = 0xFFFF_0000
    private let blue: UInt32 = 0xFF00_00FF
    private let white: UInt32 = 0xFFFF_FFFF

    private func on(_ scale: Double = 1, _ body: @MainActor (Stage) throws -> Void) throws {
        let stage = try Stage(width: 160, height: 320, scale: scale)
        defer { stage.close() }
        try body(stage)
    }

    private func expectExact(_ stage: Stage, _ location: SourceLocation = #_sourceLocation) throws {
        let isExact = try stage.isExact()
        #expect(isExact, sourceLocation: location)
    }

    @Test("Two views in a white window")
    func twoViews() throws {
        try on { stage in
            let first = UIView(frame: r(10, 10, 100, 100))
            first.backgroundColor = .red
            let second = UIView(frame: r(10, 150, 100, 100))
            second.backgroundColor = .blue
            stage.window.addSubview(first)
            stage.window.addSubview(second)
            stage.frame()
            #expect(stage.pixel(9, 10) == white)
            #expect(stage.pixel(10, 10) == red)
            #expect(stage.pixel(109, 109) == red)
            #expect(stage.pixel(110, 110) == white)
            #expect(stage.pixel(60, 200) == blue)
            first.isHidden = true
            stage.frame()
            #expect(stage.pixel(60, 60) == white)
            second.removeFromSuperview()
            stage.frame()
            #expect(stage.pixel(60, 200) == white)
            let count = stage.frameCount
            stage.advance(by: 1)
            #expect(stage.frameCount == count)
        }
    }

    @Test("A view that draws, at two pixels per point, clipped, turned and faded, is exact")
    func drawing() throws {
        final class Cross: UIView {
            override func draw(_ rect: CGRect) {
                UIColor.red.setFill()
                UIRectFill(bounds)
                UIColor.blue.setFill()
                UIRectFill(r(bounds.midX - 1, 0, 2, bounds.height))
            }
        }
        try on(2) { stage in
            let frame = UIView(frame: r(20, 20, 60, 60))
            frame.clipsToBounds = true
            let cross = Cross(frame: r(0, 0, 80, 40))
            frame.addSubview(cross)
            stage.window.addSubview(frame)
            stage.frame()
            #expect(stage.pixel(40, 40) == red)
            #expect(stage.pixel(2 * (20 + 40), 50) == blue)
            #expect(stage.pixel(2 * (20 + 40) - 3, 50) == red)
            #expect(stage.pixel(161, 50) == white)
            cross.transform = CGAffineTransform(rotationAngle: .pi / 2)
            cross.alpha = 0.5
            stage.frame()
            try expectExact(stage)
            cross.frame.origin.x += 7
            cross.alpha = 1
            frame.layer.cornerRadius = 9
            stage.frame()
            try expectExact(stage)
        }
    }

    @Test("An animated view is shown on its way, every frame exactly, and then the panel rests")
    func animation() throws {
        try on { stage in
            let view = UIView(frame: r(0, 0, 20, 20))
            view.backgroundColor = .red
            stage.window.addSubview(view)
            stage.frame()
            var finished: Bool?
            UIView.animate(withDuration: 0.5, delay: 0, options: .curveLinear) {
                view.center = CGPoint(x: 110, y: 110)
            } completion: {
                finished = $0
            }
            stage.advance(by: 0.25)
            #expect(stage.pixel(60, 60) == red)
            #expect(stage.pixel(5, 5) == white)
            #expect(stage.pixel(110, 110) == white)
            try expectExact(stage)
            stage.advance(by: 0.3)
            #expect(stage.pixel(110, 110) == red)
            #expect(finished == true)
            let count = stage.frameCount
            stage.advance(by: 1)
            #expect(stage.frameCount == count)
        }
    }

    @Test("Text is shown, changes, and goes")
    func text() throws {
        try on { stage in
            let label = UILabel(frame: r(10, 10, 140, 40))
            label.font = .boldSystemFont(ofSize: 30)
            stage.window.addSubview(label)
            label.text = "HIII"
            stage.frame()
            @MainActor func ink() -> Int {
                (10..<50).reduce(0) { sum, y in sum + (10..<150).count { stage.pixel($0, y) != white } }
            }
            let some = ink()
            #expect(some > 50)
            label.text = "WWWW"
            stage.frame()
            #expect(ink() > some)
            try expectExact(stage)
            label.text = ""
            stage.frame()
            #expect(ink() == 0)
        }
    }
}
