import Foundation
import Testing
import UIKit

@MainActor
@Suite("Appearance of controllers")
struct AppearanceTests {
    private let log = Log()

    @Test("V-26 viewWillAppear comes before the view is in the window, viewDidAppear after its layout")
    func whenAppearanceIsTold() {
        final class Curious: UIViewController {
            var seen: [String] = []
            private func note(_ name: String) {
                seen.append("\(name) \(viewIfLoaded?.window == nil ? "outside" : "inside")")
            }
            override func viewWillAppear(_ animated: Bool) { note("will") }
            override func viewIsAppearing(_ animated: Bool) { note("is") }
            override func viewDidLayoutSubviews() { note("layout") }
            override func viewDidAppear(_ animated: Bool) { note("did") }
        }
        TestScreen.with { test in
            let controller = Curious()
            test.window.rootViewController = controller
            #expect(controller.seen == ["will outside"])
            test.commit()
            #expect(controller.seen == ["will outside", "is inside", "layout inside", "did inside"])
        }
    }

    @Test("L-25 The controller hears just before and just after its root view's layout, and of no other view's")
    func layoutCallbacks() {
        TestScreen.with { test in
            let controller = LoggingController("c", log)
            let root = LoggingView("root", log)
            let inner = LoggingView("inner", log, frame: r(0, 0, 10, 10))
            controller.view = root
            root.addSubview(inner)
            test.window.rootViewController = controller
            _ = log.take()
            test.commit()
            #expect(
                log.take().filter { $0.contains("ayout") } == [
                    "c willLayout", "root layout", "c didLayout", "inner layout",
                ])
            inner.setNeedsLayout()
            test.commit()
            #expect(log.take() == ["inner layout"])
        }
    }

    @Test("V-25 A container that forwards appearance itself: children hear only what it says")
    func manualForwarding() {
        final class Manual: UIViewController {
            override var shouldAutomaticallyForwardAppearanceMethods: Bool { false }
        }
        TestScreen.with { test in
            let parent = Manual()
            let child = LoggingController("c", log)
            parent.addChild(child)
            parent.view.addSubview(child.view)
            child.didMove(toParent: parent)
            test.window.rootViewController = parent
            test.commit()
            #expect(log.takeAppearance().isEmpty)
            child.beginAppearanceTransition(true, animated: false)
            #expect(log.takeAppearance() == ["c willAppear"])
            child.endAppearanceTransition()
            #expect(log.takeAppearance() == ["c didAppear"])
            child.beginAppearanceTransition(false, animated: true)
            child.endAppearanceTransition()
            #expect(log.takeAppearance() == ["c willDisappear", "c didDisappear"])
        }
    }

    @Test("V-25 A child knows whether it comes or goes because of its container")
    func movingFlags() {
        final class Child: UIViewController {
            var seen: [Bool] = []
            override func viewWillAppear(_ animated: Bool) { seen.append(isMovingToParent) }
            override func viewWillDisappear(_ animated: Bool) { seen.append(isMovingFromParent) }
        }
        TestScreen.with { test in
            let parent = UIViewController()
            let child = Child()
            test.window.rootViewController = parent
            test.commit()
            parent.addChild(child)
            parent.view.addSubview(child.view)
            child.didMove(toParent: parent)
            test.commit()
            test.window.isHidden = true
            test.window.isHidden = false
            test.commit()
            child.willMove(toParent: nil)
            child.view.removeFromSuperview()
            child.removeFromParent()
            #expect(child.seen == [true, false, false, true])
            #expect(!child.isMovingFromParent)
            #expect(!child.isMovingToParent)
        }
    }

    @Test("Children that change places by transition(from:to:) hear of it once each; the old view leaves at the end")
    func exchange() {
        TestScreen.with { test in
            let parent = UIViewController()
            let (a, b) = (LoggingController("a", log), LoggingController("b", log))
            test.window.rootViewController = parent
            parent.addChild(a)
            parent.view.addSubview(a.view)
            a.didMove(toParent: parent)
            test.commit()
            parent.addChild(b)
            a.willMove(toParent: nil)
            _ = log.take()
            parent.transition(from: a, to: b, duration: 0.3, animations: { b.view.alpha = 0.5 }) { _ in
                self.log += "- done"
                a.removeFromParent()
                b.didMove(toParent: parent)
            }
            test.commit()
            #expect(log.takeAppearance() == ["a willDisappear", "b willAppear"])
            #expect(a.view.superview === parent.view)
            test.advance(by: 0.31)
            #expect(log.takeAppearance() == ["a didDisappear", "b didAppear", "- done"])
            #expect(a.view.superview == nil)
            #expect(parent.children == [b])
        }
    }

    @Test("The panel turns: controllers hear of the size to come before the views have it, with their children")
    func sizeTransition() {
        final class Sized: UIViewController {
            var log: [String] = []
            override func viewWillTransition(
                to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
            ) {
                super.viewWillTransition(to: size, with: coordinator)
                log.append("will \(Int(size.width))x\(Int(size.height)) at \(Int(view.bounds.width))")
                #expect(transitionCoordinator != nil)
                coordinator.animate { context in
                    self.log.append("alongside at \(Int(self.view.bounds.width)), animated \(context.isAnimated)")
                } completion: { context in
                    self.log.append("done, cancelled \(context.isCancelled)")
                }
            }
        }
        TestScreen.with(width: 320, height: 480) { test in
            let root = Sized()
            let (whole, part) = (Sized(), Sized())
            test.window.rootViewController = root
            for (child, frame) in [(whole, root.view.bounds), (part, r(0, 0, 100, 100))] {
                root.addChild(child)
                child.view.frame = frame
                root.view.addSubview(child.view)
                child.didMove(toParent: root)
            }
            whole.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            test.commit()
            test.screen.update(pixelSize: CGSize(width: 480, height: 320), scale: 1, maximumFramesPerSecond: 60)
            #expect(root.log == ["will 480x320 at 320", "alongside at 480, animated false"])
            test.commit()
            #expect(root.log.last == "done, cancelled false")
            #expect(whole.log == root.log)
            #expect(part.log.isEmpty)
            #expect(root.transitionCoordinator == nil)
            #expect(root.view.bounds == r(0, 0, 480, 320))
        }
    }

    @Test(
        "L-45 A controller's root view has the system's margins at its sides, more in wide windows, and any larger ones"
    )
    func systemMargins() {
        TestScreen.with(width: 320, height: 480) { test in
            let controller = UIViewController()
            test.window.rootViewController = controller
            let view: UIView = controller.view
            #expect(view.layoutMargins == UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 16))
            view.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 4, leading: 10, bottom: 5, trailing: 30)
            #expect(view.layoutMargins == UIEdgeInsets(top: 4, left: 16, bottom: 5, right: 30))
            controller.viewRespectsSystemMinimumLayoutMargins = false
            #expect(view.layoutMargins == UIEdgeInsets(top: 4, left: 10, bottom: 5, right: 30))
            #expect(UIView().layoutMargins == UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8))
        }
        TestScreen.with(width: 1024, height: 600) { test in
            let controller = UIViewController()
            test.window.rootViewController = controller
            #expect(controller.view.layoutMargins == UIEdgeInsets(top: 0, left: 20, bottom: 0, right: 20))
            test.screen.safeAreaInsets = UIEdgeInsets(top: 10, left: 0, bottom: 0, right: 5)
            #expect(controller.view.layoutMargins == UIEdgeInsets(top: 10, left: 20, bottom: 0, right: 25))
        }
    }

    @Test("L-45 A controller's additional insets widen the safe area of its views, who hear of it before their layout")
    func additionalInsets() {
        final class Root: UIView {
            var log: [String] = []
            override func safeAreaInsetsDidChange() { log.append("safe area \(Int(safeAreaInsets.top))") }
            override func layoutMarginsDidChange() { log.append("margins") }
            override func layoutSubviews() { log.append("layout") }
        }
        final class Controller: UIViewController {
            var changes = 0
            override func viewSafeAreaInsetsDidChange() { changes += 1 }
        }
        TestScreen.with { test in
            let controller = Controller()
            let root = Root()
            let child = Root(frame: r(0, 0, 100, 100))
            root.addSubview(child)
            controller.view = root
            test.window.rootViewController = controller
            test.commit()
            root.log = []
            child.log = []
            controller.additionalSafeAreaInsets = UIEdgeInsets(top: 30, left: 0, bottom: 0, right: 0)
            #expect(root.safeAreaInsets.top == 30)
            #expect(child.safeAreaInsets.top == 30)
            test.commit()
            #expect(root.log == ["safe area 30", "margins", "layout"])
            #expect(child.log == ["safe area 30", "margins", "layout"])
            #expect(controller.changes == 1)
            // A view that moves out of the covered part hears of it, too.
            child.log = []
            child.frame.origin.y = 30
            test.commit()
            #expect(child.log == ["safe area 0", "margins", "layout"])
            #expect(controller.changes == 1)
        }
    }

    @Test("L-44 The readable part is at most 920 points wide and centred")
    func readableWidth() {
        func guide(_ width: CGFloat) -> CGRect {
            let view = UIView(frame: r(0, 0, width, 100))
            return view.readableContentGuide.layoutFrame
        }
        #expect(guide(320) == r(8, 8, 304, 84))
        #expect(guide(1008) == r(8, 8, 992, 84))
        #expect(guide(1200) == r(140, 8, 920, 84))
    }

    @Test("Margins in the direction of reading turn with it; those given as left and right do not")
    func directionalMargins() {
        let view = UIView()
        view.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
        #expect(view.layoutMargins == UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
        view.semanticContentAttribute = .forceRightToLeft
        #expect(view.effectiveUserInterfaceLayoutDirection == .rightToLeft)
        #expect(view.layoutMargins == UIEdgeInsets(top: 1, left: 4, bottom: 3, right: 2))
        view.layoutMargins = UIEdgeInsets(top: 1, left: 5, bottom: 3, right: 6)
        #expect(view.directionalLayoutMargins.leading == 6)
        view.semanticContentAttribute = .unspecified
        #expect(view.layoutMargins.left == 5)
        #expect(view.directionalLayoutMargins.leading == 5)
    }

    @Test("Views follow the interface's direction unless their meaning says otherwise")
    func directions() {
        let previous = UIApplication.shared.direction
        defer { UIApplication.shared.direction = previous }
        UIApplication.shared.direction = .rightToLeft
        let view = UIView()
        #expect(view.effectiveUserInterfaceLayoutDirection == .rightToLeft)
        for meaning in [UIView.SemanticContentAttribute.playback, .spatial, .forceLeftToRight] {
            view.semanticContentAttribute = meaning
            #expect(view.effectiveUserInterfaceLayoutDirection == .leftToRight)
        }
        #expect(
            UIView.userInterfaceLayoutDirection(for: .unspecified, relativeTo: .leftToRight) == .leftToRight)
    }
}
