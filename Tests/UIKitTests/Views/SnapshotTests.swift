import CoreGraphics
import Foundation
import QuartzCore
import Raster
import TestSupport
import Testing
import UIKit

@MainActor
@Suite("Snapshots", .serialized)
struct SnapshotTests {
    /// Draws its bounds' upper left quarter in its colour, and counts.
    private final class Quarter: UIView {
        var color = UIColor.red { didSet { setNeedsDisplay() } }
        var drawn = 0

        override func draw(_ rect: CGRect) {
            drawn += 1
            color.setFill()
            UIRectFill(r(bounds.minX, bounds.minY, bounds.width / 2, bounds.height / 2))
        }
    }

    /// 40 × 20: a drawn quarter in red on green, with a blue square that a layout places at the right edge.
    private final class Sample: UIView {
        let quarter = Quarter(frame: r(0, 0, 40, 20))
        let mark = UIView()

        init() {
            super.init(frame: r(100, 50, 40, 20))
            backgroundColor = .green
            quarter.isOpaque = false
            mark.backgroundColor = .blue
            addSubview(quarter)
            addSubview(mark)
        }

        required init?(coder: NSCoder) { nil }

        override func layoutSubviews() { mark.frame = r(bounds.maxX - 5, bounds.minY, 5, 5) }
    }

    private func picture(_ size: CGSize, scale: CGFloat = 1, _ draw: () -> Void) throws -> CGImage {
        let format = UIGraphicsImageRendererFormat()
        format.scale = scale
        return try #require(UIGraphicsImageRenderer(size: size, format: format).image { _ in draw() }.cgImage)
    }

    private let red: UInt32 = 0xFFFF_0000
    private let green: UInt32 = 0xFF00_FF00
    private let blue: UInt32 = 0xFF00_00FF

    @Test("A snapshot has the view's size and look, stands by itself, and does not follow")
    func snapshot() throws {
        let stage = try Stage(width: 200, height: 100)
        defer { stage.close() }
        let sample = Sample()
        stage.window.addSubview(sample)
        stage.frame()
        let copy = try #require(sample.snapshotView(afterScreenUpdates: false))
        #expect(copy.frame == r(0, 0, 40, 20))
        #expect(copy.superview == nil)
        sample.quarter.color = .black
        sample.isHidden = true
        stage.window.addSubview(copy)
        stage.frame()
        #expect(stage.pixel(5, 5) == red)
        #expect(stage.pixel(25, 5) == green)
        #expect(stage.pixel(37, 2) == blue)
        #expect(stage.pixel(37, 8) == green)
        #expect(try stage.isExact())
        #expect(UIView().snapshotView(afterScreenUpdates: true) == nil)
    }

    @Test("After updates: what is marked is laid out and drawn, also without a window; drawing happens once")
    func afterUpdates() throws {
        let sample = Sample()
        let copy = try #require(sample.snapshotView(afterScreenUpdates: true))
        let seen = try picture(copy.bounds.size) { copy.layer.render(in: UIGraphicsGetCurrentContext()!) }
        #expect(seen.pixel(5, 5) == red)
        #expect(seen.pixel(37, 2) == blue)
        #expect(sample.quarter.drawn == 1)
        _ = sample.snapshotView(afterScreenUpdates: true)
        #expect(sample.quarter.drawn == 1)
        sample.quarter.color = .black
        let later = try #require(sample.snapshotView(afterScreenUpdates: true))
        let black = try picture(later.bounds.size) { later.layer.render(in: UIGraphicsGetCurrentContext()!) }
        #expect(black.pixel(5, 5) == 0xFF00_0000)
        #expect(sample.quarter.drawn == 2)
    }

    @Test("A resizable snapshot of a part keeps its caps")
    func resizable() throws {
        let stage = try Stage(width: 200, height: 100)
        defer { stage.close() }
        let sample = Sample()
        stage.window.addSubview(sample)
        stage.frame()
        // 30 × 10: green, red on its left third and a blue square at its right upper corner.
        let part = r(10, 0, 30, 10)
        let copy = try #require(
            sample.resizableSnapshotView(
                from: part, afterScreenUpdates: false,
                withCapInsets: UIEdgeInsets(top: 0, left: 10, bottom: 0, right: 6)))
        #expect(copy.bounds.size == part.size)
        copy.frame = r(0, 0, 90, 10)
        sample.isHidden = true
        stage.window.addSubview(copy)
        stage.frame()
        #expect(stage.pixel(8, 5) == red)
        #expect(stage.pixel(12, 5) == green)
        #expect(stage.pixel(50, 5) == green)
        #expect(stage.pixel(83, 2) == green)
        #expect(stage.pixel(87, 2) == blue)
        #expect(stage.pixel(87, 8) == green)
        #expect(
            sample.resizableSnapshotView(from: .zero, afterScreenUpdates: false, withCapInsets: .zero) == nil)
    }

    @Test("drawHierarchy(in:) scales the view into the rectangle, wherever it is; false without a context")
    func hierarchy() throws {
        let sample = Sample()
        #expect(!sample.drawHierarchy(in: r(0, 0, 40, 20), afterScreenUpdates: true))
        let drawn = try picture(CGSize(width: 100, height: 50)) {
            #expect(sample.drawHierarchy(in: r(10, 5, 80, 40), afterScreenUpdates: true))
        }
        #expect(drawn.pixel(5, 20) == 0)
        #expect(drawn.pixel(15, 10) == red)
        #expect(drawn.pixel(55, 10) == green)
        #expect(drawn.pixel(85, 8) == blue)
        #expect(drawn.pixel(85, 40) == green)
        sample.bounds.origin = p(7, 9)
        sample.quarter.frame = sample.bounds
        let moved = try picture(CGSize(width: 40, height: 20)) {
            sample.drawHierarchy(in: r(0, 0, 40, 20), afterScreenUpdates: true)
        }
        #expect(moved.pixel(5, 5) == red)
        #expect(moved.pixel(37, 2) == blue)
        let empty = UIView()
        _ = try picture(CGSize(width: 4, height: 4)) {
            #expect(!empty.drawHierarchy(in: r(0, 0, 4, 4), afterScreenUpdates: false))
        }
    }

    @Test("What a picture of a tree keeps: alpha as a group, clipping, corners, masks and transforms")
    func effects() throws {
        let view = UIView(frame: r(0, 0, 40, 40))
        let clipped = UIView(frame: r(0, 0, 20, 20))
        clipped.clipsToBounds = true
        let large = UIView(frame: r(10, 10, 30, 30))
        large.backgroundColor = .red
        clipped.addSubview(large)
        let faded = UIView(frame: r(20, 0, 20, 20))
        faded.backgroundColor = .red
        faded.alpha = 0.5
        let over = UIView(frame: faded.bounds)
        over.backgroundColor = .blue
        faded.addSubview(over)
        let turned = UIView(frame: r(0, 20, 20, 20))
        turned.backgroundColor = .green
        turned.transform = CGAffineTransform(scaleX: 0.5, y: 0.5)
        let masked = UIView(frame: r(20, 20, 20, 20))
        masked.backgroundColor = .green
        masked.mask = UIView(frame: r(0, 0, 10, 20))
        masked.mask?.backgroundColor = .black
        for child in [clipped, faded, turned, masked] { view.addSubview(child) }
        let drawn = try picture(CGSize(width: 40, height: 40)) {
            view.drawHierarchy(in: view.bounds, afterScreenUpdates: false)
        }
        #expect(drawn.pixel(15, 15) == red && drawn.pixel(5, 5) == 0)
        #expect(drawn.pixel(30, 10) == 0x8000_0080)
        #expect(drawn.pixel(10, 30) == green && drawn.pixel(2, 22) == 0)
        #expect(drawn.pixel(25, 30) == green && drawn.pixel(35, 30) == 0)
    }
}
