import Foundation
import Testing
import UIKit

private struct Density: UITraitDefinition {
    static var defaultValue: Int { 3 }
}

private struct Brand: UITraitDefinition {
    static var defaultValue: String { "none" }
    static var affectsColorAppearance: Bool { true }
}

@MainActor
@Suite("Traits")
struct TraitTests {
    @Test("Size classes follow the screen, and change with it; the rest says what a panel is")
    func screen() {
        for (width, height, horizontal, vertical) in [
            (800, 480, UIUserInterfaceSizeClass.regular, UIUserInterfaceSizeClass.regular),
            (480, 800, .compact, .regular),
            (640, 360, .regular, .compact), (320, 240, .compact, .compact),
        ] as [(CGFloat, CGFloat, UIUserInterfaceSizeClass, UIUserInterfaceSizeClass)] {
            TestScreen.with(width: width, height: height) { test in
                let traits = test.window.traitCollection
                #expect((traits.horizontalSizeClass, traits.verticalSizeClass) == (horizontal, vertical))
                #expect(traits.userInterfaceIdiom == .pad && traits.displayGamut == .SRGB)
                #expect(traits.preferredContentSizeCategory == .large && traits.userInterfaceLevel == .base)
            }
        }
        TestScreen.with(width: 800, height: 480) { test in
            let view = UIView(frame: test.window.bounds)
            test.window.addSubview(view)
            var told: [UIUserInterfaceSizeClass] = []
            view.registerForTraitChanges([UITraitHorizontalSizeClass.self]) { (view: UIView, old) in
                told += [old.horizontalSizeClass, view.traitCollection.horizontalSizeClass]
            }
            test.screen.update(
                pixelSize: CGSize(width: 480, height: 800), scale: 1, maximumFramesPerSecond: 60)
            #expect(told == [.regular, .compact])
        }
    }

    @Test("What a view says reaches those inside, who may say something else; each trait goes its own way")
    func overrides() {
        TestScreen.with { test in
            let (outer, middle, inner) = (UIView(), UIView(), UIView())
            test.window.addSubview(outer)
            outer.addSubview(middle)
            middle.addSubview(inner)
            outer.traitOverrides.horizontalSizeClass = .regular
            outer.traitOverrides[Density.self] = 7
            middle.traitOverrides[Density.self] = 9
            middle.overrideUserInterfaceStyle = .dark
            #expect(inner.traitCollection.horizontalSizeClass == .regular)
            #expect(outer.traitCollection[Density.self] == 7 && inner.traitCollection[Density.self] == 9)
            #expect(test.window.traitCollection[Density.self] == 3)
            #expect(inner.traitCollection.userInterfaceStyle == .dark)
            #expect(outer.traitCollection.userInterfaceStyle == .light)
            #expect(middle.traitOverrides.contains(Density.self) && !middle.traitOverrides.contains(Brand.self))
            middle.traitOverrides.remove(Density.self)
            #expect(inner.traitCollection[Density.self] == 7)
        }
    }

    @Test("Whoever registered hears of its traits only, with the traits before, until it is ended")
    func registrations() {
        TestScreen.with { test in
            let view = UIView()
            let inner = UIView()
            test.window.addSubview(view)
            view.addSubview(inner)
            var log: [String] = []
            let style = inner.registerForTraitChanges([UITraitUserInterfaceStyle.self]) { (view: UIView, old) in
                log.append(
                    "style \(old.userInterfaceStyle.rawValue) \(UITraitCollection.current.userInterfaceStyle.rawValue)")
            }
            inner.registerForTraitChanges([Density.self, Brand.self]) { (_: UIView, _) in log.append("own") }
            view.overrideUserInterfaceStyle = .dark
            view.traitOverrides[Density.self] = 4
            view.traitOverrides[Density.self] = 4
            view.traitOverrides.displayScale = 3
            #expect(log == ["style 1 2", "own"])
            inner.unregisterForTraitChanges(style)
            view.overrideUserInterfaceStyle = .light
            #expect(log.count == 2)
        }
    }

    @Test("A controller's overrides are its view's, and it hears of them")
    func controllers() {
        TestScreen.with { test in
            let controller = UIViewController()
            var log: [Int] = []
            controller.registerForTraitChanges([Density.self]) { (controller: UIViewController, old) in
                log += [old[Density.self], controller.traitCollection[Density.self]]
            }
            test.window.rootViewController = controller
            controller.traitOverrides[Density.self] = 5
            #expect(log == [3, 5])
            #expect(controller.view.traitCollection[Density.self] == 5)
            controller.view.traitOverrides[Density.self] = 6
            #expect(controller.traitCollection[Density.self] == 6)
        }
    }

    @Test("Collections are made by saying, compared by what they say, and colours ask what affects them")
    func collections() {
        let traits = UITraitCollection {
            $0.userInterfaceStyle = .dark; $0[Brand.self] = "a"
        }
        #expect(traits.userInterfaceStyle == .dark && traits[Brand.self] == "a" && traits.displayScale == 0)
        let other = traits.modifyingTraits { $0[Brand.self] = "b" }
        #expect(other != traits && other.hasDifferentColorAppearance(comparedTo: traits))
        let dense = traits.modifyingTraits { $0[Density.self] = 1 }
        #expect(!dense.hasDifferentColorAppearance(comparedTo: traits))
        #expect(dense.containsTraits(in: traits) && !traits.containsTraits(in: dense))
        let both = UITraitCollection(traitsFrom: [traits, UITraitCollection(horizontalSizeClass: .compact)])
        #expect(both.horizontalSizeClass == .compact && both[Brand.self] == "a")
        #expect(
            UIContentSizeCategory.small < .large && UIContentSizeCategory.accessibilityLarge.isAccessibilityCategory)
        let color = UIColor { $0[Brand.self] == "a" ? .red : .blue }
        #expect(color.resolvedColor(with: traits) == .red && color.resolvedColor(with: other) == .blue)
    }
}
