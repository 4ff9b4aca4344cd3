import Foundation

/// The base of everything a finger operates (facts E-60 to E-64).
@preconcurrency @MainActor
open class UIControl: UIView {
    /// `UIControl.Event`; bits as Apple's (fact E-60).
    public struct Event: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let touchDown = Event(rawValue: 1 << 0)
        public static let touchDownRepeat = Event(rawValue: 1 << 1)
        public static let touchDragInside = Event(rawValue: 1 << 2)
        public static let touchDragOutside = Event(rawValue: 1 << 3)
        public static let touchDragEnter = Event(rawValue: 1 << 4)
        public static let touchDragExit = Event(rawValue: 1 << 5)
        public static let touchUpInside = Event(rawValue: 1 << 6)
        public static let touchUpOutside = Event(rawValue: 1 << 7)
        public static let touchCancel = Event(rawValue: 1 << 8)
        public static let valueChanged = Event(rawValue: 1 << 12)
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        public static let editingDidBegin = Event(rawValue: 1 << 16)
        public static let editingChanged = Event(rawValue: 1 << 17)
        public static let editingDidEnd = Event(rawValue: 1 << 18)
        public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
        public static let allTouchEvents = Event(rawValue: 0xFFF)
        public static let allEditingEvents = Event(rawValue: 0xF0000)
        public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
    }

    /// `UIControl.State`; bits as Apple's (fact E-60).
    public struct State: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let normal: State = []
        public static let highlighted = State(rawValue: 1)
        public static let disabled = State(rawValue: 2)
        public static let selected = State(rawValue: 4)
        public static let focused = State(rawValue: 8)
    }

    /// `UIControl.ContentHorizontalAlignment`: where a control's content stands in its width; raw values as Apple's.
    public enum ContentHorizontalAlignment: Int, Sendable {
        case center = 0
        case left = 1
        case right = 2
        case fill = 3
        case leading = 4
        case trailing = 5
    }

    /// `UIControl.ContentVerticalAlignment`: where it stands in the height; raw values as Apple's.
    public enum ContentVerticalAlignment: Int, Sendable {
        case center = 0
        case top = 1
        case bottom = 2
        case fill = 3
    }

    /// Default in the middle.
    open var contentHorizontalAlignment = ContentHorizontalAlignment.center {
        didSet { if contentHorizontalAlignment != oldValue { setNeedsLayout() } }
    }
    open var contentVerticalAlignment = ContentVerticalAlignment.center {
        didSet { if contentVerticalAlignment != oldValue { setNeedsLayout() } }
    }
    /// Left, center, right or fill, by the direction of reading.
    open var effectiveContentHorizontalAlignment: ContentHorizontalAlignment {
        let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
        return switch contentHorizontalAlignment {
        case .leading: isRightToLeft ? .right : .left
        case .trailing: isRightToLeft ? .left : .right
        default: contentHorizontalAlignment
        }
    }

    /// How far beyond its bounds a tracked finger still counts as inside, points (fact E-61).
    static let trackingMargin: CGFloat = 70

    open var isEnabled = true {
        willSet { if newValue != isEnabled { layer.willChangeObserved("isEnabled") } }
        didSet { stateDidChange(from: oldValue, to: isEnabled, "isEnabled") }
    }
    open var isSelected = false {
        willSet { if newValue != isSelected { layer.willChangeObserved("isSelected") } }
        didSet { stateDidChange(from: oldValue, to: isSelected, "isSelected") }
    }
    open var isHighlighted = false {
        willSet { if newValue != isHighlighted { layer.willChangeObserved("isHighlighted") } }
        didSet { stateDidChange(from: oldValue, to: isHighlighted, "isHighlighted") }
    }

    open var state: State {
        var state = State.normal
        if isHighlighted { state.insert(.highlighted) }
        if !isEnabled { state.insert(.disabled) }
        if isSelected { state.insert(.selected) }
        return state
    }

    /// Whether a finger is being followed; valid only meanwhile (fact E-63).
    open private(set) var isTracking = false
    /// Whether that finger is inside, margin included.
    open private(set) var isTouchInside = false

    private var targetActions: [TargetAction] = []
    private var handlers: [(action: UIAction, events: Event)] = []

    override var standardAccessibility: StandardAccessibility {
        var traits = UIAccessibilityTraits.none
        if isSelected { traits.insert(.selected) }
        if !isEnabled { traits.insert(.notEnabled) }
        return StandardAccessibility(traits: traits)
    }

    /// A subclass draws its new state here; the base does nothing.
    func stateDidChange() {}

    private func stateDidChange(from old: Bool, to new: Bool, _ key: String) {
        guard new != old else { return }
        stateDidChange()
        layer.didChangeObserved(key)
    }

    public override init(frame: CGRect) { super.init(frame: frame) }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        guard coder.allowsKeyedCoding else { return }
        isEnabled = !(coder.bool(forKey: "UIDisabled") ?? false)
        isSelected = coder.bool(forKey: "UISelected") ?? false
        isHighlighted = coder.bool(forKey: "UIHighlighted") ?? false
        contentHorizontalAlignment =
            coder.integer(forKey: "UIContentHorizontalAlignment").flatMap(ContentHorizontalAlignment.init) ?? .center
        contentVerticalAlignment =
            coder.integer(forKey: "UIContentVerticalAlignment").flatMap(ContentVerticalAlignment.init) ?? .center
    }

    /// Targets and actions are not written.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        if !isEnabled { coder.encode(true, forKey: "UIDisabled") }
        if isSelected { coder.encode(true, forKey: "UISelected") }
        if isHighlighted { coder.encode(true, forKey: "UIHighlighted") }
        coder.encode(contentHorizontalAlignment.rawValue, forKey: "UIContentHorizontalAlignment")
        coder.encode(contentVerticalAlignment.rawValue, forKey: "UIContentVerticalAlignment")
    }

    public convenience init(frame: CGRect, primaryAction: UIAction?) {
        self.init(frame: frame)
        if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
    }

    // MARK: Targets and actions

    open func addTarget<Target: AnyObject>(
        _ target: Target, action: @escaping (Target) -> () -> Void, for controlEvents: Event
    ) {
        add(TargetAction(target, action), controlEvents)
    }

    open func addTarget<Target: AnyObject, Sender>(
        _ target: Target, action: @escaping (Target) -> (Sender) -> Void, for controlEvents: Event
    ) {
        add(TargetAction(target, action), controlEvents)
    }

    open func addTarget<Target: AnyObject, Sender>(
        _ target: Target, action: @escaping (Target) -> (Sender, UIEvent?) -> Void, for controlEvents: Event
    ) {
        add(TargetAction(target, action), controlEvents)
    }

    /// With nil the action goes to the first `Target` up the responder chain, from the first responder or else from this
    /// control (fact E-52).
    open func addTarget<Target: UIResponder>(
        _ target: Target?, action: @escaping (Target) -> () -> Void, for controlEvents: Event
    ) {
        add(target.map { TargetAction($0, action) } ?? .chain(action), controlEvents)
    }

    open func addTarget<Target: UIResponder, Sender>(
        _ target: Target?, action: @escaping (Target) -> (Sender) -> Void, for controlEvents: Event
    ) {
        add(target.map { TargetAction($0, action) } ?? .chain(action), controlEvents)
    }

    private func add(_ action: TargetAction, _ events: Event) {
        var action = action
        action.events = events
        targetActions.removeAll { $0.target == nil && !$0.isForChain }
        targetActions.append(action)
    }

    /// Removes the actions of `target` for these events; of every target with nil.
    open func removeTarget(_ target: AnyObject?, for controlEvents: Event) {
        for index in targetActions.indices where target == nil || targetActions[index].target === target {
            targetActions[index].events.subtract(controlEvents)
        }
        targetActions.removeAll { $0.events.isEmpty }
    }

    /// An action with an identifier that is there already takes its place.
    open func addAction(_ action: UIAction, for controlEvents: Event) {
        handlers.removeAll { $0.action.identifier == action.identifier && $0.events == controlEvents }
        handlers.append((action, controlEvents))
    }

    open func removeAction(_ action: UIAction, for controlEvents: Event) {
        for index in handlers.indices where handlers[index].action.identifier == action.identifier {
            handlers[index].events.subtract(controlEvents)
        }
        handlers.removeAll { $0.events.isEmpty }
    }

    open var allControlEvents: Event {
        var events: Event = []
        for action in targetActions where action.target != nil || action.isForChain { events.formUnion(action.events) }
        for handler in handlers { events.formUnion(handler.events) }
        return events
    }

    open func sendActions(for controlEvents: Event) { sendActions(for: controlEvents, with: nil) }

    private func sendActions(for events: Event, with event: UIEvent?) {
        for action in targetActions where !action.events.isDisjoint(with: events) {
            action.send(from: self, event: event)
        }
        for handler in handlers where !handler.events.isDisjoint(with: events) { sendAction(handler.action) }
    }

    open func sendAction(_ action: UIAction) { action.perform(from: self) }

    // MARK: Tracking, for subclasses

    /// False ends tracking (fact E-63).
    open func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
    open func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
    /// `touch` is nil when nobody lifted a finger: tracking was ended by the control itself.
    open func endTracking(_ touch: UITouch?, with event: UIEvent?) {}
    open func cancelTracking(with event: UIEvent?) {}

    // MARK: Touches

    private weak var trackedTouch: UITouch?

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isEnabled else {
            next?.touchesBegan(touches, with: event)
            return
        }
        guard !isTracking, let touch = touches.first else { return }
        // Another button of a mouse asks for something else than the control does.
        guard touch.type != .indirectPointer || touch.buttons.contains(.primary) else { return }
        isTouchInside = true
        isTracking = beginTracking(touch, with: event)
        guard isTracking else {
            isTouchInside = false
            return
        }
        trackedTouch = touch
        isHighlighted = true
        var events: Event = .touchDown
        if touch.tapCount > 1 { events.insert(.touchDownRepeat) }
        sendActions(for: events, with: event)
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isTracking, let touch = trackedTouch, touches.contains(touch) else {
            if !isEnabled { next?.touchesMoved(touches, with: event) }
            return
        }
        let wasInside = isTouchInside
        isTouchInside = containsTracked(touch)
        guard continueTracking(touch, with: event) else {
            isTracking = false
            trackedTouch = nil
            isHighlighted = false
            isTouchInside = false
            endTracking(nil, with: event)
            return
        }
        isHighlighted = isTouchInside
        // Fact E-62: crossing is told before the drag.
        switch (wasInside, isTouchInside) {
        case (true, true):
            sendActions(for: .touchDragInside, with: event)
        case (true, false):
            sendActions(for: .touchDragExit, with: event)
            sendActions(for: .touchDragOutside, with: event)
        case (false, true):
            sendActions(for: .touchDragEnter, with: event)
            sendActions(for: .touchDragInside, with: event)
        case (false, false):
            sendActions(for: .touchDragOutside, with: event)
        }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isTracking, let touch = trackedTouch, touches.contains(touch) else {
            if !isEnabled { next?.touchesEnded(touches, with: event) }
            return
        }
        let endsInside = containsTracked(touch)
        isTouchInside = endsInside
        endTracking(touch, with: event)
        isTracking = false
        trackedTouch = nil
        isHighlighted = false
        isTouchInside = false
        sendActions(for: endsInside ? primaryEvents : .touchUpOutside, with: event)
    }

    /// What a lift inside sends; a button adds its primary action.
    var primaryEvents: Event { .touchUpInside }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isTracking, let touch = trackedTouch, touches.contains(touch) else {
            if !isEnabled { next?.touchesCancelled(touches, with: event) }
            return
        }
        cancelTracking(with: event)
        isTracking = false
        trackedTouch = nil
        isHighlighted = false
        isTouchInside = false
        sendActions(for: .touchCancel, with: event)
    }

    private func containsTracked(_ touch: UITouch) -> Bool {
        bounds.insetBy(dx: -Self.trackingMargin, dy: -Self.trackingMargin).contains(touch.location(in: self))
    }

    /// Fact E-90: a single tap recognized by a superview does not take a control's touch away.
    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        if isEnabled, let tap = gestureRecognizer as? UITapGestureRecognizer, tap.view !== self,
            tap.numberOfTapsRequired == 1, tap.numberOfTouchesRequired == 1
        {
            return false
        }
        return super.gestureRecognizerShouldBegin(gestureRecognizer)
    }
}
