import Foundation
import QuartzCore
import Testing

@testable import QuartzCore

@MainActor
private final class Answers: NSObject, CALayerDelegate {
    var answer: (any CAAction)?
    var asked: [String] = []

    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        asked.append(event)
        return answer
    }
}

@MainActor
private final class Noted: NSObject, CAAction {
    var runs: [String] = []

    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        runs.append("\(event) \((anObject as? CALayer)?.opacity ?? -1)")
    }
}

@MainActor
private final class DefaultLayer: CALayer {
    static var shared: Noted?

    override class func defaultAction(forKey event: String) -> (any CAAction)? {
        event == "opacity" ? shared : nil
    }
}

@Suite("Actions and implicit animations", .serialized)
@MainActor
struct ActionTests {
    @Test("A-84 the search: delegate, actions, class; NSNull ends it")
    func search() {
        let (byDelegate, byName, byClass) = (Noted(), Noted(), Noted())
        DefaultLayer.shared = byClass
        defer { DefaultLayer.shared = nil }
        let layer = DefaultLayer()
        #expect(layer.action(forKey: "opacity") as? Noted === byClass)
        layer.actions = ["opacity": byName]
        #expect(layer.action(forKey: "opacity") as? Noted === byName)
        let answers = Answers()
        layer.delegate = answers
        #expect(layer.action(forKey: "opacity") as? Noted === byName)
        answers.answer = byDelegate
        #expect(layer.action(forKey: "opacity") as? Noted === byDelegate)
        answers.answer = NSNull()
        #expect(layer.action(forKey: "opacity") == nil)
        answers.answer = nil
        layer.actions = ["opacity": NSNull()]
        #expect(layer.action(forKey: "opacity") == nil)
        #expect(CALayer().action(forKey: "opacity") == nil && CALayer.defaultAction(forKey: "opacity") == nil)
    }

    @Test("A-84 disableActions stops the asking, not the search")
    func disabled() {
        let layer = CALayer()
        let noted = Noted()
        layer.actions = ["opacity": noted]
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        layer.opacity = 0.5
        #expect(noted.runs.isEmpty && layer.action(forKey: "opacity") != nil)
        CATransaction.commit()
        layer.opacity = 0.25
        #expect(noted.runs == ["opacity 0.25"])
        layer.opacity = 0.25
        #expect(noted.runs.count == 1)
    }

    @Test("The action is found before the change and run after it")
    func beforeAndAfter() {
        let layer = CALayer()
        let answers = Answers()
        let noted = Noted()
        answers.answer = noted
        layer.delegate = answers
        layer.opacity = 0.5
        #expect(answers.asked == ["opacity"] && noted.runs == ["opacity 0.5"])
    }

    @Test("A-82 a committed layer animates its change from the old value, by the transaction's settings")
    func implicit() throws {
        let screen = Screen()
        let layer = screen.layer()
        layer.opacity = 0.9
        #expect(layer.animationKeys() == nil)
        screen.flush()
        layer.opacity = 0.5
        let animation = try #require(layer.animation(forKey: "opacity") as? CABasicAnimation)
        #expect((animation.fromValue as? NSNumber).map { abs($0.doubleValue - 0.9) < 1e-6 } == true)
        #expect(animation.toValue == nil && animation.keyPath == "opacity" && animation.duration == 0.25)
        #expect(animation.timingFunction == CAMediaTimingFunction(name: .default) && animation.fillMode == .backwards)
        #expect(animation.beginTime == 0 && layer.opacity == 0.5)
        screen.advance(to: 4)
        screen.flush()
        #expect(layer.animation(forKey: "opacity")?.beginTime == 4)
        #expect(abs((layer.presentation()?.opacity ?? 0) - 0.9) < 1e-6)

        CATransaction.begin()
        CATransaction.setAnimationDuration(3)
        CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
        layer.position = p(50, 50)
        CATransaction.commit()
        #expect(layer.animation(forKey: "position")?.duration == 3)
        screen.advance(to: 5.5)
        #expect(layer.presentation().map { isClose($0.position, p(27.5, 27.5)) } == true)
    }

    @Test("A-85 which properties animate by themselves")
    func animatable() {
        let screen = Screen()
        let layer = screen.layer()
        layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        screen.flush()
        for key in [
            "bounds", "position", "zPosition", "anchorPoint", "anchorPointZ", "transform", "sublayerTransform",
            "contents", "contentsRect", "contentsCenter", "contentsScale", "cornerRadius", "borderWidth", "borderColor",
            "opacity",
            "backgroundColor",
        ] {
            #expect((layer.action(forKey: key) as? CABasicAnimation)?.keyPath == key, "\(key)")
        }
        for key in [
            "doubleSided", "contentsGravity", "frame", "name", "onOrderIn", "cornerCurve", "speed", "position.x",
        ] {
            #expect(layer.action(forKey: key) == nil, "\(key)")
        }
        let plain = screen.layer()
        screen.flush()
        #expect(plain.action(forKey: "backgroundColor") == nil)
    }

    @Test("A-86 a frame change animates position, then bounds")
    func frame() {
        let screen = Screen()
        let layer = screen.layer()
        screen.flush()
        layer.frame = r(20, 20, 30, 30)
        #expect(layer.animationKeys() == ["position", "bounds"])
    }

    @Test("A-12 setting the value a property has animates nothing")
    func sameValue() {
        let screen = Screen()
        let layer = screen.layer()
        screen.flush()
        layer.opacity = 1
        layer.position = layer.position
        layer.backgroundColor = nil
        #expect(layer.animationKeys() == nil && !CATransaction.isOpen)
    }

    @Test("A change in mid-flight takes off from what is on screen")
    func interrupted() {
        let screen = Screen()
        let layer = screen.layer(r(0, 0, 0, 0))
        screen.flush()
        CATransaction.begin()
        CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
        CATransaction.setAnimationDuration(1)
        layer.position = p(100, 0)
        CATransaction.commit()
        screen.advance(to: 0.25)
        layer.position = p(0, 0)
        #expect((layer.animation(forKey: "position") as? CABasicAnimation)?.fromValue as? CGPoint == p(25, 0))
    }

    @Test("An action without values of its own starts at the value before the change")
    func valuelessAction() {
        let screen = Screen()
        let layer = screen.layer()
        screen.flush()
        let animation = CABasicAnimation(keyPath: "opacity")
        animation.duration = 2
        layer.actions = ["opacity": animation]
        layer.opacity = 0
        let attached = layer.animation(forKey: "opacity") as? CABasicAnimation
        #expect((attached?.fromValue as? NSNumber)?.doubleValue == 1 && attached?.duration == 2)
        #expect(animation.fromValue == nil)
    }

    @Test("A-35 a delegate that answers NSNull keeps its layer still")
    func viewLayer() {
        let screen = Screen()
        let layer = screen.layer()
        let answers = Answers()
        answers.answer = NSNull()
        layer.owner = answers
        screen.flush()
        layer.opacity = 0.5
        layer.position = p(3, 4)
        #expect(layer.animationKeys() == nil && layer.delegate === answers)
        layer.owner = nil
        #expect(layer.delegate == nil)
    }

    @Test("needsDisplay(forKey:) draws again when an application's own property changes")
    func customProperty() {
        let screen = Screen()
        final class Progress: CALayer {
            var draws = 0
            override class func needsDisplay(forKey key: String) -> Bool { key == "progress" }
            override func draw(in ctx: CGContext) { draws += 1 }
        }
        let layer = Progress()
        layer.bounds = r(0, 0, 4, 4)
        screen.root.addSublayer(layer)
        screen.flush()
        layer.setValue(0.5, forKey: "progress")
        screen.flush()
        #expect(layer.draws == 1)
        layer.opacity = 0.5
        screen.flush()
        #expect(layer.draws == 1)
    }
}
