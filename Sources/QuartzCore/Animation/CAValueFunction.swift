public import Foundation
internal import Motion

public struct CAValueFunctionName: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let rotateX = CAValueFunctionName(rawValue: "rotateX")
    public static let rotateY = CAValueFunctionName(rawValue: "rotateY")
    public static let rotateZ = CAValueFunctionName(rawValue: "rotateZ")
    public static let scale = CAValueFunctionName(rawValue: "scale")
    public static let scaleX = CAValueFunctionName(rawValue: "scaleX")
    public static let scaleY = CAValueFunctionName(rawValue: "scaleY")
    public static let scaleZ = CAValueFunctionName(rawValue: "scaleZ")
    public static let translate = CAValueFunctionName(rawValue: "translate")
    public static let translateX = CAValueFunctionName(rawValue: "translateX")
    public static let translateY = CAValueFunctionName(rawValue: "translateY")
    public static let translateZ = CAValueFunctionName(rawValue: "translateZ")
}

/// Turns an animation's numbers into transforms, so that "twice around" is not the same as "not at all". Rotations and
/// single axes take one number, `scale` and `translate` an array of three. Immutable.
public final class CAValueFunction: NSObject, Sendable {
    let function: ValueFunction

    public var name: CAValueFunctionName { CAValueFunctionName(rawValue: function.rawValue) }

    /// Nil for an unknown name.
    public init?(name: CAValueFunctionName) {
        guard let function = ValueFunction(rawValue: name.rawValue) else { return nil }
        self.function = function
    }
}
