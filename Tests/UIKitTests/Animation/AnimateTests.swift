import Foundation
import Testing
import UIKit

/// Runs `body` with a view in a committed window.
@MainActor
func withAnimatedView(_ body: @MainActor (TestScreen, UIView) -> Void) {
    TestScreen.with { test in
        let view = UIView(frame: r(0, 0, 20, 20))
        view.center = .zero
        test.window.addSubview(view)
        test.commit()
        body(test, view)
    }
}

@MainActor
@Suite("Animation blocks")
struct AnimateTests {
    private func shown(_ view: UIView) -> CALayer { view.layer.presentation() ?? view.layer }

    @Test("A-02, A-04, A-09 The model has the new value at once; the picture follows, easing in and out")
    func basics() {
        withAnimatedView { test, view in
            UIView.animate(withDuration: 1) { view.center = CGPoint(x: 100, y: 200) }
            #expect(view.center == CGPoint(x: 100, y: 200))
            test.commit()
            #expect(near(shown(view).position, .zero))
            test.advance(by: 0.25)
            #expect(near(shown(view).position, CGPoint(x: 12.9162, y: 25.8324), 1e-3))
            test.advance(by: 0.25)
            #expect(near(shown(view).position, CGPoint(x: 50, y: 100), 1e-3))
            test.advance(by: 0.51)
            #expect(view.layer.animationKeys() == nil)
            #expect(near(shown(view).position, CGPoint(x: 100, y: 200)))
        }
    }

    @Test("A-01, A-10 frame makes position and bounds move; alpha, transform and colour move; tag and hidden do not")
    func properties() {
        withAnimatedView { test, view in
            view.backgroundColor = .red
            test.commit()
            UIView.animate(withDuration: 1) {
                view.frame = r(10, 10, 50, 60)
                view.alpha = 0.5
                view.backgroundColor = .blue
                view.transform = CGAffineTransform(scaleX: 2, y: 2)
                view.layer.cornerRadius = 4
                view.tag = 5
                view.isHidden = true
                view.contentMode = .center
            }
            #expect(
                Set(view.layer.animationKeys() ?? []) == [
                    "position", "bounds", "opacity", "backgroundColor", "transform", "cornerRadius",
                ])
            test.commit()
            test.advance(by: 0.5)
            #expect(near(shown(view).bounds, r(0, 0, 35, 40), 1e-3))
            #expect(near(CGFloat(shown(view).opacity), 0.75, 1e-3))
            #expect(near(shown(view).affineTransform().a, 1.5, 1e-3))
            let color = shown(view).backgroundColor?.components ?? []
            #expect(color.count == 4 && near(color[0], 0.5, 0.01) && near(color[2], 0.5, 0.01))
        }
    }

    @Test("A-35, A-12 Nothing moves outside a block, nor in a block when the value is the same")
    func stillness() {
        withAnimatedView { test, view in
            view.center = CGPoint(x: 50, y: 50)
            view.layer.opacity = 0.2
            #expect(view.layer.animationKeys() == nil)
            UIView.animate(withDuration: 1) { view.center = CGPoint(x: 50, y: 50) }
            #expect(view.layer.animationKeys() == nil)
        }
    }

    @Test("A-20, A-22 A second move joins the first: values at .25 .5 .75 1 1.25 1.5")
    func additive() {
        withAnimatedView { test, view in
            UIView.animate(withDuration: 1) { view.center = CGPoint(x: 0, y: 100) }
            test.commit()
            test.advance(by: 0.25)
            #expect(near(shown(view).position.y, 12.916, 0.01))
            test.advance(by: 0.25)
            #expect(near(shown(view).position.y, 50, 0.01))
            UIView.animate(withDuration: 1) { view.center = .zero }
            #expect(view.layer.animationKeys() == ["position", "position-2"])
            test.commit()
            #expect(near(shown(view).position.y, 50, 0.01))
            for value: CGFloat in [74.168, 50, 12.916, 0] {
                test.advance(by: 0.25)
                #expect(near(shown(view).position.y, value, 0.01))
            }
        }
    }

    @Test("A-18 Two linear moves that cancel stand still, whatever beginFromCurrentState says")
    func cancelling() {
        withAnimatedView { test, view in
            view.center = CGPoint(x: 120, y: 0)
            test.commit()
            @MainActor func move(to x: CGFloat) {
                UIView.animate(withDuration: 3, delay: 0, options: [.curveLinear, .beginFromCurrentState]) {
                    view.center.x = x
                }
                test.commit()
            }
            move(to: 240)
            test.advance(by: 1)
            move(to: 120)
            for _ in 0..<4 {
                #expect(near(shown(view).position.x, 160, 0.01))
                test.advance(by: 0.5)
            }
            test.advance(by: 0.5)
            #expect(near(shown(view).position.x, 140, 0.01))
            test.advance(by: 0.5)
            #expect(near(shown(view).position.x, 120, 0.01))
        }
    }

    @Test("A fade that is turned round starts from what is seen and takes the other's place")
    func fadeTurned() {
        withAnimatedView { test, view in
            var first: Bool?
            UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
                view.alpha = 0
            } completion: {
                first = $0
            }
            test.commit()
            test.advance(by: 0.25)
            UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { view.alpha = 1 }
            test.commit()
            #expect(first == false)
            #expect(view.layer.animationKeys() == ["opacity"])
            #expect(near(CGFloat(shown(view).opacity), 0.75, 1e-3))
            test.advance(by: 0.5)
            #expect(near(CGFloat(shown(view).opacity), 0.875, 1e-3))
        }
    }

    @Test("A transform turned round half way goes on from where it is, and singular ones still arrive")
    func transforms() {
        withAnimatedView { test, view in
            UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
                view.transform = CGAffineTransform(rotationAngle: .pi / 2)
            }
            test.commit()
            test.advance(by: 0.5)
            #expect(near(shown(view).affineTransform().b, sin(.pi / 4), 1e-4))
            UIView.animate(withDuration: 1) { view.transform = .identity }
            test.commit()
            #expect(near(shown(view).affineTransform().b, sin(.pi / 4), 1e-4))
            test.advance(by: 1.1)
            #expect(near(shown(view).affineTransform().b, 0, 1e-4))
            UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
                view.transform = CGAffineTransform(scaleX: 0, y: 0)
            }
            test.commit()
            test.advance(by: 0.5)
            #expect(near(shown(view).affineTransform().a, 0.5, 1e-4))
        }
    }

    @Test("A-11, A-28 During a delay the old value is seen and the model is final")
    func delay() {
        withAnimatedView { test, view in
            UIView.animate(withDuration: 1, delay: 2, options: .curveLinear) { view.center.x = 100 }
            test.commit()
            test.advance(by: 1.5)
            #expect(view.center.x == 100)
            #expect(near(shown(view).position.x, 0))
            test.advance(by: 1)
            #expect(near(shown(view).position.x, 50, 1e-3))
        }
    }

    @Test("A-29 Autoreverse alone goes there and back, then jumps; with repeat it goes on")
    func autoreverse() {
        withAnimatedView { test, view in
            UIView.animate(withDuration: 1, delay: 0, options: [.autoreverse, .curveLinear]) { view.center.x = 100 }
            test.commit()
            test.advance(by: 1.75)
            #expect(near(shown(view).position.x, 25, 1e-3))
            test.advance(by: 0.5)
            #expect(near(shown(view).position.x, 100))
            UIView.animate(withDuration: 1, delay: 0, options: [.autoreverse, .repeat, .curveLinear]) {
                view.bounds.size.width = 120
            }
            test.commit()
            test.advance(by: 100.5)
            #expect(near(shown(view).bounds.width, 70, 1e-3))
            view.layer.removeAllAnimations()
            #expect(near(shown(view).bounds.width, 120))
        }
    }

    @Test("A-27 Inner blocks take the outer duration and curve unless they override them, and not its repeat")
    func nesting() {
        withAnimatedView { test, view in
            let inner = UIView(frame: r(0, 0, 10, 10))
            let own = UIView(frame: r(0, 0, 10, 10))
            test.window.addSubview(inner)
            test.window.addSubview(own)
            test.commit()
            UIView.animate(withDuration: 4, delay: 0, options: [.curveLinear, .repeat]) {
                view.alpha = 0
                UIView.animate(withDuration: 1, delay: 0, options: .curveEaseIn) { inner.alpha = 0 }
                UIView.animate(
                    withDuration: 1, delay: 0, options: [.overrideInheritedDuration, .overrideInheritedCurve]
                ) { own.alpha = 0 }
                #expect(UIView.inheritedAnimationDuration == 4)
            }
            #expect(UIView.inheritedAnimationDuration == 0)
            let outer = view.layer.animation(forKey: "opacity")
            let inherited = inner.layer.animation(forKey: "opacity")
            let overridden = own.layer.animation(forKey: "opacity")
            #expect(outer?.repeatCount == .infinity)
            #expect(inherited?.duration == 4)
            #expect(inherited?.repeatCount == 1)
            #expect(overridden?.duration == 1)
            test.commit()
            test.advance(by: 1)
            #expect(near(CGFloat(shown(inner).opacity), 0.75, 1e-3))
        }
    }

    @Test("A-30 performWithoutAnimation and setAnimationsEnabled(false) change at once")
    func disabled() {
        withAnimatedView { test, view in
            UIView.animate(withDuration: 1) {
                UIView.performWithoutAnimation { view.center.x = 40 }
                #expect(UIView.areAnimationsEnabled)
            }
            #expect(view.layer.animationKeys() == nil)
            UIView.setAnimationsEnabled(false)
            #expect(!UIView.areAnimationsEnabled)
            var finished: Bool?
            UIView.animate(withDuration: 1) {
                view.alpha = 0
            } completion: {
                finished = $0
            }
            UIView.setAnimationsEnabled(true)
            #expect(view.layer.animationKeys() == nil)
            #expect(finished == nil)
            test.commit()
            #expect(finished == true)
        }
    }

    @Test("A-32 layoutIfNeeded in a block, and the option layoutSubviews, let subviews move along")
    func layoutInside() {
        final class Half: UIView {
            let half = UIView()
            override func layoutSubviews() { half.frame = r(0, 0, bounds.width / 2, bounds.height) }
        }
        withAnimatedView { test, _ in
            for usesOption in [false, true] {
                let view = Half(frame: r(0, 0, 100, 100))
                view.addSubview(view.half)
                test.window.addSubview(view)
                test.commit()
                UIView.animate(withDuration: 1, delay: 0, options: usesOption ? .layoutSubviews : []) {
                    view.frame.size.width = 200
                    if !usesOption { view.layoutIfNeeded() }
                }
                #expect(view.half.layer.animationKeys()?.contains("bounds") == true)
            }
        }
    }

    @Test("Autoresized subviews move along with their superview")
    func autoresizing() {
        withAnimatedView { test, view in
            let inner = UIView(frame: view.bounds)
            inner.autoresizingMask = [.flexibleWidth]
            view.addSubview(inner)
            test.commit()
            UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { view.bounds.size.width = 40 }
            test.commit()
            test.advance(by: 0.5)
            #expect(near(shown(inner).bounds.width, 30, 1e-3))
        }
    }

    @Test("A-61, A-63 Springs (SP-19, SP-21)")
    func springs() {
        withAnimatedView { test, view in
            view.center = CGPoint(x: 50, y: 40)
            test.commit()
            UIView.animate(
                withDuration: 0.8, delay: 0, usingSpringWithDamping: 0.6, initialSpringVelocity: 0
            ) { view.center.x = 150 }
            let spring = view.layer.animation(forKey: "position") as? CASpringAnimation
            #expect(spring != nil)
            test.commit()
            test.advance(by: 0.15)
            #expect(near(shown(view).position.x, 130.98, 0.5))
            test.advance(by: 0.3)
            #expect(near(shown(view).position.x, 151.06, 0.5))
            test.advance(by: 0.36)
            #expect(near(shown(view).position.x, 150, 0.01))
            UIView.animate(springDuration: 0.5, bounce: 0) { view.center.y = 140 }
            let perceptual = view.layer.animation(forKey: "position") as? CASpringAnimation
            #expect(near(perceptual?.stiffness ?? 0, 157.9137, 1e-3))
            #expect(near(CGFloat(perceptual?.duration ?? 0), 0.8, 1e-6))
        }
    }

    @Test("A-26 Animated views get no touches unless allowed; hit testing goes by the model")
    func touches() {
        withAnimatedView { test, view in
            @MainActor func hit(_ x: CGFloat) -> UIView? { test.window.hitTest(CGPoint(x: x, y: 100), with: nil) }
            UIView.animate(withDuration: 1) { view.center = CGPoint(x: 100, y: 100) }
            test.commit()
            #expect(hit(100) === test.window)
            test.advance(by: 1.1)
            #expect(hit(100) === view)
            UIView.animate(withDuration: 1, delay: 0, options: .allowUserInteraction) { view.center.x = 200 }
            test.commit()
            #expect(hit(200) === view)
            #expect(hit(100) === test.window)
            view.layer.removeAllAnimations()
            UIView.animate(withDuration: 1) { view.center.x = 50 }
            view.layer.removeAllAnimations()
            test.commit()
            #expect(hit(50) === view)
        }
    }
}

@MainActor
@Suite("Transitions")
struct TransitionTests {
    @Test("A-50, A-53 A dissolve fades the old look into the new one in the render server; other changes jump")
    func crossDissolve() {
        withAnimatedView { test, view in
            view.backgroundColor = .red
            let inner = UIView(frame: r(0, 0, 5, 5))
            var calls: [Bool] = []
            UIView.transition(with: view, duration: 1, options: .transitionCrossDissolve) {
                view.addSubview(inner)
                view.center.x = 30
            } completion: {
                calls.append($0)
            }
            #expect(inner.superview === view)
            #expect(view.layer.animationKeys() == [kCATransition])
            #expect((view.layer.animation(forKey: kCATransition) as? CATransition)?.type == .fade)
            test.commit()
            #expect(view.layer.sublayers == [inner.layer])
            test.advance(by: 0.5)
            #expect(calls.isEmpty)
            test.advance(by: 0.51)
            #expect(calls == [true])
            #expect(view.layer.sublayers == [inner.layer])
        }
    }

    @Test("A-51, A-52 From one view to another: the second takes the first one's place, or they are hidden and shown")
    func betweenViews() {
        withAnimatedView { test, view in
            let below = UIView()
            let from = UIView(frame: r(0, 0, 10, 10))
            let above = UIView()
            let to = UIView(frame: r(1, 1, 10, 10))
            for sub in [below, from, above] { view.addSubview(sub) }
            test.commit()
            var calls: [Bool] = []
            UIView.transition(from: from, to: to, duration: 1, options: .transitionFlipFromLeft) { calls.append($0) }
            #expect(view.subviews == [below, to, above])
            #expect(from.superview == nil)
            test.commit()
            test.advance(by: 0.4)
            let turned = view.layer.presentation()?.transform ?? CATransform3DIdentity
            #expect(turned.m11 < 0.5 && turned.m14 != 0)
            test.advance(by: 0.7)
            #expect(calls == [true])
            #expect(view.layer.sublayers?.count == 3)
            UIView.transition(from: to, to: above, duration: 0, options: .showHideTransitionViews) { calls.append($0) }
            #expect(to.isHidden)
            #expect(!above.isHidden)
            #expect(to.superview === view)
            test.commit()
            #expect(calls == [true, true])
        }
    }

    @Test(
        "A-54 a flip turns about the middle in perspective; the edge it is named after comes forward, then the other goes"
    )
    func flips() {
        let rows: [(UIView.AnimationOptions, edge: CGPoint)] = [
            (.transitionFlipFromLeft, CGPoint(x: -10, y: 0)), (.transitionFlipFromRight, CGPoint(x: 10, y: 0)),
            (.transitionFlipFromTop, CGPoint(x: 0, y: -10)), (.transitionFlipFromBottom, CGPoint(x: 0, y: 10)),
        ]
        for (options, edge) in rows {
            withAnimatedView { test, view in
                var calls: [Bool] = []
                UIView.transition(with: view, duration: 1, options: options, animations: {}) { calls.append($0) }
                test.commit()
                @MainActor func height() -> CGFloat {
                    let turned = view.layer.presentation()?.transform ?? CATransform3DIdentity
                    return edge.x * turned.m13 + edge.y * turned.m23
                }
                test.advance(by: 0.25)
                #expect(height() > 1, "\(options)")
                test.advance(by: 0.5)
                #expect(height() < -1, "\(options)")
                test.advance(by: 0.3)
                #expect(calls == [true] && view.layer.presentation()?.transform.m11 == 1)
                #expect(view.layer.zPosition == 0 && view.layer.animationKeys() == nil)
            }
        }
    }

    @Test("Snapshots look like the view and do not follow it")
    func snapshots() {
        withAnimatedView { test, view in
            view.backgroundColor = .red
            let snapshot = view.snapshotView(afterScreenUpdates: true)
            view.backgroundColor = .blue
            #expect(snapshot?.bounds == view.bounds)
            if let snapshot { #expect(Pixels(snapshot.layer, width: 20, height: 20)[10, 10] == 0xFFFF_0000) }
            #expect(UIView().snapshotView(afterScreenUpdates: false) == nil)
        }
    }
}
