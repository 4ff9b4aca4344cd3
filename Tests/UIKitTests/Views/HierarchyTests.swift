import Foundation
import Testing
import UIKit

@MainActor
@Suite("The tree of views and its messages")
struct HierarchyTests {
    let log = Log()
    let window = UIWindow(frame: r(0, 0, 320, 480))

    @Test("V-03 Adding outside a window tells superviews only; the window comes later, parents first")
    func addingOutsideAWindow() {
        let a = LoggingView("a", log)
        let b = LoggingView("b", log)
        a.addSubview(b)
        #expect(log.take() == ["b willSuper a", "b didSuper", "a added b"])
        window.addSubview(a)
        #expect(
            log.take() == [
                "a willSuper UIWindow", "a willWindow w", "b willWindow w", "a didWindow", "b didWindow", "a didSuper",
            ])
        #expect(b.window === window)
    }

    @Test("V-04 Adding in a window: both wills, then window, superview, and the parent last")
    func addingInAWindow() {
        let a = LoggingView("a", log)
        window.addSubview(a)
        _ = log.take()
        a.addSubview(LoggingView("b", log))
        #expect(log.take() == ["b willSuper a", "b willWindow w", "b didWindow", "b didSuper", "a added b"])
    }

    @Test("V-01, V-02 Removing: the parent hears first, then superview nil, window nil, and the dids")
    func removing() {
        let a = LoggingView("a", log)
        let b = LoggingView("b", log)
        window.addSubview(a)
        a.addSubview(b)
        _ = log.take()
        b.removeFromSuperview()
        #expect(log.take() == ["a removes b", "b willSuper nil", "b willWindow nil", "b didWindow", "b didSuper"])
        #expect(b.superview == nil)
        #expect(b.window == nil)
        #expect(a.subviews.isEmpty)
        #expect(a.layer.sublayers == nil)
    }

    @Test("V-07 Moving from one superview to another has no phase without one")
    func movingDirectly() {
        let a = LoggingView("a", log)
        let b = LoggingView("b", log)
        let c = LoggingView("c", log)
        a.addSubview(c)
        _ = log.take()
        b.addSubview(c)
        #expect(log.take() == ["c willSuper b", "a removes c", "c didSuper", "b added c"])
        #expect(a.subviews.isEmpty)
        #expect(b.subviews == [c])
    }

    @Test("V-06 Adding again to the same superview moves to the front and says nothing")
    func addingAgain() {
        let a = LoggingView("a", log)
        let b = LoggingView("b", log)
        let c = LoggingView("c", log)
        a.addSubview(b)
        a.addSubview(c)
        _ = log.take()
        a.addSubview(b)
        #expect(log.take().isEmpty)
        #expect(a.subviews == [c, b])
        #expect(a.layer.sublayers == [c.layer, b.layer])
    }

    @Test("V-05 In didMoveToSuperview the layers are linked")
    func layersAreLinked() {
        final class Checking: UIView {
            var wasLinked = false
            override func didMoveToSuperview() { wasLinked = layer.superlayer === superview?.layer }
        }
        let parent = UIView()
        let view = Checking()
        parent.addSubview(view)
        #expect(view.wasLinked)
    }

    @Test("V-08 Inserting: too large an index and strangers append")
    func inserting() {
        let parent = UIView()
        let views = (0..<5).map { _ in UIView() }
        parent.addSubview(views[0])
        parent.insertSubview(views[1], at: 0)
        parent.insertSubview(views[2], at: 99)
        parent.insertSubview(views[3], aboveSubview: views[1])
        parent.insertSubview(views[4], belowSubview: UIView())
        #expect(parent.subviews == [views[1], views[3], views[0], views[2], views[4]])
        #expect(parent.layer.sublayers == parent.subviews.map(\.layer))
    }

    @Test("V-09 Reordering sends no messages")
    func reordering() {
        let parent = LoggingView("p", log)
        let views = (0..<4).map { LoggingView("\($0)", log) }
        for view in views { parent.addSubview(view) }
        _ = log.take()
        parent.exchangeSubview(at: 0, withSubviewAt: 2)
        #expect(parent.subviews == [views[2], views[1], views[0], views[3]])
        parent.bringSubviewToFront(views[1])
        #expect(parent.subviews == [views[2], views[0], views[3], views[1]])
        parent.sendSubviewToBack(views[3])
        #expect(parent.subviews == [views[3], views[2], views[0], views[1]])
        #expect(parent.layer.sublayers == parent.subviews.map(\.layer))
        #expect(log.take().isEmpty)
    }

    @Test("V-10 Layers without views stay where they are")
    func foreignLayers() {
        let parent = UIView()
        let foreign = CALayer()
        let first = UIView()
        parent.addSubview(first)
        parent.layer.addSublayer(foreign)
        let above = UIView()
        parent.insertSubview(above, aboveSubview: first)
        #expect(parent.layer.sublayers == [first.layer, above.layer, foreign])
        above.removeFromSuperview()
        parent.layer.insertSublayer(foreign, at: 0)
        let below = UIView()
        parent.insertSubview(below, belowSubview: first)
        #expect(parent.layer.sublayers == [foreign, below.layer, first.layer])
        parent.sendSubviewToBack(below)
        #expect(parent.layer.sublayers == [below.layer, foreign, first.layer])
        parent.layer.addSublayer(foreign)
        parent.bringSubviewToFront(first)
        #expect(parent.layer.sublayers == [below.layer, foreign, first.layer])
    }

    @Test("V-11 isDescendant and viewWithTag include the view itself; tags are found depth first")
    func searching() {
        let root = UIView()
        let a = UIView()
        let b = UIView()
        let c = UIView()
        root.addSubview(a)
        root.addSubview(c)
        a.addSubview(b)
        b.tag = 7
        c.tag = 7
        #expect(root.isDescendant(of: root))
        #expect(b.isDescendant(of: root))
        #expect(!root.isDescendant(of: b))
        #expect(root.viewWithTag(7) === b)
        #expect(root.viewWithTag(0) === root)
        #expect(root.viewWithTag(8) == nil)
    }

    @Test("V-13 A removed view lives as long as somebody holds it")
    func lifetime() {
        let parent = UIView()
        weak var view: UIView?
        do {
            let made = UIView()
            parent.addSubview(made)
            view = made
        }
        #expect(view != nil)
        view?.removeFromSuperview()
        #expect(view == nil)
    }

    @Test("V-12 layerClass is asked for the layer, whose delegate is the view")
    func layerClass() {
        final class Special: CALayer {}
        final class SpecialView: UIView {
            override class var layerClass: AnyClass { Special.self }
        }
        let view = SpecialView()
        #expect(view.layer is Special)
        #expect(view.layer.delegate === view)
    }

    @Test("A view that goes with its superview gone keeps no dangling links")
    func superviewDies() {
        let child = UIView()
        do {
            let parent = UIView()
            parent.addSubview(child)
        }
        #expect(child.superview == nil)
        #expect(child.layer.superlayer == nil)
    }

    @Test("A window that goes takes its views out of it")
    func windowDies() {
        let child = UIView()
        let grandchild = LoggingView("g", log)
        child.addSubview(grandchild)
        _ = log.take()
        do {
            let window = UIWindow(frame: r(0, 0, 10, 10))
            window.isHidden = false
            window.addSubview(child)
            #expect(grandchild.window === window)
        }
        #expect(child.window == nil)
        #expect(grandchild.window == nil)
        #expect(log.take() == ["g willWindow w", "g didWindow", "g didWindow"])
    }

    @Test("A callback may move the view on: every window change is told once")
    func movingInsideACallback() {
        final class Escaping: UIView {
            var target: UIView?
            var windows: [UIWindow?] = []
            override func didMoveToWindow() {
                windows.append(window)
                if let target {
                    self.target = nil
                    target.addSubview(self)
                }
            }
        }
        let other = UIView()
        let view = Escaping()
        view.target = other
        window.addSubview(view)
        #expect(view.superview === other)
        #expect(view.window == nil)
        #expect(view.windows == [window, nil])
    }

    @Test("A superview that sends a subview away in its own message: the subview is told once, of where it is")
    func sendingAwayInsideACallback() {
        final class Rejecting: UIView {
            override func didMoveToWindow() { subviews.first?.removeFromSuperview() }
        }
        final class Counting: UIView {
            var windows: [UIWindow?] = []
            override func didMoveToWindow() { windows.append(window) }
        }
        let parent = Rejecting()
        let child = Counting()
        parent.addSubview(child)
        window.addSubview(parent)
        #expect(child.superview == nil)
        #expect(child.windows == [nil])
    }

    @Test("Trees ten thousand deep are built, moved, searched, hit and let go without overflow")
    func deepTrees() {
        weak var deepest: UIView?
        do {
            let root = UIView(frame: r(0, 0, 100, 100))
            var view = root
            for _ in 0..<10_000 {
                let next = UIView(frame: r(0, 0, 100, 100))
                next.autoresizingMask = [.flexibleWidth, .flexibleHeight]
                view.addSubview(next)
                view = next
            }
            deepest = view
            view.tag = 5
            window.addSubview(root)
            #expect(view.window === window)
            #expect(root.viewWithTag(5) === view)
            #expect(root.hitTest(CGPoint(x: 50, y: 50), with: nil) === view)
            root.frame = r(0, 0, 200, 150)
            #expect(view.frame == r(0, 0, 200, 150))
            root.layoutIfNeeded()
            view.touchesBegan([], with: nil)
            root.removeFromSuperview()
            #expect(view.window == nil)
        }
        #expect(deepest == nil)
    }
}
