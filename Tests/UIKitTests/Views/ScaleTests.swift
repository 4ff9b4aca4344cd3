import Foundation
import TestSupport
import Testing
import UIKit

/// Neighbours at every scale: no pixel between them is left out or painted twice.
@MainActor
@Suite("Scales")
struct ScaleTests {
    private final class Filled: UIView {
        override func draw(_ rect: CGRect) {
            UIColor.red.setFill()
            UIRectFill(bounds)
        }
    }

    /// Where views meet, points; whole numbers, fractions and what no scale divides.
    private static let edges: [CGFloat] = [2, 7, 11.5, 16.2, 21, 25 + 1 / 3, 30.75, 40.1, 44, 50]

    private func strip(_ scale: Double, vertical: Bool, _ make: (CGRect) -> UIView) throws -> [UInt32] {
        let stage = try Stage(width: 60, height: 60, scale: scale)
        defer { stage.close() }
        for (from, to) in zip(Self.edges, Self.edges.dropFirst()) {
            stage.window.addSubview(make(vertical ? r(10, from, 20, to - from) : r(from, 10, to - from, 20)))
        }
        stage.frame()
        let isExact = try stage.isExact()
        #expect(isExact)
        let middle = Int(20 * scale)
        // Without the outer edges, which may fall into the middle of a pixel.
        return (Int((2 * scale).rounded(.up)) + 1..<Int(50 * scale) - 1).map {
            vertical ? stage.pixel(middle, $0) : stage.pixel($0, middle)
        }
    }

    @Test("G-73 Coloured neighbours meet without a gap", arguments: [1, 1.25, 1.5, 2, 3], [false, true])
    func colours(scale: Double, vertical: Bool) throws {
        let pixels = try strip(scale, vertical: vertical) {
            let view = UIView(frame: $0)
            view.backgroundColor = .red
            return view
        }
        #expect(Set(pixels) == [0xFFFF_0000])
    }

    @Test("G-73 Translucent neighbours do not overlap", arguments: [1, 1.25, 1.5, 2, 3], [false, true])
    func translucent(scale: Double, vertical: Bool) throws {
        let pixels = try strip(scale, vertical: vertical) {
            let view = UIView(frame: $0)
            view.backgroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 0.5)
            return view
        }
        #expect(Set(pixels).count == 1)
    }

    @Test("G-73 Neighbours that draw themselves meet without a gap", arguments: [1, 1.25, 1.5, 2, 3], [false, true])
    func drawn(scale: Double, vertical: Bool) throws {
        let pixels = try strip(scale, vertical: vertical) { Filled(frame: $0) }
        #expect(Set(pixels) == [0xFFFF_0000])
    }

    @Test("G-73 A grid of cells a third of the width each covers it whole", arguments: [1, 1.25, 1.5, 2, 3])
    func thirds(scale: Double) throws {
        let stage = try Stage(width: 100, height: 100, scale: scale)
        defer { stage.close() }
        let side: CGFloat = 100 / 3
        for index in 0..<9 {
            let cell = UIView(frame: r(CGFloat(index % 3) * side, CGFloat(index / 3) * side, side, side))
            cell.backgroundColor = .blue
            stage.window.addSubview(cell)
        }
        stage.frame()
        let count = Int(100 * scale)
        var others = 0
        for y in 0..<count { for x in 0..<count where stage.pixel(x, y) != 0xFF00_00FF { others += 1 } }
        #expect(others == 0)
    }

    @Test("G-75 Scroll offsets lie on whole device pixels while a finger moves and after it", arguments: [1, 1.5, 3])
    func scrolling(scale: Double) throws {
        final class Watcher: NSObject, UIScrollViewDelegate {
            var offsets: [CGFloat] = []
            func scrollViewDidScroll(_ scrollView: UIScrollView) { offsets.append(scrollView.contentOffset.y) }
        }
        let stage = try Stage(width: 100, height: 200, scale: scale)
        defer { stage.close() }
        let view = UIScrollView(frame: stage.window.bounds)
        view.contentSize = CGSize(width: 100, height: 3000)
        let watcher = Watcher()
        view.delegate = watcher
        stage.window.addSubview(view)
        stage.frame()
        stage.drag(from: CGPoint(x: 50, y: 180), to: CGPoint(x: 50, y: 63), duration: 0.13)
        stage.advance(by: 3)
        #expect(watcher.offsets.count > 20)
        #expect((watcher.offsets.last ?? 0) > 200)
        for offset in watcher.offsets {
            let pixels = offset * CGFloat(scale)
            #expect(near(pixels, pixels.rounded(), 1e-6))
        }
    }
}
