import CoreGraphics
import Foundation
import QuartzCore
import Raster
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

    // MARK: More on the panel

    private func square(_ frame: CGRect, _ color: UIColor) -> CALayer {
        let layer = CALayer()
        layer.frame = frame
        layer.backgroundColor = color.cgColor
        return layer
    }

    private func gradient(_ type: CAGradientLayerType, _ start: CGPoint, _ end: CGPoint) -> CAGradientLayer {
        let layer = CAGradientLayer()
        layer.type = type
        layer.startPoint = start
        layer.endPoint = end
        layer.colors = [UIColor.red.cgColor, UIColor.yellow.cgColor, UIColor.blue.cgColor]
        return layer
    }

    private func emitter() -> CAEmitterLayer {
        let emitter = CAEmitterLayer()
        emitter.emitterPosition = CGPoint(x: 30, y: 30)
        let cell = CAEmitterCell()
        let dot = UIGraphicsImageRenderer(size: CGSize(width: 6, height: 6)).image { context in
            UIColor.white.setFill()
            context.cgContext.fillEllipse(in: CGRect(x: 0, y: 0, width: 6, height: 6))
        }
        cell.contents = dot.cgImage
        cell.birthRate = 60
        cell.lifetime = 1
        cell.velocity = 30
        cell.emissionRange = .pi * 2
        cell.color = UIColor.red.cgColor
        emitter.emitterCells = [cell]
        return emitter
    }

    private func replicator() -> CAReplicatorLayer {
        let layer = CAReplicatorLayer()
        layer.instanceCount = 4
        layer.instanceTransform = CATransform3DMakeTranslation(14, 0, 0)
        layer.instanceColor = UIColor.white.cgColor
        layer.instanceRedOffset = -0.25
        layer.addSublayer(square(CGRect(x: 4, y: 10, width: 10, height: 40), .red))
        return layer
    }

    @Test("Replicators: copies move by the transform, and each is darker in red than the one before")
    func replicators() throws {
        let stage = try Stage(width: 100, height: 100)
        defer { stage.close() }
        let layer = replicator()
        _ = shown(layer, CGRect(x: 0, y: 0, width: 60, height: 60), on: stage)
        let reds = (0..<5).map { stage.pixel(9 + $0 * 14, 30) }
        #expect(reds[0] == red && reds[4] == white && stage.pixel(16, 30) == white)
        for copy in 1..<4 {
            #expect(abs(Int(reds[copy] >> 16 & 255) - (255 - copy * 64)) <= 1 && reds[copy] & 0xFFFF == 0)
        }
        #expect(try stage.isExact())
    }

    @Test("G-38 a transform layer keeps depth, a plain layer flattens it")
    func depth() throws {
        let stage = try Stage(width: 100, height: 100)
        defer { stage.close() }
        for type in [CATransformLayer.self, CALayer.self] as [CALayer.Type] {
            let group = type.init(coder: NSCoder()) ?? (type == CALayer.self ? CALayer() : CATransformLayer())
            let front = square(CGRect(x: 30, y: 30, width: 40, height: 40), .red)
            front.zPosition = 10
            let back = square(CGRect(x: 30, y: 30, width: 40, height: 40), .blue)
            group.addSublayer(front)
            group.addSublayer(back)
            // Seen from behind, the one in front lies at the back.
            group.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
            _ = shown(group, CGRect(x: 0, y: 0, width: 100, height: 100), on: stage)
            #expect(stage.pixel(50, 50) == (type == CALayer.self ? red : blue))
            group.removeFromSuperlayer()
        }
        #expect(try stage.isExact())
    }

    @Test("Emitters: particles fly from the emitter's position, and every frame is exact")
    func emitters() throws {
        let stage = try Stage(width: 100, height: 100)
        defer { stage.close() }
        _ = shown(emitter(), CGRect(x: 20, y: 20, width: 60, height: 60), on: stage)
        stage.advance(by: 0.8)
        var reddish = 0
        for y in 0..<100 { for x in 0..<100 where stage.pixel(x, y) != white { reddish += 1 } }
        #expect(reddish > 100 && reddish < 4000)
        #expect(try stage.isExact())
    }

    @Test("D-28 drawing gradients and replicators into a context gives what the panel shows")
    func rendering() throws {
        let stage = try Stage(width: 64, height: 64)
        defer { stage.close() }
        let layers: [CALayer] = [
            gradient(.axial, CGPoint(x: 0.2, y: 0.1), CGPoint(x: 0.9, y: 0.7)),
            gradient(.radial, CGPoint(x: 0.5, y: 0.5), CGPoint(x: 1, y: 0.9)),
            gradient(.conic, CGPoint(x: 0.5, y: 0.5), CGPoint(x: 0.5, y: 0)), replicator(),
        ]
        for layer in layers {
            _ = shown(layer, CGRect(x: 0, y: 0, width: 64, height: 64), on: stage)
            let bitmap = try Bitmap(width: 64, height: 64, format: .xrgb8888)
            let context = CGContext(bitmap: bitmap, scale: 1)
            context.setFillColor(.white)
            context.fill(CGRect(x: 0, y: 0, width: 64, height: 64))
            layer.render(in: context)
            var differing = 0
            for y in 0..<64 { for x in 0..<64 where bitmap.pixel(x: x, y: y) != stage.pixel(x, y) { differing += 1 } }
            #expect(differing == 0, "\(layer)")
            layer.removeFromSuperlayer()
        }
    }

    @Test("Gradients: locations beyond the ends slide a band of light over the layer")
    func locationsBeyond() throws {
        let stage = try Stage(width: 100, height: 20)
        defer { stage.close() }
        let layer = CAGradientLayer()
        layer.startPoint = CGPoint(x: 0, y: 0.5)
        layer.endPoint = CGPoint(x: 1, y: 0.5)
        layer.colors = [UIColor.black.cgColor, UIColor.red.cgColor, UIColor.black.cgColor]
        layer.locations = [-1, -0.5, 0]
        _ = shown(layer, CGRect(x: 0, y: 0, width: 100, height: 20), on: stage)
        #expect(stage.pixel(1, 10) & 0xFFFFFF == 0 && stage.pixel(90, 10) & 0xFFFFFF == 0)
        let animation = CABasicAnimation(keyPath: "locations")
        animation.fromValue = [-1, -0.5, 0]
        animation.toValue = [1, 1.5, 2]
        animation.duration = 1
        layer.add(animation, forKey: nil)
        stage.advance(by: 0.5)
        #expect(stage.pixel(50, 10) >> 16 & 255 > 230 && stage.pixel(2, 10) >> 16 & 255 < 25)
        #expect(try stage.isExact())
    }

    @Test("A page of everything", .enabled(if: ProcessInfo.processInfo.environment["VITRINE_GALLERY"] != nil))
    func gallery() throws {
        let stage = try Stage(width: 480, height: 360, scale: 2)
        defer { stage.close() }
        func put(_ layer: CALayer, _ x: CGFloat, _ y: CGFloat, _ width: CGFloat = 100, _ height: CGFloat = 100) {
            layer.frame = CGRect(x: x, y: y, width: width, height: height)
            stage.window.layer.addSublayer(layer)
        }
        for (index, cap) in [CAShapeLayerLineCap.butt, .round, .square].enumerated() {
            let layer = CAShapeLayer()
            let path = CGMutablePath()
            path.addLines(between: [CGPoint(x: 15, y: 85), CGPoint(x: 50, y: 15), CGPoint(x: 85, y: 85)])
            path.addEllipse(in: CGRect(x: 30, y: 50, width: 40, height: 40))
            layer.path = path
            layer.fillColor = UIColor.yellow.cgColor
            layer.fillRule = .evenOdd
            layer.strokeColor = UIColor.blue.cgColor
            layer.lineWidth = 8
            layer.lineCap = cap
            layer.lineJoin = [.miter, .round, .bevel][index]
            if index > 0 { layer.lineDashPattern = [14, 12] }
            if index == 2 { layer.strokeStart = 0.1 }
            if index == 0 { layer.strokeEnd = 0.8 }
            put(layer, CGFloat(10 + index * 110), 10)
        }
        put(gradient(.axial, CGPoint(x: 0.5, y: 0), CGPoint(x: 0.5, y: 1)), 10, 120)
        put(gradient(.radial, CGPoint(x: 0.5, y: 0.5), CGPoint(x: 1, y: 1)), 120, 120)
        let conic = gradient(.conic, CGPoint(x: 0.5, y: 0.5), CGPoint(x: 0.5, y: 0))
        conic.cornerRadius = 50
        put(conic, 230, 120)
        let spinner = CAReplicatorLayer()
        spinner.instanceCount = 12
        spinner.instanceTransform = CATransform3DMakeRotation(.pi / 6, 0, 0, 1)
        spinner.instanceAlphaOffset = -1.0 / 12
        let blade = square(CGRect(x: 46, y: 8, width: 8, height: 28), .black)
        blade.cornerRadius = 4
        spinner.addSublayer(blade)
        put(spinner, 340, 10)
        let text = CATextLayer()
        text.contentsScale = 2
        text.string = "A text layer, wrapped and shortened because it is too long for its bounds"
        text.fontSize = 15
        text.isWrapped = true
        text.truncationMode = .end
        text.foregroundColor = UIColor.black.cgColor
        put(text, 340, 120, 120, 60)
        let particles = emitter()
        put(particles, 10, 240)
        let tiled = TiledView(frame: CGRect(x: 120, y: 240, width: 200, height: 100))
        tiled.isOpaque = false
        (tiled.layer as? CATiledLayer)?.tileSize = CGSize(width: 64, height: 64)
        stage.window.addSubview(tiled)
        let cube = CATransformLayer()
        for side in 0..<4 {
            let face = square(CGRect(x: 20, y: 20, width: 60, height: 60), [UIColor.red, .green, .blue, .orange][side])
            var place = CATransform3DMakeRotation(CGFloat(side) * .pi / 2, 0, 1, 0)
            place = CATransform3DTranslate(place, 0, 0, 30)
            face.transform = place
            cube.addSublayer(face)
        }
        var view = CATransform3DIdentity
        view.m34 = -1.0 / 300
        cube.transform = CATransform3DRotate(CATransform3DRotate(view, -0.5, 1, 0, 0), 0.6, 0, 1, 0)
        put(cube, 340, 220)
        stage.frame()
        stage.advance(by: 1.2)
        #expect(try stage.isExact())
        let picture = UIImage(cgImage: CGImage(bitmap: try stage.headless.panelBitmap()))
        let folder = ProcessInfo.processInfo.environment["VITRINE_GALLERY"] ?? ""
        try picture.pngData()?.write(to: URL(fileURLWithPath: folder).appendingPathComponent("special-layers.png"))
    }
}
