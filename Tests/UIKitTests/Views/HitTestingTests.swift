import Foundation
import Testing

@testable import UIKit

@MainActor
@Suite("Hit testing")
struct HitTestingTests {
    let root = UIView(frame: r(0, 0, 200, 200))
    let child = UIView(frame: r(50, 50, 100, 100))

    init() { root.addSubview(child) }

    private func hit(_ x: CGFloat, _ y: CGFloat) -> UIView? { root.hitTest(CGPoint(x: x, y: y), with: nil) }

    @Test("E-01 The deepest view, the frontmost first; the upper edges are outside")
    func deepest() {
        let front = UIView(frame: r(100, 100, 60, 60))
        root.addSubview(front)
        #expect(hit(60, 60) === child)
        #expect(hit(120, 120) === front)
        #expect(hit(10, 10) === root)
        #expect(hit(199, 199) === root)
        #expect(hit(200, 10) == nil)
        #expect(hit(-1, 10) == nil)
    }

    @Test("E-01, E-02 Hidden, inert and transparent views are out with everything in them; alpha .01 is still in")
    func pruning() {
        let inner = UIView(frame: r(0, 0, 100, 100))
        child.addSubview(inner)
        #expect(hit(60, 60) === inner)
        child.isHidden = true
        #expect(hit(60, 60) === root)
        child.isHidden = false
        child.isUserInteractionEnabled = false
        #expect(hit(60, 60) === root)
        child.isUserInteractionEnabled = true
        child.alpha = 0.01
        #expect(hit(60, 60) === inner)
        child.alpha = 0.009
        #expect(hit(60, 60) === root)
    }

    @Test("E-03 Outside a view's bounds nothing in it is found, clipped or not")
    func outside() {
        let sticking = UIView(frame: r(80, 80, 60, 60))
        child.addSubview(sticking)
        #expect(hit(140, 140) === sticking)
        #expect(hit(160, 160) === root)
        child.clipsToBounds = true
        #expect(hit(160, 160) === root)
    }

    @Test("E-05 Points are in the view's own coordinates")
    func ownCoordinates() {
        child.bounds = r(10_000, 10_000, 100, 100)
        #expect(!child.point(inside: CGPoint(x: 50, y: 50), with: nil))
        #expect(hit(60, 60) === child)
    }

    @Test("E-06 Scaled views")
    func scaled() {
        let small = UIView(frame: r(0, 0, 200, 200))
        small.transform = CGAffineTransform(scaleX: 0.5, y: 0.5)
        small.frame = r(0, 0, 100, 100)
        #expect(small.hitTest(CGPoint(x: 199, y: 199), with: nil) === small)
        #expect(small.hitTest(CGPoint(x: 200, y: 200), with: nil) == nil)
        let parent = UIView(frame: r(0, 0, 100, 100))
        let inner = UIView(frame: r(0, 0, 100, 100))
        inner.transform = CGAffineTransform(scaleX: 0.5, y: 0.5)
        inner.frame = r(25, 25, 50, 50)
        parent.addSubview(inner)
        #expect(parent.hitTest(CGPoint(x: 25, y: 25), with: nil) === inner)
        #expect(parent.hitTest(CGPoint(x: 74, y: 74), with: nil) === inner)
        #expect(parent.hitTest(CGPoint(x: 75, y: 75), with: nil) === parent)
    }

    @Test("E-07 Labels and image views let touches through by default")
    func inertClasses() {
        #expect(!UILabel().isUserInteractionEnabled)
        #expect(!UIImageView().isUserInteractionEnabled)
        #expect(UIView().isUserInteractionEnabled)
    }

    @Test("Classes with a point(inside:), bounds or visibility of their own are asked for them")
    func ownAnswers() {
        final class Wide: UIView {
            override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
                bounds.insetBy(dx: -20, dy: -20).contains(point)
            }
        }
        final class Roomy: UIView {
            override var bounds: CGRect {
                get { CGRect(x: -20, y: -20, width: 50, height: 50) }
                set { super.bounds = newValue }
            }
        }
        final class Shy: UIView {
            override var isHidden: Bool {
                get { true }
                set {}
            }
        }
        final class Deaf: UIView {
            override var isUserInteractionEnabled: Bool {
                get { false }
                set {}
            }
        }
        // Methods and properties: one slot, and a slot each for reading, writing and changing.
        #expect(HitTesting.hitTest.isKnown)
        #expect(HitTesting.questions.slotCount == 1 + 3 * 3)
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
        for (view, near) in [(Wide(), true), (Roomy(), true), (Shy(), false), (Deaf(), false), (UIView(), false)] {
            view.frame = CGRect(x: 100, y: 100, width: 10, height: 10)
            root.addSubview(view)
            #expect((root.hitTest(CGPoint(x: 90, y: 90), with: nil) === view) == near, "\(type(of: view))")
            let isInside = !(view is Shy || view is Deaf)
            #expect((root.hitTest(CGPoint(x: 105, y: 105), with: nil) === view) == isInside, "\(type(of: view))")
            view.removeFromSuperview()
        }
    }

    @Test("Layers put in another order, added or taken away past the views: the views' order counts")
    func layersOfTheirOwn() {
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let views = (0..<4).map { UIView(frame: CGRect(x: 10 * $0, y: 0, width: 40, height: 40)) }
        for view in views { root.addSubview(view) }
        func hit(_ x: CGFloat) -> UIView? { root.hitTest(CGPoint(x: x, y: 5), with: nil) }
        #expect(hit(35) === views[3])
        root.layer.insertSublayer(views[3].layer, at: 0)
        #expect(hit(35) === views[3])
        #expect(hit(25) === views[2])
        let bare = CALayer()
        bare.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        root.layer.addSublayer(bare)
        #expect(hit(5) === views[0])
        #expect(hit(90) === root)
        bare.removeFromSuperlayer()
        root.bringSubviewToFront(views[0])
        #expect(hit(35) === views[0])
        root.exchangeSubview(at: 0, withSubviewAt: 3)
        #expect(hit(35) === views[1])
        views[1].removeFromSuperview()
        #expect(hit(45) === views[3])
        // A view whose layer lies in another layer is looked for where that is.
        let other = UIView(frame: CGRect(x: 50, y: 50, width: 10, height: 10))
        root.addSubview(other)
        other.layer.addSublayer(views[2].layer)
        #expect(hit(25) === views[0])
        #expect(root.hitTest(CGPoint(x: 85, y: 65), with: nil) === views[2])
    }

    @Test("A view that changes the list while it is asked")
    func changingWhileAsked() {
        final class Leaving: UIView {
            override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
                removeFromSuperview()
                return nil
            }
        }
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let below = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        root.addSubview(below)
        for _ in 0..<3 { root.addSubview(Leaving(frame: root.bounds)) }
        #expect(root.hitTest(CGPoint(x: 5, y: 5), with: nil) === below)
        #expect(root.subviews.count == 1)
    }

    @Test(
        "Anchor points, scrolled bounds, turned views and turned spaces: the point is looked for where the view is seen"
    )
    func unusualPlaces() {
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
        let view = UIView(frame: CGRect(x: 50, y: 50, width: 20, height: 20))
        root.addSubview(view)
        func isHit(_ x: CGFloat, _ y: CGFloat) -> Bool { root.hitTest(CGPoint(x: x, y: y), with: nil) === view }
        #expect(isHit(50, 50) && !isHit(70, 60) && !isHit(49, 60))
        view.layer.anchorPoint = CGPoint(x: 0, y: 0)
        #expect(isHit(60, 60) && isHit(79, 79) && !isHit(59, 59))
        view.layer.anchorPoint = CGPoint(x: 0.5, y: 0.5)
        view.bounds.origin = CGPoint(x: 500, y: 500)
        #expect(isHit(50, 50) && !isHit(70, 60))
        view.transform = CGAffineTransform(scaleX: 2, y: 1)
        #expect(isHit(41, 60) && isHit(79, 60) && !isHit(81, 60))
        view.transform = .identity
        root.layer.sublayerTransform = CATransform3DMakeTranslation(30, 0, 0)
        #expect(isHit(85, 60) && !isHit(55, 60))
        root.layer.sublayerTransform = CATransform3DIdentity
        root.bounds.origin.y = 10
        #expect(isHit(60, 60))
    }

    @Test("A class that answers for itself is asked, wherever it is in the tree")
    func overridden() {
        final class Through: UIView {
            override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
                let view = super.hitTest(point, with: event)
                return view === self ? nil : view
            }
        }
        final class Round: UIView {
            override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
                hypot(point.x - bounds.midX, point.y - bounds.midY) < bounds.width / 2
            }
        }
        let through = Through(frame: r(0, 0, 200, 200))
        let round = Round(frame: r(0, 0, 40, 40))
        through.addSubview(round)
        root.addSubview(through)
        #expect(hit(60, 60) === child)
        #expect(hit(20, 20) === round)
        #expect(hit(1, 1) === root)
    }
}
