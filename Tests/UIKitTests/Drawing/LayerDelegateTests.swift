import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit

/// What a view does as its layer's delegate, and what is set on its layer past it.
@MainActor
@Suite("Views as delegates of their layers", .serialized)
struct LayerDelegateTests {
    private static func picture(_ color: UIColor, _ size: CGFloat = 10) -> CGImage? {
        UIGraphicsImageRenderer(size: CGSize(width: size, height: size)).image { _ in
            color.setFill()
            UIRectFill(r(0, 0, size, size))
        }.cgImage
    }

    private final class Supplier: UIView {
        var calls: [String] = []
        override func display(_ layer: CALayer) {
            calls.append("display")
            layer.contents = LayerDelegateTests.picture(.blue)
        }
        override func layerWillDraw(_ layer: CALayer) { calls.append("will") }
        override func draw(_ rect: CGRect) { calls.append("draw") }
    }

    private final class InContext: UIView {
        var calls: [String] = []
        override func layerWillDraw(_ layer: CALayer) { calls.append("will") }
        override func draw(_ layer: CALayer, in ctx: CGContext) {
            calls.append("context")
            #expect(layer === self.layer)
            ctx.setFillColor(UIColor.red.cgColor)
            ctx.fill(r(0, 0, 5, 5))
            super.draw(layer, in: ctx)
        }
        override func draw(_ rect: CGRect) {
            calls.append("draw")
            UIColor.blue.setFill()
            UIRectFill(r(5, 5, 5, 5))
        }
    }

    private final class DrawingLayer: CALayer {
        override func draw(in ctx: CGContext) {
            ctx.setFillColor(UIColor.red.cgColor)
            ctx.fill(bounds.insetBy(dx: 2, dy: 2))
        }
    }

    private final class LayerView: UIView {
        override class var layerClass: AnyClass { DrawingLayer.self }
    }

    @Test("D-05 A view that supplies contents is asked for them, and then nothing draws")
    func supplies() throws {
        let stage = try Stage(width: 40, height: 40)
        defer { stage.close() }
        let view = Supplier(frame: r(0, 0, 10, 10))
        stage.window.addSubview(view)
        stage.frame()
        #expect(view.calls == ["display"])
        #expect(stage.pixel(5, 5) == 0xFF00_00FF)
    }

    @Test("D-05 One that draws into the layer's context is told before, and passes on to draw(_:) by super")
    func inContext() throws {
        let stage = try Stage(width: 40, height: 40)
        defer { stage.close() }
        let view = InContext(frame: r(0, 0, 10, 10))
        stage.window.addSubview(view)
        stage.frame()
        #expect(view.calls == ["will", "context", "draw"])
        #expect(stage.pixel(7, 7) == 0xFF00_00FF)
        #expect(try stage.isExact())
    }

    @Test("D-05, D-06 A layer class that draws itself draws for its view, again when the bounds say so")
    func layerClass() throws {
        let stage = try Stage(width: 40, height: 40)
        defer { stage.close() }
        let view = LayerView(frame: r(0, 0, 10, 10))
        view.isOpaque = false
        stage.window.addSubview(view)
        stage.frame()
        #expect(stage.pixel(1, 1) == 0xFFFF_FFFF && stage.pixel(5, 5) == 0xFFFF_0000)
        view.contentMode = .redraw
        view.frame.size = CGSize(width: 20, height: 20)
        stage.frame()
        #expect(stage.pixel(17, 17) == 0xFFFF_0000 && stage.pixel(19, 19) == 0xFFFF_FFFF)
    }

    @Test("D-66 Contents set on a view's layer show by the view's content mode, and stay until others are set")
    func contents() throws {
        let stage = try Stage(width: 40, height: 40)
        defer { stage.close() }
        let view = UIView(frame: r(0, 0, 20, 20))
        view.contentMode = .bottomRight
        view.layer.contents = Self.picture(.red)
        view.layer.contentsScale = UIScreen.main.scale
        stage.window.addSubview(view)
        stage.frame()
        #expect(stage.pixel(5, 5) == 0xFFFF_FFFF && stage.pixel(15, 15) == 0xFFFF_0000)
        view.setNeedsDisplay()
        stage.frame()
        #expect(stage.pixel(15, 15) == 0xFFFF_0000)
        view.contentMode = .scaleToFill
        stage.frame()
        #expect(stage.pixel(5, 5) == 0xFFFF_0000)
        view.layer.contents = nil
        stage.frame()
        #expect(stage.pixel(15, 15) == 0xFFFF_FFFF)
        #expect(try stage.isExact())
    }

    @Test("transform3D is the layer's; its affine part is transform, and a turn out of the plane has none")
    func transform3D() throws {
        let stage = try Stage(width: 80, height: 80)
        defer { stage.close() }
        let view = UIView(frame: r(20, 20, 40, 40))
        view.backgroundColor = .red
        stage.window.addSubview(view)
        view.transform3D = CATransform3DMakeScale(0.5, 0.5, 1)
        #expect(view.transform == CGAffineTransform(scaleX: 0.5, y: 0.5))
        #expect(view.frame == r(30, 30, 20, 20))
        stage.frame()
        #expect(stage.pixel(25, 40) == 0xFFFF_FFFF && stage.pixel(40, 40) == 0xFFFF_0000)
        view.transform3D = CATransform3DMakeRotation(.pi / 3, 0, 1, 0)
        #expect(view.transform == .identity)
        #expect(near(view.frame, r(30, 20, 20, 40)))
        #expect(near(view.convert(p(40, 0), to: nil), p(50, 20)))
        stage.frame()
        #expect(stage.pixel(32, 22) == 0xFFFF_0000 && stage.pixel(25, 22) == 0xFFFF_FFFF)
        #expect(try stage.isExact())
        view.transform = .identity
        #expect(CATransform3DIsIdentity(view.transform3D))
    }
}
