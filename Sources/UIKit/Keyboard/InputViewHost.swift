import Foundation

/// Shows what the first responder brings to be typed on: its input view at the bottom of the screen, its accessory view
/// above that (fact E-115). One for each screen; there is no other keyboard.
@MainActor
final class InputViewHost {
    /// Seconds (fact E-115).
    static let duration: TimeInterval = 0.25

    private unowned let screen: UIScreen
    /// There only while something is shown.
    private var window: InputViewWindow?
    /// The window on this screen whose first responder changed last.
    private weak var latest: UIWindow?
    /// Where the views are, or will be when they have moved there; screen points.
    private var frame = CGRect.zero
    private var isShown = false
    /// Which show or hide this is: a later one takes the end of an earlier one away.
    private var transition = 0
    private var isRefreshing = false
    private var isStale = false

    init(screen: UIScreen) { self.screen = screen }

    // MARK: Whose

    /// Whose views are shown, if it has any.
    var responder: UIResponder? {
        if let latest, latest.screen === screen, !latest.isHidden, let responder = latest.firstResponder {
            return responder
        }
        return screen.windows.last { $0.firstResponder != nil && $0 !== window }?.firstResponder
    }

    /// A first responder inside the views: keys are for it.
    var innerResponder: UIResponder? { window?.firstResponder }

    private static var exchanges = 0
    private static var waiting: [InputViewHost] = []

    /// One responder takes another's place: of the moment without any nothing is shown.
    static func exchanging(_ exchange: () -> Bool) -> Bool {
        exchanges += 1
        defer {
            exchanges -= 1
            if exchanges == 0 {
                let hosts = waiting
                waiting = []
                for host in hosts { host.refresh() }
            }
        }
        return exchange()
    }

    func responderDidChange(in window: UIWindow) {
        if window.firstResponder != nil {
            latest = window
        } else if latest === window {
            latest = nil
        }
        if Self.exchanges > 0 { Self.waiting.append(self) } else { refresh() }
    }

    // MARK: What is shown

    /// Looks again at what should be shown, and shows that.
    func refresh(animated: Bool = true) {
        isStale = true
        guard !isRefreshing else { return }
        isRefreshing = true
        defer { isRefreshing = false }
        // Whoever hears of it may change the responder once more, but not for ever.
        var rounds = 0
        while isStale, rounds < 8 {
            isStale = false
            rounds += 1
            update(animated: animated && UIView.areAnimationsEnabled)
        }
    }

    /// The screen is another size: no animation leads there.
    func screenDidChange() {
        guard isShown, frame.width != screen.bounds.width || frame.maxY != screen.bounds.height else { return }
        refresh(animated: false)
    }

    private func update(animated: Bool) {
        guard let responder else { return hide(animated: animated) }
        let set = InputViewSet(for: responder, shownIn: window, size: screen.bounds.size)
        guard set.height > 0 else { return hide(animated: animated) }
        show(set, animated: animated)
    }

    private func show(_ set: InputViewSet, animated: Bool) {
        let area = screen.bounds
        // The part of the panel behind a frame is no place for keys.
        let height = min(set.height + screen.safeAreaInsets.bottom, area.height)
        let end = CGRect(x: 0, y: area.height - height, width: area.width, height: height)
        let begin = isShown ? frame : CGRect(x: 0, y: area.height, width: area.width, height: height)
        let window = self.window ?? InputViewWindow(host: self, screen: screen)
        UIView.performWithoutAnimation {
            // Light or dark as where one types, not as the panel.
            window.overrideUserInterfaceStyle = style(of: set.owner)
            if self.window == nil { window.container.frame = begin }
            window.container.take(set)
            if window.isHidden { window.isHidden = false }
        }
        self.window = window
        guard !isShown || begin != end else { return }
        isShown = true
        move(
            from: begin, to: end, animated: animated,
            notes: [
                (UIResponder.keyboardWillChangeFrameNotification, UIResponder.keyboardDidChangeFrameNotification),
                (UIResponder.keyboardWillShowNotification, UIResponder.keyboardDidShowNotification),
            ])
    }

    private func style(of responder: UIResponder?) -> UIUserInterfaceStyle {
        if let view = responder as? UIView { return view.traitCollection.userInterfaceStyle }
        return (responder as? UIViewController)?.traitCollection.userInterfaceStyle ?? .unspecified
    }

    private func hide(animated: Bool) {
        guard isShown else { return }
        isShown = false
        let end = CGRect(x: 0, y: screen.bounds.height, width: frame.width, height: frame.height)
        move(
            from: frame, to: end, animated: animated,
            notes: [
                (UIResponder.keyboardWillChangeFrameNotification, UIResponder.keyboardDidChangeFrameNotification),
                (UIResponder.keyboardWillHideNotification, UIResponder.keyboardDidHideNotification),
            ])
    }

    /// Before it moves and when it has come to rest, two notifications each.
    private func move(
        from begin: CGRect, to end: CGRect, animated: Bool,
        notes: [(will: NSNotification.Name, did: NSNotification.Name)]
    ) {
        transition += 1
        let number = transition
        frame = end
        var information: [AnyHashable: Any] = [
            UIResponder.keyboardFrameBeginUserInfoKey: begin, UIResponder.keyboardFrameEndUserInfoKey: end,
            UIResponder.keyboardIsLocalUserInfoKey: NSNumber(value: true),
        ]
        let atRest = information
        let duration = animated ? Self.duration : 0
        information[UIResponder.keyboardAnimationDurationUserInfoKey] = NSNumber(value: duration)
        information[UIResponder.keyboardAnimationCurveUserInfoKey] = NSNumber(
            value: UIView.AnimationCurve.keyboard.rawValue)
        for note in notes { post(note.will, information) }
        UIView.animate(
            withDuration: duration, delay: 0,
            options: [
                .allowUserInteraction, .beginFromCurrentState, .overrideInheritedDuration, .overrideInheritedCurve,
                .overrideInheritedOptions,
                UIView.AnimationOptions(rawValue: UInt(UIView.AnimationCurve.keyboard.rawValue) << 16),
            ],
            animations: { [window = self.window] in window?.container.frame = end },
            completion: { [weak self] _ in
                guard let self, self.transition == number else { return }
                // The window may be the last that holds the screen.
                let screen = self.screen
                defer { withExtendedLifetime(screen) {} }
                if !self.isShown { self.removeWindow() }
                for note in notes { self.post(note.did, atRest) }
            })
    }

    // MARK: Dragged away

    /// A finger that scrolls is so far down the screen, points: below the views' upper edge it takes them along.
    func follow(_ y: CGFloat) {
        guard isShown, let window, y.isFinite else { return }
        let top = min(max(y, frame.minY), screen.bounds.height)
        guard top != window.container.frame.minY else { return }
        UIView.performWithoutAnimation { window.container.frame.origin.y = top }
    }

    /// It has let go of them: downwards they leave, and with them goes their responder, if it lets go; else they come back.
    /// - Parameter velocity: downwards, points per second.
    func letGo(velocity: CGFloat) {
        guard isShown, let window, window.container.frame.minY > frame.minY else { return }
        let rest = frame
        if velocity > 0 {
            frame = window.container.frame
            responder?.resignFirstResponder()
            guard isShown, self.window === window else { return }
            // Another one's views are there by now, or it does not let go.
            if frame == window.container.frame { frame = rest }
        }
        let end = frame
        UIView.animate(
            withDuration: UIView.areAnimationsEnabled ? Self.duration : 0, delay: 0,
            options: [.allowUserInteraction, .beginFromCurrentState]
        ) { window.container.frame = end }
    }

    /// The views go back to whoever brought them.
    private func removeWindow() {
        guard let window else { return }
        self.window = nil
        window.container.take(InputViewSet())
        window.isHidden = true
    }

    private func post(_ name: NSNotification.Name, _ information: [AnyHashable: Any]) {
        NotificationCenter.default.post(name: name, object: screen, userInfo: information)
    }
}
