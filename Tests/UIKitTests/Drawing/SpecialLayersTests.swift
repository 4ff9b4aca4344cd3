import CoreGraphics
import Foundation
import QuartzCore
import Synchronization
import TestSupport
import Testing

@testable import UIKit

/// A view that remembers, on whatever thread, what it was asked to draw.
private final class TiledView: UIView {
    override class var layerClass: AnyClass { CATiledLayer.self }

    let rects = Mutex<[CGRect]>([])

    nonisolated override func draw(_ rect: CGRect) {
        rects.withLock { $0.append(rect) }
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.setFillColor(red: 0, green: 0, blue: 1, alpha: 1)
        context.fill(rect.intersection(CGRect(x: 20, y: 20, width: 1000, height: 1000)))
    }
}

@Suite("Special layers on the panel", .serialized)
@MainActor
struct SpecialLayersTests {
    private let red: UInt32 = 0xFFFF_0000
    private let blue: UInt32 = 0xFF00_00FF
    private let white: UInt32 = 0xFFFF_FFFF

    private func shown<Layer: CALayer>(_ layer: Layer, _ frame: CGRect, on stage: Stage) -> Layer {
        layer.frame = frame
        stage.window.layer.addSublayer(layer)
        stage.frame()
        return layer
    }

    @Test("D-87 a shape is filled black, its stroke lies over the fill, and its path is not cut at the bounds")
    func shape() throws {
        let stage = try Stage(width: 100, height: 100)
        defer { stage.close() }
        let layer = shown(CAShapeLayer(), CGRect(x: 10, y: 10, width: 20, height: 20), on: stage)
        layer.path = CGPath(rect: CGRect(x: 0, y: 0, width: 60, height: 40), transform: nil)
        stage.frame()
        #expect(stage.pixel(40, 20) == 0xFF00_0000 && stage.pixel(71, 20) == white)
        CATransaction.setDisableActions(true)
        layer.fillColor = UIColor.blue.cgColor
        layer.strokeColor = UIColor.red.cgColor
        layer.lineWidth = 10
        stage.frame()
        #expect(stage.pixel(7, 30) == red && stage.pixel(13, 30) == red && stage.pixel(20, 30) == blue)
        #expect(stage.pixel(3, 30) == white)
        #expect(try stage.isExact())
    }

    @Test(
        "A-85 drawing a line by its end: half of it is there after half the time, and it follows path and dashes exactly"
    )
    func strokeEnd() throws {
        let stage = try Stage(width: 120, height: 60)
        defer { stage.close() }
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 10, y: 30))
        path.addLine(to: CGPoint(x: 110, y: 30))
        let layer = CAShapeLayer()
        layer.path = path
        layer.strokeColor = UIColor.red.cgColor
        layer.lineWidth = 8
        layer.lineDashPattern = [10, 2]
        _ = shown(layer, CGRect(x: 0, y: 0, width: 120, height: 60), on: stage)
        let animation = CABasicAnimation(keyPath: "strokeEnd")
        animation.fromValue = 0
        animation.duration = 1
        layer.add(animation, forKey: nil)
        stage.advance(by: 0.5)
        #expect(stage.pixel(15, 30) == red && stage.pixel(50, 30) == red && stage.pixel(85, 30) == white)
        #expect(stage.pixel(21, 30) == white)
        #expect(try stage.isExact())
        stage.advance(by: 1)
        #expect(stage.pixel(99, 30) == red)
    }

    @Test("D-87 a gradient goes from top to bottom; its background shows through clear colours")
    func gradient() throws {
        let stage = try Stage(width: 64, height: 128)
        defer { stage.close() }
        let layer = CAGradientLayer()
        layer.colors = [UIColor.red.cgColor, UIColor.blue.cgColor]
        _ = shown(layer, CGRect(x: 0, y: 0, width: 64, height: 128), on: stage)
        let (top, middle, bottom) = (stage.pixel(30, 0), stage.pixel(30, 64), stage.pixel(30, 127))
        #expect(top >> 16 & 255 > 250 && top & 255 < 5 && bottom & 255 > 250)
        #expect(abs(Int(middle >> 16 & 255) - 128) < 4 && abs(Int(middle & 255) - 128) < 4)
        CATransaction.setDisableActions(true)
        layer.colors = [UIColor.clear.cgColor, UIColor.clear.cgColor]
        layer.backgroundColor = UIColor.blue.cgColor
        stage.frame()
        #expect(stage.pixel(30, 60) == blue)
        #expect(try stage.isExact())
    }

    @Test("D-04 a view over a special layer draws nothing of its own")
    func layerClasses() throws {
        class ShapeView: UIView {
            override class var layerClass: AnyClass { CAShapeLayer.self }
        }
        let stage = try Stage(width: 100, height: 100)
        defer { stage.close() }
        let view = ShapeView(frame: CGRect(x: 10, y: 10, width: 50, height: 50))
        (view.layer as? CAShapeLayer)?.path = CGPath(
            ellipseIn: CGRect(x: 0, y: 0, width: 50, height: 50), transform: nil)
        (view.layer as? CAShapeLayer)?.fillColor = UIColor.red.cgColor
        stage.window.addSubview(view)
        stage.frame()
        #expect(view.layer.contents == nil)
        #expect(stage.pixel(35, 35) == red && stage.pixel(11, 11) == white)
    }

    @Test("A text layer shows its text on a panel of two pixels per point")
    func text() throws {
        let stage = try Stage(width: 100, height: 40, scale: 2)
        defer { stage.close() }
        let layer = CATextLayer()
        layer.contentsScale = 2
        layer.string = "Hill"
        layer.fontSize = 24
        layer.foregroundColor = UIColor.red.cgColor
        _ = shown(layer, CGRect(x: 0, y: 0, width: 100, height: 40), on: stage)
        var solid = 0
        for y in 0..<80 { for x in 0..<200 where stage.pixel(x, y) == red { solid += 1 } }
        #expect(solid > 100)
    }

    @Test(
        "A view with a tiled layer draws each tile with its own rectangle, and the panel shows them once they are there"
    )
    func tiles() throws {
        let stage = try Stage(width: 100, height: 100)
        defer { stage.close() }
        let view = TiledView(frame: CGRect(x: 0, y: 0, width: 2000, height: 2000))
        view.isOpaque = false
        (view.layer as? CATiledLayer)?.tileSize = CGSize(width: 64, height: 64)
        stage.window.addSubview(view)
        stage.frame()
        // In virtual time tiles are there with the frame that wants them, and fade in.
        #expect(stage.pixel(90, 90) != blue)
        stage.advance(by: 0.5)
        func isThere() -> Bool { [(90, 90), (30, 90), (90, 30), (40, 40)].allSatisfy { stage.pixel($0, $1) == blue } }
        #expect(isThere() && stage.pixel(10, 10) == white)
        let rects = view.rects.withLock { $0 }
        #expect(rects.count == 4 && rects.allSatisfy { $0.width == 64 && $0.height == 64 })
        #expect(try stage.isExact())
    }
}
