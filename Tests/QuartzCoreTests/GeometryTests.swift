import Foundation
import QuartzCore
import Testing

@testable import QuartzCore

@Suite("Layer geometry")
@MainActor
struct GeometryTests {
    private func layer(_ bounds: CGRect = r(0, 0, 100, 50), _ position: CGPoint = p(200, 300)) -> CALayer {
        let layer = CALayer()
        layer.bounds = bounds
        layer.position = position
        return layer
    }

    @Test("G-02 what a new layer has")
    func defaults() {
        let layer = CALayer()
        #expect(layer.bounds == .zero && layer.position == .zero && layer.frame == .zero)
        #expect(layer.anchorPoint == p(0.5, 0.5) && layer.anchorPointZ == 0 && layer.zPosition == 0)
        #expect(CATransform3DIsIdentity(layer.transform) && CATransform3DIsIdentity(layer.sublayerTransform))
        #expect(!layer.isHidden && layer.isDoubleSided && !layer.masksToBounds && layer.opacity == 1)
        #expect(layer.sublayers == nil && layer.superlayer == nil && layer.backgroundColor == nil)
        #expect(layer.borderWidth == 0 && layer.cornerRadius == 0 && layer.maskedCorners.rawValue == 15)
        #expect(layer.borderColor?.alpha == 1 && !layer.isOpaque && layer.contentsScale == 1)
        #expect(layer.contentsGravity == .resize && layer.contents == nil && !layer.needsDisplayOnBoundsChange)
        #expect(layer.contentsRect == r(0, 0, 1, 1) && layer.contentsCenter == r(0, 0, 1, 1))
    }

    @Test("G-03, G-04 frame follows the anchor, which may lie outside; the anchor never moves position")
    func anchors() {
        let layer = layer()
        #expect(layer.frame == r(150, 275, 100, 50))
        layer.anchorPoint = p(0, 0)
        #expect(layer.frame == r(200, 300, 100, 50))
        layer.anchorPoint = p(1, 1)
        #expect(layer.frame == r(100, 250, 100, 50))
        #expect(layer.position == p(200, 300))
        layer.position = .zero
        layer.anchorPoint = p(2, -1)
        #expect(layer.frame == r(-200, 50, 100, 50))
    }

    @Test("G-05, G-07 the bounds' origin neither moves the frame nor is moved by it")
    func boundsOrigin() {
        let layer = layer(r(11, 22, 100, 50))
        #expect(layer.frame == r(150, 275, 100, 50))
        layer.bounds = r(11, 22, 5, 5)
        layer.frame = r(10, 20, 100, 50)
        #expect(layer.bounds == r(11, 22, 100, 50))
    }

    @Test("G-06 setting the frame sets size and position by the anchor")
    func setFrame() {
        for (anchor, position) in [(p(0.5, 0.5), p(60, 45)), (p(0, 0), p(10, 20)), (p(1, 1), p(110, 70))] {
            let layer = CALayer()
            layer.anchorPoint = anchor
            layer.frame = r(10, 20, 100, 50)
            #expect(layer.bounds == r(0, 0, 100, 50) && layer.position == position)
        }
    }

    @Test("G-08, G-09, G-10 negative and empty sizes")
    func oddSizes() {
        let layer = CALayer()
        layer.frame = r(0, 0, -100, -50)
        #expect(layer.bounds == r(0, 0, 100, 50) && layer.position == p(-50, -25))
        layer.frame = r(10, 10, -20, -30)
        #expect(layer.bounds == r(0, 0, 20, 30) && layer.position == p(0, -5) && layer.frame == r(-10, -20, 20, 30))
        layer.bounds = r(0, 0, -100, -50)
        #expect(layer.bounds.origin == p(-100, -50) && layer.bounds.size == CGSize(width: 100, height: 50))
        layer.bounds = r(5, 5, -10, -20)
        #expect(layer.bounds.origin == p(-5, -15) && layer.bounds.size == CGSize(width: 10, height: 20))
        layer.frame = r(10, 20, 0, 0)
        #expect(layer.bounds.size == .zero && layer.position == p(10, 20))
    }

    @Test("G-11 depth and contents scale never change the frame")
    func depth() {
        let layer = layer()
        layer.zPosition = 50
        layer.anchorPointZ = 7
        layer.contentsScale = 3
        #expect(layer.frame == r(150, 275, 100, 50))
    }

    @Test("G-12 the frame is the bounding box under scale, translation and rotation")
    func transformedFrame() {
        let layer = layer()
        layer.setAffineTransform(CGAffineTransform(scaleX: 2, y: 4))
        #expect(layer.frame == r(100, 200, 200, 200))
        layer.setAffineTransform(CGAffineTransform(translationX: 10, y: 20))
        #expect(layer.frame == r(160, 295, 100, 50))
        layer.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 4))
        #expect(isClose(layer.frame, r(146.967, 246.967, 106.066, 106.066)))
        layer.bounds = r(0, 0, 100, 100)
        layer.position = .zero
        #expect(isClose(layer.frame, r(-70.7107, -70.7107, 141.4214, 141.4214)))
    }

    @Test("G-13 setting the frame under scale and translation")
    func setTransformedFrame() {
        let layer = CALayer()
        layer.setAffineTransform(CGAffineTransform(scaleX: 2, y: 4))
        layer.frame = r(10, 20, 100, 50)
        #expect(layer.bounds == r(0, 0, 50, 12.5) && layer.position == p(60, 45) && layer.frame == r(10, 20, 100, 50))
        layer.setAffineTransform(CGAffineTransform(translationX: 10, y: 20))
        layer.frame = r(10, 20, 100, 50)
        #expect(layer.bounds == r(0, 0, 100, 50) && layer.position == p(50, 25))
        layer.anchorPoint = .zero
        layer.setAffineTransform(CGAffineTransform(scaleX: 2, y: 3))
        layer.frame = r(0, 0, 10, 10)
        #expect(isClose(layer.bounds, r(0, 0, 5, 3.33333)))
    }

    @Test("Setting the frame under a transform that flattens the layer gives finite geometry")
    func flattenedFrame() {
        let layer = CALayer()
        layer.setAffineTransform(CGAffineTransform(scaleX: 0, y: 0))
        layer.frame = r(10, 20, 100, 50)
        #expect(layer.position.x.isFinite && layer.bounds.size == CGSize(width: 100, height: 50))
    }

    @Test("G-15 position keeps the size; the size grows about the anchor")
    func sizeAboutAnchor() {
        let layer = CALayer()
        layer.frame = r(0, 0, 100, 100)
        layer.bounds.size = CGSize(width: 200, height: 200)
        #expect(layer.frame == r(-50, -50, 200, 200) && layer.position == p(50, 50))
        layer.position = p(0, 0)
        #expect(layer.bounds.size == CGSize(width: 200, height: 200) && layer.frame.origin == p(-100, -100))
    }

    @Test("G-20 the layer's timing, and default values by key")
    func defaultValues() {
        let layer = CALayer()
        #expect(layer.duration == .infinity && layer.speed == 1 && layer.fillMode == .removed)
        for (key, value) in [("opacity", 1.0), ("contentsScale", 1), ("hidden", 0), ("opaque", 0), ("speed", 1)] {
            #expect((CALayer.defaultValue(forKey: key) as? NSNumber)?.doubleValue == value)
        }
        #expect(CALayer.defaultValue(forKey: "anchorPoint") as? CGPoint == p(0.5, 0.5))
        #expect((CALayer.defaultValue(forKey: "duration") as? NSNumber)?.doubleValue == .infinity)
        for key in ["bounds", "position", "frame", "transform", "cornerRadius", "backgroundColor", "zPosition"] {
            #expect(CALayer.defaultValue(forKey: key) == nil)
        }
    }

    @Test("G-21 key paths read and write parts; nil is 0 for a number; unknown keys are stored")
    func keyPaths() {
        let layer = CALayer()
        func number(_ path: String) -> Double { (layer.value(forKeyPath: path) as? NSNumber)?.doubleValue ?? .nan }
        layer.setValue(7, forKeyPath: "position.x")
        #expect(layer.position == p(7, 0) && number("position.x") == 7)
        layer.setValue(CGFloat(30), forKeyPath: "bounds.size.width")
        #expect(layer.bounds == r(0, 0, 30, 0) && number("bounds.size.width") == 30)
        #expect(number("transform.scale") == 1 && number("transform.rotation.z") == 0)
        #expect(number("transform.translation.x") == 0)

        layer.setValue(2, forKeyPath: "transform.scale")
        #expect(layer.transform == CATransform3DMakeScale(2, 2, 2))
        layer.setValue(0.5, forKeyPath: "transform.rotation.z")
        #expect(abs(layer.transform.m11 - 1.7551651) < 1e-6 && abs(layer.transform.m12 - 0.9588511) < 1e-6)
        #expect(abs(number("transform.scale") - 2) < 1e-9)

        layer.setValue(0.25, forKey: "opacity")
        #expect(layer.opacity == 0.25)
        layer.setValue(nil, forKey: "opacity")
        #expect(layer.opacity == 0)
        layer.setValue(true, forKeyPath: "hidden")
        #expect(layer.isHidden)
        layer.setValue("hello", forKey: "greeting")
        #expect(layer.value(forKey: "greeting") as? String == "hello" && layer.value(forKey: "other") == nil)
        let refused = logged { layer.setValue("text", forKeyPath: "position.x") }
        #expect(layer.position == p(7, 0) && refused.count == 1)
    }

    @Test("G-23 init(layer:) of a plain layer copies nothing")
    func copyOfLayer() {
        let layer = layer()
        #expect(CALayer(layer: layer).bounds == .zero)
    }

    @Test("D-47 an unknown gravity becomes center")
    func gravity() {
        let layer = CALayer()
        layer.contentsGravity = CALayerContentsGravity(rawValue: "sideways")
        #expect(layer.contentsGravity == .center)
    }

    @Test("B32 a value that is not finite keeps the old one and is logged once per layer")
    func notNumbers() {
        let layer = layer()
        layer.name = "culprit"
        let lines = logged {
            for bad in [CGFloat.nan, .infinity, -.infinity] {
                layer.bounds = r(0, 0, bad, 1)
                layer.position = p(bad, 0)
                layer.anchorPoint = p(0, bad)
                layer.frame = r(bad, 0, 1, 1)
                layer.transform = CATransform3DMakeScale(bad, 1, 1)
                layer.sublayerTransform = CATransform3DMakeScale(bad, 1, 1)
                layer.opacity = Float(bad)
                layer.cornerRadius = bad
                layer.borderWidth = bad
                layer.zPosition = bad
                layer.anchorPointZ = bad
                layer.contentsScale = bad
                layer.contentsRect = r(bad, 0, 1, 1)
                layer.contentsCenter = r(bad, 0, 1, 1)
                layer.beginTime = Double(bad)
                layer.timeOffset = Double(bad)
                layer.speed = Float(bad)
            }
            layer.contentsScale = 0
        }
        #expect(lines.count == 1 && lines[0].contains("culprit"))
        #expect(layer.frame == r(150, 275, 100, 50) && layer.opacity == 1 && layer.cornerRadius == 0)
        #expect(layer.contentsScale == 1 && layer.speed == 1 && layer.zPosition == 0)
        layer.frame = r(1e30, 0, 1e30, 1)
        #expect(layer.frame.width == 1e30)
    }

    @Test("A plain layer is one small object")
    func memory() {
        let layer = CALayer()
        #expect(usableSize(Unmanaged.passUnretained(layer).toOpaque()) <= 152)
        layer.frame = r(0, 0, 10, 10)
        layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        layer.isHidden = true
        layer.opacity = 0.5
        #expect(layer.details == nil)
    }
}

/// What the allocator gave for an object.
@_silgen_name("malloc_usable_size")
private func usableSize(_ memory: UnsafeRawPointer) -> Int
