import TestSupport
import Testing
import UIKit

@MainActor
@Suite("Keys", .serialized)
struct PressTests {
    private class KeyView: UIView {
        var log: [String] = []
        override var canBecomeFirstResponder: Bool { true }

        override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
            for press in presses { log.append("began \(press.key?.characters ?? "?")") }
        }

        override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
            for press in presses { log.append("ended \(press.key?.characters ?? "?")") }
        }

        override func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
            for press in presses { log.append("cancelled \(press.key?.characters ?? "?")") }
        }
    }

    private final class Field: UIView, UIKeyInput {
        var text = ""
        override var canBecomeFirstResponder: Bool { true }
        var hasText: Bool { !text.isEmpty }
        func insertText(_ text: String) { self.text += text }
        func deleteBackward() { _ = text.popLast() }
    }

    private final class Commander: UIViewController {
        var log: [String] = []
        func save() { log.append("save") }
        func move(_ command: UIKeyCommand) { log.append(command.input) }
        override var keyCommands: [UIKeyCommand]? {
            [
                UIKeyCommand(input: "s", modifierFlags: .control, action: Commander.save),
                UIKeyCommand(input: UIKeyCommand.inputUpArrow, action: Commander.move),
            ]
        }
    }

    private func withStage(_ body: (Stage) throws -> Void) throws {
        let stage = try Stage()
        defer { stage.close() }
        try body(stage)
    }

    @Test("E-112 The key window's first responder gets both ends of a press, once, as one object")
    func story() throws {
        try withStage { stage in
            let view = KeyView(frame: stage.window.bounds)
            stage.window.addSubview(view)
            view.becomeFirstResponder()
            stage.type(30, 103)
            #expect(view.log == ["began a", "ended a", "began UIKeyInputUpArrow", "ended UIKeyInputUpArrow"])
        }
    }

    @Test("A press keeps its responder when another one becomes first")
    func sameResponder() throws {
        try withStage { stage in
            let first = KeyView(frame: stage.window.bounds)
            let second = KeyView(frame: stage.window.bounds)
            stage.window.addSubview(first)
            stage.window.addSubview(second)
            first.becomeFirstResponder()
            stage.key(30, isDown: true)
            second.becomeFirstResponder()
            stage.key(30, isDown: false)
            #expect(first.log == ["began a", "ended a"])
            #expect(second.log.isEmpty)
        }
    }

    @Test("Unhandled presses go up the responder chain")
    func chain() throws {
        try withStage { stage in
            let outer = KeyView(frame: stage.window.bounds)
            let field = Field(frame: stage.window.bounds)
            stage.window.addSubview(outer)
            outer.addSubview(field)
            field.becomeFirstResponder()
            stage.type(30, 103)
            #expect(field.text == "a")
            #expect(outer.log == ["began UIKeyInputUpArrow", "ended UIKeyInputUpArrow"])
        }
    }

    @Test("A first responder with text types, with return, tab and delete; commands type nothing")
    func typing() throws {
        try withStage { stage in
            let field = Field(frame: stage.window.bounds)
            stage.window.addSubview(field)
            field.becomeFirstResponder()
            stage.key(42, isDown: true)
            stage.type(35)
            stage.key(42, isDown: false)
            stage.type(23, 45, 14, 28, 15)
            stage.key(29, isDown: true)
            stage.type(46)
            stage.key(29, isDown: false)
            #expect(field.text == "Hi\n\t")
        }
    }

    @Test("Text that no key with a place makes, of an input method or a viewer's keyboard, is typed as well")
    func textWithoutAKey() throws {
        try withStage { stage in
            let outer = KeyView(frame: stage.window.bounds)
            let field = Field(frame: stage.window.bounds)
            stage.window.addSubview(outer)
            outer.addSubview(field)
            field.becomeFirstResponder()
            for text in ["ä", "漢字", ""] { stage.text(text) }
            #expect(field.text == "ä漢字")
            outer.becomeFirstResponder()
            stage.text("é")
            #expect(outer.log == ["began é", "ended é"])
        }
    }

    @Test("A held key types again after 0.4 s, every 0.1 s, until it is let go")
    func repeats() throws {
        try withStage { stage in
            let field = Field(frame: stage.window.bounds)
            stage.window.addSubview(field)
            field.becomeFirstResponder()
            stage.key(30, isDown: true)
            stage.advance(by: 0.39)
            #expect(field.text == "a")
            stage.advance(by: 0.22)
            #expect(field.text == "aaaa")
            stage.key(30, isDown: false)
            stage.advance(by: 2)
            #expect(field.text == "aaaa")
            stage.key(30, isDown: true)
            stage.advance(by: 0.45)
            stage.key(48, isDown: true)
            stage.advance(by: 0.3)
            #expect(field.text == "aaaaaab")
            field.resignFirstResponder()
            stage.advance(by: 2)
            #expect(field.text == "aaaaaab")
        }
    }

    @Test("Key commands up the chain come before text; modifiers must be the same")
    func commands() throws {
        try withStage { stage in
            let controller = Commander()
            stage.window.rootViewController = controller
            let field = Field(frame: stage.window.bounds)
            controller.view.addSubview(field)
            field.becomeFirstResponder()
            stage.key(29, isDown: true)
            stage.type(31)
            stage.key(29, isDown: false)
            stage.type(31, 103)
            #expect(controller.log == ["save", UIKeyCommand.inputUpArrow])
            #expect(field.text == "s")
            stage.key(103, isDown: true)
            stage.advance(by: 0.55)
            stage.key(103, isDown: false)
            #expect(controller.log.count == 5)
            field.resignFirstResponder()
            stage.key(29, isDown: true)
            stage.type(31)
            stage.key(29, isDown: false)
            #expect(controller.log.count == 6)
            stage.window.rootViewController = nil
        }
    }

    @Test("Keys while interaction is ignored, without a key window, or held when the application leaves")
    func corners() throws {
        try withStage { stage in
            let view = KeyView(frame: stage.window.bounds)
            stage.window.addSubview(view)
            view.becomeFirstResponder()
            UIApplication.shared.beginIgnoringInteractionEvents()
            stage.key(30, isDown: true)
            UIApplication.shared.endIgnoringInteractionEvents()
            stage.key(30, isDown: false)
            #expect(view.log.isEmpty)
            stage.window.isHidden = true
            stage.type(30)
            #expect(view.log.isEmpty)
            stage.window.makeKeyAndVisible()
            view.becomeFirstResponder()
            stage.key(30, isDown: true)
            UIApplication.shared.resignActive()
            UIApplication.shared.becomeActive()
            stage.key(30, isDown: false)
            #expect(view.log == ["began a", "cancelled a"])
        }
    }
}
