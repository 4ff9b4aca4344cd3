import Foundation
import QuartzCore
import RenderServer
import Testing

@testable import QuartzCore

@Suite("Style dictionaries and layout managers", .serialized)
@MainActor
struct StyleTests {
    @Test("G-23 a style supplies values for what was never set")
    func style() {
        let layer = CALayer()
        layer.cornerRadius = 7
        layer.style = ["cornerRadius": 3, "opacity": 0.25, "shadowRadius": 9, "hue": "blue"]
        #expect(layer.cornerRadius == 7 && layer.opacity == 0.25 && layer.shadowRadius == 9)
        #expect(layer.value(forKey: "hue") as? String == "blue")
        layer.setValue("red", forKey: "hue")
        #expect(layer.value(forKey: "hue") as? String == "red")
        layer.opacity = 0.5
        layer.style = ["shadowRadius": 4]
        #expect(layer.opacity == 0.5 && layer.shadowRadius == 4 && layer.cornerRadius == 7)
        layer.style = nil
        #expect(layer.shadowRadius == 3 && layer.opacity == 0.5 && layer.style == nil)
    }

    @Test("G-23 a style in a style is asked for what the outer one does not say")
    func nested() {
        let layer = CALayer()
        layer.style = ["borderWidth": 2, "style": ["borderWidth": 5, "cornerRadius": 4, "style": ["zPosition": 6]]]
        #expect(layer.borderWidth == 2 && layer.cornerRadius == 4 && layer.zPosition == 6)
    }

    @Test("A-84 the style's actions come after the layer's own and before the class's")
    func actions() {
        final class Classy: CALayer {
            static let fallback = CABasicAnimation(keyPath: "class")
            override class func defaultAction(forKey event: String) -> (any CAAction)? { fallback }
        }
        let layer = Classy()
        let (own, styled) = (CABasicAnimation(keyPath: "own"), CABasicAnimation(keyPath: "styled"))
        layer.style = ["actions": ["position": styled, "bounds": styled]]
        layer.actions = ["bounds": own]
        #expect(layer.action(forKey: "position") as? CABasicAnimation === styled)
        #expect(layer.action(forKey: "bounds") as? CABasicAnimation === own)
        #expect(layer.action(forKey: "opacity") as? CABasicAnimation === Classy.fallback)
    }

    @Test("A style animates nothing and is committed like values that are set")
    func commits() {
        let screen = Screen()
        let layer = screen.layer()
        screen.flush()
        layer.style = ["shadowOpacity": 1, "opacity": 0.5]
        #expect(layer.animationKeys() == nil)
        screen.flush()
        #expect(screen.recorder.last?.effects.count == 1 && screen.recorder.last?.states.first?.state.opacity == 0.5)
    }

    @Test("G-21 an unknown name reads the class's default value for it")
    func classDefaults() {
        final class Dial: CALayer {
            override class func defaultValue(forKey key: String) -> Any? {
                key == "angle" ? 90 : super.defaultValue(forKey: key)
            }
        }
        let layer = Dial()
        #expect(layer.value(forKey: "angle") as? Int == 90)
        layer.setValue(45, forKey: "angle")
        #expect(layer.value(forKey: "angle") as? Int == 45)
    }

    private final class Manager: NSObject, CALayoutManager {
        var journal: [String] = []
        func preferredSize(of layer: CALayer) -> CGSize { CGSize(width: 7, height: 8) }
        func invalidateLayout(of layer: CALayer) { journal.append("invalidate") }
        func layoutSublayers(of layer: CALayer) { journal.append("layout") }
    }

    @Test("A layout manager hears of marks, places sublayers, and knows the preferred size")
    func layoutManager() {
        let screen = Screen()
        let layer = screen.layer()
        screen.flush()
        let manager = Manager()
        layer.layoutManager = manager
        screen.flush()
        #expect(
            manager.journal == ["invalidate", "layout"] && layer.preferredFrameSize() == CGSize(width: 7, height: 8))
        layer.bounds.size.width += 1
        screen.flush()
        #expect(manager.journal == ["invalidate", "layout", "invalidate", "layout"])
    }

    @Test("A delegate that places sublayers itself keeps the layout manager out; another one does not")
    func delegates() {
        final class Placing: NSObject, CALayerDelegate { func layoutSublayers(of layer: CALayer) {} }
        final class Other: NSObject, CALayerDelegate {}
        let manager = Manager()
        let layer = CALayer()
        layer.layoutManager = manager
        let (placing, other) = (Placing(), Other())
        layer.delegate = placing
        layer.setNeedsLayout()
        layer.layoutIfNeeded()
        #expect(!manager.journal.contains("layout"))
        layer.delegate = other
        layer.setNeedsLayout()
        layer.layoutIfNeeded()
        #expect(manager.journal.last == "layout")
    }
}
