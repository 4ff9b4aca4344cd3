public import Foundation

/// One step that a layer's picture, or what lies below the layer, passes through.
///
/// | `type` | `filters` | `backgroundFilters` | value |
/// | --- | --- | --- | --- |
/// | `gaussianBlur` | yes | yes | `inputRadius` |
/// | `colorSaturate` | no | yes | `inputAmount` |
///
/// As `CALayer.compositingFilter`, the type names a blend mode, such as `multiplyBlendMode`. A layer keeps copies of the
/// filters it is given; to change one that a layer has, set a key path such as
/// `filters.gaussianBlur.inputRadius`. Main thread.
@preconcurrency @MainActor
public final class CAFilter: NSObject {
    /// What the filter does.
    public let type: String
    /// What key paths call it; the type unless set.
    public var name: String
    /// Whether it does anything. Default true.
    public var isEnabled = true
    /// Standard deviation of a blur, points; at least 0. Default 10.
    public var inputRadius: CGFloat = 10
    /// 1 leaves colours as they are, 0 takes them away. Default 1.
    public var inputAmount: CGFloat = 1

    public init(type: String) {
        self.type = type
        name = type
        super.init()
    }

    /// Nil for a type that no layer can show.
    public convenience init?(name: String) {
        guard CALayer.knowsFilter(name) else { return nil }
        self.init(type: name)
    }

    /// A property by its name; nil for another name.
    public func value(forKey key: String) -> Any? {
        switch key {
        case "type": type
        case "name": name
        case "enabled": NSNumber(value: isEnabled)
        case "inputRadius": NSNumber(value: Double(inputRadius))
        case "inputAmount": NSNumber(value: Double(inputAmount))
        default: nil
        }
    }

    /// Sets a property by its name; nil is 0 for a number. Other names are refused.
    public func setValue(_ value: Any?, forKey key: String) {
        let number = CGFloat(value.flatMap(AnimatableValue.number) ?? 0)
        switch key {
        case "name": name = value as? String ?? type
        case "enabled": isEnabled = number != 0
        case "inputRadius" where number.isFinite: inputRadius = number
        case "inputAmount" where number.isFinite: inputAmount = number
        default: LayerLog.note("A CAFilter has no \(key) that could be set to this value.")
        }
    }

    func duplicate() -> CAFilter {
        let copy = CAFilter(type: type)
        copy.name = name
        copy.isEnabled = isEnabled
        copy.inputRadius = inputRadius
        copy.inputAmount = inputAmount
        return copy
    }
}
