import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit

@MainActor
@Suite("Navigation controllers", .serialized)
struct NavigationTests {
    private final class Delegate: NSObject, UINavigationControllerDelegate {
        let log: Log
        var animator: (any UIViewControllerAnimatedTransitioning)?
        var operations: [UINavigationController.Operation] = []

        init(_ log: Log) { self.log = log }

        func navigationController(
            _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool
        ) { log += "nav willShow" }
        func navigationController(
            _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
        ) { log += "nav didShow" }
        func navigationController(
            _ navigationController: UINavigationController,
            animationControllerFor operation: UINavigationController.Operation, from fromVC: UIViewController,
            to toVC: UIViewController
        ) -> (any UIViewControllerAnimatedTransitioning)? {
            operations.append(operation)
            return animator
        }
    }

    /// Ends, or takes back, when it is told to.
    private final class Animator: NSObject, UIViewControllerAnimatedTransitioning {
        var context: (any UIViewControllerContextTransitioning)?
        func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?) -> TimeInterval {
            0.5
        }
        func animateTransition(using context: any UIViewControllerContextTransitioning) {
            self.context = context
            if let view = context.view(forKey: .to) { context.containerView.addSubview(view) }
        }
    }

    private let log = Log()

    private func on(
        _ stack: [UIViewController], _ body: (Stage, UINavigationController, Delegate) throws -> Void
    ) throws {
        let stage = try Stage(width: 320, height: 480)
        defer { stage.close() }
        let navigation = UINavigationController()
        navigation.viewControllers = stack
        let delegate = Delegate(log)
        navigation.delegate = delegate
        stage.window.rootViewController = navigation
        stage.frame()
        _ = log.take()
        try body(stage, navigation, delegate)
        withExtendedLifetime(delegate) {}
    }

    private func logged() -> [String] { log.take().filter { !$0.contains("Parent") } }

    @Test("V-22 Push: loaded, both wills, the delegate, layout, both dids, the delegate; with an animation or without")
    func push() throws {
        for isAnimated in [true, false] {
            try on([LoggingController("a", log)]) { stage, navigation, _ in
                navigation.pushViewController(LoggingController("b", log), animated: isAnimated)
                stage.frame()
                stage.advance(by: 1)
                var lines = logged()
                // Layout may come more than once; it has to come between.
                let first = lines.firstIndex(of: "b willLayout") ?? 0
                let last = lines.lastIndex(of: "b didLayout") ?? 0
                #expect(first == 5 && first < last && last < lines.firstIndex(of: "a didDisappear") ?? 0)
                lines.removeAll { $0.contains("Layout") }
                #expect(
                    lines == [
                        "b loadView", "b didLoad", "a willDisappear", "b willAppear", "nav willShow", "a didDisappear",
                        "b didAppear", "nav didShow",
                    ])
            }
        }
    }

    @Test("V-22 Pop: both wills, both dids, and the controller is let go")
    func pop() throws {
        for isAnimated in [true, false] {
            let a = LoggingController("a", log)
            weak var gone: LoggingController?
            try on([a]) { stage, navigation, _ in
                do {
                    let b = LoggingController("b", log)
                    gone = b
                    navigation.pushViewController(b, animated: false)
                    stage.frame()
                    stage.frame()
                    _ = log.take()
                    #expect(navigation.popViewController(animated: isAnimated) === b)
                    #expect(navigation.viewControllers == [a])
                }
                stage.frame()
                stage.advance(by: 1)
                stage.frame()
                let lines = logged().filter { !$0.contains("Layout") }
                #expect(
                    lines == [
                        "b willDisappear", "a willAppear", "nav willShow", "b didDisappear", "a didAppear",
                        "nav didShow",
                    ])
                #expect(gone == nil)
                #expect(navigation.popViewController(animated: isAnimated) == nil)
            }
        }
    }

    @Test("V-24 The first screen: the root hears as any controller, and a stack set before shows its last only")
    func firstScreen() throws {
        let stage = try Stage(width: 320, height: 480)
        defer { stage.close() }
        let (a, b) = (LoggingController("a", log), LoggingController("b", log))
        let navigation = UINavigationController(rootViewController: a)
        navigation.pushViewController(b, animated: true)
        #expect(!a.isViewLoaded && !navigation.isViewLoaded)
        #expect(a.navigationController === navigation && b.parent === navigation)
        #expect(log.take() == ["a willParent p", "a didParent p", "b willParent p", "b didParent p"])
        stage.window.rootViewController = navigation
        stage.frame()
        #expect(!a.isViewLoaded)
        #expect(
            log.take().filter { !$0.contains("Layout") } == [
                "b loadView", "b didLoad", "b willAppear", "b didAppear",
            ])
        #expect(b.view.superview != nil && b.view.bounds.size == CGSize(width: 320, height: 436))
        #expect(b.view.convert(p(0, 0), to: nil) == p(0, 44))
    }

    @Test("Parents: told before the push and after it; going is told before the pop and after it")
    func parents() throws {
        try on([LoggingController("a", log)]) { stage, navigation, _ in
            let b = LoggingController("b", log)
            navigation.pushViewController(b, animated: true)
            #expect(b.isMovingToParent)
            stage.frame()
            #expect(log.take().filter { $0.contains("Parent") } == ["b willParent p"])
            stage.advance(by: 1)
            #expect(log.take().filter { $0.contains("Parent") } == ["b didParent p"])
            #expect(!b.isMovingToParent && b.transitionCoordinator == nil)
            navigation.popViewController(animated: true)
            #expect(b.isMovingFromParent && b.transitionCoordinator != nil)
            stage.frame()
            stage.advance(by: 1)
            #expect(log.take().filter { $0.contains("Parent") } == ["b willParent nil", "b didParent nil"])
            #expect(b.parent == nil && b.navigationController == nil)
        }
    }

    @Test("The stack: set as a whole, down to one, down to the root; nonsense is refused and logged")
    func stack() throws {
        let controllers = ["a", "b", "c", "d"].map { LoggingController($0, log) }
        try on([controllers[0]]) { stage, navigation, delegate in
            @MainActor func settle() {
                stage.frame()
                stage.advance(by: 1)
                stage.frame()
            }
            navigation.setViewControllers(Array(controllers[0...2]), animated: true)
            settle()
            #expect(navigation.topViewController === controllers[2] && !controllers[1].isViewLoaded)
            #expect(delegate.operations == [.push])
            #expect(navigation.popToRootViewController(animated: true)?.count == 2)
            settle()
            #expect(delegate.operations == [.push, .pop])
            #expect(navigation.children == [controllers[0]])
            navigation.viewControllers = controllers
            settle()
            #expect(navigation.popToViewController(controllers[1], animated: false) == Array(controllers[2...]))
            settle()
            #expect(controllers[1].view.window != nil && controllers[3].view.window == nil)
            #expect(navigation.popToViewController(controllers[3], animated: false) == nil)
            // A stack whose lower part changes shows what it showed.
            _ = log.take()
            navigation.setViewControllers([controllers[3], controllers[1]], animated: true)
            settle()
            #expect(logged().filter { !$0.contains("Layout") }.isEmpty)
            let before = navigation.viewControllers
            navigation.pushViewController(controllers[1], animated: false)
            navigation.pushViewController(navigation, animated: false)
            #expect(navigation.viewControllers == before)
            navigation.viewControllers = []
            settle()
            #expect(controllers[1].view.window == nil && navigation.topViewController == nil)
        }
    }

    @Test("Changes in quick succession: each ends the one before, every will has its did, the last one is seen")
    func quickly() throws {
        try on([LoggingController("a", log)]) { stage, navigation, _ in
            let (b, c) = (LoggingController("b", log), LoggingController("c", log))
            navigation.pushViewController(b, animated: true)
            navigation.pushViewController(c, animated: true)
            stage.frame()
            navigation.popViewController(animated: true)
            stage.advance(by: 0.1)
            navigation.popViewController(animated: true)
            stage.advance(by: 2)
            stage.frame()
            let lines = log.takeAppearance()
            for name in ["a", "b", "c"] {
                let own = lines.filter { $0.hasPrefix(name) }.map { String($0.dropFirst(2)) }
                for (index, word) in own.enumerated() where word.hasPrefix("will") {
                    #expect(index + 1 < own.count && own[index + 1] == "did" + word.dropFirst(4), "\(own)")
                }
            }
            #expect(navigation.viewControllers.count == 1 && navigation.view.window != nil)
            #expect(navigation.topViewController?.view.window != nil && b.view.window == nil && c.view.window == nil)
            let isExact = try stage.isExact()
            #expect(isExact)
        }
    }

    @Test("The bar shows title and way back, which can be tapped; hidden, it leaves its room to the view")
    func bar() throws {
        let (a, b) = (UIViewController(), UIViewController())
        a.title = "First"
        b.navigationItem.title = "Second"
        try on([a]) { stage, navigation, _ in
            @MainActor func texts(_ view: UIView) -> [String] {
                ((view as? UILabel)?.text.map { [$0] } ?? []) + view.subviews.flatMap(texts)
            }
            var saved = 0
            b.navigationItem.rightBarButtonItem = UIBarButtonItem(
                title: "Save", primaryAction: UIAction { _ in saved += 1 })
            #expect(texts(navigation.navigationBar) == ["First"])
            navigation.pushViewController(b, animated: true)
            stage.frame()
            stage.advance(by: 1)
            stage.frame()
            #expect(Set(texts(navigation.navigationBar)) == ["Second", "‹ First", "Save"])
            #expect(navigation.navigationBar.frame == r(0, 0, 320, 44))
            stage.tap(290, 22)
            #expect(saved == 1)
            b.title = "Renamed"
            #expect(texts(navigation.navigationBar).contains("Renamed"))
            navigation.isNavigationBarHidden = true
            stage.frame()
            #expect(navigation.navigationBar.isHidden && b.view.frame.height == 480)
            navigation.setNavigationBarHidden(false, animated: true)
            stage.frame()
            stage.advance(by: 1)
            stage.frame()
            #expect(!navigation.navigationBar.isHidden && b.view.frame.height == 436)
            let isExact = try stage.isExact()
            #expect(isExact)
            stage.tap(30, 22)
            stage.frame()
            stage.advance(by: 1)
            stage.frame()
            #expect(navigation.topViewController === a && texts(navigation.navigationBar) == ["First"])
            b.navigationItem.hidesBackButton = true
            navigation.pushViewController(b, animated: false)
            stage.frame()
            #expect(Set(texts(navigation.navigationBar)) == ["Renamed", "Save"])
        }
    }

    @Test("The view comes in from the side over the other one, and the panel is exact on the way")
    func animation() throws {
        let (a, b) = (UIViewController(), UIViewController())
        try on([a]) { stage, navigation, _ in
            a.view.backgroundColor = .red
            b.view.backgroundColor = .blue
            stage.frame()
            navigation.pushViewController(b, animated: true)
            stage.frame()
            stage.advance(by: 0.175)
            #expect(stage.pixel(20, 200) == 0xFFFF_0000 && stage.pixel(300, 200) == 0xFF00_00FF)
            let isExactBetween = try stage.isExact()
            #expect(isExactBetween)
            stage.advance(by: 1)
            #expect(stage.pixel(5, 200) == 0xFF00_00FF)
            #expect(b.view.frame == r(0, 0, 320, 436))
            navigation.popViewController(animated: true)
            stage.frame()
            stage.advance(by: 0.175)
            #expect(stage.pixel(20, 200) == 0xFFFF_0000 && stage.pixel(300, 200) == 0xFF00_00FF)
            stage.advance(by: 1)
            #expect(stage.pixel(300, 200) == 0xFFFF_0000)
            let isExact = try stage.isExact()
            #expect(isExact)
        }
    }

    @Test("An animator of the delegate's; one that takes the change back leaves everything as it was")
    func ownAnimator() throws {
        let a = LoggingController("a", log)
        try on([a]) { stage, navigation, delegate in
            let animator = Animator()
            delegate.animator = animator
            let b = LoggingController("b", log)
            navigation.pushViewController(b, animated: true)
            var alongside: [Bool] = []
            navigation.transitionCoordinator?.animate(alongsideTransition: nil) { alongside.append($0.isCancelled) }
            stage.frame()
            #expect(animator.context?.viewController(forKey: .to) === b)
            animator.context?.completeTransition(false)
            stage.frame()
            #expect(navigation.viewControllers == [a] && a.view.window != nil && b.view.window == nil)
            #expect(b.parent == nil && alongside == [true])
            #expect(
                log.takeAppearance() == [
                    "a willDisappear", "b willAppear", "b willDisappear", "a willAppear", "b didDisappear",
                    "a didAppear",
                ])
            navigation.pushViewController(b, animated: true)
            animator.context?.completeTransition(true)
            animator.context?.completeTransition(true)
            stage.frame()
            #expect(navigation.viewControllers == [a, b] && b.view.window != nil && a.view.window == nil)
            #expect(b.parent === navigation)
        }
    }

    @Test("Pushing while the screen itself appears: the first one comes and goes, the second one stays")
    func whileAppearing() throws {
        final class Eager: LoggingController {
            var other: UIViewController?
            override func viewWillAppear(_ animated: Bool) {
                super.viewWillAppear(animated)
                guard let other else { return }
                self.other = nil
                navigationController?.pushViewController(other, animated: true)
            }
        }
        let stage = try Stage(width: 320, height: 480)
        defer { stage.close() }
        let a = Eager("a", log)
        let b = LoggingController("b", log)
        a.other = b
        stage.window.rootViewController = UINavigationController(rootViewController: a)
        stage.frame()
        stage.advance(by: 1)
        stage.frame()
        #expect(
            log.takeAppearance() == [
                "a willAppear", "a willDisappear", "a didDisappear", "b willAppear", "b didAppear",
            ])
        #expect(b.view.window != nil && a.view.window == nil)
    }
}
