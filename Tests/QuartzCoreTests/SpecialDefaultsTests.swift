import CoreGraphics
import Foundation
import RenderServer
import Testing

@testable import QuartzCore

/// What Apple documents for new layers of the special classes, read by key.
@Suite("Defaults of special layers")
@MainActor
struct SpecialDefaultsTests {
    private func check(_ layer: CALayer, _ defaults: [(key: String, value: AnyHashable?)]) {
        for (key, value) in defaults {
            #expect(layer.value(forKey: key) as? AnyHashable == value, "\(type(of: layer)).\(key)")
        }
    }

    private let identity = CATransform3DIdentity

    @Test("D-87 shape layers") func shape() {
        check(
            CAShapeLayer(),
            [
                ("path", nil), ("fillColor", CGColor.black), ("fillRule", "non-zero"), ("strokeColor", nil),
                ("strokeStart", 0), ("strokeEnd", 1), ("lineWidth", 1), ("miterLimit", 10), ("lineCap", "butt"),
                ("lineJoin", "miter"), ("lineDashPhase", 0), ("lineDashPattern", nil),
            ])
        #expect(CAShapeLayer.defaultValue(forKey: "strokeEnd") as? NSNumber == 1)
        #expect(CAShapeLayer.defaultValue(forKey: "opacity") as? NSNumber == 1)
    }

    @Test("D-87 gradient layers") func gradient() {
        let layer = CAGradientLayer()
        check(layer, [("colors", nil), ("locations", nil), ("type", "axial")])
        #expect(layer.startPoint == p(0.5, 0) && layer.endPoint == p(0.5, 1))
        #expect(layer.value(forKey: "startPoint") as? CGPoint == p(0.5, 0))
        #expect(layer.value(forKeyPath: "endPoint.y") as? NSNumber == 1)
    }

    @Test("Replicator layers") func replicator() {
        let layer = CAReplicatorLayer()
        check(
            layer,
            [
                ("instanceCount", 1), ("preservesDepth", 0), ("instanceDelay", 0), ("instanceColor", CGColor.white),
                ("instanceTransform", identity), ("instanceRedOffset", 0), ("instanceGreenOffset", 0),
                ("instanceBlueOffset", 0), ("instanceAlphaOffset", 0),
            ])
    }

    @Test("Scroll layers") func scroll() {
        #expect(CAScrollLayer().scrollMode == .both && !CAScrollLayer().masksToBounds)
    }
}
