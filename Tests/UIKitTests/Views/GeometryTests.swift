import Foundation
import Testing
import UIKit

@MainActor
@Suite("Geometry of views")
struct GeometryTests {
    @Test("G-16 init(frame:) sets bounds and center")
    func making() {
        let view = UIView(frame: r(10, 20, 101, 50))
        #expect(view.bounds == r(0, 0, 101, 50))
        #expect(view.center == CGPoint(x: 60.5, y: 45))
        #expect(UIView().frame == .zero)
    }

    @Test("G-15 Setting bounds keeps the center; setting the center keeps the size")
    func boundsAndCenter() {
        let view = UIView(frame: r(0, 0, 100, 100))
        view.bounds.size = CGSize(width: 200, height: 200)
        #expect(view.frame == r(-50, -50, 200, 200))
        view.center = CGPoint(x: 10, y: 10)
        #expect(view.frame == r(-90, -90, 200, 200))
    }

    @Test("G-07 Setting the frame keeps the origin of bounds; G-08 negative sizes are made positive")
    func frame() {
        let view = UIView(frame: .zero)
        view.bounds.origin = CGPoint(x: 11, y: 22)
        view.frame = r(10, 20, 100, 50)
        #expect(view.bounds == r(11, 22, 100, 50))
        view.frame = r(10, 10, -20, -30)
        #expect(view.frame == r(-10, -20, 20, 30))
    }

    @Test("G-12, G-14 Under a transform the frame is the box around it")
    func frameUnderTransform() {
        let view = UIView(frame: r(150, 275, 100, 50))
        view.transform = CGAffineTransform(scaleX: 2, y: 4)
        #expect(near(view.frame, r(100, 200, 200, 200)))
        view.transform = CGAffineTransform(rotationAngle: .pi / 4)
        #expect(near(view.frame, r(146.967, 246.967, 106.066, 106.066), 1e-3))
    }

    @Test("G-17, G-51 bounds.origin moves what is inside, not the subviews' frames")
    func boundsOrigin() {
        let parent = UIView(frame: r(0, 0, 100, 100))
        let child = UIView(frame: r(50, 60, 20, 20))
        parent.addSubview(child)
        parent.bounds.origin = CGPoint(x: 10, y: 10)
        #expect(child.frame == r(50, 60, 20, 20))
        let outer = UIView(frame: r(0, 0, 300, 300))
        outer.addSubview(parent)
        #expect(child.convert(CGPoint.zero, to: outer) == CGPoint(x: 40, y: 50))
    }

    @Test("G-57 Converting to nil is to the window, and without one to the top; a lone view changes nothing")
    func convertingToNil() {
        let lone = UIView(frame: r(30, 40, 10, 10))
        #expect(lone.convert(CGPoint(x: 1, y: 2), to: nil) == CGPoint(x: 1, y: 2))
        let parent = UIView(frame: r(5, 6, 100, 100))
        parent.addSubview(lone)
        #expect(lone.convert(CGPoint(x: 1, y: 2), to: nil) == CGPoint(x: 31, y: 42))
        let window = UIWindow(frame: r(100, 100, 320, 480))
        window.addSubview(parent)
        #expect(lone.convert(CGPoint(x: 1, y: 2), to: nil) == CGPoint(x: 36, y: 48))
        #expect(lone.convert(CGPoint(x: 36, y: 48), from: nil) == CGPoint(x: 1, y: 2))
        #expect(lone.convert(r(0, 0, 10, 10), to: nil) == r(35, 46, 10, 10))
    }

    @Test("G-58 A window converts to and from the screen, and between windows")
    func convertingWindows() {
        let window = UIWindow(frame: r(100, 50, 320, 480))
        let other = UIWindow(frame: r(10, 20, 50, 50))
        let nowhere: UIWindow? = nil
        #expect(window.convert(CGPoint(x: 1, y: 2), to: nowhere) == CGPoint(x: 101, y: 52))
        #expect(window.convert(CGPoint(x: 101, y: 52), from: nowhere) == CGPoint(x: 1, y: 2))
        #expect(window.convert(CGPoint(x: 0, y: 0), to: other) == CGPoint(x: 90, y: 30))
        #expect(other.convert(r(0, 0, 5, 5), to: window) == r(-90, -30, 5, 5))
    }

    @Test("G-59 Converting through scaled views")
    func convertingScaled() {
        let parent = UIView(frame: r(0, 0, 200, 200))
        let view = UIView()
        view.transform = CGAffineTransform(scaleX: 2, y: 2)
        view.frame = r(10, 10, 60, 40)
        parent.addSubview(view)
        #expect(near(parent.convert(CGPoint(x: 60, y: 20), to: view), CGPoint(x: 25, y: 5)))
        #expect(near(view.convert(CGPoint(x: 25, y: 5), to: parent), CGPoint(x: 60, y: 20)))

        let root = UIView(frame: r(0, 0, 400, 400))
        let container = UIView()
        container.transform = CGAffineTransform(scaleX: 2, y: 2)
        container.frame = r(0, 0, 200, 200)
        let middle = UIView(frame: r(10, 10, 80, 80))
        let inner = UIView(frame: r(5, 5, 20, 20))
        root.addSubview(container)
        container.addSubview(middle)
        middle.addSubview(inner)
        #expect(near(root.convert(CGPoint(x: 100, y: 100), to: inner), CGPoint(x: 35, y: 35)))
    }

    @Test("G-70, G-71 sizeThatFits answers the present size; sizeToFit keeps the upper left corner")
    func fitting() {
        final class Fixed: UIView {
            override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: 30, height: 10) }
        }
        let view = UIView(frame: r(1, 2, 30, 40))
        #expect(view.sizeThatFits(CGSize(width: 5, height: 5)) == CGSize(width: 30, height: 40))
        let fixed = Fixed(frame: r(10, 20, 100, 100))
        fixed.sizeToFit()
        #expect(fixed.frame == r(10, 20, 30, 10))
    }

    @Test("G-76 Insets never make a side negative")
    func insets() {
        let insets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        #expect(r(0, 0, 10, 10).inset(by: insets) == r(2, 1, 4, 6))
        #expect(r(0, 0, 5, 3).inset(by: insets) == r(2, 1, 0, 0))
    }

    @Test("G-01 View and layer are one: what one is given the other says")
    func viewAndLayer() {
        let view = UIView(frame: r(10, 20, 100, 50))
        #expect(view.layer.position == CGPoint(x: 60, y: 45))
        #expect(view.layer.bounds == r(0, 0, 100, 50))
        view.layer.position = CGPoint(x: 100, y: 100)
        view.layer.bounds = r(1, 2, 30, 40)
        view.layer.setAffineTransform(CGAffineTransform(scaleX: 2, y: 2))
        #expect(view.center == CGPoint(x: 100, y: 100))
        #expect(view.bounds == r(1, 2, 30, 40))
        #expect(view.transform == CGAffineTransform(scaleX: 2, y: 2))
        #expect(view.frame == r(70, 60, 60, 80))
        #expect(view.frame == view.layer.frame)
    }

    @Test("G-18 The center is the anchor's place: another anchor leaves it alone and moves the frame")
    func anchors() {
        let view = UIView(frame: r(0, 0, 100, 100))
        view.anchorPoint = .zero
        #expect(view.center == CGPoint(x: 50, y: 50))
        #expect(view.frame == r(50, 50, 100, 100))
        #expect(view.layer.anchorPoint == .zero)
        view.frame = r(10, 20, 30, 40)
        #expect(view.center == CGPoint(x: 10, y: 20))
    }

    @Test("G-73 Points are fractions, and contents' size in points is pixels by scale")
    func points() {
        let view = UIView(frame: r(0.25, 1 / 3, 10.1, 20.7))
        #expect(near(view.frame, r(0.25, 1 / 3, 10.1, 20.7), 1e-9))
        TestScreen.with(width: 100, height: 100, scale: 1.5) { test in
            final class Drawing: UIView { override func draw(_ rect: CGRect) { _ = rect } }
            let drawing = Drawing(frame: r(0, 0, 40, 20))
            test.window.addSubview(drawing)
            #expect(drawing.contentScaleFactor == 1.5)
            #expect(test.screen.nativeBounds == r(0, 0, 150, 150))
            let image = UIGraphicsImageRenderer(size: CGSize(width: 40, height: 20)).image { _ in }
            #expect(image.scale == 1.5)
            #expect(image.size == CGSize(width: 40, height: 20))
            #expect(image.cgImage?.width == 60)
        }
    }
}
