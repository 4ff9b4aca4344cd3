import CoreGraphics
import Foundation
import QuartzCore

/// Views in keyed archives: geometry, look, behaviour and subviews. Not kept: recognizers, targets, controllers, and
/// superviews outside the archive.
extension UIView {
    private enum Key {
        static let bounds = "UIBounds"
        static let center = "UICenter"
        static let transform = "UITransform3D"
        static let anchorPoint = "UIAnchorPoint"
        static let alpha = "UIAlpha"
        static let hidden = "UIHidden"
        static let clips = "UIClipsToBounds"
        static let backgroundColor = "UIBackgroundColor"
        static let opaque = "UIOpaque"
        static let clearsContext = "UIClearsContextBeforeDrawing"
        static let contentMode = "UIContentMode"
        static let contentStretch = "UIContentStretch"
        static let contentScale = "UIContentScaleFactor"
        static let tag = "UITag"
        static let tint = "UITintColor"
        static let tintAdjustment = "UITintAdjustmentMode"
        static let autoresizingMask = "UIAutoresizingMask"
        static let autoresizesSubviews = "UIAutoresizeSubviews"
        static let translatesMask = "UIViewTranslatesAutoresizingMask"
        static let noInteraction = "UIUserInteractionDisabled"
        static let multipleTouch = "UIMultipleTouchEnabled"
        static let exclusiveTouch = "UIExclusiveTouch"
        static let semantics = "UIViewSemanticContentAttribute"
        static let margins = "UIViewLayoutMargins"
        static let directionalMargins = "UIViewDirectionalLayoutMargins"
        static let marginsFollowSafeArea = "UIViewInsetsLayoutMarginsFromSafeArea"
        static let preservesMargins = "UIPreservesSuperviewLayoutMargins"
        static let subviews = "UISubviews"
        static let mask = "UIViewMask"
        static let cornerRadius = "UIViewCornerRadius"
        static let border = "UIViewBorderWidth"
        static let borderColor = "UIViewBorderColor"
        static let shadow = "UIViewShadow"
        static let shadowColor = "UIViewShadowColor"
        static let zPosition = "UIViewZPosition"
    }

    final func encodeView(with coder: NSCoder) {
        coder.encode(bounds, forKey: Key.bounds)
        coder.encode(center, forKey: Key.center)
        if !CATransform3DIsIdentity(transform3D) { coder.encode(numbers: transform3D.elements, forKey: Key.transform) }
        if anchorPoint != CGPoint(x: 0.5, y: 0.5) { coder.encode(anchorPoint, forKey: Key.anchorPoint) }
        if alpha != 1 { coder.encode(Double(alpha), forKey: Key.alpha) }
        // A window says more with it than others.
        if layer.isHidden { coder.encode(true, forKey: Key.hidden) }
        coder.encode(clipsToBounds, forKey: Key.clips)
        if let backgroundColor { coder.encode(backgroundColor, forKey: Key.backgroundColor) }
        coder.encode(isOpaque, forKey: Key.opaque)
        coder.encode(clearsContextBeforeDrawing, forKey: Key.clearsContext)
        coder.encode(contentMode.rawValue, forKey: Key.contentMode)
        if contentStretch != CGRect(x: 0, y: 0, width: 1, height: 1) {
            coder.encode(contentStretch, forKey: Key.contentStretch)
        }
        if hasOwnContentScale { coder.encode(Double(contentScaleFactor), forKey: Key.contentScale) }
        if tag != 0 { coder.encode(tag, forKey: Key.tag) }
        encodeBehaviour(with: coder)
        encodeLayerLook(with: coder)
        encodeAccessibility(with: coder)
        let subviews = archivedSubviews
        if !subviews.isEmpty { coder.encode(subviews, forKey: Key.subviews) }
        if let mask { coder.encode(mask, forKey: Key.mask) }
    }

    private func encodeBehaviour(with coder: NSCoder) {
        if let tintStorage { coder.encode(tintStorage, forKey: Key.tint) }
        if tintAdjustmentStorage != .automatic {
            coder.encode(tintAdjustmentStorage.rawValue, forKey: Key.tintAdjustment)
        }
        coder.encode(Int(autoresizingMask.rawValue), forKey: Key.autoresizingMask)
        coder.encode(autoresizesSubviews, forKey: Key.autoresizesSubviews)
        coder.encode(translatesAutoresizingMaskIntoConstraints, forKey: Key.translatesMask)
        coder.encode(!isUserInteractionEnabled, forKey: Key.noInteraction)
        coder.encode(isMultipleTouchEnabled, forKey: Key.multipleTouch)
        coder.encode(isExclusiveTouch, forKey: Key.exclusiveTouch)
        coder.encode(semanticContentAttribute.rawValue, forKey: Key.semantics)
        if let base = margins.base {
            coder.encode(base, forKey: margins.isDirectional ? Key.directionalMargins : Key.margins)
        }
        coder.encode(insetsLayoutMarginsFromSafeArea, forKey: Key.marginsFollowSafeArea)
        coder.encode(preservesSuperviewLayoutMargins, forKey: Key.preservesMargins)
    }

    private func encodeLayerLook(with coder: NSCoder) {
        if layer.cornerRadius != 0 { coder.encode(Double(layer.cornerRadius), forKey: Key.cornerRadius) }
        if layer.borderWidth != 0 {
            coder.encode(Double(layer.borderWidth), forKey: Key.border)
            if let color = layer.borderColor { coder.encode(UIColor(cgColor: color), forKey: Key.borderColor) }
        }
        if layer.shadowOpacity != 0 {
            let offset = layer.shadowOffset
            coder.encode(
                numbers: [CGFloat(layer.shadowOpacity), layer.shadowRadius, offset.width, offset.height],
                forKey: Key.shadow)
            if let color = layer.shadowColor { coder.encode(UIColor(cgColor: color), forKey: Key.shadowColor) }
        }
        if layer.zPosition != 0 { coder.encode(Double(layer.zPosition), forKey: Key.zPosition) }
    }

    /// Takes everything from the archive; what it lacks stays as it is.
    final func decodeView(with coder: NSCoder) {
        guard coder.allowsKeyedCoding else { return }
        restoreSettings(with: coder)
        if let anchor = coder.point(forKey: Key.anchorPoint) { anchorPoint = anchor }
        if let rect = coder.rect(forKey: Key.bounds) { bounds = rect }
        if let point = coder.point(forKey: Key.center) { center = point }
        if let elements = coder.numbers(forKey: Key.transform, count: 16) { transform3D = CATransform3D(elements) }
        if let value = coder.number(forKey: Key.alpha) { alpha = value }
        if let color: UIColor = coder.object(forKey: Key.backgroundColor) { backgroundColor = color }
        if let rect = coder.rect(forKey: Key.contentStretch) { contentStretch = rect }
        if let scale = coder.number(forKey: Key.contentScale), scale > 0 { contentScaleFactor = scale }
        if let value = coder.integer(forKey: Key.tag) { tag = value }
        if let color: UIColor = coder.object(forKey: Key.tint) { tintColor = color }
        if let mode = coder.integer(forKey: Key.tintAdjustment).flatMap(TintAdjustmentMode.init) {
            tintAdjustmentMode = mode
        }
        decodeLayerLook(with: coder)
        decodeAccessibility(with: coder)
        if let subviews: [UIView] = coder.object(forKey: Key.subviews) {
            for view in subviews where view !== self && !isInside(view) { addSubview(view) }
        }
        if let mask: UIView = coder.object(forKey: Key.mask), mask !== self { self.mask = mask }
        if !(self is UIWindow), let isHidden = coder.bool(forKey: Key.hidden) { self.isHidden = isHidden }
    }

    /// The settings for which classes have defaults of their own: to be called again after those were set.
    final func restoreSettings(with coder: NSCoder) {
        guard coder.allowsKeyedCoding else { return }
        if let value = coder.bool(forKey: Key.clips) { clipsToBounds = value }
        if let value = coder.bool(forKey: Key.opaque) { isOpaque = value }
        if let value = coder.bool(forKey: Key.clearsContext) { clearsContextBeforeDrawing = value }
        if let mode = coder.integer(forKey: Key.contentMode).flatMap(ContentMode.init) { contentMode = mode }
        if let bits = coder.integer(forKey: Key.autoresizingMask) {
            autoresizingMask = AutoresizingMask(rawValue: UInt(truncatingIfNeeded: bits) & 63)
        }
        if let value = coder.bool(forKey: Key.autoresizesSubviews) { autoresizesSubviews = value }
        if let value = coder.bool(forKey: Key.translatesMask) { translatesAutoresizingMaskIntoConstraints = value }
        if let value = coder.bool(forKey: Key.noInteraction) { isUserInteractionEnabled = !value }
        if let value = coder.bool(forKey: Key.multipleTouch) { isMultipleTouchEnabled = value }
        if let value = coder.bool(forKey: Key.exclusiveTouch) { isExclusiveTouch = value }
        if let attribute = coder.integer(forKey: Key.semantics).flatMap(SemanticContentAttribute.init) {
            semanticContentAttribute = attribute
        }
        if coder.containsValue(forKey: Key.margins) {
            layoutMargins = coder.decodeUIEdgeInsets(forKey: Key.margins)
        } else if coder.containsValue(forKey: Key.directionalMargins) {
            let insets = coder.decodeUIEdgeInsets(forKey: Key.directionalMargins)
            directionalLayoutMargins = NSDirectionalEdgeInsets(
                top: insets.top, leading: insets.left, bottom: insets.bottom, trailing: insets.right)
        }
        if let value = coder.bool(forKey: Key.marginsFollowSafeArea) { insetsLayoutMarginsFromSafeArea = value }
        if let value = coder.bool(forKey: Key.preservesMargins) { preservesSuperviewLayoutMargins = value }
    }

    private func decodeLayerLook(with coder: NSCoder) {
        if let radius = coder.number(forKey: Key.cornerRadius) { layer.cornerRadius = radius }
        if let width = coder.number(forKey: Key.border) { layer.borderWidth = width }
        if let color: UIColor = coder.object(forKey: Key.borderColor) { layer.borderColor = color.cgColor }
        if let shadow = coder.numbers(forKey: Key.shadow, count: 4) {
            layer.shadowOpacity = Float(shadow[0])
            layer.shadowRadius = shadow[1]
            layer.shadowOffset = CGSize(width: shadow[2], height: shadow[3])
        }
        if let color: UIColor = coder.object(forKey: Key.shadowColor) { layer.shadowColor = color.cgColor }
        if let position = coder.number(forKey: Key.zPosition) { layer.zPosition = position }
    }
}

extension CATransform3D {
    fileprivate var elements: [CGFloat] {
        [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44]
    }

    fileprivate init(_ n: [CGFloat]) {
        self.init(
            m11: n[0], m12: n[1], m13: n[2], m14: n[3], m21: n[4], m22: n[5], m23: n[6], m24: n[7], m31: n[8],
            m32: n[9], m33: n[10], m34: n[11], m41: n[12], m42: n[13], m43: n[14], m44: n[15])
    }
}
