extension UIView {
    /// How an animation speeds up and slows down; raw values as Apple's (fact A-06).
    public enum AnimationCurve: Int, Sendable {
        case easeInOut = 0
        case easeIn = 1
        case easeOut = 2
        case linear = 3
        /// What input views move with: fast at once, with a long soft end. It has no name on Apple's systems, where the value
        /// is told by the keyboard's notifications and taken wherever a curve is.
        case keyboard = 7
    }

    /// What `setAnimationTransition(_:for:cache:)` passes with; raw values as Apple's (fact A-43).
    public enum AnimationTransition: Int, Sendable {
        case none = 0
        case flipFromLeft = 1
        case flipFromRight = 2
        case curlUp = 3
        case curlDown = 4
    }

    /// How a block of changes is animated; bits as Apple's (fact A-07).
    public struct AnimationOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Lays out the resized views inside the block, so that their subviews move along.
        public static let layoutSubviews = AnimationOptions(rawValue: 1 << 0)
        /// Lets touches reach views while they are animated (fact A-26).
        public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
        /// Starts where the views are seen. Geometry is animated relatively and does so anyway (fact A-20).
        public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
        /// Repeats until removed (fact A-29).
        public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
        /// Plays there and back.
        public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
        public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
        public static let overrideInheritedCurve = AnimationOptions(rawValue: 1 << 6)
        /// In a transition: changes inside the block are animated as well (fact A-53).
        public static let allowAnimatedContent = AnimationOptions(rawValue: 1 << 7)
        /// In a transition between views: they are hidden and shown, not removed and added.
        public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
        public static let overrideInheritedOptions = AnimationOptions(rawValue: 1 << 9)

        public static let curveEaseInOut: AnimationOptions = []
        public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
        public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
        public static let curveLinear = AnimationOptions(rawValue: 3 << 16)

        public static let transitionFlipFromLeft = AnimationOptions(rawValue: 1 << 20)
        public static let transitionFlipFromRight = AnimationOptions(rawValue: 2 << 20)
        /// The old look is a page that rolls up from its lower edge and off the new one; it is cut at the view's bounds.
        public static let transitionCurlUp = AnimationOptions(rawValue: 3 << 20)
        /// The new look is a page that unrolls over the old one.
        public static let transitionCurlDown = AnimationOptions(rawValue: 4 << 20)
        public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
        public static let transitionFlipFromTop = AnimationOptions(rawValue: 6 << 20)
        public static let transitionFlipFromBottom = AnimationOptions(rawValue: 7 << 20)

        /// The curve in bits 16 to 19.
        var curve: AnimationCurve { AnimationCurve(rawValue: Int((rawValue >> 16) & 0xF)) ?? .easeInOut }
    }
}
