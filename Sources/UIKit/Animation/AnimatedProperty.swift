import CoreGraphics
import Foundation
import QuartzCore

/// A layer property that animation blocks animate, by its key (fact A-01).
enum AnimatedProperty: String {
    case position, bounds, transform, opacity, backgroundColor, contentsCenter
    case cornerRadius, borderWidth, borderColor, anchorPoint, sublayerTransform, zPosition

    @MainActor
    func value(of layer: CALayer) -> Any? {
        switch self {
        case .position: layer.position
        case .bounds: layer.bounds
        case .transform: layer.transform
        case .opacity: layer.opacity
        case .backgroundColor: layer.backgroundColor
        case .contentsCenter: layer.contentsCenter
        case .cornerRadius: layer.cornerRadius
        case .borderWidth: layer.borderWidth
        case .borderColor: layer.borderColor
        case .anchorPoint: layer.anchorPoint
        case .sublayerTransform: layer.sublayerTransform
        case .zPosition: layer.zPosition
        }
    }

    /// What must be added to `new` to see `old`, and what must be added to see `new`; nil for properties that are not
    /// animated relatively. Geometry is, so that a new animation joins a running one instead of cutting it off (facts
    ///
    func relative(from old: Any, to new: Any) -> (start: Any, end: Any)? {
        switch (old, new) {
        case (let old as CGPoint, let new as CGPoint) where self == .position:
            return (CGPoint(x: old.x - new.x, y: old.y - new.y), CGPoint.zero)
        case (let old as CGRect, let new as CGRect) where self == .bounds:
            return (
                CGRect(
                    x: old.origin.x - new.origin.x, y: old.origin.y - new.origin.y,
                    width: old.width - new.width, height: old.height - new.height),
                CGRect.zero
            )
        case (let old as CATransform3D, let new as CATransform3D) where self == .transform:
            let inverse = CATransform3DInvert(new)
            // A transform that flattens cannot be undone; it comes back unchanged (fact G-33).
            guard Self.undoes(inverse, new) else { return nil }
            return (CATransform3DConcat(old, inverse), CATransform3DIdentity)
        default:
            return nil
        }
    }

    /// Whether `relative(from:to:)` never answers nil.
    var isAlwaysRelative: Bool { self == .position || self == .bounds }

    private static func undoes(_ inverse: CATransform3D, _ transform: CATransform3D) -> Bool {
        let product = CATransform3DConcat(inverse, transform)
        return abs(product.m11 - 1) < 1e-6 && abs(product.m22 - 1) < 1e-6 && abs(product.m33 - 1) < 1e-6
            && abs(product.m44 - 1) < 1e-6
    }

    static func areEqual(_ a: Any?, _ b: Any?) -> Bool {
        switch (a, b) {
        case (nil, nil): true
        case (let a as CGPoint, let b as CGPoint): a == b
        case (let a as CGRect, let b as CGRect): a == b
        case (let a as CGFloat, let b as CGFloat): a == b
        case (let a as Float, let b as Float): a == b
        case (let a as CATransform3D, let b as CATransform3D): CATransform3DEqualToTransform(a, b)
        case (let a as CGColor, let b as CGColor): a == b
        default: false
        }
    }
}

extension AnimatedProperty {
    /// A share of the way from one value to another, as animations go it; nil for values of other types.
    @MainActor
    func value(between from: Any, and to: Any, _ share: Double) -> Any? {
        LayerValues.value(between: from, and: to, share, forKey: rawValue)
    }

    @MainActor
    func setValue(_ value: Any, of layer: CALayer) { layer.setValue(value, forKey: rawValue) }
}
