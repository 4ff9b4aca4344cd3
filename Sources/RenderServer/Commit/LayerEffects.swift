public import Motion

/// How a layer's picture is mixed with what lies below it; `CALayer.compositingFilter`.
public enum LayerBlendMode: UInt8, Hashable, Sendable, CaseIterable {
    case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight
    case difference, exclusion, hue, saturation, color, luminosity
    case clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn, destinationOut
    case destinationAtop, xor, plusDarker, plusLighter
}

/// What few layers have and what makes a layer's picture pass through more than one step: shadow, blur, blend mode,
/// rasterising. Plain data; lengths are points.
public struct LayerEffects: Hashable, Sendable {
    /// Not premultiplied.
    public var shadowColor = SIMD4<Float>(0, 0, 0, 1)
    /// 0…1; 0 for no shadow.
    public var shadowOpacity: Float = 0
    public var shadowOffset = SIMD2<Double>(0, -3)
    /// Standard deviation of the blur, points (fact D-82).
    public var shadowRadius = 3.0

    public var shouldRasterize = false
    /// Pixels per point of the rasterised picture.
    public var rasterizationScale = 1.0

    public var blendMode = LayerBlendMode.normal
    /// Standard deviation of the gaussian blur of the layer's own picture, points; 0 for none.
    public var blurRadius = 0.0
    /// Standard deviation of the gaussian blur of what lies below, within the layer's bounds and corners; 0 for none.
    public var backdropBlurRadius = 0.0
    /// Saturation of what lies below, 1 as it is; with a backdrop blur.
    public var backdropSaturation = 1.0

    public init() {}

    /// A layer without any effect.
    public static let none = LayerEffects()

    public var hasShadow: Bool { shadowOpacity > 0 && shadowColor.w > 0 }
    public var hasBackdrop: Bool { backdropBlurRadius > 0 || backdropSaturation != 1 }
}

extension LayerEffects {
    /// The value of a whole property of the family `effects`; nil for any other.
    public func value(of property: LayerKey) -> MotionValue? {
        switch property {
        case .shadowColor: .color(shadowColor)
        case .shadowOpacity: .number(Double(shadowOpacity))
        case .shadowOffset: .vector2(shadowOffset)
        case .shadowRadius: .number(shadowRadius)
        case .rasterizationScale: .number(rasterizationScale)
        case .blurRadius: .number(blurRadius)
        case .backdropBlurRadius: .number(backdropBlurRadius)
        default: nil
        }
    }

    /// Sets a whole property. A value of another kind, or of another family, changes nothing.
    public mutating func setValue(_ value: MotionValue, of property: LayerKey) {
        switch (property, value) {
        case (.shadowColor, .color(let value)): shadowColor = value
        case (.shadowOpacity, .number(let value)): shadowOpacity = Float(value)
        case (.shadowOffset, .vector2(let value)): shadowOffset = value
        case (.shadowRadius, .number(let value)): shadowRadius = value
        case (.rasterizationScale, .number(let value)): rasterizationScale = value
        case (.blurRadius, .number(let value)): blurRadius = value
        case (.backdropBlurRadius, .number(let value)): backdropBlurRadius = value
        default: break
        }
    }
}
