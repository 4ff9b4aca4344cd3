import CoreGraphics
import Foundation
import Motion
import QuartzCore
import RenderServer
import Testing

@testable import QuartzCore

@Suite("Keyframes, groups and value functions on layers")
@MainActor
struct KeyframeAnimationTests {
    private func opacity(_ layer: CALayer, _ screen: Screen, at times: [Double]) -> [Float] {
        times.map { time in
            screen.advance(to: time)
            return layer.presentation()?.opacity ?? .nan
        }
    }

    @Test("A-108 values in every mode show on the layer; A-101 the attached copy is frozen")
    func modes() throws {
        let screen = Screen()
        let layer = screen.layer()
        screen.flush()
        let animation = CAKeyframeAnimation(keyPath: "opacity")
        animation.values = [0, 1, 0.5, 0.7]
        animation.duration = 1
        animation.calculationMode = .paced
        layer.add(animation, forKey: "a")
        screen.flush()
        for (shown, expected) in zip(opacity(layer, screen, at: [0.05, 0.5, 0.9]), [0.085, 0.85, 0.53] as [Float]) {
            #expect(abs(shown - expected) < 1e-4)
        }
        let attached = try #require(layer.animation(forKey: "a") as? CAKeyframeAnimation)
        #expect(logged { attached.values = [0] }.count == 1 && attached.values?.count == 4)
    }

    @Test("along a path, turned with it")
    func path() throws {
        let screen = Screen()
        let layer = screen.layer()
        screen.flush()
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 0, y: 0))
        path.addLine(to: CGPoint(x: 0, y: 50))
        path.addLine(to: CGPoint(x: -50, y: 50))
        let animation = CAKeyframeAnimation(keyPath: "position")
        animation.path = path
        animation.duration = 2
        animation.rotationMode = .rotateAuto
        layer.add(animation, forKey: nil)
        screen.flush()
        screen.advance(to: 0.5)
        var shown = try #require(layer.presentation())
        #expect(abs(shown.position.x) < 1e-9 && abs(shown.position.y - 25) < 1e-9)
        #expect(abs((shown.value(forKeyPath: "transform.rotation.z") as? Double ?? 0) - .pi / 2) < 1e-9)
        screen.advance(to: 1.5)
        shown = try #require(layer.presentation())
        #expect(abs(shown.position.x + 25) < 1e-9 && abs(shown.transform.m11 + 1) < 1e-9)
    }

    @Test("A-109 a child in a group of 2 seconds; one without a duration takes the group's")
    func group() {
        let screen = Screen()
        let layer = screen.layer()
        layer.opacity = 0.3
        screen.flush()
        let child = CABasicAnimation(keyPath: "opacity")
        child.fromValue = 0
        child.toValue = 1
        child.beginTime = 0.5
        child.duration = 1
        let whole = CABasicAnimation(keyPath: "position.x")
        whole.fromValue = 0
        whole.toValue = 100
        let group = CAAnimationGroup()
        group.animations = [child, whole]
        group.duration = 2
        layer.add(group, forKey: "g")
        screen.flush()
        let shown = opacity(layer, screen, at: [0.25, 0.5, 1, 1.4, 1.6])
        for (a, b) in zip(shown, [0.3, 0, 0.5, 0.9, 0.3] as [Float]) { #expect(abs(a - b) < 1e-6, "\(shown)") }
        screen.advance(to: 1)
        #expect(layer.presentation()?.position.x == 50)
    }

    @Test("A-24 A-113 the group's delegate is told once, its children's never, and the group goes as one")
    func groupDelegate() {
        let screen = Screen()
        let layer = screen.layer()
        screen.flush()
        let (journal, childJournal) = (Journal(), Journal())
        let group = CAAnimationGroup()
        group.animations = [CABasicAnimation(keyPath: "opacity"), CABasicAnimation(keyPath: "position")]
        group.animations?.forEach { $0.delegate = childJournal }
        group.duration = 1
        group.delegate = journal
        layer.add(group, forKey: "g")
        screen.flush()
        screen.advance(to: 2)
        screen.endAnimations()
        screen.endAnimations()
        #expect(journal.lines == ["didStart", "didStop(true)"] && childJournal.lines.isEmpty)
        #expect(layer.animationKeys() == nil)
    }

    @Test("a group in itself is refused; an empty one takes its time and ends")
    func oddGroups() {
        let screen = Screen()
        let layer = screen.layer()
        screen.flush()
        let group = CAAnimationGroup()
        let inner = CAAnimationGroup()
        group.animations = [inner]
        #expect(logged { inner.animations = [group] }.count == 1)
        #expect(logged { inner.animations = [inner] }.count == 1)
        let empty = CAAnimationGroup()
        empty.duration = 1
        let journal = Journal()
        empty.delegate = journal
        layer.add(empty, forKey: nil)
        screen.flush()
        screen.advance(to: 2)
        screen.endAnimations()
        #expect(journal.lines == ["didStart", "didStop(true)"])
    }

    @Test("a value function turns all the way round, where the transforms at both ends are equal")
    func valueFunction() throws {
        let screen = Screen()
        let layer = screen.layer()
        screen.flush()
        let animation = CABasicAnimation(keyPath: "transform")
        animation.valueFunction = CAValueFunction(name: .rotateZ)
        animation.fromValue = 0
        animation.toValue = 2 * Double.pi
        animation.duration = 1
        layer.add(animation, forKey: nil)
        let scale = CABasicAnimation(keyPath: "sublayerTransform")
        scale.valueFunction = CAValueFunction(name: .scale)
        scale.fromValue = [1, 1, 1]
        scale.toValue = [3, 5, 1]
        scale.duration = 1
        layer.add(scale, forKey: nil)
        screen.flush()
        screen.advance(to: 0.25)
        let shown = try #require(layer.presentation())
        #expect(abs(shown.transform.m12 - 1) < 1e-9)
        #expect(abs(shown.sublayerTransform.m11 - 1.5) < 1e-9 && abs(shown.sublayerTransform.m22 - 2) < 1e-9)
        #expect(CAValueFunction(name: CAValueFunctionName(rawValue: "spin")) == nil)
        let wrong = CABasicAnimation(keyPath: "opacity")
        wrong.valueFunction = CAValueFunction(name: .rotateZ)
        wrong.toValue = 1
        let lines = logged {
            layer.add(wrong, forKey: nil)
            screen.flush()
        }
        #expect(lines.count == 1)
    }
}
