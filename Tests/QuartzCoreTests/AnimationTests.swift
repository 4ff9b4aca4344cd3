import Foundation
import Motion
import QuartzCore
import RenderServer
import Testing

@testable import QuartzCore

@Suite("Animations as objects")
@MainActor
struct AnimationObjectTests {
    @Test("A-100 defaults of timing and animations")
    func defaults() {
        let animation = CABasicAnimation()
        #expect(animation.beginTime == 0 && animation.duration == 0 && animation.speed == 1)
        #expect(animation.timeOffset == 0 && animation.repeatCount == 0 && animation.repeatDuration == 0)
        #expect(!animation.autoreverses && animation.fillMode == .removed && animation.isRemovedOnCompletion)
        #expect(animation.timingFunction == nil && animation.delegate == nil)
        #expect(!animation.isAdditive && !animation.isCumulative && animation.keyPath == nil)
        #expect(CABasicAnimation(keyPath: "opacity").keyPath == "opacity")
    }

    @Test("A-66 defaults of springs, and values no spring can have are refused")
    func springs() {
        let spring = CASpringAnimation(keyPath: "position")
        #expect(spring.mass == 1 && spring.stiffness == 100 && spring.damping == 10 && spring.initialVelocity == 0)
        #expect(spring.duration == 0)
        #expect(abs(spring.settlingDuration - 1.4727003346780927) < 1e-9)
        let lines = logged {
            spring.mass = 0
            spring.stiffness = -1
            spring.damping = -1
            spring.initialVelocity = .nan
        }
        #expect(lines.count == 4 && spring.mass == 1 && spring.stiffness == 100 && spring.damping == 10)
        let felt = CASpringAnimation(perceptualDuration: 0.5, bounce: 0.3)
        #expect(abs(felt.damping - 17.592919) < 1e-5 && abs(felt.duration - 0.8629553) < 1e-6 && felt.allowsOverdamping)
        #expect(abs(felt.perceptualDuration - 0.5) < 1e-9 && abs(felt.bounce - 0.3) < 1e-9)
        let slow = CASpringAnimation(perceptualDuration: 0.5, bounce: -0.3)
        #expect(abs(slow.damping - 35.903916) < 1e-5 && abs(slow.bounce + 0.3) < 1e-9)
    }

    @Test("A copy has all values and is not frozen")
    func copies() throws {
        let spring = CASpringAnimation(keyPath: "position.x")
        spring.duration = 3
        spring.repeatCount = 2
        spring.timingFunction = CAMediaTimingFunction(name: .easeIn)
        spring.fillMode = .both
        spring.fromValue = 1
        spring.isAdditive = true
        spring.damping = 7
        spring.setValue("tag", forKey: "mine")
        let copy = try #require(spring.copy() as? CASpringAnimation)
        #expect(copy !== spring && copy.duration == 3 && copy.repeatCount == 2 && copy.fillMode == .both)
        #expect(copy.timingFunction == CAMediaTimingFunction(name: .easeIn) && copy.keyPath == "position.x")
        #expect(copy.fromValue as? Int == 1 && copy.isAdditive && copy.damping == 7)
        #expect(copy.value(forKey: "mine") as? String == "tag")
        copy.duration = 4
        #expect(spring.duration == 3 && copy.duration == 4)
    }

    @Test("A-101 add copies and freezes; one per key; a duration of 0 becomes the transaction's")
    func adding() throws {
        let layer = CALayer()
        let animation = CABasicAnimation(keyPath: "opacity")
        animation.toValue = 0.5
        layer.add(animation, forKey: "fade")
        let attached = try #require(layer.animation(forKey: "fade") as? CABasicAnimation)
        #expect(attached !== animation && layer.animation(forKey: "fade") === attached && attached.duration == 0.25)
        animation.toValue = 0.7
        #expect(attached.toValue as? Double == 0.5)
        let lines = logged { attached.duration = 9 }
        #expect(lines.count == 1 && attached.duration == 0.25)

        layer.add(CABasicAnimation(keyPath: "position"), forKey: "move")
        layer.add(CABasicAnimation(keyPath: "bounds"), forKey: nil)
        #expect(layer.animationKeys() == ["fade", "move"])
        CATransaction.begin()
        CATransaction.setAnimationDuration(2)
        layer.add(animation, forKey: "fade")
        CATransaction.commit()
        #expect(layer.animationKeys() == ["move", "fade"] && layer.animation(forKey: "fade")?.duration == 2)
        layer.removeAnimation(forKey: "move")
        #expect(layer.animationKeys() == ["fade"])
        layer.removeAllAnimations()
        #expect(layer.animationKeys() == nil && layer.animation(forKey: "fade") == nil)
    }

    @Test("A-04 timing functions by name and by control points")
    func timingFunctions() {
        func points(_ function: CAMediaTimingFunction) -> [Float] {
            var values: [Float] = []
            for index in 0..<4 {
                var pair: [Float] = [0, 0]
                function.getControlPoint(at: index, values: &pair)
                values += pair
            }
            return values
        }
        #expect(points(CAMediaTimingFunction(name: .easeIn)) == [0, 0, 0.42, 0, 1, 1, 1, 1])
        #expect(points(CAMediaTimingFunction(name: .default)) == [0, 0, 0.25, 0.1, 0.25, 1, 1, 1])
        #expect(points(CAMediaTimingFunction(controlPoints: 0.1, 0.2, 0.3, 0.4)) == [0, 0, 0.1, 0.2, 0.3, 0.4, 1, 1])
        #expect(CAMediaTimingFunction(name: .linear) == CAMediaTimingFunction(controlPoints: 0, 0, 1, 1))
    }
}

@Suite("Animations on screen", .serialized)
@MainActor
struct AnimationTests {
    private func basic(_ path: String, from: Any?, to: Any?, duration: Double = 1) -> CABasicAnimation {
        let animation = CABasicAnimation(keyPath: path)
        animation.fromValue = from
        animation.toValue = to
        animation.duration = duration
        return animation
    }

    private func sent(_ screen: Screen) -> [LayerAnimation] {
        screen.recorder.last?.animations.compactMap { if case .add(_, let motion) = $0 { motion } else { nil } } ?? []
    }

    @Test("A-82 begin time 0 becomes the commit time, in the layer's time")
    func beginTime() throws {
        let screen = Screen()
        let layer = screen.layer()
        screen.root.timeOffset = 100
        screen.flush()
        layer.add(basic("opacity", from: 0, to: 1), forKey: "a")
        screen.advance(to: 3)
        screen.flush()
        #expect(sent(screen).first?.timing.beginTime == 103 && layer.animation(forKey: "a")?.beginTime == 103)
        screen.advance(to: 3.25)
        #expect(layer.presentation()?.opacity == 0.25)
    }

    @Test("A-102 T-01 with the root's clock stopped, fill modes show the measured values")
    func frozenClock() {
        let screen = Screen()
        screen.root.speed = 0
        let layer = screen.layer()
        layer.opacity = 0.5
        screen.flush()
        for (mode, expected) in [
            (CAMediaTimingFillMode.removed, [0.5, 0.5, 0, 0.5, 0.5]), (.forwards, [0.5, 0.5, 0, 0.5, 1]),
            (.backwards, [0, 0, 0, 0.5, 0.5]), (.both, [0, 0, 0, 0.5, 1]),
        ] {
            let animation = basic("opacity", from: 0, to: 1)
            animation.beginTime = 1
            animation.fillMode = mode
            animation.isRemovedOnCompletion = false
            layer.add(animation, forKey: "a")
            for (time, value) in zip([0, 0.5, 1, 1.5, 2.5], expected) {
                screen.root.timeOffset = time
                screen.flush()
                #expect(abs(Double(layer.presentation()?.opacity ?? -1) - value) < 1e-6, "\(mode) at \(time)")
            }
        }
    }

    @Test("A-105 additive animations of one property sum; A-101 of others the later one wins")
    func severalAnimations() {
        let screen = Screen()
        let layer = screen.layer()
        layer.opacity = 0.5
        screen.flush()
        for (from, to, key) in [(0.0, 0.2, "a"), (0, 0.1, "b")] {
            let animation = basic("opacity", from: from, to: to)
            animation.isAdditive = true
            layer.add(animation, forKey: key)
        }
        screen.flush()
        screen.advance(to: 0.5)
        #expect(abs((layer.presentation()?.opacity ?? 0) - 0.65) < 1e-6)
        layer.removeAllAnimations()
        layer.add(basic("opacity", from: 0, to: 0), forKey: "a")
        layer.add(basic("opacity", from: 1, to: 1), forKey: "b")
        screen.flush()
        #expect(layer.presentation()?.opacity == 1)
    }

    @Test("A-106 parts of properties, truth values and colours")
    func keyPaths() throws {
        let screen = Screen()
        let layer = screen.layer(r(0, 0, 10, 10))
        layer.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 0.5)
        layer.isHidden = true
        screen.flush()
        layer.add(basic("position.x", from: 5, to: 15), forKey: nil)
        layer.add(basic("bounds.size.height", from: 10, to: 20), forKey: nil)
        layer.add(basic("transform.scale", from: 1, to: 3), forKey: nil)
        layer.add(basic("hidden", from: true, to: false), forKey: nil)
        layer.add(
            basic(
                "backgroundColor", from: CGColor(red: 1, green: 0, blue: 0, alpha: 1),
                to: CGColor(red: 0, green: 0, blue: 1, alpha: 0.5)), forKey: nil)
        screen.flush()
        screen.advance(to: 0.5)
        let shown = try #require(layer.presentation())
        #expect(shown.position == p(10, 5) && shown.bounds == r(0, 0, 10, 15) && !shown.isHidden)
        #expect(abs(shown.transform.m11 - 2) < 1e-9 && abs(shown.transform.m33 - 2) < 1e-9)
        #expect(shown.backgroundColor?.components == [0.5, 0, 0.5, 0.75])
    }

    @Test("A-106 between a colour and none nothing shows")
    func missingColour() {
        let screen = Screen()
        let layer = screen.layer()
        layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        screen.flush()
        layer.backgroundColor = nil
        screen.flush()
        screen.advance(to: 0.1)
        #expect(layer.animation(forKey: "backgroundColor") != nil)
        #expect(layer.presentation()?.backgroundColor == nil)
    }

    @Test("A value of a type the property does not take animates nothing, and the log says so")
    func wrongType() {
        let screen = Screen()
        let layer = screen.layer(r(0, 0, 10, 10))
        screen.flush()
        let journal = Journal()
        let animation = basic("position", from: "here", to: "there")
        animation.delegate = journal
        layer.add(animation, forKey: "a")
        let lines = logged { screen.flush() }
        screen.advance(to: 0.5)
        #expect(lines.count == 1 && layer.presentation()?.position == p(5, 5))
        screen.advance(to: 2)
        screen.endAnimations()
        #expect(journal.lines == ["didStart", "didStop(true)"])
    }

    @Test("A-113 an animation that stays is told of its end once and keeps key and look")
    func staysForwards() {
        let screen = Screen()
        let layer = screen.layer()
        screen.flush()
        let journal = Journal()
        let animation = basic("opacity", from: 1, to: 0.25)
        animation.fillMode = .forwards
        animation.isRemovedOnCompletion = false
        animation.delegate = journal
        layer.add(animation, forKey: "a")
        screen.flush()
        screen.advance(to: 5)
        let identifier = layer.attached(forKey: "a")!.identifier
        screen.context.handle(.animationEnded(identifier: identifier))
        screen.context.handle(.animationEnded(identifier: identifier))
        #expect(journal.lines == ["didStart", "didStop(true)"])
        #expect(layer.animationKeys() == ["a"] && layer.presentation()?.opacity == 0.25)
        layer.removeAnimation(forKey: "a")
        screen.flush()
        #expect(journal.lines.count == 2 && layer.presentation()?.opacity == 1)
        guard case .remove(_, identifier)? = screen.recorder.last?.animations.first else {
            Issue.record("The render server was not told.")
            return
        }
    }

    @Test("An ended animation leaves the layer; a removed one is taken from the render server")
    func endAndRemoval() {
        let screen = Screen()
        let layer = screen.layer()
        screen.flush()
        layer.add(basic("opacity", from: 0, to: 1), forKey: "a")
        layer.add(basic("position.x", from: 0, to: 1), forKey: "b")
        screen.flush()
        #expect(sent(screen).map(\.key) == [.opacity, .positionX])
        screen.advance(to: 0.5)
        layer.removeAnimation(forKey: "b")
        screen.flush()
        #expect(screen.recorder.last?.animations.count == 1 && screen.recorder.last?.states.isEmpty == true)
        screen.advance(to: 2)
        screen.endAnimations()
        #expect(layer.animationKeys() == nil && screen.context.running.isEmpty)
        let count = screen.recorder.commits.count
        screen.flush()
        #expect(screen.recorder.commits.count == count)
    }

    @Test("A delayed animation's delegate hears of the start when it comes")
    func delayedStart() {
        let screen = Screen()
        let layer = screen.layer()
        screen.flush()
        var wakes: [Double] = []
        screen.context.scheduleWake = { wakes.append($0) }
        let journal = Journal()
        let animation = basic("opacity", from: 0, to: 1)
        animation.beginTime = 2
        animation.delegate = journal
        layer.add(animation, forKey: "a")
        screen.flush()
        #expect(wakes == [2] && journal.lines.isEmpty)
        #expect(screen.context.startDueAnimations(at: 1) == 2 && journal.lines.isEmpty)
        #expect(screen.context.startDueAnimations(at: 2) == nil && journal.lines == ["didStart"])
        screen.advance(to: 4)
        screen.endAnimations()
        #expect(journal.lines == ["didStart", "didStop(true)"])
    }

    @Test("A-110 presentation: nil until committed, committed values only, read-only, its own model and tree")
    func presentation() throws {
        let screen = Screen()
        let layer = screen.layer(r(0, 0, 10, 10))
        let inner = CALayer()
        inner.frame = r(1, 1, 2, 2)
        layer.addSublayer(inner)
        #expect(layer.presentation() == nil)
        screen.flush()
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        layer.position = p(50, 50)
        layer.cornerRadius = 3
        #expect(layer.presentation()?.position == p(5, 5) && layer.presentation()?.cornerRadius == 0)
        CATransaction.commit()
        let before = layer.presentation()
        screen.flush()
        let shown = try #require(layer.presentation())
        #expect(before?.position == p(5, 5) || shown.position == p(50, 50))
        #expect(shown.position == p(50, 50) && shown.cornerRadius == 3)
        let lines = logged {
            shown.opacity = 0
            shown.frame = .zero
            shown.addSublayer(CALayer())
            shown.add(CABasicAnimation(keyPath: "opacity"), forKey: nil)
            shown.removeFromSuperlayer()
        }
        #expect(lines.count == 5 && shown.opacity == 1 && shown.position == p(50, 50))
        #expect(shown.model() === layer && shown.presentation() === shown && layer.model() === layer)
        #expect(shown.sublayers?.count == 1 && shown.sublayers?[0].model() === inner)
        #expect(shown.superlayer?.model() === screen.root)
        #expect(shown.hitTest(p(47, 47))?.model() === inner)
        #expect(shown.convert(p(0, 0), to: shown.superlayer) == p(45, 45))
    }

    @Test("A-112 stopping a layer's clock freezes its animations; starting it again goes on from there")
    func pause() {
        let screen = Screen()
        let layer = screen.layer()
        screen.flush()
        layer.add(basic("position.x", from: 0, to: 100), forKey: "a")
        screen.flush()
        screen.advance(to: 0.25)
        let stopped = layer.convertTime(CACurrentMediaTime(), from: nil)
        layer.speed = 0
        layer.timeOffset = stopped
        screen.flush()
        screen.advance(to: 10)
        #expect(abs((layer.presentation()?.position.x ?? 0) - 25) < 1e-9)
        layer.speed = 1
        layer.timeOffset = 0
        layer.beginTime = 0
        layer.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) - stopped
        screen.flush()
        screen.advance(to: 10.5)
        #expect(abs((layer.presentation()?.position.x ?? 0) - 75) < 1e-9)
    }
}
