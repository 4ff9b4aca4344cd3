import Foundation
import TestSupport
import Testing
import UIKit

@MainActor
@Suite("Patterns as backgrounds")
struct PatternBackgroundTests {
    private static let colors: [UIColor] = [.red, .green, .blue, .white]
    private static let pixels: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF]

    /// Four quarters: red and green above, blue and white below.
    private func quarters(_ side: CGFloat = 8, scale: CGFloat = 1) -> UIColor {
        let format = UIGraphicsImageRendererFormat()
        format.scale = scale
        let image = UIGraphicsImageRenderer(size: CGSize(width: side, height: side), format: format).image { _ in
            for (index, color) in Self.colors.enumerated() {
                color.setFill()
                UIRectFill(r(CGFloat(index % 2) * side / 2, CGFloat(index / 2) * side / 2, side / 2, side / 2))
            }
        }
        return UIColor(patternImage: image)
    }

    private func expected(_ x: Int, _ y: Int, side: Int = 8) -> UInt32 {
        Self.pixels[(y % side) / (side / 2) * 2 + (x % side) / (side / 2)]
    }

    @Test("A view's pattern begins in its corner and goes to its edges", arguments: [1.0, 2.0])
    func tiled(scale: Double) throws {
        let stage = try Stage(width: 120, height: 120, scale: scale)
        defer { stage.close() }
        let view = UIView(frame: r(13, 21, 75, 60))
        view.backgroundColor = quarters(scale: scale)
        stage.window.addSubview(view)
        stage.frame()
        let side = 8 * Int(scale)
        for y in 0..<60 * Int(scale) {
            for x in 0..<75 * Int(scale) {
                #expect(
                    stage.pixel(13 * Int(scale) + x, 21 * Int(scale) + y) == expected(x, y, side: side), "\(x) \(y)")
            }
        }
        #expect(stage.pixel(12 * Int(scale), 40) == 0xFFFF_FFFF)
        view.frame.origin.x += 3
        stage.frame()
        #expect(try stage.isExact())
        view.backgroundColor = .black
        stage.frame()
        #expect(stage.pixel(40 * Int(scale), 50 * Int(scale)) == 0xFF00_0000)
        #expect(try stage.isExact())
    }

    @Test("What draws over a pattern lies on it, also in a class that draws itself")
    func underDrawing() throws {
        final class Dot: UIView {
            override func draw(_ rect: CGRect) {
                UIColor.black.setFill()
                UIRectFill(r(0, 0, 4, 4))
            }
        }
        let stage = try Stage(width: 64, height: 64)
        defer { stage.close() }
        let view = Dot(frame: r(8, 8, 32, 32))
        view.backgroundColor = quarters()
        stage.window.addSubview(view)
        stage.frame()
        #expect(stage.pixel(9, 9) == 0xFF00_0000)
        #expect(stage.pixel(13, 9) == 0xFF00_FF00)
        #expect(stage.pixel(9, 13) == 0xFF00_00FF)
    }

    @Test("Snapshots, render(in:) and the panel show the same pattern")
    func sameEverywhere() throws {
        let stage = try Stage(width: 100, height: 100)
        defer { stage.close() }
        let view = UIView(frame: r(10, 10, 60, 50))
        let inner = UIView(frame: r(5, 7, 30, 30))
        view.backgroundColor = quarters()
        inner.backgroundColor = quarters(12)
        inner.layer.cornerRadius = 6
        view.addSubview(inner)
        stage.window.addSubview(view)
        stage.frame()
        let format = UIGraphicsImageRendererFormat()
        let drawn = UIGraphicsImageRenderer(size: view.bounds.size, format: format).image {
            view.layer.render(in: $0.cgContext)
        }
        let picture = try #require(drawn.cgImage)
        for y in 0..<50 {
            for x in 0..<60
            where inner.frame.insetBy(dx: -1, dy: -1).contains(p(CGFloat(x), CGFloat(y))) == false
                || inner.frame.insetBy(dx: 6, dy: 6).contains(p(CGFloat(x), CGFloat(y)))
            {
                #expect(picture.pixel(x, y) == stage.pixel(10 + x, 10 + y), "\(x) \(y)")
            }
        }
        let copy = try #require(view.snapshotView(afterScreenUpdates: false))
        stage.window.addSubview(copy)
        copy.frame.origin = p(20, 40)
        view.isHidden = true
        stage.frame()
        #expect(stage.pixel(21, 41) == 0xFFFF_0000 && stage.pixel(25, 41) == 0xFF00_FF00)
    }

    @Test("A pattern passes in a transition like anything else, and is exact on the way")
    func transition() throws {
        let stage = try Stage(width: 64, height: 64)
        defer { stage.close() }
        let view = UIView(frame: r(0, 0, 64, 64))
        view.backgroundColor = quarters(16)
        stage.window.addSubview(view)
        stage.frame()
        let fade = CATransition()
        fade.duration = 1
        fade.timingFunction = CAMediaTimingFunction(name: .linear)
        view.layer.add(fade, forKey: nil)
        view.backgroundColor = .black
        stage.frame()
        stage.advance(by: 0.5)
        let middle = stage.pixel(4, 4)
        #expect((0x60...0xA0).contains(middle >> 16 & 255) && middle & 0xFFFF == 0)
        #expect(try stage.isExact())
        stage.advance(by: 1)
        #expect(stage.pixel(4, 4) == 0xFF00_0000)
    }

    @Test("The colour of the layer is the pattern, in the presentation layer too; odd cells still fit together")
    func values() throws {
        let stage = try Stage(width: 64, height: 64)
        defer { stage.close() }
        let view = UIView(frame: r(0, 0, 64, 64))
        let color = quarters()
        view.backgroundColor = color
        stage.window.addSubview(view)
        stage.frame()
        #expect(view.backgroundColor === color)
        #expect(view.layer.backgroundColor?.pattern != nil)
        #expect(view.layer.presentation()?.backgroundColor?.pattern != nil)
        // A picture for another scale: a cell of 2 2/3 points.
        let format = UIGraphicsImageRendererFormat()
        format.scale = 3
        let odd = UIGraphicsImageRenderer(size: CGSize(width: 8.0 / 3, height: 8.0 / 3), format: format).image { _ in
            UIColor.red.setFill()
            UIRectFill(r(0, 0, 4, 4))
        }
        view.backgroundColor = UIColor(patternImage: odd)
        stage.frame()
        for x in 0..<64 { #expect(stage.pixel(x, x) == 0xFFFF_0000) }
        view.backgroundColor = UIColor(patternImage: UIImage())
        stage.frame()
        #expect(stage.pixel(5, 5) == 0xFFFF_FFFF)
    }
}
