public import Foundation

/// A view to be typed on that looks like a keyboard's ground, if it wants to.
@preconcurrency @MainActor
open class UIInputView: UIView {
    /// Raw values as Apple's.
    public enum Style: Int, Sendable {
        /// No colour of its own.
        case `default` = 0
        /// The grey of a keyboard.
        case keyboard = 1
    }

    public let inputViewStyle: Style

    public init(frame: CGRect, inputViewStyle: Style) {
        self.inputViewStyle = inputViewStyle
        super.init(frame: frame)
        if inputViewStyle == .keyboard { backgroundColor = .systemGray4 }
    }

    public required init?(coder: NSCoder) {
        inputViewStyle = .default
        super.init(coder: coder)
    }
}
