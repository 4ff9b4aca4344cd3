import Foundation
import Motion
import RenderServer
import Testing

@testable import QuartzCore

/// A special class as those of the module are made: one animatable property.
private final class Ring: CALayer {
    private var width: CGFloat = 1

    var lineWidth: CGFloat {
        get { width }
        set {
            guard newValue != width, canSet("lineWidth", newValue.isFinite) else { return }
            let action = willChange("lineWidth", .specialChanged)
            width = newValue
            run(action, "lineWidth")
        }
    }

    override func specialContent() -> LayerSpecial? {
        var content = ShapeContent()
        content.stroke.width = Double(width)
        return .shape(content)
    }
    override class func animates(_ key: LayerKey) -> Bool { key == .lineWidth }
    override func specialValue(forKeyPath path: String) -> Any?? {
        path == "lineWidth" ? .some(NSNumber(value: Double(width))) : nil
    }
    override func setSpecialValue(_ value: Any?, forKeyPath path: String) -> Bool {
        guard path == "lineWidth" else { return false }
        lineWidth = CGFloat(value.flatMap(AnimatableValue.number) ?? 0)
        return true
    }
    override func makePresentationCopy() -> CALayer { Ring(layer: self) }
    override func take(_ special: LayerSpecial, of model: CALayer) {
        if case .shape(let content) = special { width = CGFloat(content.stroke.width) }
    }
}

@Suite("What special classes add to a layer", .serialized)
@MainActor
struct SpecialHookTests {
    private func width(_ special: LayerSpecial?) -> Double? {
        if case .shape(let content) = special { content.stroke.width } else { nil }
    }

    @Test("The content is committed when the layer comes and when it changes")
    func commits() throws {
        let screen = Screen()
        let ring = Ring()
        screen.root.addSublayer(ring)
        screen.flush()
        let new = try #require(screen.recorder.last)
        #expect(new.specials.map { width($0.special) } == [1])
        #expect(new.specials.first?.layer.rawValue == ring.identifier)
        ring.lineWidth = 3
        screen.flush()
        #expect(screen.recorder.last?.specials.map { width($0.special) } == [3])
        #expect(screen.recorder.last?.states.isEmpty == true)
        ring.position = p(5, 5)
        screen.flush()
        #expect(screen.recorder.last?.specials.isEmpty == true)
    }

    @Test("A-82 A-110 the property animates by itself, and presentation layers show it on its way")
    func animates() throws {
        let screen = Screen()
        let ring = Ring()
        screen.root.addSublayer(ring)
        screen.flush()
        ring.lineWidth = 5
        let before = try #require(ring.presentation() as? Ring)
        #expect(before.lineWidth == 1)
        screen.flush()
        let animation = try #require(ring.animation(forKey: "lineWidth") as? CABasicAnimation)
        animation.timingFunction = nil
        screen.advance(to: 0.125)
        let shown = try #require(ring.presentation() as? Ring)
        #expect(shown.lineWidth > 1.5 && shown.lineWidth < 4.5 && shown.model() === ring)
        screen.advance(to: 1)
        #expect((ring.presentation() as? Ring)?.lineWidth == 5)
    }

    @Test("G-21 the name is a property of the class, and an unknown name of a plain layer")
    func names() {
        let ring = Ring()
        ring.setValue(4, forKey: "lineWidth")
        #expect(ring.lineWidth == 4 && ring.value(forKey: "lineWidth") as? NSNumber == 4)
        let plain = CALayer()
        #expect(plain.value(forKey: "lineWidth") == nil && plain.value(forKey: "scale") == nil)
        plain.setValue("thick", forKey: "lineWidth")
        plain.setValue([1, 2], forKey: "colors")
        #expect(plain.value(forKey: "lineWidth") as? String == "thick")
        #expect(plain.value(forKey: "colors") as? [Int] == [1, 2])
        let screen = Screen()
        screen.root.addSublayer(plain)
        screen.flush()
        plain.setValue(3, forKey: "lineWidth")
        #expect(plain.animationKeys() == nil && plain.action(forKey: "lineWidth") == nil)
    }
}
