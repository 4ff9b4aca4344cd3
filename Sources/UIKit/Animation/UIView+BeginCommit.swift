public import Foundation
import QuartzCore

// The older way to animate: a pair of calls around the changes (facts ). Setters act on the innermost open
// pair and must come before the changes; outside a pair they do nothing.

extension UIView {
    /// Opens a pair. `animationID` and `context` come back in the callbacks.
    public static func beginAnimations(_ animationID: String?, context: UnsafeMutableRawPointer?) {
        BeginCommit.open(BeginCommit(identifier: animationID, context: context))
    }

    /// Closes the innermost pair; its animations start together with those of the outermost one.
    public static func commitAnimations() { BeginCommit.close() }

    /// Who `setAnimationWillStart` and `setAnimationDidStop` are called on; kept until the animations are over.
    public static func setAnimationDelegate(_ delegate: AnyObject?) { BeginCommit.current?.delegate = delegate }

    /// Called on the delegate with identifier and context when the first animation starts. There are no selectors here:
    /// give a method reference, such as `Screen.animationWillStart`.
    public static func setAnimationWillStart<Delegate: AnyObject>(
        _ action: @escaping (Delegate) -> (String?, UnsafeMutableRawPointer?) -> Void
    ) {
        BeginCommit.current?.willStart = { delegate, identifier, context in
            if let delegate = delegate as? Delegate { action(delegate)(identifier, context) }
        }
    }

    /// Called on the delegate once, with identifier, finished (false if an animation was removed) and context.
    public static func setAnimationDidStop<Delegate: AnyObject>(
        _ action: @escaping (Delegate) -> (String?, NSNumber, UnsafeMutableRawPointer?) -> Void
    ) {
        BeginCommit.current?.didStop = { delegate, identifier, finished, context in
            if let delegate = delegate as? Delegate {
                action(delegate)(identifier, NSNumber(value: finished), context)
            }
        }
    }

    /// Seconds; default 0.2 (fact A-03).
    public static func setAnimationDuration(_ duration: TimeInterval) {
        BeginCommit.current?.block.duration = duration
    }

    /// Seconds; default 0.
    public static func setAnimationDelay(_ delay: TimeInterval) { BeginCommit.current?.delay = max(delay, 0) }

    /// A date later than now delays the start (fact A-44). Default now.
    public static func setAnimationStart(_ startDate: Date) {
        BeginCommit.current?.startDelay = max(startDate.timeIntervalSinceNow, 0)
    }

    /// Default `.easeInOut`.
    public static func setAnimationCurve(_ curve: AnimationCurve) { BeginCommit.current?.block.curve = curve }

    /// Passes from what `view` looks like now to what it looks like when the pair is closed: call it before the changes. One
    /// in a pair; the first counts (fact A-43).
    ///
    /// - Parameter cache: no hint is needed here; ignored.
    public static func setAnimationTransition(_ transition: AnimationTransition, for view: UIView, cache: Bool) {
        guard let current = BeginCommit.current, let kind = AnimationOptions.Transition(transition) else { return }
        guard current.passage == nil else {
            LayerLog.note("A pair of beginAnimations and commitAnimations has one transition; others are ignored.")
            return
        }
        if view.windowStorage != nil { current.passage = ViewPassage(of: view, kind) }
    }

    /// Rounds, fractions allowed; default 0, which plays once.
    public static func setAnimationRepeatCount(_ repeatCount: Float) {
        guard let current = BeginCommit.current else {
            AnimationBlock.current?.repeatCount = max(repeatCount, 0)
            return
        }
        current.block.repeatCount = max(repeatCount, 0)
    }

    /// Whether each round goes there and back; counts only with a repeat count.
    public static func setAnimationRepeatAutoreverses(_ repeatAutoreverses: Bool) {
        guard let current = BeginCommit.current else {
            AnimationBlock.current?.autoreverses = repeatAutoreverses
            return
        }
        current.block.autoreverses = repeatAutoreverses
    }
}

/// One open pair of `beginAnimations` and `commitAnimations`.
@MainActor
private final class BeginCommit {
    private static var open: [BeginCommit] = []

    /// The innermost pair, if no animation block was begun inside it.
    static var current: BeginCommit? {
        guard let last = open.last, last.block === AnimationBlock.current else { return nil }
        return last
    }

    let block: AnimationBlock
    var passage: ViewPassage?
    var delegate: AnyObject?
    var willStart: ((AnyObject?, String?, UnsafeMutableRawPointer?) -> Void)?
    var didStop: ((AnyObject?, String?, Bool, UnsafeMutableRawPointer?) -> Void)?
    var delay: TimeInterval = 0 { didSet { block.delay = delay + startDelay } }
    var startDelay: TimeInterval = 0 { didSet { block.delay = delay + startDelay } }

    init(identifier: String?, context: UnsafeMutableRawPointer?) {
        block = AnimationBlock(
            duration: 0.2, delay: 0,
            options: [.overrideInheritedDuration, .overrideInheritedCurve, .overrideInheritedOptions])
        block.repeatCount = 0
        block.started = { self.willStart?(self.delegate, identifier, context) }
        block.completion = { finished in self.didStop?(self.delegate, identifier, finished, context) }
    }

    static func open(_ pair: BeginCommit) {
        open.append(pair)
        pair.block.begin()
    }

    static func close() {
        guard let pair = open.popLast() else { return }
        if pair.block.animates { pair.passage?.start(in: pair.block) }
        pair.block.end()
    }
}

extension UIView.AnimationOptions.Transition {
    /// Nil for none.
    fileprivate init?(_ transition: UIView.AnimationTransition) {
        switch transition {
        case .none: return nil
        case .flipFromLeft: self = .flipFromLeft
        case .flipFromRight: self = .flipFromRight
        case .curlUp: self = .curlUp
        case .curlDown: self = .curlDown
        }
    }
}
