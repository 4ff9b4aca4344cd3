import Foundation
import Testing
import UIKit

@MainActor
@Suite("View controllers")
struct ViewControllerTests {
    private let log = Log()

    @Test("V-21 The view is loaded once, at the first access; asking whether it is loaded does not load it")
    func loading() {
        let controller = LoggingController("a", log)
        #expect(!controller.isViewLoaded)
        #expect(controller.viewIfLoaded == nil)
        #expect(log.take().isEmpty)
        _ = controller.view
        _ = controller.view
        #expect(log.take() == ["a loadView", "a didLoad"])
        #expect(controller.isViewLoaded)
    }

    @Test("V-24 The first screen, in order; hiding the window says so")
    func firstScreen() {
        TestScreen.with { test in
            let controller = LoggingController("a", log)
            test.window.rootViewController = controller
            #expect(log.take() == ["a loadView", "a didLoad", "a willAppear"])
            test.commit()
            #expect(log.take() == ["a willLayout", "a didLayout", "a didAppear"])
            test.window.isHidden = true
            #expect(log.take() == ["a willDisappear", "a didDisappear"])
            test.window.isHidden = false
            test.commit()
            #expect(log.take().filter { $0.hasSuffix("ppear") } == ["a willAppear", "a didAppear"])
        }
    }

    @Test("V-25 A child hears of its parent's appearance, and of its own coming and going")
    func children() {
        TestScreen.with { test in
            let parent = LoggingController("p", log)
            let child = LoggingController("c", log)
            test.window.rootViewController = parent
            test.commit()
            _ = log.take()
            parent.addChild(child)
            #expect(log.take() == ["c willParent p"])
            parent.view.addSubview(child.view)
            child.didMove(toParent: parent)
            #expect(log.take() == ["c loadView", "c didLoad", "c willAppear", "c didParent p"])
            test.commit()
            #expect(log.take().last == "c didAppear")
            test.window.isHidden = true
            #expect(log.take() == ["p willDisappear", "c willDisappear", "p didDisappear", "c didDisappear"])
            test.window.isHidden = false
            test.commit()
            #expect(
                log.take().filter { $0.hasSuffix("ppear") } == [
                    "p willAppear", "c willAppear", "p didAppear", "c didAppear",
                ])
            child.willMove(toParent: nil)
            child.view.removeFromSuperview()
            child.removeFromParent()
            #expect(log.take() == ["c willParent nil", "c willDisappear", "c didDisappear", "c didParent nil"])
            #expect(child.parent == nil)
            #expect(parent.children.isEmpty)
        }
    }

    @Test("V-23, V-27 Presenting over the full screen, and dismissing")
    func presenting() {
        TestScreen.with { test in
            let a = LoggingController("a", log)
            let b = LoggingController("b", log)
            test.window.rootViewController = a
            test.commit()
            _ = log.take()
            a.present(b, animated: false) { log += "presented" }
            test.commit()
            #expect(
                log.take().filter { !$0.contains("ayout") } == [
                    "b loadView", "b didLoad", "a willDisappear", "b willAppear", "b didAppear", "a didDisappear",
                    "presented",
                ])
            #expect(a.presentedViewController === b)
            #expect(b.presentingViewController === a)
            #expect(b.view.window === test.window)
            #expect(a.view.window == nil)
            b.dismiss(animated: false) { log += "dismissed" }
            test.commit()
            #expect(
                log.take().filter { !$0.contains("ayout") } == [
                    "b willDisappear", "a willAppear", "a didAppear", "b didDisappear", "dismissed",
                ])
            #expect(a.presentedViewController == nil)
            #expect(a.view.window === test.window)
            #expect(b.view.window == nil)
        }
    }
}
