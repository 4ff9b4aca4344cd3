/// A responder that takes typed text while it is first responder.
@preconcurrency @MainActor
public protocol UIKeyInput: AnyObject {
    var hasText: Bool { get }
    /// Return is `\n`.
    func insertText(_ text: String)
    func deleteBackward()
}
