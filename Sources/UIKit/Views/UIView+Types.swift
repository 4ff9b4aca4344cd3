public import Foundation
import QuartzCore

extension UIView {
    /// What happens to the drawn content when the bounds change; raw values as Apple's (group D.3 of the facts).
    public enum ContentMode: Int, Sendable, CaseIterable {
        case scaleToFill = 0
        /// The whole content, as large as fits; what is left shows the background.
        case scaleAspectFit = 1
        /// The bounds are filled; what does not fit overflows, and is cut off only if `clipsToBounds`.
        case scaleAspectFill = 2
        /// The view draws again.
        case redraw = 3
        case center = 4
        case top = 5
        case bottom = 6
        case left = 7
        case right = 8
        case topLeft = 9
        case topRight = 10
        case bottomLeft = 11
        case bottomRight = 12

        /// The layer's name for it. Gravities are named for a y axis that grows upwards, hence top is "bottom" (fact
        /// D-44).
        var gravity: CALayerContentsGravity {
            switch self {
            case .scaleToFill, .redraw: .resize
            case .scaleAspectFit: .resizeAspect
            case .scaleAspectFill: .resizeAspectFill
            case .center: .center
            case .top: .bottom
            case .bottom: .top
            case .left: .left
            case .right: .right
            case .topLeft: .bottomLeft
            case .topRight: .bottomRight
            case .bottomLeft: .topLeft
            case .bottomRight: .topRight
            }
        }
    }

    /// Which parts of a view's horizontal and vertical division of its superview give way when that is resized; bits as
    /// Apple's (fact L-01).
    public struct AutoresizingMask: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
        public static let flexibleWidth = AutoresizingMask(rawValue: 2)
        public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
        public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
        public static let flexibleHeight = AutoresizingMask(rawValue: 16)
        public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)
    }

    /// How the tint is shown.
    public enum TintAdjustmentMode: Int, Sendable {
        /// As the superview.
        case automatic = 0
        case normal = 1
        /// Greyed, as under an alert.
        case dimmed = 2
    }

    /// What the view means, which decides whether it turns round in right-to-left interfaces.
    public enum SemanticContentAttribute: Int, Sendable {
        case unspecified = 0
        case playback = 1
        case spatial = 2
        case forceLeftToRight = 3
        case forceRightToLeft = 4
    }

    /// What `intrinsicContentSize` says in a direction in which the content has no size of its own; −1 (fact L-61).
    public static let noIntrinsicMetric: CGFloat = -1
}

/// The direction of reading.
public enum UIUserInterfaceLayoutDirection: Int, Sendable {
    case leftToRight = 0
    case rightToLeft = 1
}
