import Foundation
import QuartzCore

/// A window onto content larger than itself, moved by a finger (group S.1 of the facts).
///
/// Covered: dragging with slop and rubber band, free deceleration, bounce, insets, directional overflow rules, the
/// delegate's calls in order, delayed and cancelled content touches, wheels and trackpads. Not here yet: zooming, paging,
/// indicators.
///
/// The clicks of a wheel are no drag: the content glides as after a flick, and the delegate hears just that. A mouse that drags
/// with its button down scrolls as a finger does, which a panel without a wheel needs; to keep that for the content take
/// `.indirectPointer` out of the pan recognizer's `allowedTouchTypes`, or set `VITRINE_MOUSE_DRAG=content` for all.
@preconcurrency @MainActor
open class UIScrollView: UIView {
    /// `UIScrollView.DecelerationRate` (fact S-02), per millisecond.
    public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat

        public init(rawValue: CGFloat) { self.rawValue = rawValue }

        public static let normal = DecelerationRate(rawValue: 0.998)
        public static let fast = DecelerationRate(rawValue: 0.99)

        /// One that comes to rest.
        var rate: CGFloat {
            guard rawValue.isFinite else { return Self.normal.rawValue }
            return min(max(rawValue, ScrollMotion.rates.lowerBound), ScrollMotion.rates.upperBound)
        }
    }

    open weak var delegate: (any UIScrollViewDelegate)?
    /// Points; default zero.
    open var contentSize: CGSize = .zero {
        willSet {
            if newValue != contentSize, newValue.width.isFinite, newValue.height.isFinite {
                layer.willChangeObserved("contentSize")
            }
        }
        didSet {
            guard contentSize.width.isFinite, contentSize.height.isFinite else { return contentSize = oldValue }
            adjustmentMayChange()
            layer.didChangeObserved("contentSize")
        }
    }
    /// Points added around the content; default zero. Setting it does not move the content (fact S-13).
    open var contentInset: UIEdgeInsets = .zero {
        willSet { if newValue != contentInset, newValue.isFinite { layer.willChangeObserved("contentInset") } }
        didSet {
            guard contentInset.isFinite else { return contentInset = oldValue }
            if contentInset != oldValue { tellAdjustment() }
            layer.didChangeObserved("contentInset")
        }
    }
    /// Whether the safe area is added to `contentInset`; default automatic, which is on the axes that can scroll.
    open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic {
        didSet { adjustmentMayChange() }
    }
    /// What the safe area adds, points.
    final var safeAreaAdjustment = UIEdgeInsets.zero
    open var bounces = true
    open var alwaysBounceVertical = false { didSet { adjustmentMayChange() } }
    open var alwaysBounceHorizontal = false { didSet { adjustmentMayChange() } }
    /// Whether a drag that begins along one axis scrolls along that one only; default false.
    open var isDirectionalLockEnabled = false
    open var isScrollEnabled = true { didSet { panGestureRecognizer.isEnabled = isScrollEnabled } }
    open var decelerationRate = DecelerationRate.normal
    /// Default none (fact S-01).
    open var keyboardDismissMode = KeyboardDismissMode.none

    /// Whether a finger that lands on the content is kept from it for a moment, in which it may become a drag; default true
    /// (fact S-10).
    open var delaysContentTouches = true
    /// Whether a drag may take away a finger that the content has already; default true.
    open var canCancelContentTouches = true

    open private(set) var isTracking = false
    open private(set) var isDragging = false
    open private(set) var isDecelerating = false

    public let panGestureRecognizer: UIPanGestureRecognizer = ScrollViewPanGestureRecognizer()

    final var link: CADisplayLink?
    /// The way of `setContentOffset(_:animated:)`; nil while there is none.
    final var offsetAnimation: OffsetAnimation?
    /// The drag under way, or the last one.
    private var drag = ScrollDrag()
    /// Where the wheel has brought the content, once it gets there; nil while no wheel moves it.
    final var wheelTarget: CGPoint?
    final var wheelTime: TimeInterval = 0
    private var motionX: ScrollMotion?
    private var motionY: ScrollMotion?
    private var motionStart: TimeInterval = 0

    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUp()
        restoreSettings(with: coder)
        guard coder.allowsKeyedCoding else { return }
        contentSize = coder.size(forKey: "UIContentSize") ?? .zero
        contentInset = coder.decodeUIEdgeInsets(forKey: "UIContentInset")
        bounces = coder.bool(forKey: "UIBounceEnabled") ?? true
        alwaysBounceVertical = coder.bool(forKey: "UIAlwaysBounceVertical") ?? false
        alwaysBounceHorizontal = coder.bool(forKey: "UIAlwaysBounceHorizontal") ?? false
        isScrollEnabled = !(coder.bool(forKey: "UIScrollDisabled") ?? false)
        delaysContentTouches = coder.bool(forKey: "UIDelaysContentTouches") ?? true
        canCancelContentTouches = coder.bool(forKey: "UICanCancelContentTouches") ?? true
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(contentSize, forKey: "UIContentSize")
        coder.encode(contentInset, forKey: "UIContentInset")
        coder.encode(bounces, forKey: "UIBounceEnabled")
        coder.encode(alwaysBounceVertical, forKey: "UIAlwaysBounceVertical")
        coder.encode(alwaysBounceHorizontal, forKey: "UIAlwaysBounceHorizontal")
        coder.encode(!isScrollEnabled, forKey: "UIScrollDisabled")
        if !delaysContentTouches { coder.encode(false, forKey: "UIDelaysContentTouches") }
        if !canCancelContentTouches { coder.encode(false, forKey: "UICanCancelContentTouches") }
    }

    private func setUp() {
        clipsToBounds = true
        panGestureRecognizer.addTarget(self, action: UIScrollView.panned)
        addGestureRecognizer(panGestureRecognizer)
    }

    // MARK: Offset

    /// The content's point at the view's upper left corner; the same as `bounds.origin` (fact G-17).
    open var contentOffset: CGPoint {
        get { bounds.origin }
        set {
            move(to: newValue)
            if offsetAnimation != nil { endOffsetAnimation() }
        }
    }

    /// Animated, it takes 0.3 s, and the delegate hears of every step and of the end; not when it is there already (fact S-08).
    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        stop()
        guard animated else {
            move(to: contentOffset)
            return
        }
        animateOffset(to: contentOffset)
    }

    /// Moves the least that makes `rect` (content coordinates) visible within the insets, where a keyboard may be; not at
    /// all if it is (fact S-08).
    open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
        let seen = bounds.inset(by: adjustedContentInset)
        func least(_ from: CGFloat, _ to: CGFloat, _ low: CGFloat, _ high: CGFloat) -> CGFloat {
            if low < from || high - low > to - from { return low - from }
            return high > to ? high - to : 0
        }
        let target = clamped(
            CGPoint(
                x: bounds.minX + least(seen.minX, seen.maxX, rect.minX, rect.maxX),
                y: bounds.minY + least(seen.minY, seen.maxY, rect.minY, rect.maxY)))
        if target != contentOffset { setContentOffset(target, animated: animated) }
    }

    final func move(to offset: CGPoint) {
        guard offset.x.isFinite, offset.y.isFinite, offset != bounds.origin else { return }
        // Zero added, because there is a negative one, which prints as such.
        bounds.origin = CGPoint(x: offset.x + 0, y: offset.y + 0)
        setNeedsLayout()
        delegate?.scrollViewDidScroll(self)
    }

    /// Whole device pixels, as UIKit shows (fact G-75).
    final func rounded(_ point: CGPoint) -> CGPoint {
        let scale = max(window?.screen.scale ?? 1, 1)
        return CGPoint(x: (point.x * scale).rounded() / scale, y: (point.y * scale).rounded() / scale)
    }

    // MARK: Range

    /// Fact S-13.
    final var minimumOffset: CGPoint {
        let inset = adjustedContentInset
        return CGPoint(x: 0 - inset.left, y: 0 - inset.top)
    }

    final var maximumOffset: CGPoint {
        let inset = adjustedContentInset
        return CGPoint(
            x: max(contentSize.width + inset.right - bounds.width, 0 - inset.left),
            y: max(contentSize.height + inset.bottom - bounds.height, 0 - inset.top))
    }

    final func clamped(_ offset: CGPoint) -> CGPoint {
        CGPoint(
            x: min(max(offset.x, minimumOffset.x), maximumOffset.x),
            y: min(max(offset.y, minimumOffset.y), maximumOffset.y))
    }

    /// Fact S-11.
    final var scrollsHorizontally: Bool {
        maximumOffset.x > minimumOffset.x || (alwaysBounceHorizontal && bounces)
    }
    final var scrollsVertically: Bool {
        maximumOffset.y > minimumOffset.y || (alwaysBounceVertical && bounces)
    }

    // MARK: Finger

    /// A finger anywhere on it stops a running deceleration.
    final func fingerLanded() {
        isTracking = true
        if isDecelerating { endGlide() }
        if offsetAnimation != nil { endOffsetAnimation() }
    }

    /// The last one has lifted.
    final func fingersLifted() { if !isDragging { isTracking = false } }

    /// Whether a finger that landed on `view`, which is in the content, is delivered there. Default true.
    open func touchesShouldBegin(_ touches: Set<UITouch>, with event: UIEvent?, in view: UIView) -> Bool { true }

    /// Whether a drag takes away the finger that `view` has. Default: not from controls.
    open func touchesShouldCancel(in view: UIView) -> Bool { !(view is UIControl) }

    open override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        let view = super.hitTest(point, with: event)
        // Fact S-17: the touch that stops the content is not delivered to it.
        return isDecelerating && view != nil ? self : view
    }

    private func panned(_ pan: UIPanGestureRecognizer) {
        switch pan.state {
        case .began:
            stop()
            isTracking = true
            isDragging = true
            let translation = pan.translation(in: self)
            // The slop is absorbed: the recognizing event moves by what goes beyond it (facts E-87, SC-01).
            let travel = pan.travelThatCounts(translation)
            let slop = pan.isScrolledByPointer ? 0 : UIPanGestureRecognizer.hysteresis
            drag.begin(
                at: CGPoint(
                    x: ScrollMotion.unbanded(
                        bounds.minX, minimum: minimumOffset.x, maximum: maximumOffset.x, length: bounds.width),
                    y: ScrollMotion.unbanded(
                        bounds.minY, minimum: minimumOffset.y, maximum: maximumOffset.y, length: bounds.height)),
                translation: translation, absorbing: travel > 0 ? min(slop / travel, 1) : 1,
                locksDirection: isDirectionalLockEnabled)
            delegate?.scrollViewWillBeginDragging(self)
            keyboardDragBegan()
            follow(pan)
        case .changed:
            follow(pan)
        case .ended:
            keyboardLetGo(velocity: pan.velocity(in: nil).y)
            release(velocity: pan.velocity(in: self))
        case .cancelled, .failed:
            keyboardLetGo(velocity: -1)
            release(velocity: .zero)
        case .possible:
            break
        }
    }

    private func follow(_ pan: UIPanGestureRecognizer) {
        keyboardDragged(pan)
        drag.follow(pan.translation(in: self), horizontally: scrollsHorizontally, vertically: scrollsVertically)
        let requested = drag.offset
        var banded = CGPoint(
            x: ScrollMotion.banded(
                requested.x, minimum: minimumOffset.x, maximum: maximumOffset.x, length: bounds.width),
            y: ScrollMotion.banded(
                requested.y, minimum: minimumOffset.y, maximum: maximumOffset.y, length: bounds.height))
        if !bounces { banded = clamped(banded) }
        move(to: rounded(banded))
        drag.show(bounds.origin, at: CACurrentMediaTime())
    }

    private func release(velocity: CGPoint) {
        guard isDragging else { return }
        isTracking = false
        isDragging = false
        var speed = CGPoint(
            x: scrollsHorizontally && drag.lock != .vertical ? -velocity.x : 0,
            y: scrollsVertically && drag.lock != .horizontal ? -velocity.y : 0)
        if abs(speed.x) < ScrollMotion.restVelocity { speed.x = 0 }
        if abs(speed.y) < ScrollMotion.restVelocity { speed.y = 0 }
        let seen = velocity == .zero ? .zero : drag.shownVelocity(at: CACurrentMediaTime())
        motionX = motion(bounds.minX, speed.x, seen.x, minimumOffset.x, maximumOffset.x)
        motionY = motion(bounds.minY, speed.y, seen.y, minimumOffset.y, maximumOffset.y)
        var target = clamped(
            CGPoint(
                x: motionX?.offset(at: .greatestFiniteMagnitude).value ?? bounds.minX,
                y: motionY?.offset(at: .greatestFiniteMagnitude).value ?? bounds.minY))
        let proposed = target
        delegate?.scrollViewWillEndDragging(
            self, withVelocity: CGPoint(x: speed.x / 1000, y: speed.y / 1000), targetContentOffset: &target)
        if target != proposed, target.x.isFinite, target.y.isFinite {
            speed = CGPoint(
                x: restingSpeed(from: bounds.minX, to: target.x), y: restingSpeed(from: bounds.minY, to: target.y))
            motionX = motion(bounds.minX, speed.x, seen.x, minimumOffset.x, maximumOffset.x)
            motionY = motion(bounds.minY, speed.y, seen.y, minimumOffset.y, maximumOffset.y)
        }
        let willDecelerate = speed != .zero || clamped(contentOffset) != contentOffset
        delegate?.scrollViewDidEndDragging(self, willDecelerate: willDecelerate)
        // The delegate may have sent it elsewhere.
        guard willDecelerate, offsetAnimation == nil else { return }
        motionStart = CACurrentMediaTime()
        glide(with: CADisplayLink(target: self, action: UIScrollView.step))
    }

    /// At which it comes to rest there, points per second.
    private func restingSpeed(from start: CGFloat, to target: CGFloat) -> CGFloat {
        let rate = min(max(decelerationRate.rate, ScrollMotion.rates.lowerBound), ScrollMotion.rates.upperBound)
        return (target - start) * (1 - rate) / rate * 1000
    }

    /// The content goes on by itself.
    final func glide(with link: CADisplayLink) {
        isDecelerating = true
        delegate?.scrollViewWillBeginDecelerating(self)
        // The delegate may have moved it elsewhere.
        guard isDecelerating else { return link.invalidate() }
        link.wantedContext = window?.screen.context
        link.add(to: .main, forMode: .common)
        self.link = link
    }

    /// It stands.
    final func endGlide() {
        stop()
        delegate?.scrollViewDidEndDecelerating(self)
    }

    /// - Parameters:
    ///   - velocity: of the finger, points per second.
    ///   - seen: of what is seen, which the rubber band holds back.
    private func motion(
        _ start: CGFloat, _ velocity: CGFloat, _ seen: CGFloat, _ minimum: CGFloat, _ maximum: CGFloat
    ) -> ScrollMotion {
        var motion = ScrollMotion(
            minimum: minimum, maximum: maximum, start: start, startVelocity: velocity,
            rate: decelerationRate.rate, bounces: bounces)
        if motion.isBeyondEdge { motion.startVelocity = motion.releaseVelocity(seen: seen) }
        return motion
    }

    private func step(_ link: CADisplayLink) {
        let time = CGFloat(max(link.targetTimestamp - motionStart, 0))
        let x = motionX?.offset(at: time) ?? (value: bounds.minX, isAtRest: true)
        let y = motionY?.offset(at: time) ?? (value: bounds.minY, isAtRest: true)
        move(to: rounded(CGPoint(x: x.value, y: y.value)))
        if x.isAtRest, y.isAtRest { endGlide() }
    }

    final func stop() {
        link?.invalidate()
        link = nil
        wheelTarget = nil
        offsetAnimation = nil
        isDecelerating = false
    }

    open override func safeAreaInsetsDidChange() {
        super.safeAreaInsetsDidChange()
        adjustmentMayChange()
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        // With another size other axes may scroll.
        if UIView.hasSafeAreas { adjustmentMayChange() }
    }

    override var describedContents: [String] {
        func list(_ values: [CGFloat]) -> String {
            "{" + values.map(ObjectDescription.number).joined(separator: ", ") + "}"
        }
        let inset = adjustedContentInset
        return [
            "contentOffset: \(list([contentOffset.x, contentOffset.y]))",
            "contentSize: \(list([contentSize.width, contentSize.height]))",
            "adjustedContentInset: \(list([inset.top, inset.left, inset.bottom, inset.right]))",
        ]
    }

    /// Called when `adjustedContentInset` has changed; for subclasses.
    open func adjustedContentInsetDidChange() {}

    open override func willMove(toWindow newWindow: UIWindow?) {
        super.willMove(toWindow: newWindow)
        // A display link holds its target: nothing may be left running outside a window.
        guard newWindow == nil else { return }
        if let offsetAnimation {
            move(to: offsetAnimation.end)
            endOffsetAnimation()
        }
        stop()
    }
}
