import Foundation
import Motion
import QuartzCore
import RenderServer
import Testing

@testable import QuartzCore

@Suite("Transitions", .serialized)
@MainActor
struct TransitionTests {
    @Test("A-111 what a new transition is, and the names")
    func defaults() {
        let transition = CATransition()
        #expect(transition.type == .fade && transition.subtype == nil)
        #expect(transition.startProgress == 0 && transition.endProgress == 1)
        #expect(transition.duration == 0 && transition.timingFunction == nil && transition.filter == nil)
        #expect(
            [CATransitionType.fade, .moveIn, .push, .reveal].map(\.rawValue) == ["fade", "moveIn", "push", "reveal"])
        #expect(
            [CATransitionSubtype.fromLeft, .fromRight, .fromTop, .fromBottom].map(\.rawValue)
                == ["fromLeft", "fromRight", "fromTop", "fromBottom"])
        #expect(kCATransition == "transition")
    }

    @Test("A-101 whatever its key, a transition is kept under the one name, as a frozen copy")
    func key() {
        let screen = Screen()
        let layer = screen.layer()
        screen.flush()
        let transition = CATransition()
        transition.type = .push
        transition.subtype = .fromTop
        transition.startProgress = 0.25
        layer.add(transition, forKey: "mine")
        #expect(layer.animationKeys() == ["transition"])
        let kept = layer.animation(forKey: kCATransition) as? CATransition
        #expect(kept !== transition && kept?.type == .push && kept?.subtype == .fromTop && kept?.startProgress == 0.25)
        layer.add(CATransition(), forKey: nil)
        #expect(layer.animationKeys() == ["transition"])
        screen.flush()
        let sent = screen.recorder.last
        #expect(sent?.transitions.map(\.transition) == [LayerTransition(.fade)])
        #expect(sent?.animations.count == 1)
    }

    @Test("D-44 directions: from the top is from the maximum y, upwards on a screen")
    func directions() {
        let wanted: [(CATransitionSubtype?, SIMD2<Double>)] = [
            (nil, SIMD2(1, 0)), (.fromLeft, SIMD2(1, 0)), (.fromRight, SIMD2(-1, 0)), (.fromTop, SIMD2(0, -1)),
            (.fromBottom, SIMD2(0, 1)),
        ]
        for (subtype, heading) in wanted {
            let transition = CATransition()
            transition.type = .moveIn
            transition.subtype = subtype
            #expect(transition.layerTransition == LayerTransition(.moveIn, heading: heading))
        }
    }

    @Test("progress runs from startProgress to endProgress along the timing function")
    func progress() {
        let screen = Screen()
        let layer = screen.layer()
        screen.flush()
        let transition = CATransition()
        transition.duration = 2
        transition.startProgress = 0.5
        transition.endProgress = 0.75
        layer.add(transition, forKey: nil)
        screen.flush()
        guard case .add(_, let motion)? = screen.recorder.last?.animations.first else {
            Issue.record("nothing was sent")
            return
        }
        #expect(motion.key == .transition)
        #expect(motion.sample(model: .number(1), at: 1) == .active(.number(0.625)))
    }

    @Test("a filter is kept, has no effect, and is told once; an unknown type is a fade")
    func filter() {
        let transition = CATransition()
        let lines = logged {
            transition.filter = "ripple"
            transition.filter = "swirl"
        }
        #expect(lines.count <= 1 && transition.filter as? String == "swirl")
        transition.type = CATransitionType(rawValue: "cube")
        #expect(transition.layerTransition == LayerTransition(.fade))
    }

    @Test(
        "A-85 what cannot move step by step fades by itself",
        arguments: ["hidden", "geometryFlipped", "masksToBounds", "mask", "sublayers", "filters", "maskedCorners"])
    func implicit(_ key: String) {
        let screen = Screen()
        let layer = screen.layer()
        screen.flush()
        let action = layer.action(forKey: key) as? CATransition
        #expect(action?.type == .fade && action?.duration == 0.25)
        #expect(action?.timingFunction == CAMediaTimingFunction(name: .default))
        #expect(CALayer().action(forKey: key) == nil)
    }

    @Test("A-86 hiding adds a transition, as do sublayers that come and go; several in one transaction are one")
    func added() {
        let screen = Screen()
        let layer = screen.layer()
        screen.flush()
        layer.isHidden = true
        layer.masksToBounds = true
        #expect(layer.animationKeys() == ["transition"])
        layer.removeAllAnimations()
        let other = CALayer()
        layer.addSublayer(other)
        #expect(layer.animationKeys() == ["transition"] && other.animationKeys() == nil)
        screen.flush()
        layer.removeAllAnimations()
        other.removeFromSuperlayer()
        #expect(layer.animationKeys() == ["transition"])
        screen.flush()
        #expect(screen.recorder.last?.transitions.count == 1)
    }

    @Test("the layer that fills the screen changes at once")
    func root() {
        let screen = Screen()
        screen.flush()
        _ = screen.layer()
        #expect(screen.root.animationKeys() == nil)
        #expect(screen.root.action(forKey: "sublayers") == nil)
    }

    @Test("A-110 presentation layers show the new state at once: a transition is no value")
    func presentation() {
        let screen = Screen()
        let layer = screen.layer()
        screen.flush()
        layer.isHidden = true
        screen.flush()
        screen.advance(to: 0.1)
        #expect(layer.presentation()?.isHidden == true)
        #expect(layer.value(forKeyPath: "transition") == nil)
    }
}
