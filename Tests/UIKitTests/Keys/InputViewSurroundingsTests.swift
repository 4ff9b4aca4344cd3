import Foundation
import TestSupport
import Testing
import UIKit

@MainActor
@Suite("Input views and where they are brought from", .serialized)
struct InputViewSurroundingsTests {
    private final class Field: UIView {
        let pad = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 120))
        override var canBecomeFirstResponder: Bool { true }
        override var inputView: UIView? { pad }
    }

    @Test("E-115 The pad is light or dark as where one types, not as the panel")
    func style() throws {
        let stage = try Stage(width: 320, height: 480)
        defer { stage.close() }
        let field = Field(frame: CGRect(x: 0, y: 0, width: 100, height: 40))
        stage.window.addSubview(field)
        stage.window.overrideUserInterfaceStyle = .dark
        field.becomeFirstResponder()
        stage.frame()
        #expect(field.pad.traitCollection.userInterfaceStyle == .dark)
        field.resignFirstResponder()
        stage.advance(by: 1)
        stage.window.overrideUserInterfaceStyle = .light
        field.becomeFirstResponder()
        stage.frame()
        #expect(field.pad.traitCollection.userInterfaceStyle == .light)
        field.resignFirstResponder()
        stage.advance(by: 1)
    }

    @Test(
        "E-115 The pad leaves with the view that is popped or covered, not after the transition",
        arguments: [false, true])
    func transition(isPush: Bool) throws {
        let stage = try Stage(width: 320, height: 480)
        defer { stage.close() }
        let navigation = UINavigationController(rootViewController: UIViewController())
        stage.window.rootViewController = navigation
        let screen = UIViewController()
        navigation.pushViewController(screen, animated: false)
        let field = Field(frame: CGRect(x: 0, y: 100, width: 100, height: 40))
        screen.view.addSubview(field)
        stage.advance(by: 1)
        field.becomeFirstResponder()
        stage.advance(by: 1)
        #expect(field.pad.window != nil)
        if isPush {
            navigation.pushViewController(UIViewController(), animated: true)
        } else {
            navigation.popViewController(animated: true)
        }
        #expect(!field.isFirstResponder)
        // A quarter of a second, while the views take 0.35 s.
        stage.advance(by: 0.3)
        stage.frame()
        #expect(field.pad.window == nil && navigation.transitionCoordinator != nil)
        stage.advance(by: 1)
        #expect(navigation.transitionCoordinator == nil)
    }
}
