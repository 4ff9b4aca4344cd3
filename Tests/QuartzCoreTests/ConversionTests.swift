import Foundation
import QuartzCore
import Testing

@Suite("Converting coordinates and times")
@MainActor
struct ConversionTests {
    private func pair(
        parent: CGRect = r(0, 0, 200, 200), child: CGRect = r(0, 0, 50, 50), at position: CGPoint = p(100, 50)
    ) -> (CALayer, CALayer) {
        let outer = CALayer()
        outer.bounds = parent
        outer.position = p(100, 100)
        let inner = CALayer()
        inner.bounds = child
        inner.position = position
        outer.addSublayer(inner)
        return (outer, inner)
    }

    @Test("G-50 points and rectangles between a layer and its superlayer")
    func simple() {
        let (parent, child) = pair()
        #expect(child.convert(p(0, 0), to: parent) == p(75, 25))
        #expect(child.convert(p(50, 50), to: parent) == p(125, 75))
        #expect(child.convert(p(0, 0), from: parent) == p(-75, -25))
        #expect(parent.convert(p(0, 0), to: child) == p(-75, -25))
        #expect(child.convert(r(0, 0, 10, 20), to: parent) == r(75, 25, 10, 20))
    }

    @Test("G-51 the parent's bounds origin does not matter, the child's own does")
    func origins() {
        let (parent, child) = pair(parent: r(10, 20, 200, 200))
        #expect(child.convert(p(0, 0), to: parent) == p(75, 25))
        child.frame = r(50, 60, 100, 100)
        child.bounds.origin = p(10, 10)
        #expect(child.convert(p(0, 0), to: parent) == p(40, 50))
    }

    @Test("G-52 a scaled child")
    func scaled() {
        let (parent, child) = pair()
        child.setAffineTransform(CGAffineTransform(scaleX: 2, y: 2))
        #expect(child.convert(p(0, 0), to: parent) == p(50, 0))
        #expect(child.convert(p(50, 50), to: parent) == p(150, 100))
        #expect(child.convert(r(0, 0, 10, 20), to: parent) == r(50, 0, 20, 40))
        #expect(child.convert(p(50, 0), from: parent) == p(0, 0))
    }

    @Test("G-53 sublayerTransform acts about the superlayer's anchor")
    func sublayerTransform() {
        let (parent, child) = pair()
        parent.sublayerTransform = CATransform3DMakeTranslation(10, 20, 0)
        #expect(child.convert(p(0, 0), to: parent) == p(85, 45))
        parent.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
        child.setAffineTransform(CGAffineTransform(translationX: 5, y: 6))
        #expect(isClose(child.convert(p(0, 0), to: parent), p(60, -38)))

        let (outer, inner) = pair()
        outer.anchorPoint = .zero
        outer.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
        inner.frame = r(10, 10, 20, 20)
        #expect(inner.convert(p(0, 0), to: outer) == p(20, 20))
        outer.bounds.origin = p(5, 5)
        #expect(inner.convert(p(0, 0), to: outer) == p(15, 15))
    }

    @Test("G-54 a rectangle becomes the bounding box of its corners")
    func boundingBox() {
        let (parent, child) = pair(child: r(0, 0, 100, 100), at: p(100, 100))
        child.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 4))
        #expect(isClose(child.convert(child.bounds, to: parent), r(29.2893, 29.2893, 141.4214, 141.4214)))
    }

    @Test("G-55 layers without a common superlayer convert through their roots, also after one was removed")
    func roots() {
        let (first, second) = (CALayer(), CALayer())
        first.bounds = r(0, 0, 50, 50)
        first.position = p(25, 25)
        second.bounds = r(0, 0, 50, 50)
        second.position = p(500, 500)
        #expect(first.convert(p(0, 0), to: second) == p(-475, -475))
        let (parent, child) = pair()
        child.removeFromSuperlayer()
        // The parent's own place now counts, as a root's does: its corner is at (0, 0).
        #expect(child.convert(p(0, 0), to: parent) == p(75, 25))
    }

    @Test("Conversion between cousins goes through their common superlayer and back")
    func cousins() {
        let root = CALayer()
        root.frame = r(0, 0, 400, 400)
        let (left, right) = (CALayer(), CALayer())
        left.frame = r(10, 10, 100, 100)
        right.frame = r(200, 50, 100, 100)
        right.setAffineTransform(CGAffineTransform(scaleX: 2, y: 2))
        root.addSublayer(left)
        root.addSublayer(right)
        let inner = CALayer()
        inner.frame = r(5, 5, 10, 10)
        left.addSublayer(inner)
        #expect(isClose(inner.convert(p(0, 0), to: right), p(-67.5, 7.5)))
        #expect(isClose(inner.convert(inner.convert(p(3, 4), to: right), from: right), p(3, 4)))
        #expect(inner.convert(p(0, 0), to: nil) == p(15, 15))
    }

    @Test("G-36 perspective: numbers of a 60° turn seen from 500 points away")
    func perspective() {
        let parent = CALayer()
        let child = CALayer()
        child.bounds = r(0, 0, 100, 100)
        parent.addSublayer(child)
        var camera = CATransform3DIdentity
        camera.m34 = -1.0 / 500
        child.transform = CATransform3DConcat(CATransform3DMakeRotation(.pi / 3, 0, 1, 0), camera)
        #expect(isClose(child.convert(p(100, 50), to: parent), p(23.0075, 0)))
        #expect(isClose(child.convert(p(0, 50), to: parent), p(-27.3703, 0)))
        #expect(isClose(child.convert(p(23.0075, 0), from: parent), p(100, 50), 1e-2))
    }

    @Test("A layer that is squeezed to nothing converts to finite numbers")
    func squeezed() {
        let (parent, child) = pair()
        child.setAffineTransform(CGAffineTransform(scaleX: 0, y: 1))
        let point = child.convert(p(3, 4), from: parent)
        #expect(point.x.isFinite && point.y.isFinite)
        #expect(parent.hitTest(p(100, 50)) === parent)
    }

    @Test("G-60 times: speed 2, offset 1, begin 3 turn 10 into 15 and back; speed 0 converts to 0")
    func times() {
        let parent = CALayer()
        let child = CALayer()
        parent.addSublayer(child)
        child.speed = 2
        child.timeOffset = 1
        child.beginTime = 3
        #expect(child.convertTime(10, from: parent) == 15)
        #expect(child.convertTime(15, to: parent) == 10)
        #expect(child.convertTime(10, from: nil) == 15)
        parent.speed = 0.5
        #expect(child.convertTime(20, from: nil) == 15)
        #expect(child.convertTime(15, to: nil) == 20)
        child.speed = 0
        #expect(child.convertTime(123, to: parent) == 0)
        #expect(child.convertTime(123, from: parent) == 1)
    }
}

@Suite("Layer hit testing")
@MainActor
struct HitTestTests {
    private let root = CALayer()
    private let child = CALayer()

    init() {
        root.frame = r(0, 0, 100, 100)
        child.frame = r(80, 80, 40, 40)
        root.addSublayer(child)
    }

    @Test("E-04 the point is in the superlayer's coordinates and the farthest descendant answers")
    func deepest() {
        let inner = CALayer()
        inner.frame = r(0, 0, 10, 10)
        child.addSublayer(inner)
        root.position = p(150, 50)
        #expect(root.hitTest(p(185, 85)) === inner)
        #expect(root.hitTest(p(195, 95)) === child)
        #expect(root.hitTest(p(110, 10)) === root)
        #expect(root.hitTest(p(50, 50)) == nil)
    }

    @Test("E-04 sublayers outside the bounds are hit unless the layer cuts them off")
    func outside() {
        #expect(root.hitTest(p(110, 110)) === child)
        root.masksToBounds = true
        #expect(root.hitTest(p(110, 110)) == nil)
        #expect(root.hitTest(p(90, 90)) === child)
    }

    @Test("E-04 hidden layers and those of opacity 0 are not hit, nor what is in them")
    func invisible() {
        child.isHidden = true
        #expect(root.hitTest(p(90, 90)) === root)
        child.isHidden = false
        child.opacity = 0
        #expect(root.hitTest(p(90, 90)) === root)
        child.opacity = 0.001
        #expect(root.hitTest(p(90, 90)) === child)
    }

    @Test("G-38 the one in front is hit: greater z, then later")
    func order() {
        let other = CALayer()
        other.frame = child.frame
        root.addSublayer(other)
        #expect(root.hitTest(p(90, 90)) === other)
        child.zPosition = 1
        #expect(root.hitTest(p(90, 90)) === child)
        other.zPosition = 1
        #expect(root.hitTest(p(90, 90)) === other)
    }

    @Test("G-74 minimum edges are inside, maximum edges outside")
    func edges() {
        #expect(root.contains(p(0, 0)) && root.contains(p(99.99, 99.99)))
        #expect(!root.contains(p(100, 50)) && !root.contains(p(50, 100)))
    }
}
