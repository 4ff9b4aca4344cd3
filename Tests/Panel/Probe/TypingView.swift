import UIKit

/// Prints its text after every key, and keys that type nothing by their number.
final class TypingView: UIView, UIKeyInput {
    private var text = ""

    override var canBecomeFirstResponder: Bool { true }
    var hasText: Bool { !text.isEmpty }

    func insertText(_ text: String) {
        self.text += text
        say("text \(self.text)")
    }

    func deleteBackward() {
        _ = text.popLast()
        say("text \(text)")
    }

    override func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        for press in presses { say("cancelled \(press.key?.keyCode.rawValue ?? 0)") }
    }

    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        for press in presses where press.key?.keyCode == .keyboardF1 { say("f1 down") }
        super.pressesBegan(presses, with: event)
    }
}
