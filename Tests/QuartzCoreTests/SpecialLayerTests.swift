import CoreGraphics
import Foundation
import Motion
import RenderServer
import Testing

@testable import QuartzCore

@Suite("Special layers in the model tree", .serialized)
@MainActor
struct SpecialLayerTests {
    private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    private let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

    private func shown<Layer: CALayer>(_ layer: Layer) -> Screen {
        let screen = Screen()
        layer.frame = r(0, 0, 50, 50)
        screen.root.addSublayer(layer)
        screen.flush()
        screen.recorder.forget()
        return screen
    }

    private func committed(_ screen: Screen) -> LayerSpecial? {
        screen.flush()
        return screen.recorder.last?.specials.last?.special ?? nil
    }

    // MARK: Shapes

    @Test("A path that is built on after it was set shows as it was")
    func pathIsCopied() throws {
        let path = CGMutablePath()
        path.addRect(r(0, 0, 10, 10))
        let layer = CAShapeLayer()
        layer.path = path
        path.addRect(r(20, 20, 10, 10))
        #expect(layer.path?.boundingBox == r(0, 0, 10, 10))
        guard case .shape(let content) = layer.specialContent() else { throw Missing() }
        #expect(content.shape?.extent == SIMD4(0, 0, 10, 10))
        layer.path = path
        #expect(layer.path?.boundingBox == r(0, 0, 30, 30))
    }

    @Test("A path with a coordinate that is no number is refused and told once")
    func unusablePath() {
        let layer = CAShapeLayer()
        layer.path = CGPath(rect: r(0, 0, 10, 10), transform: nil)
        let lines = logged {
            for bad in [CGFloat.nan, .infinity] {
                let path = CGMutablePath()
                path.move(to: .zero)
                path.addLine(to: p(bad, 1))
                layer.path = path
            }
        }
        #expect(lines.count == 1 && layer.path?.boundingBox == r(0, 0, 10, 10))
    }

    @Test("A-85 line width, colours and the ends of the stroke animate by themselves; path and rule do not")
    func implicitShapeAnimations() {
        let layer = CAShapeLayer()
        let screen = shown(layer)
        layer.path = CGPath(rect: r(0, 0, 10, 10), transform: nil)
        layer.fillRule = .evenOdd
        layer.lineCap = .round
        layer.lineDashPattern = [2, 3]
        #expect(layer.animationKeys() == nil)
        layer.lineWidth = 5
        layer.strokeEnd = 0.5
        layer.strokeStart = 0.1
        layer.fillColor = red
        layer.strokeColor = blue
        layer.lineDashPhase = 4
        layer.miterLimit = 2
        let keys: Set = [
            "lineWidth", "strokeEnd", "strokeStart", "fillColor", "strokeColor", "lineDashPhase", "miterLimit",
        ]
        #expect(Set(layer.animationKeys() ?? []) == keys)
        guard case .shape(let content) = committed(screen) else {
            Issue.record("no content")
            return
        }
        #expect(content.isEvenOdd && content.stroke.width == 5 && content.stroke.dashes == [2, 3])
        #expect(content.stroke.cap == .round && content.fillColor == SIMD4(1, 0, 0, 1))
    }

    @Test("A-110 the presentation layer is a shape layer with the path and the width on its way")
    func shapePresentation() throws {
        let layer = CAShapeLayer()
        layer.path = CGPath(rect: r(0, 0, 10, 10), transform: nil)
        let screen = shown(layer)
        let animation = CABasicAnimation(keyPath: "lineWidth")
        animation.fromValue = 0
        animation.toValue = 10
        animation.duration = 1
        layer.add(animation, forKey: nil)
        let color = CABasicAnimation(keyPath: "fillColor")
        color.fromValue = red
        color.toValue = blue
        color.duration = 1
        layer.add(color, forKey: nil)
        screen.flush()
        screen.advance(to: 0.5)
        let copy = try #require(layer.presentation())
        #expect(abs(copy.lineWidth - 5) < 1e-6 && copy.path == layer.path)
        #expect(copy.fillColor?.components == [0.5, 0, 0.5, 1])
        #expect(layer.lineWidth == 1)
    }

    @Test("G-21 every property can be set and read by its key")
    func shapeKeys() {
        let layer = CAShapeLayer()
        let path = CGPath(rect: r(0, 0, 10, 10), transform: nil)
        let values: [(String, Any, AnyHashable)] = [
            ("path", path, path), ("fillColor", red, red), ("strokeColor", blue, blue),
            ("fillRule", "even-odd", "even-odd"),
            ("lineCap", CAShapeLayerLineCap.round, "round"), ("lineJoin", "bevel", "bevel"), ("lineWidth", 3, 3),
            ("miterLimit", 4.5, 4.5), ("strokeStart", 0.25, 0.25), ("strokeEnd", 0.75, 0.75), ("lineDashPhase", 2, 2),
            ("lineDashPattern", [NSNumber(value: 1)], [NSNumber(value: 1)]),
        ]
        for (key, value, expected) in values {
            layer.setValue(value, forKey: key)
            #expect(layer.value(forKey: key) as? AnyHashable == expected, "\(key)")
        }
        layer.setValue(nil, forKey: "fillColor")
        #expect(layer.fillColor == nil)
    }

    @Test("Touches go by a shape layer's bounds, not by its path")
    func shapeHitTest() {
        let layer = CAShapeLayer()
        layer.frame = r(0, 0, 10, 10)
        layer.path = CGPath(rect: r(20, 20, 10, 10), transform: nil)
        #expect(layer.hitTest(p(5, 5)) === layer && layer.hitTest(p(25, 25)) == nil)
    }

    // MARK: Gradients

    @Test("Gradients: locations ascend, and those that are not as many as the colours are even steps")
    func locations() throws {
        let layer = CAGradientLayer()
        layer.colors = [red, blue, "nonsense", red]
        layer.locations = [0.5, 0.25, 0.75]
        guard case .gradient(let content) = layer.specialContent() else { throw Missing() }
        #expect(content.colors.count == 3 && content.locations == [0.5, 0.5, 0.75])
        #expect(layer.locations == [0.5, 0.25, 0.75] && layer.colors?.count == 4)
        layer.locations = [0, 1]
        guard case .gradient(let even) = layer.specialContent() else { throw Missing() }
        #expect(even.locations.isEmpty)
        let lines = logged { layer.locations = [NSNumber(value: Double.nan)] }
        #expect(lines.count == 1 && layer.locations == [0, 1])
    }

    @Test("Gradients: up to eight colours move, more change at once")
    func colors() throws {
        let layer = CAGradientLayer()
        layer.colors = [red, red]
        let screen = shown(layer)
        layer.colors = [blue, blue]
        screen.flush()
        let animation = try #require(layer.animation(forKey: "colors") as? CABasicAnimation)
        animation.timingFunction = nil
        screen.advance(to: 0.125)
        let mid = try #require(layer.presentation()?.colors as? [CGColor])
        #expect(mid.count == 2 && mid[0] != red && mid[0] != blue)
        screen.advance(to: 2)
        screen.endAnimations()
        let lines = logged {
            layer.colors = Array(repeating: red, count: 9)
            screen.flush()
            layer.colors = Array(repeating: blue, count: 9)
            screen.flush()
        }
        #expect(lines.isEmpty)
        #expect(layer.presentation()?.colors as? [CGColor] == Array(repeating: blue, count: 9))
    }

    @Test("Gradients: an animation of more than eight colours says so, and the model's colours show")
    func tooManyColors() throws {
        let layer = CAGradientLayer()
        layer.colors = [red, blue]
        let screen = shown(layer)
        let animation = CABasicAnimation(keyPath: "colors")
        animation.fromValue = Array(repeating: red, count: 9)
        animation.toValue = Array(repeating: blue, count: 9)
        let lines = logged {
            layer.add(animation, forKey: nil)
            screen.flush()
        }
        #expect(lines.count == 1)
        screen.advance(to: 0.1)
        #expect(layer.presentation()?.colors as? [CGColor] == [red, blue])
    }

    @Test("Gradients: locations and points animate")
    func gradientMotion() throws {
        let layer = CAGradientLayer()
        layer.colors = [red, blue]
        layer.locations = [0, 0.5]
        let screen = shown(layer)
        layer.locations = [0.5, 1]
        layer.startPoint = p(0, 0)
        layer.endPoint = p(1, 1)
        #expect(layer.animationKeys() == ["locations", "startPoint", "endPoint"])
        screen.flush()
        screen.advance(to: 0.125)
        let copy = try #require(layer.presentation())
        let middle = try #require(copy.locations?[0].doubleValue)
        #expect(middle > 0 && middle < 0.5 && copy.startPoint.x > 0 && copy.startPoint.x < 0.5)
    }

    // MARK: Replicators

    @Test("Replicators: the number of copies is at least none and at most 16,384")
    func copies() throws {
        let layer = CAReplicatorLayer()
        func count() -> Int? {
            if case .replicator(let content) = layer.specialContent() { content.count } else { nil }
        }
        #expect(count() == 1)
        layer.instanceCount = -3
        #expect(layer.instanceCount == -3 && count() == 0)
        let lines = logged { layer.instanceCount = .max }
        #expect(lines.count == 1 && count() == 16_384)
    }

    @Test("Replicators: count, delay, transform and colours animate by themselves")
    func replicatorMotion() throws {
        let layer = CAReplicatorLayer()
        let screen = shown(layer)
        layer.instanceCount = 3
        #expect(layer.animationKeys() == ["instanceCount"])
        layer.instanceDelay = 0.5
        layer.instanceTransform = CATransform3DMakeTranslation(10, 0, 0)
        layer.instanceColor = red
        layer.instanceRedOffset = -0.1
        layer.instanceAlphaOffset = -0.2
        #expect(layer.animationKeys()?.count == 6)
        screen.flush()
        screen.advance(to: 0.125)
        let copy = try #require(layer.presentation())
        #expect(copy.instanceTransform.m41 > 0 && copy.instanceTransform.m41 < 10 && copy.instanceCount >= 2)
    }

    @Test("Parts of the transform between copies, and of that of all sublayers, are animated by their key paths")
    func transformParts() throws {
        let layer = CAReplicatorLayer()
        layer.instanceTransform = CATransform3DMakeTranslation(8, 3, 0)
        let screen = shown(layer)
        for (path, end) in [
            ("instanceTransform.translation.x", 18.0), ("instanceTransform.scale.y", 3),
            ("sublayerTransform.rotation.z", 1),
            ("sublayerTransform.translation.y", 20),
        ] {
            let animation = CABasicAnimation(keyPath: path)
            animation.toValue = end
            animation.duration = 1
            layer.add(animation, forKey: path)
        }
        screen.flush()
        screen.advance(to: 0.5)
        let copy = try #require(layer.presentation())
        #expect(abs(copy.instanceTransform.m41 - 13) < 1e-6 && copy.instanceTransform.m42 == 3)
        #expect(abs(copy.instanceTransform.m22 - 2) < 1e-6 && abs(copy.instanceTransform.m11 - 1) < 1e-6)
        #expect(abs(atan2(copy.sublayerTransform.m12, copy.sublayerTransform.m11) - 0.5) < 1e-6)
        #expect(abs(copy.sublayerTransform.m42 - 10) < 1e-6)
    }

    // MARK: Transform layers

    @Test("G-38 a transform layer is committed as one and is never hit itself")
    func transformLayer() {
        let layer = CATransformLayer()
        let child = CALayer()
        child.frame = r(0, 0, 10, 10)
        layer.addSublayer(child)
        let screen = Screen()
        layer.frame = r(0, 0, 50, 50)
        screen.root.addSublayer(layer)
        screen.flush()
        let name = LayerID(rawValue: layer.identifier)
        #expect(screen.recorder.last?.states.first { $0.layer == name }?.state.isTransformLayer == true)
        #expect(layer.hitTest(p(5, 5)) === child && layer.hitTest(p(40, 40)) == nil)
        #expect(screen.root.hitTest(p(40, 40)) === screen.root)
    }

    @Test("A transform layer tells once that what it does not show was set")
    func uselessProperties() {
        let layer = CATransformLayer()
        let lines = logged {
            layer.backgroundColor = red
            layer.borderWidth = 2
        }
        #expect(lines.count == 1)
    }

    // MARK: Scroll layers

    @Test("Scroll layers: a point comes to the corner, as far as the mode lets it")
    func scrollToPoint() {
        let layer = CAScrollLayer()
        layer.bounds = r(0, 0, 50, 50)
        layer.scroll(to: p(20, 30))
        #expect(layer.bounds == r(20, 30, 50, 50))
        layer.scrollMode = .vertically
        layer.scroll(to: p(1, 2))
        #expect(layer.bounds.origin == p(20, 2))
        layer.scrollMode = .horizontally
        layer.scroll(to: p(3, 4))
        #expect(layer.bounds.origin == p(3, 2))
        layer.scrollMode = .none
        layer.scroll(to: p(9, 9))
        #expect(layer.bounds.origin == p(3, 2))
    }

    @Test("Scroll layers: a rectangle is made visible with the least scrolling")
    func scrollToRect() {
        let layer = CAScrollLayer()
        layer.bounds = r(0, 0, 50, 50)
        layer.scroll(to: r(10, 10, 20, 20))
        #expect(layer.bounds.origin == .zero)
        layer.scroll(to: r(60, 10, 20, 20))
        #expect(layer.bounds.origin == p(30, 0))
        layer.scroll(to: r(20, -10, 20, 20))
        #expect(layer.bounds.origin == p(20, -10))
        layer.scroll(to: r(200, 200, 100, 10))
        #expect(layer.bounds.origin == p(200, 160))
    }

    @Test("Any layer scrolls the nearest scroll layer around it, and knows what of it is visible")
    func nearestScrollLayer() {
        let scroll = CAScrollLayer()
        scroll.frame = r(0, 0, 50, 50)
        let content = CALayer()
        content.frame = r(10, 10, 200, 200)
        scroll.addSublayer(content)
        #expect(content.visibleRect == r(0, 0, 40, 40))
        content.scroll(p(20, 20))
        #expect(scroll.bounds.origin == p(30, 30) && content.visibleRect == r(20, 20, 50, 50))
        content.scrollRectToVisible(r(0, 0, 5, 5))
        #expect(scroll.bounds.origin == p(10, 10))
        #expect(CALayer().visibleRect == .zero)
        content.scrollRectToVisible(.null)
        content.scrollRectToVisible(.infinite)
        #expect(scroll.bounds.origin == p(10, 10))
    }
}

private struct Missing: Error {}
