import CoreGraphics
import Foundation
import QuartzCore
import Raster
import TestSupport
import Testing

@testable import UIKit

/// What programs do inside callbacks.
@MainActor
@Suite("Changes from inside callbacks", .serialized)
struct ReentryTests {
    private final class Screen: UIViewController {
        var onWillAppear: (() -> Void)?

        override func viewWillAppear(_ animated: Bool) {
            super.viewWillAppear(animated)
            let action = onWillAppear
            onWillAppear = nil
            action?()
        }
    }

    private func check(_ navigation: UINavigationController, shows top: UIViewController, count: Int) {
        #expect(navigation.topViewController === top && navigation.viewControllers.count == count)
        #expect(navigation.contentView.subviews == [top.view] && top.view.window != nil)
        #expect(
            Set(navigation.children.map(ObjectIdentifier.init)).count == count && navigation.children.count == count)
        #expect(navigation.navigationBar.items?.count == count)
    }

    @Test("A controller that pushes, or goes, as it comes: the stack and what is seen agree")
    func navigation() throws {
        let stage = try Stage(width: 100, height: 150)
        defer { stage.close() }
        let root = Screen()
        let navigation = UINavigationController(rootViewController: root)
        stage.window.rootViewController = navigation
        stage.advance(by: 0.1)
        let (first, second, third) = (Screen(), Screen(), Screen())
        first.onWillAppear = { navigation.pushViewController(second, animated: false) }
        navigation.pushViewController(first, animated: false)
        stage.advance(by: 0.1)
        check(navigation, shows: second, count: 3)
        third.onWillAppear = { navigation.popViewController(animated: false) }
        navigation.pushViewController(third, animated: false)
        stage.advance(by: 0.1)
        check(navigation, shows: second, count: 3)
    }

    @Test("A controller that another container takes is in one stack only")
    func takenAway() throws {
        let stage = try Stage(width: 100, height: 150)
        defer { stage.close() }
        let (root, top) = (Screen(), Screen())
        let navigation = UINavigationController(rootViewController: root)
        stage.window.rootViewController = navigation
        navigation.pushViewController(top, animated: false)
        stage.advance(by: 0.1)
        let other = UINavigationController(rootViewController: Screen())
        other.pushViewController(top, animated: false)
        stage.advance(by: 0.1)
        #expect(navigation.viewControllers == [root] && other.viewControllers.last === top)
        check(navigation, shows: root, count: 1)
    }

    private final class Snapper: NSObject, UIScrollViewDelegate {
        var target: CGFloat?
        var offsets: [CGFloat] = []

        func scrollViewDidScroll(_ scrollView: UIScrollView) { offsets.append(scrollView.contentOffset.y) }

        func scrollViewWillEndDragging(
            _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
            targetContentOffset: UnsafeMutablePointer<CGPoint>
        ) {
            if let target { return targetContentOffset.pointee.y = target }
            scrollView.setContentOffset(CGPoint(x: 0, y: 500), animated: true)
        }
    }

    @Test("The delegate says where a flick comes to rest, or sends the content elsewhere", arguments: [700, nil, .nan])
    func target(_ target: CGFloat?) throws {
        let stage = try Stage(width: 200, height: 200)
        defer { stage.close() }
        let scroll = UIScrollView(frame: stage.window.bounds)
        scroll.contentSize = CGSize(width: 200, height: 4000)
        stage.window.addSubview(scroll)
        let snapper = Snapper()
        snapper.target = target
        scroll.delegate = snapper
        stage.drag(from: CGPoint(x: 100, y: 150), to: CGPoint(x: 100, y: 20), duration: 0.1)
        snapper.offsets = []
        stage.advance(by: 4)
        switch target {
        // It stops where it would no more be seen to move.
        case 700?: #expect(abs(scroll.contentOffset.y - 700) < 8)
        case nil: #expect(scroll.contentOffset.y == 500)
        default: #expect(scroll.contentOffset.y.isFinite && scroll.contentOffset.y > 150)
        }
        #expect(zip(snapper.offsets, snapper.offsets.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(!scroll.isDecelerating)
    }

    private final class Canceller: UIView {
        var onCancel: (() -> Void)?

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
        override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { onCancel?() }
    }

    @Test("A window that is moved to another screen again, by a touch's end, is on one screen")
    func screens() throws {
        let stage = try HeadlessStage(panel: PixelSize(width: 80, height: 48))
        defer { stage.close() }
        let second = try stage.addPanel(PixelSize(width: 60, height: 40))
        let third = try stage.addPanel(PixelSize(width: 300, height: 200), scale: 3)
        let window = UIWindow(frame: stage.screen.bounds)
        let view = Canceller(frame: window.bounds)
        window.addSubview(view)
        window.isHidden = false
        stage.advance(by: 0.1)
        stage.touchDown(at: CGPoint(x: 10, y: 10))
        view.onCancel = { window.screen = third.screen }
        window.screen = second.screen
        stage.advance(by: 0.1)
        let lists = [stage.screen, second.screen, third.screen].map(\.windows.count)
        #expect(window.screen === third.screen && lists == [0, 0, 1])
        #expect(window.frame == third.screen.bounds)
    }

    private final class OwnScroll: UIScrollView {}

    private func watch<View: UIView>(_ view: View) -> NSKeyValueObservation { view.observe(\.frame) { _, _ in } }

    @Test("G-22 What generic code observes of a class leaves its own properties observable")
    func generic() {
        let scroll = OwnScroll(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        scroll.contentSize = CGSize(width: 10, height: 100)
        var count = 0
        let first = watch(scroll)
        let second = scroll.observe(\.contentOffset) { _, _ in count += 1 }
        scroll.contentOffset.y = 5
        #expect(count == 1)
        withExtendedLifetime((first, second)) {}
    }
}
