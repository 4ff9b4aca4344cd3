public import Foundation
import QuartzCore

// Passing from one state of a view, or from one view, to another (facts ).

extension UIView {
    /// Shows what `view` looked like before and after `animations`, and passes from the one to the other as the
    /// transition in `options` says; without one the change is immediate.
    ///
    /// - Parameters:
    ///   - view: the container in which subviews are added, removed, shown or hidden.
    ///   - duration: seconds; 0 or less changes at once.
    ///   - options: other changes in the block take effect at once unless `.allowAnimatedContent` is in.
    ///   - completion: called once: with true at the end of the transition, false if it was cut short.
    public static func transition(
        with view: UIView, duration: TimeInterval, options: AnimationOptions = [], animations: (() -> Void)?,
        completion: ((Bool) -> Void)? = nil
    ) {
        let block = AnimationBlock(duration: duration, delay: 0, options: options, completion: completion)
        guard let kind = options.transition, block.animates, view.windowStorage != nil else {
            performWithoutAnimation { animations?() }
            block.run {}
            return
        }
        let passage = ViewPassage(of: view, kind)
        block.begin()
        if options.contains(.allowAnimatedContent) {
            animations?()
        } else {
            performWithoutAnimation {
                animations?()
                view.layoutIfNeeded()
            }
        }
        passage.start(in: block)
        block.end()
    }

    /// Puts `toView` in the place of `fromView`, which is removed from its superview; the superview is the container of
    /// the transition. With `.showHideTransitionViews` both are there already, and are hidden and shown instead.
    public static func transition(
        from fromView: UIView, to toView: UIView, duration: TimeInterval, options: AnimationOptions = [],
        completion: ((Bool) -> Void)? = nil
    ) {
        guard let container = fromView.superview else {
            AnimationBlock(duration: 0, delay: 0, options: [], completion: completion).run {}
            return
        }
        transition(
            with: container, duration: duration, options: options,
            animations: {
                if options.contains(.showHideTransitionViews) {
                    fromView.isHidden = true
                    toView.isHidden = false
                } else {
                    container.insertSubview(toView, aboveSubview: fromView)
                    fromView.removeFromSuperview()
                }
            }, completion: completion)
    }
}

extension UIView.AnimationOptions {
    enum Transition: UInt {
        case flipFromLeft = 1
        case flipFromRight = 2
        case curlUp = 3
        case curlDown = 4
        case crossDissolve = 5
        case flipFromTop = 6
        case flipFromBottom = 7
    }

    /// The transition in bits 20 to 23.
    var transition: Transition? { Transition(rawValue: (rawValue >> 20) & 0xF) }
}

extension UIView.AnimationOptions.Transition {
    /// How the render server does it; nil for what is made of turning layers.
    fileprivate var layerTransition: CATransitionType? {
        switch self {
        case .crossDissolve: .fade
        case .curlUp: .pageCurl
        case .curlDown: .pageUnCurl
        case .flipFromLeft, .flipFromRight, .flipFromTop, .flipFromBottom: nil
        }
    }
}

/// A view's way from the look it has when this is made to the one it has when it starts.
@MainActor
struct ViewPassage {
    private let view: UIView
    private let kind: UIView.AnimationOptions.Transition
    /// What turns is drawn as a picture; the rest is the render server's.
    private let before: CGImage?

    init(of view: UIView, _ kind: UIView.AnimationOptions.Transition) {
        self.view = view
        self.kind = kind
        before = kind.layerTransition == nil ? view.snapshotContents() : nil
    }

    func start(in block: AnimationBlock) {
        if let type = kind.layerTransition {
            let transition = CATransition()
            transition.type = type
            transition.duration = block.duration
            transition.timingFunction = block.curve.timingFunction
            transition.delegate = ViewAnimationObserver(view: view, block: block)
            block.willAnimate(view, resizes: false)
            view.layer.add(transition, forKey: kCATransition)
        } else if let before {
            ViewTransition(view: view, kind: kind, before: before, block: block).start()
        }
    }
}

/// A flip: a picture of the container before the change lies over the container after it, until it is seen from its edge.
@MainActor
private final class ViewTransition {
    private let view: UIView
    private let kind: UIView.AnimationOptions.Transition
    private let cover = CALayer()
    private let block: AnimationBlock

    init(view: UIView, kind: UIView.AnimationOptions.Transition, before: CGImage, block: AnimationBlock) {
        self.view = view
        self.kind = kind
        self.block = block
        CATransaction.nested(disablingActions: true) {
            cover.contents = before
            cover.frame = view.bounds
            cover.opacity = 0
            // Before everything, and not so far that it is beyond what can be placed in space.
            cover.zPosition = 1_000_000
            view.layer.addSublayer(cover)
        }
    }

    func start() {
        switch kind {
        case .crossDissolve, .curlUp, .curlDown: break
        case .flipFromLeft: flip(turn: 1, x: 0, y: 1, side: view.bounds.width)
        case .flipFromRight: flip(turn: -1, x: 0, y: 1, side: view.bounds.width)
        case .flipFromTop: flip(turn: -1, x: 1, y: 0, side: view.bounds.height)
        case .flipFromBottom: flip(turn: 1, x: 1, y: 0, side: view.bounds.height)
        }
    }

    /// The container turns about its middle until it is seen from its edge, with its old content, and on from there with
    /// the new one, seen from 2.5 of its sides away (fact A-54). The edge that names the transition comes forward.
    private func flip(turn: CGFloat, x: CGFloat, y: CGFloat, side: CGFloat) {
        let model = view.layer.transform
        var distance = CATransform3DIdentity
        distance.m34 = -1 / max(2.5 * side, 1)
        func turned(_ quarters: CGFloat) -> CATransform3D {
            let turn = CATransform3DMakeRotation(turn * quarters * .pi / 2, x, y, 0)
            return CATransform3DConcat(CATransform3DConcat(turn, distance), model)
        }
        let half = block.duration / 2
        let now = view.layer.convertTime(CACurrentMediaTime(), from: nil)

        let away = CABasicAnimation(keyPath: "transform")
        away.fromValue = turned(0)
        away.toValue = turned(1)
        away.duration = half
        away.timingFunction = CAMediaTimingFunction(name: .easeIn)
        let back = CABasicAnimation(keyPath: "transform")
        back.fromValue = turned(-1)
        back.toValue = turned(0)
        back.beginTime = now + half
        back.duration = half
        back.timingFunction = CAMediaTimingFunction(name: .easeOut)
        let covering = CABasicAnimation(keyPath: "opacity")
        covering.fromValue = Float(1)
        covering.toValue = Float(1)
        covering.duration = half
        // Without that the half that turns away would vanish behind what lies below the container.
        let raised = CABasicAnimation(keyPath: "zPosition")
        raised.fromValue = side
        raised.toValue = side
        raised.duration = block.duration
        add(covering, to: cover, key: "transition") { [cover] in Self.remove(cover) }
        // Taken away early, the view shows its new look at once.
        add(away, to: view.layer, key: "transition-away") { [cover] in Self.remove(cover) }
        add(back, to: view.layer, key: "transition-back") {}
        add(raised, to: view.layer, key: "transition-raised") {}
    }

    private static func remove(_ cover: CALayer) {
        CATransaction.nested(disablingActions: true) { cover.removeFromSuperlayer() }
    }

    private func add(_ animation: CABasicAnimation, to layer: CALayer, key: String, end: @escaping () -> Void) {
        animation.delegate = ViewAnimationObserver(view: view, block: block, end: end)
        block.willAnimate(view, resizes: false)
        layer.add(animation, forKey: key)
    }
}
