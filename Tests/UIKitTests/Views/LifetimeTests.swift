import Foundation
import TestSupport
import Testing

@testable import UIKit

/// What nobody holds is gone: no part of the toolkit keeps a window, a view or a controller alive.
@MainActor
@Suite("Lifetime")
struct LifetimeTests {
    /// Objects that must be gone at the end.
    private final class Watch {
        private var entries: [(name: String, isAlive: () -> Bool)] = []

        func callAsFunction<Object: AnyObject>(_ name: String, _ object: Object) -> Object {
            entries.append((name, { [weak object] in object != nil }))
            return object
        }

        var survivors: [String] { entries.filter { $0.isAlive() }.map(\.name) }
    }

    @Test("A window nobody holds goes with its views, controllers and their layers")
    func windows() {
        TestScreen.with { test in
            let watch = Watch()
            do {
                let window = watch("window", UIWindow(frame: test.screen.bounds))
                let root = watch("root", UIViewController())
                let child = watch("child", UIViewController())
                root.addChild(child)
                root.view.addSubview(child.view)
                child.didMove(toParent: root)
                _ = watch("view", child.view)
                _ = watch("layer", child.view.layer)
                let label = watch("label", UILabel(frame: r(0, 0, 50, 20)))
                label.text = "text"
                child.view.addSubview(label)
                let button = watch("button", UIButton(type: .system))
                button.setTitle("b", for: .normal)
                child.view.addSubview(button)
                child.view.addSubview(watch("image view", UIImageView(image: UIImage())))
                let scroll = watch("scroll view", UIScrollView(frame: r(0, 0, 50, 50)))
                child.view.addSubview(scroll)
                child.view.mask = watch("mask", UIView(frame: r(0, 0, 10, 10)))
                window.rootViewController = root
                window.makeKeyAndVisible()
                test.commit()
            }
            test.commit()
            #expect(watch.survivors.isEmpty)
        }
    }

    @Test("Recognizers and controls hold neither their targets nor their views")
    func recognizers() {
        final class Target {
            func fired() {}
            func changed(_ sender: UIControl) {}
        }
        TestScreen.with { test in
            let watch = Watch()
            do {
                let target = watch("target", Target())
                let view = watch("view", UIView(frame: r(0, 0, 100, 100)))
                let tap = watch("tap", UITapGestureRecognizer(target: target, action: Target.fired))
                let double = watch("double", UITapGestureRecognizer(target: target, action: Target.fired))
                double.numberOfTapsRequired = 2
                tap.require(toFail: double)
                view.addGestureRecognizer(tap)
                view.addGestureRecognizer(double)
                let control = watch("control", UIControl(frame: r(0, 0, 10, 10)))
                control.addTarget(target, action: Target.changed, for: .valueChanged)
                view.addSubview(control)
                test.window.addSubview(view)
                test.commit()
                view.removeFromSuperview()
            }
            test.commit()
            #expect(watch.survivors.isEmpty)
        }
    }

    @Test("A view that is taken away under a finger goes when the finger is lifted")
    func touched() throws {
        let stage = try Stage(width: 100, height: 100)
        defer { stage.close() }
        let watch = Watch()
        do {
            let view = watch("view", UIControl(frame: r(0, 0, 100, 100)))
            view.addGestureRecognizer(watch("pan", UIPanGestureRecognizer()))
            view.addGestureRecognizer(watch("long press", UILongPressGestureRecognizer()))
            stage.window.addSubview(view)
            stage.frame()
            stage.down(0, 50, 50)
            stage.move(0, 50, 80)
            view.removeFromSuperview()
        }
        stage.advance(by: 1)
        stage.up(0)
        stage.advance(by: 1)
        #expect(watch.survivors.isEmpty)
    }

    @Test("Animations let go of views and blocks: at their end, when removed, and with the window")
    func animations() {
        TestScreen.with { test in
            let watch = Watch()
            do {
                final class Token {}
                let token = watch("token of the block", Token())
                let view = watch("animated", UIView(frame: r(0, 0, 10, 10)))
                test.window.addSubview(view)
                test.commit()
                UIView.animate(withDuration: 1) {
                    view.alpha = 0
                    view.center = .zero
                } completion: { _ in
                    _ = (token, view)
                }
                test.commit()
                view.removeFromSuperview()
                test.commit()
            }
            test.advance(by: 2)
            #expect(watch.survivors.isEmpty)

            let second = Watch()
            do {
                let view = second("with animator", UIView(frame: r(0, 0, 10, 10)))
                test.window.addSubview(view)
                test.commit()
                let animator = second(
                    "animator", UIViewPropertyAnimator(duration: 1, curve: .linear) { view.alpha = 0 })
                animator.addCompletion { _ in _ = view }
                animator.startAnimation()
                test.advance(by: 2)
                view.removeFromSuperview()
            }
            test.advance(by: 1)
            #expect(second.survivors.isEmpty)

            let third = Watch()
            do {
                let window = third("window", UIWindow(frame: test.screen.bounds))
                let view = third("repeating", UIView(frame: r(0, 0, 10, 10)))
                window.addSubview(view)
                window.isHidden = false
                test.commit()
                UIView.animate(withDuration: 1, delay: 0, options: [.repeat, .autoreverse]) {
                    view.alpha = 0
                } completion: { _ in
                    _ = view
                }
                test.commit()
            }
            test.commit()
            test.advance(by: 1)
            #expect(third.survivors.isEmpty)
        }
    }

    @Test("A scroll view that is flung and taken away goes", arguments: [0.05, 3])
    func scrolling(wait: Double) throws {
        let stage = try Stage(width: 100, height: 200)
        defer { stage.close() }
        let watch = Watch()
        do {
            let view = watch("scroll view", UIScrollView(frame: stage.window.bounds))
            view.contentSize = CGSize(width: 100, height: 5000)
            stage.window.addSubview(view)
            stage.frame()
            stage.drag(from: CGPoint(x: 50, y: 190), to: CGPoint(x: 50, y: 20), duration: 0.1)
            stage.advance(by: wait)
            view.removeFromSuperview()
        }
        stage.advance(by: 0.1)
        #expect(watch.survivors.isEmpty)
    }

    @Test(
        "Presented controllers go with their dismissal, and with a window that is dropped meanwhile",
        arguments: [
            UIModalPresentationStyle.fullScreen, .overFullScreen, .custom,
        ])
    func presented(style: UIModalPresentationStyle) {
        TestScreen.with { test in
            let root = UIViewController()
            test.window.rootViewController = root
            test.commit()
            let watch = Watch()
            do {
                let presented = watch("presented", UIViewController())
                presented.modalPresentationStyle = style
                root.present(presented, animated: true)
                _ = watch("view", presented.view)
                _ = watch("presentation", presented.presentationController ?? NSObject())
                presented.transitionCoordinator?.animate { _ in presented.view.alpha = 0.9 }
                test.commit()
                test.advance(by: 1)
                root.dismiss(animated: true)
                test.commit()
                test.advance(by: 1)
            }
            test.commit()
            #expect(watch.survivors.isEmpty)

            let second = Watch()
            do {
                let window = second("window", UIWindow(frame: test.screen.bounds))
                window.rootViewController = second("root", UIViewController())
                window.isHidden = false
                test.commit()
                let presented = second("presented", UIViewController())
                presented.modalPresentationStyle = style
                window.rootViewController?.present(presented, animated: true)
                test.commit()
                test.advance(by: 0.1)
            }
            test.commit()
            test.advance(by: 1)
            test.commit()
            #expect(second.survivors.isEmpty)
        }
    }

    @Test("Snapshots and flips keep nothing")
    func transitions() {
        TestScreen.with { test in
            let watch = Watch()
            do {
                let (a, b) = (
                    watch("from", UIView(frame: r(0, 0, 50, 50))), watch("to", UIView(frame: r(0, 0, 50, 50)))
                )
                a.backgroundColor = .red
                let container = watch("container", UIView(frame: r(0, 0, 50, 50)))
                container.addSubview(a)
                test.window.addSubview(container)
                test.commit()
                UIView.transition(from: a, to: b, duration: 0.3, options: .transitionFlipFromLeft) { _ in _ = (a, b) }
                test.commit()
                test.advance(by: 1)
                UIView.transition(with: container, duration: 0.3, options: .transitionCrossDissolve) {
                    b.backgroundColor = .blue
                }
                test.commit()
                test.advance(by: 1)
                container.removeFromSuperview()
            }
            test.commit()
            test.advance(by: 1)
            #expect(watch.survivors.isEmpty)
        }
    }

    @Test("Pattern colours go with the views that showed them, and with them the tiles that layers keep")
    func patterns() throws {
        try TestScreen.with { test in
            let watch = Watch()
            do {
                let image = UIGraphicsImageRenderer(size: CGSize(width: 8, height: 8)).image { _ in
                    UIColor.red.setFill()
                    UIRectFill(r(0, 0, 4, 4))
                }
                let color = watch("colour", UIColor(patternImage: image))
                _ = watch("pattern", try #require(color.cgColor.pattern))
                _ = watch("image", image)
                let view = watch("view", UIView(frame: r(0, 0, 40, 40)))
                view.backgroundColor = color
                test.window.addSubview(view)
                test.commit()
                _ = watch("tile", try #require(color.cgColor.tile(scale: 1)))
                view.removeFromSuperview()
                test.commit()
            }
            test.commit()
            #expect(watch.survivors.isEmpty, "\(watch.survivors)")
        }
    }

    @Test("An application object goes, with what it sends touches, keys and the pointer with")
    func applications() {
        let watch = Watch()
        do {
            let application = watch("application", UIApplication())
            _ = watch("touches", application.dispatcher)
            _ = watch("keys", application.pressDispatcher)
            _ = watch("pointer", application.pointerDispatcher)
        }
        #expect(watch.survivors.isEmpty, "\(watch.survivors)")
    }

    @Test("A hundred windows with a thousand views each leave nothing behind")
    func many() {
        TestScreen.with { test in
            let watch = Watch()
            for index in 0..<100 {
                let window = watch("window \(index)", UIWindow(frame: test.screen.bounds))
                for _ in 0..<10 {
                    let row = UIView(frame: r(0, 0, 10, 10))
                    window.addSubview(row)
                    for _ in 0..<100 { row.addSubview(UIView(frame: r(0, 0, 1, 1))) }
                }
                window.isHidden = false
                test.commit()
            }
            test.commit()
            #expect(watch.survivors.isEmpty)
            #expect(test.screen.rootLayer.sublayers?.count == 1)
        }
    }
}
