import CoreGraphics

/// Where lines stand between left and right; raw values as Apple's.
public enum NSTextAlignment: Int, Sendable {
    case left = 0
    case center = 1
    case right = 2
    /// Lines but the last of a paragraph fill the width.
    case justified = 3
    /// As the script is read.
    case natural = 4

    var layoutAlignment: TextLayout.Alignment {
        switch self {
        case .left: .left
        case .center: .center
        case .right: .right
        case .justified: .justified
        case .natural: .natural
        }
    }
}

/// What happens to a line that is too long; raw values as Apple's.
public enum NSLineBreakMode: Int, Sendable {
    case byWordWrapping = 0
    case byCharWrapping = 1
    case byClipping = 2
    case byTruncatingHead = 3
    case byTruncatingTail = 4
    case byTruncatingMiddle = 5

    var layoutMode: TextLayout.LineBreakMode {
        switch self {
        case .byWordWrapping: .wordWrapping
        case .byCharWrapping: .characterWrapping
        case .byClipping: .clipping
        case .byTruncatingHead: .truncatingHead
        case .byTruncatingTail: .truncatingTail
        case .byTruncatingMiddle: .truncatingMiddle
        }
    }
}

/// Where a text that was made smaller to fit stands; raw values as Apple's.
public enum UIBaselineAdjustment: Int, Sendable {
    /// At the baseline that it would have in its own size.
    case alignBaselines = 0
    /// In the middle of the height.
    case alignCenters = 1
    /// At the top of the space that it would have in its own size.
    case none = 2
}
