import Foundation
import Testing
import UIKit

@MainActor
@Suite("Windows and the screen")
struct WindowTests {
    @Test("E-111 Windows are made hidden; showing and becoming key are told, the old key window resigns first")
    func keyWindows() {
        TestScreen.with { test in
            let log = Log()
            let names: [NSNotification.Name] = [
                UIWindow.didBecomeVisibleNotification, UIWindow.didBecomeHiddenNotification,
                UIWindow.didBecomeKeyNotification, UIWindow.didResignKeyNotification,
            ]
            let window = UIWindow(frame: test.screen.bounds)
            let observers = names.map { name in
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { note in
                    let isNew = (note.object as AnyObject) === window
                    let text = note.name.rawValue.replacingOccurrences(of: "UIWindowDid", with: "")
                        .replacingOccurrences(of: "Notification", with: "")
                    MainActor.assumeIsolated { log += (isNew ? "new " : "old ") + text }
                }
            }
            defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
            #expect(window.isHidden)
            #expect(test.window.isKeyWindow)
            window.makeKeyAndVisible()
            #expect(log.take() == ["new BecomeVisible", "old ResignKey", "new BecomeKey"])
            #expect(window.isKeyWindow)
            #expect(!test.window.isKeyWindow)
            window.isHidden = true
            #expect(log.take() == ["new ResignKey", "new BecomeHidden"])
        }
    }

    @Test("E-09, E-110 The level decides before the order of showing")
    func levels() {
        TestScreen.with { test in
            let alert = UIWindow(frame: test.screen.bounds)
            alert.windowLevel = .alert
            let normal = UIWindow(frame: test.screen.bounds)
            alert.isHidden = false
            normal.isHidden = false
            #expect(test.screen.windows == [test.window, normal, alert])
            #expect(test.screen.rootLayer.sublayers == [test.window.layer, normal.layer, alert.layer])
            test.window.makeKeyAndVisible()
            #expect(test.screen.windows == [normal, test.window, alert])
            normal.windowLevel = UIWindow.Level(3000)
            #expect(test.screen.windows == [test.window, alert, normal])
            normal.isHidden = true
            #expect(test.screen.windows == [test.window, alert])
            #expect(normal.layer.superlayer == nil)
            #expect(UIWindow.Level.statusBar.rawValue == 1000)
            #expect(UIWindow.Level.alert.rawValue == 2000)
        }
    }

    @Test("A window nobody keeps is gone from the screen")
    func lifetime() {
        TestScreen.with { test in
            do {
                let window = UIWindow(frame: test.screen.bounds)
                window.isHidden = false
                #expect(test.screen.rootLayer.sublayers?.count == 2)
            }
            #expect(test.screen.windows == [test.window])
            #expect(test.screen.rootLayer.sublayers?.count == 1)
        }
    }

    @Test("E-113 The root view fills the window, lies behind, and follows its size")
    func rootView() {
        TestScreen.with { test in
            let front = UIView()
            test.window.addSubview(front)
            let controller = UIViewController()
            test.window.rootViewController = controller
            #expect(controller.view.frame == test.window.bounds)
            #expect(test.window.subviews == [controller.view, front])
            test.window.frame.size = CGSize(width: 200, height: 100)
            #expect(controller.view.frame == r(0, 0, 200, 100))
            let other = UIViewController()
            test.window.rootViewController = other
            #expect(test.window.subviews == [other.view, front])
            #expect(controller.view.superview == nil)
        }
    }

    @Test("G-19 UIWindow() has the screen's size; a screen that changes takes its windows along")
    func screenChanges() {
        TestScreen.with(width: 100, height: 50, scale: 2) { test in
            let small = UIWindow(frame: r(0, 0, 10, 10))
            small.isHidden = false
            #expect(UIWindow().frame == r(0, 0, 100, 50))
            #expect(test.screen.nativeBounds == r(0, 0, 200, 100))
            test.screen.update(
                pixelSize: CGSize(width: 300, height: 600), scale: 3, maximumFramesPerSecond: 30)
            #expect(test.screen.bounds == r(0, 0, 100, 200))
            #expect(test.window.frame == r(0, 0, 100, 200))
            #expect(small.frame == r(0, 0, 10, 10))
            #expect(test.screen.rootLayer.frame == r(0, 0, 100, 200))
            #expect(test.screen.maximumFramesPerSecond == 30)
        }
    }

    @Test("G-72 A drawing view takes the screen's scale when it enters a window; others do not")
    func contentScale() {
        TestScreen.with(scale: 2) { test in
            final class Drawing: UIView { override func draw(_ rect: CGRect) { _ = rect } }
            let drawing = Drawing()
            let plain = UIView()
            let fixed = Drawing()
            fixed.contentScaleFactor = 1
            for view in [drawing, plain, fixed] { test.window.addSubview(view) }
            #expect(drawing.contentScaleFactor == 2)
            #expect(plain.contentScaleFactor == 1)
            #expect(fixed.contentScaleFactor == 1)
        }
    }

    @Test("E-51 One first responder per window: it must want to, the old one must let go, leaving the window ends it")
    func firstResponders() {
        final class Field: UIView {
            var mayResign = true
            override var canBecomeFirstResponder: Bool { true }
            override var canResignFirstResponder: Bool { mayResign }
        }
        TestScreen.with { test in
            let a = Field()
            let b = Field()
            #expect(!a.becomeFirstResponder())
            test.window.addSubview(a)
            test.window.addSubview(b)
            #expect(!UIView().becomeFirstResponder())
            #expect(a.becomeFirstResponder())
            #expect(a.isFirstResponder)
            a.mayResign = false
            #expect(!b.becomeFirstResponder())
            #expect(a.isFirstResponder)
            a.mayResign = true
            #expect(b.becomeFirstResponder())
            #expect(!a.isFirstResponder)
            b.removeFromSuperview()
            #expect(!b.isFirstResponder)
            #expect(a.becomeFirstResponder())
            #expect(test.window.endEditing(false))
            #expect(!a.isFirstResponder)
        }
    }

    @Test("E-34, E-50 Touches nobody handles go up: superview, controller, window, application")
    func responderChain() {
        final class Handling: UIView {
            var began = 0
            override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { began += 1 }
        }
        TestScreen.with { test in
            let controller = UIViewController()
            let root = Handling()
            controller.view = root
            test.window.rootViewController = controller
            let inner = UIView()
            root.addSubview(inner)
            #expect(inner.next === root)
            #expect(root.next === controller)
            #expect(controller.next === test.window)
            #expect(test.window.next === UIApplication.shared)
            let plain = UIView()
            inner.addSubview(plain)
            plain.touchesBegan([], with: nil)
            #expect(root.began == 1)
        }
    }
}
