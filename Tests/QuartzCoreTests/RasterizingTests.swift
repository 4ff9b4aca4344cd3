import CoreGraphics
import Foundation
import Testing

@testable import QuartzCore

@Suite("Rasterised layers, from the model to the screen", .serialized)
@MainActor
struct RasterizingTests {
    /// A red layer on a screen of two pixels per point, with a green one in it whose left edge lies between two points.
    private func stage() throws -> (HostileStage, CALayer) {
        let stage = try HostileStage(48, 32, scale: 2)
        let layer = CALayer()
        layer.frame = CGRect(x: 4, y: 4, width: 16, height: 8)
        layer.backgroundColor = .red
        layer.magnificationFilter = .nearest
        let inner = CALayer()
        inner.frame = CGRect(x: 4.5, y: 0, width: 8, height: 8)
        inner.backgroundColor = .green
        layer.addSublayer(inner)
        stage.root.addSublayer(layer)
        stage.show()
        return (stage, layer)
    }

    @Test("D-86 by default a picture has one pixel per point, whatever the screen has")
    func scale() throws {
        let (stage, layer) = try stage()
        #expect(stage.pixel(16, 16) == 0xFF0000 && stage.pixel(17, 16) == 0x00FF00)
        layer.shouldRasterize = true
        stage.show()
        #expect(stage.pixel(17, 16) == 0xFF0000 && stage.pixel(18, 16) == 0x00FF00)
        layer.rasterizationScale = 2
        stage.show(after: 1)
        #expect(stage.pixel(16, 16) == 0xFF0000 && stage.pixel(17, 16) == 0x00FF00)
        layer.rasterizationScale = 1
        stage.show(after: 1)
        #expect(stage.pixel(17, 16) == 0xFF0000)
        layer.shouldRasterize = false
        stage.show()
        #expect(try stage.pixel(17, 16) == 0x00FF00 && stage.isWell())
    }

    @Test("rasterizationScale can be animated")
    func animated() throws {
        let (stage, layer) = try stage()
        layer.shouldRasterize = true
        let animation = CABasicAnimation(keyPath: "rasterizationScale")
        animation.fromValue = 2
        animation.toValue = 2
        animation.duration = 5
        layer.add(animation, forKey: nil)
        stage.show()
        stage.show()
        #expect(stage.pixel(17, 16) == 0x00FF00 && layer.presentation()?.rasterizationScale == 2)
        layer.removeAllAnimations()
        stage.show()
        #expect(try stage.pixel(17, 16) == 0xFF0000 && stage.isWell())
    }

    @Test("hits do not depend on it")
    func hits() throws {
        let (stage, layer) = try stage()
        layer.shouldRasterize = true
        layer.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
        stage.show()
        #expect(stage.root.hitTest(CGPoint(x: 12, y: 8)) === layer.sublayers?.first)
        #expect(stage.root.hitTest(CGPoint(x: 12, y: 1)) === layer)
        #expect(stage.root.hitTest(CGPoint(x: 5, y: 8)) === stage.root)
    }
}
