package import CoreGraphics
public import Foundation

/// A shadow that characters cast. Lengths are points.
open class NSShadow: NSObject, NSSecureCoding, NSCopying {
    /// Right and down; default none.
    open var shadowOffset = CGSize.zero
    /// Default 0: sharp.
    open var shadowBlurRadius: CGFloat = 0
    /// A `UIColor`; nil casts none. Default black with alpha 1/3.
    open var shadowColor: Any? = UIColor(white: 0, alpha: 1.0 / 3)

    public override init() { super.init() }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSShadow()
        copy.shadowOffset = shadowOffset
        copy.shadowBlurRadius = shadowBlurRadius
        copy.shadowColor = shadowColor
        return copy
    }

    // MARK: Archiving

    open class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        super.init()
        guard coder.allowsKeyedCoding else { return }
        shadowOffset = coder.size(forKey: "NSShadowOffset") ?? .zero
        shadowBlurRadius = coder.number(forKey: "NSShadowBlurRadius") ?? 0
        let color: UIColor? = coder.object(forKey: "NSShadowColor")
        shadowColor = color
    }

    open func encode(with coder: NSCoder) {
        coder.encode(shadowOffset, forKey: "NSShadowOffset")
        coder.encode(Double(shadowBlurRadius), forKey: "NSShadowBlurRadius")
        if let color = shadowColor as? UIColor { coder.encode(color, forKey: "NSShadowColor") }
    }

    // MARK: Object

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSShadow else { return false }
        return shadowOffset == other.shadowOffset && shadowBlurRadius == other.shadowBlurRadius
            && shadowColor as? UIColor == other.shadowColor as? UIColor
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(shadowOffset.width)
        hasher.combine(shadowOffset.height)
        hasher.combine(shadowBlurRadius)
        return hasher.finalize()
    }
}

extension NSShadow: ShadowDescribing {
    package final var textShadow: TextShadow? {
        guard let color = shadowColor as? UIColor, shadowOffset.width.isFinite, shadowOffset.height.isFinite else {
            return nil
        }
        let blur = shadowBlurRadius.isFinite ? max(shadowBlurRadius, 0) : 0
        return TextShadow(offset: shadowOffset, blur: blur, color: color.cgColor)
    }
}

extension UIColor: ColorDescribing {
    package final var describedColor: CGColor { cgColor }
}
