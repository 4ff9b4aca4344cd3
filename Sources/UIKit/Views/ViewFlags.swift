/// The truth values of a view, in two bytes: most views are plain, and there are many of them.
struct ViewFlags: OptionSet {
    var rawValue: UInt16

    // Properties.
    static let isOpaque = ViewFlags(rawValue: 1 << 0)
    static let clearsContext = ViewFlags(rawValue: 1 << 1)
    static let autoresizesSubviews = ViewFlags(rawValue: 1 << 2)
    static let isInteractive = ViewFlags(rawValue: 1 << 3)
    static let isMultipleTouch = ViewFlags(rawValue: 1 << 4)
    static let isExclusiveTouch = ViewFlags(rawValue: 1 << 5)
    static let hasOwnContentScale = ViewFlags(rawValue: 1 << 6)
    /// `didMoveToWindow` is still owed for the move under way.
    static let awaitsWindowMessage = ViewFlags(rawValue: 1 << 7)
    /// Autoresizing decides the frame.
    static let translatesMask = ViewFlags(rawValue: 1 << 11)

    // What the class is.
    /// See `UIView.drawsContent`.
    static let drawsContent = ViewFlags(rawValue: 1 << 8)
    /// Has a `hitTest` of its own.
    static let answersHitTest = ViewFlags(rawValue: 1 << 9)
    /// Has a word of its own in what `hitTest` asks of a view.
    static let answersTouchQuestions = ViewFlags(rawValue: 1 << 10)

    static let standard: ViewFlags = [
        .isOpaque, .clearsContext, .autoresizesSubviews, .isInteractive, .translatesMask,
    ]

    mutating func set(_ flag: ViewFlags, _ isOn: Bool) {
        if isOn { insert(flag) } else { remove(flag) }
    }
}
