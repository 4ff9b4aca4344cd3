import CoreGraphics
import Foundation
import QuartzCore

extension UIView {
    /// The answer that ends the search; one object, since it is given for every change.
    private static let noAction = NSNull()

    /// What the view's layer does when a property changes: move inside an animation block, else stand still (fact A-35).
    final func viewAction(forKey key: String) -> (any CAAction)? {
        guard let block = AnimationBlock.current, block.animates, let property = AnimatedProperty(rawValue: key) else {
            return UIView.noAction
        }
        return ViewAnimationAction(view: self, property: property, block: block)
    }
}

/// Stands for one change of one property inside an animation block. Made before the change, run after it.
@MainActor
private final class ViewAnimationAction: NSObject, CAAction {
    private let view: UIView
    private let property: AnimatedProperty
    private let block: AnimationBlock
    private let oldModel: Any?
    private let oldShown: Any?

    init(view: UIView, property: AnimatedProperty, block: AnimationBlock) {
        self.view = view
        self.property = property
        self.block = block
        let layer = view.layer
        oldModel = property.value(of: layer)
        // What is on screen takes as long to find out as the layer has animations: only for who goes on from there.
        let isMoving =
            (block.animator != nil || !property.isAlwaysRelative) && layer.animation(forKey: property.rawValue) != nil
        oldShown = isMoving ? layer.presentation().flatMap { property.value(of: $0) } : oldModel
        super.init()
    }

    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        let layer = view.layer
        let new = property.value(of: layer)
        // Fact A-12.
        guard !AnimatedProperty.areEqual(oldModel, new) else { return }
        if let animator = block.animator {
            animator.take(view, property, from: oldModel, shown: oldShown, to: new)
            return
        }
        if let keyframes = block.keyframes {
            keyframes.record(view, property, from: oldModel, to: new)
            if property == .bounds { block.willResize(view) }
            return
        }
        let animation = makeAnimation()
        animation.keyPath = property.rawValue
        var key = property.rawValue
        if let oldModel, let new, let (start, end) = property.relative(from: oldModel, to: new) {
            animation.fromValue = start
            animation.toValue = end
            animation.isAdditive = true
            key = property.freeKey(on: layer)
        } else {
            // Whatever is shown now is where it starts; the animation under way for the property gives way.
            animation.fromValue = oldShown ?? property.absentColor(like: new)
            animation.toValue = new ?? property.absentColor(like: oldShown)
        }
        animation.delegate = ViewAnimationObserver(view: view, block: block)
        block.willAnimate(view, resizes: property == .bounds)
        layer.add(animation, forKey: key)
    }

    private func makeAnimation() -> CABasicAnimation {
        let animation: CABasicAnimation
        if let spring = block.spring {
            animation = CASpringAnimation(spring: spring)
        } else {
            animation = CABasicAnimation()
            animation.timingFunction = block.curve.timingFunction
        }
        block.time(animation, on: view.layer)
        return animation
    }
}

extension AnimationBlock {
    /// Gives an animation the block's timing.
    func time(_ animation: CAAnimation, on layer: CALayer) {
        animation.duration = duration
        animation.repeatCount = repeatCount
        // Without rounds there is no way back (fact A-41).
        animation.autoreverses = autoreverses && repeatCount != 0
        // Fact A-11: the start is seen during the delay.
        animation.fillMode = .both
        if delay > 0 { animation.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) + delay }
    }

    /// At the end of a block of keyframes: one animation for each property that changed.
    func addKeyframeAnimations() {
        keyframes?.makeAnimations { view, property, animation in
            animation.timingFunction = curve.timingFunction
            time(animation, on: view.layer)
            animation.delegate = ViewAnimationObserver(view: view, block: self)
            willAnimate(view, resizes: false)
            let key = animation.isAdditive ? property.freeKey(on: view.layer) : property.rawValue
            view.layer.add(animation, forKey: key)
        }
        keyframes = nil
    }
}

extension AnimatedProperty {
    /// Relative animations of one property lie side by side: "position", "position-2", … (fact A-22). With very many of
    /// them it is some free number, found in steps that grow, and not the lowest.
    @MainActor
    func freeKey(on layer: CALayer) -> String {
        func isTaken(_ number: Int) -> Bool { layer.animation(forKey: key(number)) != nil }
        func key(_ number: Int) -> String { number == 1 ? rawValue : "\(rawValue)-\(number)" }
        var (taken, free) = (0, 1)
        while isTaken(free) { (taken, free) = (free, free < 4 ? free + 1 : free * 2) }
        while free - taken > 1 {
            let middle = (taken + free) / 2
            if isTaken(middle) { taken = middle } else { free = middle }
        }
        return key(free)
    }

    /// A background that was not there fades in or out as the other end made transparent.
    func absentColor(like other: Any?) -> Any? {
        guard self == .backgroundColor || self == .borderColor, let color = other as? CGColor else { return nil }
        return color.copy(alpha: 0)
    }

    /// The same with the first colour there is.
    static func absentColor(_ property: AnimatedProperty, like others: [Any?]) -> Any? {
        others.lazy.compactMap { property.absentColor(like: $0) }.first
    }
}

extension UIView.AnimationCurve {
    /// Fact A-04.
    var timingFunction: CAMediaTimingFunction { CAMediaTimingFunction(curve: motion) }
}

/// Tells the block when one of its animations is over.
@MainActor
final class ViewAnimationObserver: NSObject, CAAnimationDelegate {
    private weak var view: UIView?
    private var block: AnimationBlock?

    private let end: () -> Void

    init(view: UIView, block: AnimationBlock, end: @escaping () -> Void = {}) {
        self.view = view
        self.block = block
        self.end = end
        super.init()
    }

    func animationDidStart(_ anim: CAAnimation) { block?.didStart() }

    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
        guard let block else { return }
        self.block = nil
        end()
        block.didAnimate(view, finished: flag)
    }
}
