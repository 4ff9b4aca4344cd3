import CoreGraphics
import Foundation
import QuartzCore
import RenderServer
import Testing

@testable import QuartzCore

/// A class of layer as an application would write it.
private final class Dial: CALayer {
    @LayerProperty var angle: CGFloat = 0
    @LayerProperty var tint: CGColor? = nil
    @LayerProperty var title = "none"
    @LayerProperty var middle = CGPoint.zero
    var plain = 0
    var drawn: [CGFloat] = []
    var animates = false

    override class func needsDisplay(forKey key: String) -> Bool {
        key == "angle" || super.needsDisplay(forKey: key)
    }

    override func action(forKey event: String) -> (any CAAction)? {
        guard event == "angle", animates else { return super.action(forKey: event) }
        let animation = CABasicAnimation(keyPath: event)
        animation.duration = 1
        return animation
    }

    override func draw(in ctx: CGContext) { drawn.append(angle) }
}

@Suite("Properties of an application's own layers", .serialized)
@MainActor
struct LayerPropertyTests {
    private func dial(_ screen: Screen) -> Dial {
        let dial = Dial()
        dial.bounds = r(0, 0, 4, 4)
        screen.root.addSublayer(dial)
        screen.flush()
        return dial
    }

    @Test("G-21 key-value coding reaches them by name; what is no property stays one's own")
    func keys() {
        let dial = Dial()
        dial.angle = 2
        #expect((dial.value(forKey: "angle") as? NSNumber)?.doubleValue == 2)
        dial.setValue(3, forKey: "angle")
        #expect(dial.angle == 3)
        dial.setValue(nil, forKey: "angle")
        #expect(dial.angle == 0)
        #expect(dial.value(forKey: "tint") == nil)
        dial.setValue(CGColor.white, forKey: "tint")
        #expect(dial.tint == CGColor.white)
        dial.setValue(nil, forKey: "tint")
        #expect(dial.tint == nil)
        dial.setValue("north", forKey: "title")
        #expect(dial.title == "north" && dial.value(forKey: "title") as? String == "north")
        dial.middle = p(3, 4)
        #expect((dial.value(forKeyPath: "middle.y") as? NSNumber)?.doubleValue == 4)
        dial.setValue(9, forKey: "plain")
        #expect(dial.plain == 0)
        let lines = logged { dial.setValue("east", forKey: "angle") }
        #expect(dial.angle == 0 && !lines.isEmpty)
        dial.angle = .nan
        #expect(dial.angle == 0)
    }

    @Test("needsDisplay(forKey:) marks for the properties it names, when they change")
    func display() {
        let screen = Screen()
        let dial = dial(screen)
        dial.angle = 1
        screen.flush()
        #expect(dial.drawn == [1])
        dial.angle = 1
        dial.title = "east"
        screen.flush()
        #expect(dial.drawn == [1])
    }

    @Test("init(layer:) copies them")
    func copying() {
        let dial = Dial()
        dial.angle = 5
        dial.title = "west"
        let copy = Dial(layer: dial)
        #expect(copy.angle == 5 && copy.title == "west" && copy.tint == nil)
    }

    @Test("an animation is drawn frame by frame with the value of the frame, and the model's at its end")
    func animation() {
        let screen = Screen()
        let dial = dial(screen)
        dial.animates = true
        dial.angle = 10
        #expect((dial.animation(forKey: "angle") as? CABasicAnimation)?.fromValue != nil)
        screen.flush()
        #expect(screen.recorder.tickRequests == 1)
        dial.drawn = []
        for frame in 1...3 {
            let time = Double(frame) / 4
            screen.advance(to: time - 0.01)
            screen.context.handle(.tick(timestamp: time - 0.02, targetTimestamp: time))
            screen.flush()
        }
        #expect(dial.drawn == [2.5, 5, 7.5])
        #expect(dial.angle == 10)
        screen.advance(to: 0.5)
        let shown = dial.presentation() as? Dial
        #expect(shown?.angle == 5 && shown?.title == "none" && shown?.model() === dial)
        #expect((dial.presentation()?.value(forKey: "angle") as? NSNumber)?.doubleValue == 5)
        screen.advance(to: 1.1)
        screen.endAnimations()
        screen.context.handle(.tick(timestamp: 1.1, targetTimestamp: 1.2))
        screen.flush()
        #expect(dial.drawn.last == 10 && dial.animationKeys() == nil)
        let requests = screen.recorder.tickRequests
        screen.context.handle(.tick(timestamp: 1.2, targetTimestamp: 1.3))
        screen.flush()
        #expect(screen.recorder.tickRequests == requests && dial.drawn.count == 4)
    }

    @Test("keyframes, groups and colours move, too; what cannot move changes at once")
    func kinds() {
        let screen = Screen()
        let dial = dial(screen)
        let frames = CAKeyframeAnimation(keyPath: "angle")
        frames.values = [0, 4, 0]
        let fade = CABasicAnimation(keyPath: "tint")
        fade.fromValue = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
        fade.toValue = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        let group = CAAnimationGroup()
        group.animations = [frames, fade]
        group.duration = 2
        dial.add(group, forKey: nil)
        dial.title = "south"
        screen.flush()
        screen.advance(to: 0.5)
        let shown = dial.presentation() as? Dial
        #expect(shown?.angle == 2 && shown?.title == "south")
        #expect(shown?.tint?.components?.first == 0.25)
    }

    @Test("a text layer's size and colour animate by themselves and are drawn")
    func text() {
        let screen = Screen()
        let layer = CATextLayer()
        layer.frame = r(0, 0, 50, 50)
        layer.string = "a"
        layer.fontSize = 10
        screen.root.addSublayer(layer)
        screen.flush()
        CATransaction.begin()
        CATransaction.setAnimationDuration(1)
        CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
        layer.fontSize = 20
        layer.foregroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        CATransaction.commit()
        screen.flush()
        #expect(layer.animationKeys() == ["fontSize", "foregroundColor"])
        screen.advance(to: 0.5)
        let before = layer.contents as AnyObject?
        screen.context.handle(.tick(timestamp: 0.49, targetTimestamp: 0.5))
        #expect(layer.needsDisplay())
        screen.flush()
        #expect(layer.presentation()?.fontSize == 15 && layer.fontSize == 20)
        #expect(before != nil && !layer.needsDisplay())
    }
}
