import CoreGraphics
import Foundation
import QuartzCore

/// One property of one view that a `UIViewPropertyAnimator` moves.
@MainActor
final class AnimatorPiece {
    private(set) weak var view: UIView?
    let property: AnimatedProperty
    private let from: Any
    private(set) var to: Any
    /// What is added to the end to see the start, if the property moves relatively (facts ).
    private let relative: (start: Any, end: Any)?
    /// The name of its animation on the layer, while there is one.
    private var key: String?
    /// The share of the duration before it begins.
    let delay: Double

    /// Nil for a way between values that are not there.
    init?(view: UIView, property: AnimatedProperty, from: Any?, shown: Any?, to: Any?, delay: Double) {
        let relative = from.flatMap { old in to.flatMap { property.relative(from: old, to: $0) } }
        let start = relative == nil ? shown ?? property.absentColor(like: to) : from
        guard let start, let end = to ?? property.absentColor(like: shown) else { return nil }
        self.view = view
        self.property = property
        self.from = start
        self.to = end
        self.relative = relative
        self.delay = delay
    }

    /// The share of its own way at a share of the whole.
    func share(of whole: Double) -> Double {
        delay >= 1 ? (whole >= 1 ? 1 : 0) : max(0, (whole - delay) / (1 - delay))
    }

    /// What the property is at a share of its way.
    func value(at share: Double) -> Any { property.value(between: from, and: to, share) ?? to }

    /// Shows the way from one share to another. `animation` has its timing already; its values are set here.
    func show(_ animation: CABasicAnimation, from start: Double, to end: Double) {
        guard let layer = view?.layer else { return }
        animation.keyPath = property.rawValue
        if let relative {
            animation.fromValue = property.value(between: relative.start, and: relative.end, start)
            animation.toValue = property.value(between: relative.start, and: relative.end, end)
            animation.isAdditive = true
        } else {
            animation.fromValue = value(at: start)
            animation.toValue = value(at: end)
        }
        let name = key ?? (relative == nil ? property.rawValue : property.freeKey(on: layer))
        key = name
        layer.add(animation, forKey: name)
    }

    /// Takes its animation off the layer.
    func remove() {
        guard let layer = view?.layer, let key else { return }
        self.key = nil
        layer.removeAnimation(forKey: key)
    }

    /// Makes a value the model's.
    func settle(_ value: Any) {
        guard let layer = view?.layer else { return }
        UIView.performWithoutAnimation { property.setValue(value, of: layer) }
    }
    func settle(at position: UIViewAnimatingPosition, share: Double) {
        switch position {
        case .end: settle(to)
        case .start: settle(from)
        case .current: settle(value(at: share))
        }
    }
}
