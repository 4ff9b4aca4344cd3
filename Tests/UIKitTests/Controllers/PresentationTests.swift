import Foundation
import TestSupport
import Testing
import UIKit

@MainActor
@Suite("Presentation")
struct PresentationTests {
    private let log = Log()

    /// A window that shows controller `a`.
    private func withRoot(_ body: @MainActor (TestScreen, LoggingController) -> Void) {
        TestScreen.with { test in
            let a = LoggingController("a", log)
            test.window.rootViewController = a
            test.commit()
            _ = log.take()
            body(test, a)
        }
    }

    @Test("V-23 Animated: the wills at once, the dids after the animation, the presenter's view leaves last")
    func animated() {
        withRoot { test, a in
            let b = LoggingController("b", log)
            a.present(b, animated: true) { self.log += "- presented" }
            #expect(b.isBeingPresented)
            #expect(b.transitionCoordinator != nil)
            #expect(a.transitionCoordinator != nil)
            test.commit()
            #expect(log.takeAppearance() == ["a willDisappear", "b willAppear"])
            #expect(a.view.window === test.window)
            #expect(b.view.frame == r(0, 0, 320, 480))
            test.advance(by: 0.5)
            #expect(log.takeAppearance() == ["b didAppear", "a didDisappear", "- presented"])
            #expect(!b.isBeingPresented)
            #expect(b.transitionCoordinator == nil)
            #expect(a.view.window == nil)

            a.dismiss(animated: true) { self.log += "- dismissed" }
            #expect(b.isBeingDismissed)
            test.commit()
            #expect(log.takeAppearance() == ["b willDisappear", "a willAppear"])
            #expect(a.view.window === test.window)
            test.advance(by: 0.5)
            #expect(log.takeAppearance() == ["a didAppear", "b didDisappear", "- dismissed"])
            #expect(a.presentedViewController == nil)
            #expect(b.presentingViewController == nil)
            #expect(test.window.subviews == [a.view])
            #expect(a.view.frame == r(0, 0, 320, 480))
        }
    }

    @Test("V-23 Over full screen the presenter's view stays and hears nothing", arguments: [false, true])
    func overFullScreen(animated: Bool) {
        withRoot { test, a in
            let b = LoggingController("b", log)
            b.modalPresentationStyle = .overFullScreen
            b.modalTransitionStyle = .crossDissolve
            a.present(b, animated: animated)
            test.commit()
            test.advance(by: 0.5)
            #expect(log.takeAppearance() == ["b willAppear", "b didAppear"])
            #expect(a.view.window === test.window)
            #expect(b.view.window === test.window)
            #expect(b.view.alpha == 1)
            b.dismiss(animated: animated)
            test.commit()
            test.advance(by: 0.5)
            #expect(log.takeAppearance() == ["b willDisappear", "b didDisappear"])
            #expect(b.view.alpha == 1)
            #expect(test.window.subviews == [a.view])
        }
    }

    @Test("A current-context style covers the controller that defines the context, and only that")
    func currentContext() {
        withRoot { test, a in
            let child = LoggingController("c", log)
            a.addChild(child)
            child.view.frame = r(0, 100, 320, 200)
            a.view.addSubview(child.view)
            child.didMove(toParent: a)
            child.definesPresentationContext = true
            test.commit()
            _ = log.take()
            let b = LoggingController("b", log)
            b.modalPresentationStyle = .currentContext
            child.present(b, animated: false)
            test.commit()
            #expect(log.takeAppearance() == ["c willDisappear", "b willAppear", "b didAppear", "c didDisappear"])
            #expect(b.presentingViewController === child)
            #expect(b.view.convert(b.view.bounds, to: nil) == r(0, 100, 320, 200))
            #expect(child.view.window == nil)
            #expect(a.view.window === test.window)
            child.dismiss(animated: false)
            test.commit()
            #expect(log.takeAppearance() == ["b willDisappear", "c willAppear", "c didAppear", "b didDisappear"])
            #expect(child.view.superview === a.view)
            #expect(child.view.frame == r(0, 100, 320, 200))

            b.modalPresentationStyle = .overCurrentContext
            child.present(b, animated: false)
            test.commit()
            #expect(log.takeAppearance() == ["b willAppear", "b didAppear"])
            #expect(child.view.window === test.window)
            // Without a context it is the root that presents.
            child.dismiss(animated: false)
            test.commit()
            child.definesPresentationContext = false
            child.present(b, animated: false)
            test.commit()
            #expect(b.presentingViewController === a)
            #expect(child.presentedViewController === b)
            #expect(b.view.frame == r(0, 0, 320, 480))
        }
    }

    @Test("V-27 Dismissing in the middle of a chain takes away everything above, and only the top is seen to go")
    func chains() {
        withRoot { test, a in
            let (b, c) = (LoggingController("b", log), LoggingController("c", log))
            b.modalPresentationStyle = .overFullScreen
            c.modalPresentationStyle = .overFullScreen
            a.present(b, animated: false)
            test.commit()
            b.present(c, animated: false)
            test.commit()
            _ = log.take()
            #expect(a.presentedViewController === b)
            #expect(b.presentedViewController === c)
            a.dismiss(animated: true)
            test.commit()
            #expect(log.takeAppearance() == ["c willDisappear", "b willDisappear"])
            test.advance(by: 0.5)
            #expect(log.takeAppearance() == ["c didDisappear", "b didDisappear"])
            #expect(a.presentedViewController == nil)
            #expect(b.presentedViewController == nil)
            #expect(test.window.subviews == [a.view])
            // The topmost one, asked itself, goes alone.
            a.present(b, animated: false)
            test.commit()
            b.present(c, animated: false)
            test.commit()
            c.dismiss(animated: false)
            test.commit()
            #expect(a.presentedViewController === b)
            #expect(b.view.window === test.window)
        }
    }

    @Test(
        "Presenting twice, or from a view that is not shown, is refused; dismissing while coming in waits for the end")
    func misuse() {
        withRoot { test, a in
            let (b, c) = (LoggingController("b", log), LoggingController("c", log))
            UIViewController().present(b, animated: false)
            #expect(b.presentingViewController == nil)
            a.present(b, animated: true)
            a.present(c, animated: false)
            #expect(c.presentingViewController == nil)
            var isDismissed = false
            a.dismiss(animated: false) { isDismissed = true }
            test.commit()
            #expect(!isDismissed)
            #expect(a.presentedViewController === b)
            test.advance(by: 0.5)
            test.commit()
            #expect(isDismissed)
            #expect(a.presentedViewController == nil)
            #expect(test.window.subviews == [a.view])
            a.dismiss(animated: false) { self.log += "- nothing to do" }
            #expect(log.take().last == "- nothing to do")
        }
    }

    @Test("Another root ends what the old one presented")
    func newRoot() {
        withRoot { test, a in
            let b = LoggingController("b", log)
            a.present(b, animated: true)
            test.commit()
            let other = UIViewController()
            test.window.rootViewController = other
            test.advance(by: 0.5)
            #expect(test.window.subviews == [other.view])
            #expect(a.presentedViewController == nil)
            #expect(log.takeAppearance().last == "b didDisappear" || b.viewIfLoaded?.window == nil)
        }
    }

    /// A half-height panel over a dimmed window.
    private final class HalfSheet: UIPresentationController {
        let log: Log
        let dimming = UIView()

        init(_ presented: UIViewController, _ presenting: UIViewController?, _ log: Log) {
            self.log = log
            super.init(presentedViewController: presented, presenting: presenting)
        }

        override var frameOfPresentedViewInContainerView: CGRect {
            guard let area = containerView?.bounds else { return .zero }
            return CGRect(x: 0, y: area.height / 2, width: area.width, height: area.height / 2)
        }
        override func presentationTransitionWillBegin() {
            log += "- presentation begins"
            dimming.backgroundColor = .black
            dimming.alpha = 0
            dimming.frame = containerView?.bounds ?? .zero
            containerView?.addSubview(dimming)
            presentedViewController.transitionCoordinator?.animate { _ in
                self.dimming.alpha = 0.5
            } completion: { context in
                self.log += "- dimmed, cancelled \(context.isCancelled)"
            }
        }
        override func presentationTransitionDidEnd(_ completed: Bool) { log += "- presentation ended \(completed)" }
        override func dismissalTransitionWillBegin() {
            log += "- dismissal begins"
            presentedViewController.transitionCoordinator?.animate { _ in self.dimming.alpha = 0 }
        }
        override func dismissalTransitionDidEnd(_ completed: Bool) { log += "- dismissal ended \(completed)" }
        override func containerViewWillLayoutSubviews() {
            dimming.frame = containerView?.bounds ?? .zero
            presentedView?.frame = frameOfPresentedViewInContainerView
        }
    }

    private final class Slide: NSObject, UIViewControllerAnimatedTransitioning {
        let log: Log
        let succeeds: Bool

        init(_ log: Log, succeeds: Bool = true) {
            self.log = log
            self.succeeds = succeeds
            super.init()
        }

        func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?) -> TimeInterval {
            0.2
        }
        func animateTransition(using context: any UIViewControllerContextTransitioning) {
            let to = context.viewController(forKey: .to)
            log += "- animates to \((to as? LoggingController)?.name ?? "?")"
            let frame = to.map { context.finalFrame(for: $0) } ?? .zero
            log += "- final \(Int(frame.minY)) \(Int(frame.height)), style \(context.presentationStyle.rawValue)"
            if let view = context.view(forKey: .to) { context.containerView.addSubview(view) }
            let moving = context.view(forKey: .to) ?? context.view(forKey: .from)
            UIView.animate(withDuration: 0.2) {
                moving?.alpha = 0.9
            } completion: { _ in
                context.completeTransition(self.succeeds)
            }
        }
        func animationEnded(_ transitionCompleted: Bool) { log += "- animation ended \(transitionCompleted)" }
    }

    private final class Director: NSObject, UIViewControllerTransitioningDelegate {
        let log: Log
        var succeeds = true
        init(_ log: Log) {
            self.log = log
            super.init()
        }
        func animationController(
            forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
        ) -> (any UIViewControllerAnimatedTransitioning)? { Slide(log, succeeds: succeeds) }
        func animationController(
            forDismissed dismissed: UIViewController
        ) -> (any UIViewControllerAnimatedTransitioning)? { Slide(log, succeeds: succeeds) }
        func presentationController(
            forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
        ) -> UIPresentationController? { HalfSheet(presented, presenting, log) }
    }

    @Test("A custom presentation: its own frame and dimming, its own animator, everything told in order")
    func custom() {
        withRoot { test, a in
            let b = LoggingController("b", log)
            let director = Director(log)
            b.modalPresentationStyle = .custom
            b.transitioningDelegate = director
            a.present(b, animated: true) { self.log += "- presented" }
            test.commit()
            let sheet = b.presentationController as? HalfSheet
            #expect(sheet?.dimming.alpha == 0.5)
            test.advance(by: 0.25)
            #expect(
                log.takeAppearance() == [
                    "- presentation begins", "b willAppear", "- animates to b", "- final 240 240, style 4",
                    "b didAppear", "- presentation ended true", "- presented", "- animation ended true",
                    "- dimmed, cancelled false",
                ])
            #expect(b.view.frame == r(0, 240, 320, 240))
            test.screen.update(pixelSize: CGSize(width: 480, height: 320), scale: 1, maximumFramesPerSecond: 60)
            test.commit()
            #expect(b.view.frame == r(0, 160, 480, 160))
            _ = log.take()
            a.dismiss(animated: true)
            test.commit()
            #expect(sheet?.dimming.alpha == 0)
            test.advance(by: 0.25)
            #expect(
                log.takeAppearance() == [
                    "- dismissal begins", "b willDisappear", "- animates to a", "- final 0 320, style 4",
                    "b didDisappear", "- dismissal ended true", "- animation ended true",
                ])
            #expect(test.window.subviews == [a.view])
        }
    }

    @Test("A transition that its animator cancels leaves everything as it was")
    func cancelled() {
        withRoot { test, a in
            let b = LoggingController("b", log)
            let director = Director(log)
            director.succeeds = false
            b.modalPresentationStyle = .fullScreen
            b.transitioningDelegate = director
            a.present(b, animated: true)
            test.commit()
            test.advance(by: 0.25)
            #expect(
                log.takeAppearance().filter { !$0.hasPrefix("-") } == [
                    "a willDisappear", "b willAppear", "a willAppear", "a didAppear", "b willDisappear",
                    "b didDisappear",
                ])
            #expect(a.presentedViewController == nil)
            #expect(test.window.subviews == [a.view])

            director.succeeds = true
            a.present(b, animated: true)
            test.commit()
            test.advance(by: 0.25)
            _ = log.take()
            director.succeeds = false
            a.dismiss(animated: true)
            test.commit()
            test.advance(by: 0.25)
            #expect(
                log.takeAppearance().filter { !$0.hasPrefix("-") } == [
                    "b willDisappear", "a willAppear", "a willDisappear", "a didDisappear", "b willAppear",
                    "b didAppear",
                ])
            #expect(a.presentedViewController === b)
            #expect(b.view.window === test.window)
            #expect(a.view.window == nil)
            director.succeeds = true
            a.dismiss(animated: true)
            test.commit()
            test.advance(by: 0.25)
            #expect(test.window.subviews == [a.view])
        }
    }

    @Test("On the panel the new view slides up from below, and down again")
    func onThePanel() throws {
        let stage = try Stage(width: 100, height: 200)
        defer { stage.close() }
        let a = UIViewController()
        a.view.backgroundColor = .blue
        stage.window.rootViewController = a
        stage.frame()
        let b = UIViewController()
        b.view.backgroundColor = .red
        a.present(b, animated: true)
        stage.advance(by: 0.2)
        #expect(stage.pixel(50, 5) == 0xFF00_00FF)
        #expect(stage.pixel(50, 195) == 0xFFFF_0000)
        var isExact = try stage.isExact()
        #expect(isExact)
        stage.advance(by: 0.3)
        #expect(stage.pixel(50, 5) == 0xFFFF_0000)
        b.dismiss(animated: true)
        stage.advance(by: 0.2)
        #expect(stage.pixel(50, 5) == 0xFF00_00FF)
        #expect(stage.pixel(50, 195) == 0xFFFF_0000)
        stage.advance(by: 0.3)
        #expect(stage.pixel(50, 195) == 0xFF00_00FF)
        isExact = try stage.isExact()
        #expect(isExact)
        let count = stage.frameCount
        stage.advance(by: 1)
        #expect(stage.frameCount == count)
    }
}
