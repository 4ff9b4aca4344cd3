import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit

/// What the bar shows on the way from one controller to the next, and the way back by a finger.
@MainActor
@Suite("Navigation bars on the way", .serialized)
struct NavigationBarTransitionTests {
    private final class Screen: UIViewController {
        let name: String
        let color: UIColor
        var log: [String] = []

        init(_ name: String, _ color: UIColor) {
            self.name = name
            self.color = color
            super.init()
            title = name
        }

        required init?(coder: NSCoder) { nil }

        override func viewDidLoad() {
            super.viewDidLoad()
            view.backgroundColor = color
        }
        override func viewDidAppear(_ animated: Bool) { log.append("did appear") }
        override func viewDidDisappear(_ animated: Bool) { log.append("did disappear") }
    }

    private let a = Screen("First", .red)
    private let b = Screen("Second", .blue)

    private func on(
        _ stack: [UIViewController], direction: UIView.SemanticContentAttribute = .unspecified,
        _ body: (Stage, UINavigationController) throws -> Void
    ) throws {
        let stage = try Stage(width: 320, height: 480)
        defer { stage.close() }
        let navigation = UINavigationController()
        navigation.navigationBar.semanticContentAttribute = direction
        navigation.viewControllers = stack
        stage.window.rootViewController = navigation
        stage.frame()
        try body(stage, navigation)
    }

    /// The labels in the bar with a text: what is seen of each, its middle and how much it covers.
    private func seen(_ navigation: UINavigationController) -> [String: (x: CGFloat, alpha: Float)] {
        var found: [String: (x: CGFloat, alpha: Float)] = [:]
        func look(_ view: UIView, _ offset: CGFloat, _ alpha: Float) {
            let layer = view.layer.presentation() ?? view.layer
            let left = offset + layer.frame.minX
            let alpha = alpha * layer.opacity
            if let label = view as? UILabel, let text = label.text {
                found[text] = (left + layer.frame.width / 2, alpha)
            }
            for subview in view.subviews { look(subview, left, alpha) }
        }
        for subview in navigation.navigationBar.subviews { look(subview, 0, 1) }
        return found
    }

    private func settle(_ stage: Stage) {
        stage.frame()
        stage.advance(by: 1)
        stage.frame()
    }

    @Test("Push: the new title comes from the side, the old one becomes the way back, buttons fade")
    func push() throws {
        b.navigationItem.rightBarButtonItem = UIBarButtonItem(title: "Save", primaryAction: nil)
        try on([a]) { stage, navigation in
            navigation.pushViewController(b, animated: true)
            stage.frame()
            let start = seen(navigation)
            #expect(start["First"]?.alpha ?? 0 > 0.9 && start["Second"]?.alpha ?? 1 < 0.1)
            stage.advance(by: 0.175)
            let between = seen(navigation)
            let (old, new) = (try #require(between["First"]), try #require(between["Second"]))
            let back = try #require(between["‹ First"])
            #expect(new.x > 180 && new.x < 310 && new.alpha > 0.2 && new.alpha < 0.8)
            #expect(old.x < 150 && old.alpha > 0.2 && old.alpha < 0.8)
            // The two are the same words in nearly the same place.
            #expect(abs(back.x - old.x) < 30 && back.alpha > 0.2 && back.alpha < 0.8)
            #expect(between["Save"]?.alpha ?? 0 > 0.2 && between["Save"]?.alpha ?? 1 < 0.8)
            let isExact = try stage.isExact()
            #expect(isExact)
            settle(stage)
            let end = seen(navigation)
            #expect(Set(end.keys) == ["Second", "‹ First", "Save"] && end.values.allSatisfy { $0.alpha == 1 })
            #expect(end["Second"]?.x == 160)
        }
    }

    @Test("Pop: the way back becomes the title; where lines run to the left everything is mirrored")
    func pop() throws {
        for isMirrored in [false, true] {
            try on([a, b], direction: isMirrored ? .forceRightToLeft : .unspecified) { stage, navigation in
                navigation.popViewController(animated: true)
                stage.frame()
                stage.advance(by: 0.175)
                let between = seen(navigation)
                let (coming, going) = (try #require(between["First"]), try #require(between["Second"]))
                #expect(isMirrored ? coming.x > 170 : coming.x < 150)
                #expect(isMirrored ? going.x < 140 : going.x > 180)
                settle(stage)
                #expect(Set(seen(navigation).keys) == ["First"] && seen(navigation)["First"]?.alpha == 1)
                navigation.viewControllers = []
            }
        }
    }

    @Test(
        "A title that changes on the way, a second change on the way, and one at once: the bar ends as the stack does")
    func interrupted() throws {
        try on([a]) { stage, navigation in
            navigation.pushViewController(b, animated: true)
            stage.frame()
            stage.advance(by: 0.1)
            b.title = "Other"
            stage.frame()
            #expect(seen(navigation)["Other"] != nil && seen(navigation)["Second"] == nil)
            let c = Screen("Third", .green)
            navigation.pushViewController(c, animated: true)
            stage.frame()
            stage.advance(by: 0.1)
            navigation.setViewControllers([a, c], animated: false)
            stage.frame()
            #expect(Set(seen(navigation).keys) == ["Third", "‹ First"])
            #expect(seen(navigation).values.allSatisfy { $0.alpha == 1 })
            navigation.popToRootViewController(animated: true)
            navigation.setNavigationBarHidden(true, animated: true)
            settle(stage)
            navigation.isNavigationBarHidden = false
            settle(stage)
            #expect(Set(seen(navigation).keys) == ["First"])
            let isExact = try stage.isExact()
            #expect(isExact)
        }
    }

    // MARK: By a finger

    private func drag(_ stage: Stage, to x: CGFloat, from start: CGFloat = 4, y: CGFloat = 240, slowly: Bool = false) {
        stage.down(0, start, y)
        stage.frame()
        for step in 1...8 {
            stage.move(0, start + (x - start) * CGFloat(step) / 8, y)
            stage.frame()
        }
        guard slowly else { return }
        // It rests before it lifts.
        stage.advance(by: 0.3)
        stage.move(0, x, y)
        stage.frame()
    }

    @Test("A finger from the edge takes the views and the bar along, and goes back where it lets go beyond the middle")
    func followed() throws {
        try on([a, b]) { stage, navigation in
            drag(stage, to: 200, slowly: true)
            let place = b.view.layer.presentation()?.frame.minX ?? 0
            #expect(place > 150 && place < 200)
            #expect(stage.pixel(Int(place) + 20, 300) == 0xFF00_00FF && stage.pixel(20, 300) == 0xFFFF_0000)
            let bar = seen(navigation)
            #expect(bar["First"]?.alpha ?? 0 > 0.4 && bar["Second"]?.alpha ?? 1 < 0.6)
            #expect(navigation.transitionCoordinator?.isInteractive == true)
            // It stays with the finger, however long.
            stage.advance(by: 2)
            #expect(b.view.layer.presentation()?.frame.minX == place)
            let isExact = try stage.isExact()
            #expect(isExact)
            stage.up()
            settle(stage)
            #expect(navigation.viewControllers == [a] && a.log == ["did appear"] && b.view.window == nil)
            #expect(Set(seen(navigation).keys) == ["First"])
        }
    }

    @Test("Let go before the middle nothing has changed; quick fingers decide by where they go")
    func takenBack() throws {
        try on([a, b]) { stage, navigation in
            drag(stage, to: 100, slowly: true)
            stage.up()
            settle(stage)
            #expect(navigation.viewControllers == [a, b] && b.view.window != nil && a.view.window == nil)
            #expect(b.view.frame == r(0, 0, 320, 436))
            #expect(Set(seen(navigation).keys) == ["Second", "‹ First"])
            #expect(seen(navigation).values.allSatisfy { $0.alpha == 1 } && seen(navigation)["Second"]?.x == 160)
            #expect(a.log == [] || a.log == ["did disappear"])
            drag(stage, to: 120)
            stage.up()
            settle(stage)
            #expect(navigation.viewControllers == [a])
        }
    }

    @Test("No way back, no finger: one controller, a hidden bar, a hidden way back, not from the edge")
    func refused() throws {
        try on([a]) { stage, navigation in
            @MainActor func tries(_ start: CGFloat = 4) -> Bool {
                drag(stage, to: 250, from: start)
                stage.up()
                settle(stage)
                return navigation.viewControllers == [a]
            }
            #expect(tries())
            navigation.pushViewController(b, animated: false)
            stage.frame()
            navigation.isNavigationBarHidden = true
            #expect(!tries())
            navigation.isNavigationBarHidden = false
            b.navigationItem.hidesBackButton = true
            #expect(!tries())
            b.navigationItem.hidesBackButton = false
            navigation.interactivePopGestureRecognizer?.isEnabled = false
            #expect(!tries())
            navigation.interactivePopGestureRecognizer?.isEnabled = true
            #expect(!tries(100))
            #expect(tries())
        }
    }

    @Test("Over a scroll view the finger from the edge leads back, and scrolls everywhere else")
    func scrolling() throws {
        let scroll = UIScrollView(frame: r(0, 0, 320, 436))
        scroll.contentSize = CGSize(width: 900, height: 900)
        b.loadViewIfNeeded()
        b.view.addSubview(scroll)
        try on([a, b]) { stage, navigation in
            drag(stage, to: 40, from: 200)
            stage.up()
            settle(stage)
            #expect(scroll.contentOffset.x > 50 && navigation.viewControllers == [a, b])
            let offset = scroll.contentOffset
            drag(stage, to: 250)
            stage.up()
            settle(stage)
            #expect(navigation.viewControllers == [a] && scroll.contentOffset == offset)
        }
    }

    @Test("A screen that a change takes away under the finger is let go")
    func letGo() throws {
        weak var gone: Screen?
        try on([a]) { stage, navigation in
            do {
                let screen = Screen("Third", .green)
                gone = screen
                navigation.pushViewController(screen, animated: false)
            }
            stage.frame()
            drag(stage, to: 160, slowly: true)
            navigation.setViewControllers([b], animated: false)
            stage.up()
            settle(stage)
            #expect(navigation.viewControllers == [b])
        }
        #expect(gone == nil)
    }

    @Test("A change of the stack while the finger is down: the last word counts, and the finger moves nothing more")
    func overtaken() throws {
        let c = Screen("Third", .green)
        try on([a, b]) { stage, navigation in
            drag(stage, to: 160, slowly: true)
            navigation.setViewControllers([a, c], animated: false)
            stage.frame()
            stage.move(0, 250, 240)
            stage.frame()
            stage.up()
            settle(stage)
            #expect(navigation.viewControllers == [a, c] && c.view.frame == r(0, 0, 320, 436))
            #expect(Set(seen(navigation).keys) == ["Third", "‹ First"])
            let isExact = try stage.isExact()
            #expect(isExact)
        }
    }
}
