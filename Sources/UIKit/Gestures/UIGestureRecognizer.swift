import Foundation
import QuartzCore
/// Who is asked before a recognizer gets a touch, begins, or recognizes beside another (facts E-83 to E-85).
@preconcurrency @MainActor
public protocol UIGestureRecognizerDelegate: NSObjectProtocol {
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
    /// Asked before the touches or presses of the event, for pointers and wheels alone.
    func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive event: UIEvent) -> Bool
    func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool
    func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive press: UIPress) -> Bool
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
}

extension UIGestureRecognizerDelegate {
    public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }
    public func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive event: UIEvent) -> Bool {
        true
    }
    public func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
        true
    }
    public func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive press: UIPress) -> Bool {
        true
    }
    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }
    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }
    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }
}

/// Watches the touches of its view and the views below it and recognizes one gesture (group E.5 of the facts).
///
/// There is no Objective-C runtime here, so an action is a method reference: `UITapGestureRecognizer(target: self,
/// action: Screen.tapped)`. Targets are held weakly.
@preconcurrency @MainActor
open class UIGestureRecognizer: NSObject {
    /// `UIGestureRecognizer.State`; raw values as Apple's (fact E-80).
    public enum State: Int, Sendable {
        case possible = 0
        case began = 1
        case changed = 2
        case ended = 3
        case cancelled = 4
        case failed = 5

        /// A discrete gesture's only success; the same value as `ended`.
        public static let recognized = State.ended
    }

    open weak var delegate: (any UIGestureRecognizerDelegate)?
    /// Turning it off in the middle of a gesture cancels it (fact E-85).
    open var isEnabled = true {
        didSet {
            guard !isEnabled else { return }
            TouchDelivery.shared.arbiter.disable(self)
            pointerWasLost()
        }
    }
    open internal(set) weak var view: UIView?
    /// Whether views lose the touches once the gesture is recognized; default true (fact E-81).
    open var cancelsTouchesInView = true
    /// Whether views get touches only after this recognizer failed; default false.
    open var delaysTouchesBegan = false
    /// Whether views hear of a touch's end only after this recognizer failed; default true.
    open var delaysTouchesEnded = true
    /// Which touches it follows: raw values of `UITouch.TouchType`. Default all.
    open var allowedTouchTypes: [NSNumber] = [0, 1, 2, 3]
    /// Which presses it follows: raw values of `UIPress.PressType`. Default all.
    open var allowedPressTypes: [NSNumber] = UIGestureRecognizer.allPressTypes
    private static let allPressTypes = UIPress.PressType.all.map { NSNumber(value: $0.rawValue) }
    /// Whether all touches of a gesture must be of the type of its first; default true.
    open var requiresExclusiveTouchType = true
    /// For people: what the recognizer is called in logs.
    open var name: String?
    /// The modifier keys that were down with the newest event of the gesture.
    open internal(set) var modifierFlags: UIKeyModifierFlags = []
    /// The buttons of a mouse that make the gesture; empty for fingers.
    open internal(set) var buttonMask: UIEvent.ButtonMask = []

    var actions: [TargetAction] = []
    /// Touches this recognizer follows, oldest first.
    var trackedTouches: [UITouch] = []
    /// Keys this recognizer follows.
    var trackedPresses: [UIPress] = []
    /// Where the pointer is while it, and no touch, makes the gesture; screen points.
    var pointerLocation: CGPoint?
    private(set) var requiredToFail: [Weak<UIGestureRecognizer>] = []
    private var stateStorage = State.possible
    /// A recognition that waits for other recognizers to fail.
    var heldState: State?
    /// States reached since actions were last sent.
    var unsentStates: [State] = []
    /// The state an action is being sent for; what `state` reads meanwhile.
    var announcedState: State?
    /// Whether the recognizer goes on without touches: between two taps.
    var isWaiting = false
    /// Counts its states and resets: who asked others meanwhile sees whether the answer still matters.
    private(set) var generation = 0
    /// Whether the arbiter looks after it.
    var isActive = false
    /// It is being reset, and takes no state.
    private var isResetting = false
    /// Runs out when no finger is left and it does not decide.
    private var patience: MainScheduler.Token?
    /// Set when the gesture is over; the recognizer is reset when its last touch is gone.
    var isFinished: Bool { stateStorage.rawValue >= State.ended.rawValue }

    public override init() { super.init() }

    public init<Target: AnyObject>(target: Target, action: @escaping (Target) -> () -> Void) {
        super.init()
        addTarget(target, action: action)
    }

    public init<Target: AnyObject, Sender>(target: Target, action: @escaping (Target) -> (Sender) -> Void) {
        super.init()
        addTarget(target, action: action)
    }

    // MARK: Targets

    open func addTarget<Target: AnyObject>(_ target: Target, action: @escaping (Target) -> () -> Void) {
        actions.append(TargetAction(target, action))
    }

    open func addTarget<Target: AnyObject, Sender>(_ target: Target, action: @escaping (Target) -> (Sender) -> Void) {
        actions.append(TargetAction(target, action))
    }

    /// Removes all actions of `target`; all of them with nil.
    open func removeTarget(_ target: AnyObject?) {
        actions.removeAll { target == nil || $0.target === target }
    }

    // MARK: State

    /// Readable by everyone, set by subclasses only. A recognition may be held back until others fail, or refused.
    open var state: State {
        get { announcedState ?? (heldState == nil ? stateStorage : .possible) }
        set { if !isResetting { TouchDelivery.shared.arbiter.request(newValue, of: self) } }
    }

    /// Sets the state without asking anybody.
    func enter(_ state: State) {
        generation &+= 1
        stateStorage = state
        heldState = nil
        if state != .failed, state != .possible { unsentStates.append(state) }
    }

    var currentState: State { stateStorage }

    /// Back to possible, with no touches.
    func finishAndReset() {
        generation &+= 1
        heldState = nil
        stateStorage = .possible
        isWaiting = false
        trackedTouches.removeAll()
        trackedPresses.removeAll()
        stopPatience()
        isResetting = true
        reset()
        isResetting = false
    }

    /// How long a recognizer without a finger may leave others and views waiting, seconds: longer than anybody takes between
    /// two taps.
    static let greatestPatience: TimeInterval = 1

    /// No finger is left, and it is possible still: unless one comes or it decides, it has failed. Recognizers of applications'
    /// own may forget to say so, and their views would never hear that the finger has lifted.
    final func startPatience() {
        guard patience == nil else { return }
        patience = MainScheduler.shared.schedule(at: CACurrentMediaTime() + Self.greatestPatience) { [weak self] in
            guard let self else { return }
            patience = nil
            state = .failed
            TouchDelivery.shared.gesturesDidChange()
        }
    }

    final func stopPatience() {
        patience?.cancel()
        patience = nil
    }

    /// Sends the actions of the states reached; for gestures that no touch makes.
    final func sendUnsentActions(event: UIEvent) {
        let states = unsentStates
        unsentStates.removeAll()
        for state in states {
            announcedState = state
            for action in actions { action.send(from: self, event: event) }
            announcedState = nil
        }
    }

    /// Whether it keeps the beginning of `touch` from its view while it is possible, whatever `delaysTouchesBegan` says.
    func holdsBack(_ touch: UITouch) -> Bool { false }

    /// Whether touches are any business of it: nothing may wait for it to decide on them otherwise.
    var followsTouches: Bool { true }

    /// Whether it may take its touches away from the views that have them already.
    func mayTakeTouches() -> Bool { true }

    /// It left its view, or its view left the window.
    func viewWasLost() {
        TouchDelivery.shared.arbiter.remove(self)
        pointerWasLost()
    }

    /// Ends what the pointer, and no touch, makes of it: it was turned off, or its view is gone.
    private func pointerWasLost() {
        guard pointerLocation != nil else { return }
        // The arbiter may have set the state already.
        if currentState == .began || currentState == .changed { enter(.cancelled) }
        sendUnsentActions(event: UIEvent())
        pointerLocation = nil
        finishAndReset()
    }

    // MARK: Touches

    open var numberOfTouches: Int { trackedTouches.count }

    /// The centre of all touches, in `view`'s coordinates; nil means the window's.
    open func location(in view: UIView?) -> CGPoint {
        if let pointerLocation { return (self.view?.window).convertFromScreen(pointerLocation, to: view) }
        guard !trackedTouches.isEmpty else { return .zero }
        var sum = CGPoint.zero
        for touch in trackedTouches {
            let location = touch.location(in: view)
            sum.x += location.x
            sum.y += location.y
        }
        let count = CGFloat(trackedTouches.count)
        return CGPoint(x: sum.x / count, y: sum.y / count)
    }

    /// Where one of the touches is; the location of all of them where there is none of that number.
    open func location(ofTouch touchIndex: Int, in view: UIView?) -> CGPoint {
        // A gesture that no touch makes has none (Apple's raises an exception).
        trackedTouches.indices.contains(touchIndex)
            ? trackedTouches[touchIndex].location(in: view) : location(in: view)
    }

    /// Stops following `touch`: it does not fit the gesture.
    open func ignore(_ touch: UITouch, for event: UIEvent) {
        trackedTouches.removeAll { $0 === touch }
        touch.gestureRecognizers?.removeAll { $0 === self }
    }

    /// Class, address, state, view, targets and what differs from the defaults, as Apple's systems print it.
    open override var description: String { MainThread.describe(self) { words } }
    /// What the class asks of touches, where that is not the default.
    var describedRequirements: [String] { [] }

    // MARK: Rules between recognizers

    /// This recognizer waits until `other` has failed (fact E-84).
    open func require(toFail other: UIGestureRecognizer) { requiredToFail.append(Weak(other)) }

    // MARK: For subclasses

    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {}
    /// Never called here: nothing is estimated (`UITouch.estimatedProperties`).
    open func touchesEstimatedPropertiesUpdated(_ touches: Set<UITouch>) {}
    open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent) {}
    open func pressesChanged(_ presses: Set<UIPress>, with event: UIPressesEvent) {}
    open func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent) {}
    open func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent) {}
    /// Called once after every gesture, however it ended, before the next one.
    open func reset() {}
    open func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { true }
    open func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { true }
    open func shouldRequireFailure(of otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }
    open func shouldBeRequiredToFail(by otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }
}
