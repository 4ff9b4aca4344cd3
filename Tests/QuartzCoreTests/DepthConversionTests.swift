import CoreGraphics
import Foundation
import Testing

@testable import QuartzCore

@Suite("Points and hits in space")
@MainActor
struct DepthConversionTests {
    private func layer(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CALayer {
        let layer = CALayer()
        layer.frame = CGRect(x: x, y: y, width: width, height: height)
        return layer
    }

    private func transformLayer(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CALayer {
        let layer = layer(x, y, width, height)
        layer.flags.insert(.isTransformLayer)
        return layer
    }

    private func camera(_ distance: CGFloat) -> CATransform3D {
        var transform = CATransform3DIdentity
        transform.m34 = -1 / distance
        return transform
    }

    @Test("G-36: a point of a layer turned by 60° about y, seen from 500 points")
    func perspective() {
        let parent = layer(0, 0, 200, 200)
        let child = layer(50, 50, 100, 100)
        child.transform = CATransform3DConcat(CATransform3DMakeRotation(.pi / 3, 0, 1, 0), camera(500))
        parent.addSublayer(child)
        let right = child.convert(CGPoint(x: 100, y: 50), to: parent)
        let left = child.convert(CGPoint(x: 0, y: 50), to: parent)
        #expect(abs(right.x - 123.0075) < 1e-3 && abs(right.y - 100) < 1e-9)
        #expect(abs(left.x - 72.6297) < 1e-3)
        let back = parent.convert(right, to: child)
        #expect(abs(back.x - 100) < 1e-9 && abs(back.y - 50) < 1e-9)
    }

    @Test("G-38: a transform layer keeps the depth of its sublayers on the way up, a normal layer does not")
    func throughTransformLayer() {
        for keepsDepth in [false, true] {
            let root = layer(0, 0, 200, 200)
            let middle = keepsDepth ? transformLayer(0, 0, 200, 200) : layer(0, 0, 200, 200)
            middle.transform = CATransform3DMakeRotation(.pi / 3, 0, 1, 0)
            let leaf = layer(50, 50, 100, 100)
            leaf.transform = CATransform3DMakeRotation(-.pi / 3, 0, 1, 0)
            root.addSublayer(middle)
            middle.addSublayer(leaf)
            let place = leaf.convert(CGPoint(x: 100, y: 0), to: root)
            #expect(abs(place.x - (keepsDepth ? 150 : 112.5)) < 1e-9)
            let back = root.convert(place, to: leaf)
            #expect(abs(back.x - 100) < 1e-9 && abs(back.y) < 1e-9)
        }
    }

    @Test("layers in one space are converted by where they are seen")
    func siblings() {
        let root = layer(0, 0, 200, 200)
        root.sublayerTransform = camera(500)
        let space = transformLayer(0, 0, 200, 200)
        let near = layer(50, 50, 100, 100)
        near.zPosition = 250
        let far = layer(0, 0, 200, 200)
        root.addSublayer(space)
        space.addSublayer(far)
        space.addSublayer(near)
        // Half way to the camera everything is twice as large.
        let place = near.convert(CGPoint(x: 100, y: 50), to: far)
        #expect(abs(place.x - 200) < 1e-9 && abs(place.y - 100) < 1e-9)
    }

    @Test("E-04, G-38: hits follow depth at the point; a transform layer is never hit, its sublayers are")
    func hits() {
        let root = layer(0, 0, 200, 200)
        let space = transformLayer(0, 0, 200, 200)
        let red = layer(50, 50, 100, 100)
        let green = layer(50, 50, 100, 100)
        red.transform = CATransform3DMakeRotation(.pi / 4, 0, 1, 0)
        green.transform = CATransform3DMakeRotation(-.pi / 4, 0, 1, 0)
        root.addSublayer(space)
        space.addSublayer(red)
        space.addSublayer(green)
        // As it is drawn: turned by +45° the left half comes nearer.
        #expect(root.hitTest(CGPoint(x: 80, y: 100)) === red)
        #expect(root.hitTest(CGPoint(x: 120, y: 100)) === green)
        #expect(root.hitTest(CGPoint(x: 10, y: 100)) === root)
        space.isHidden = true
        #expect(root.hitTest(CGPoint(x: 80, y: 100)) === root)
        space.isHidden = false
        // The whole cross turned by half a turn: the halves change places.
        space.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
        #expect(root.hitTest(CGPoint(x: 80, y: 100)) === red)
        #expect(root.hitTest(CGPoint(x: 120, y: 100)) === green)
    }

    @Test("what lies behind the camera is not hit")
    func behind() {
        let root = layer(0, 0, 200, 200)
        root.sublayerTransform = camera(100)
        let child = layer(50, 50, 100, 100)
        root.addSublayer(child)
        #expect(root.hitTest(CGPoint(x: 100, y: 100)) === child)
        child.zPosition = 150
        #expect(root.hitTest(CGPoint(x: 100, y: 100)) === root)
    }

    @Test("G-56: flipped geometry turns hit points about the middle, and leaves conversion alone")
    func flipped() {
        let root = layer(0, 0, 200, 200)
        let child = layer(10, 20, 50, 30)
        root.addSublayer(child)
        root.flags.insert(.isGeometryFlipped)
        #expect(child.convert(.zero, to: root) == CGPoint(x: 10, y: 20))
        #expect(root.hitTest(CGPoint(x: 20, y: 25)) === root)
        #expect(root.hitTest(CGPoint(x: 20, y: 175)) === child)
    }

    @Test("E-04, D-83: what its mask hides is not hit, nor what is in it")
    func mask() {
        let root = layer(0, 0, 200, 200)
        let child = layer(50, 50, 100, 100)
        let leaf = layer(0, 0, 100, 100)
        root.addSublayer(child)
        child.addSublayer(leaf)
        child.mask = layer(0, 0, 50, 100)
        #expect(root.hitTest(CGPoint(x: 60, y: 60)) === leaf)
        #expect(root.hitTest(CGPoint(x: 120, y: 60)) === root)
    }

    @Test("a long chain of transform layers is searched without a deep stack")
    func longChain() {
        let root = layer(0, 0, 100, 100)
        var last = root
        for _ in 0..<5_000 {
            let next = transformLayer(0, 0, 100, 100)
            last.addSublayer(next)
            last = next
        }
        let leaf = layer(0, 0, 10, 10)
        last.addSublayer(leaf)
        #expect(root.hitTest(CGPoint(x: 5, y: 5)) === leaf)
        #expect(root.hitTest(CGPoint(x: 50, y: 50)) === root)
    }
}
