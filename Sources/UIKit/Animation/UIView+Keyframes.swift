public import Foundation
import QuartzCore

extension UIView {
    /// How a block of keyframes is animated; bits as Apple's (fact A-08). A curve may be added by its raw value in
    /// `AnimationOptions`.
    public struct KeyframeAnimationOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let layoutSubviews = KeyframeAnimationOptions(rawValue: 1 << 0)
        public static let allowUserInteraction = KeyframeAnimationOptions(rawValue: 1 << 1)
        public static let beginFromCurrentState = KeyframeAnimationOptions(rawValue: 1 << 2)
        public static let `repeat` = KeyframeAnimationOptions(rawValue: 1 << 3)
        public static let autoreverse = KeyframeAnimationOptions(rawValue: 1 << 4)
        public static let overrideInheritedDuration = KeyframeAnimationOptions(rawValue: 1 << 5)
        public static let overrideInheritedOptions = KeyframeAnimationOptions(rawValue: 1 << 9)

        public static let calculationModeLinear: KeyframeAnimationOptions = []
        public static let calculationModeDiscrete = KeyframeAnimationOptions(rawValue: 1 << 10)
        public static let calculationModePaced = KeyframeAnimationOptions(rawValue: 2 << 10)
        public static let calculationModeCubic = KeyframeAnimationOptions(rawValue: 3 << 10)
        public static let calculationModeCubicPaced = KeyframeAnimationOptions(rawValue: 4 << 10)

        /// The mode in bits 10 to 12.
        var mode: CAAnimationCalculationMode {
            switch (rawValue >> 10) & 7 {
            case 1: .discrete
            case 2: .paced
            case 3: .cubic
            case 4: .cubicPaced
            default: .linear
            }
        }
    }

    /// Animates the changes made inside calls of `addKeyframe`, each in its part of the duration. Changes outside take the
    /// whole duration.
    ///
    /// The pace of the whole is ease-in-ease-out unless the options name another curve; between keyframes it is even
    /// (fact A-60).
    ///
    /// - Parameters:
    ///   - duration: seconds; 0 or less changes at once.
    ///   - delay: seconds during which the old values are shown.
    ///   - completion: called once, as in `animate(withDuration:…)`.
    public static func animateKeyframes(
        withDuration duration: TimeInterval, delay: TimeInterval, options: KeyframeAnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        // Bits 10 to 12 are the calculation mode here, and nothing in the other set.
        let shared = AnimationOptions(rawValue: options.rawValue & ~(7 << 10))
        let block = AnimationBlock(duration: duration, delay: delay, options: shared, completion: completion)
        block.keyframes = KeyframeRecorder(mode: options.mode)
        block.run(animations)
    }

    /// Inside `animateKeyframes`: what `animations` changes takes from `frameStartTime` for `frameDuration`, both shares
    /// of the whole duration, 0…1. Elsewhere it has no effect (fact A-60): the changes are made as if it were not there.
    public static func addKeyframe(
        withRelativeStartTime frameStartTime: Double, relativeDuration frameDuration: Double,
        animations: @escaping () -> Void
    ) {
        guard let keyframes = AnimationBlock.current?.keyframes else {
            animations()
            return
        }
        keyframes.addKeyframe(start: frameStartTime, duration: frameDuration, animations)
    }
}
