public import Foundation

/// A colour: components in a colour space, and an alpha. Immutable; components are 0 … 1 and not multiplied by alpha.
public final class CGColor: Sendable {
    public static let black = CGColor(gray: 0, alpha: 1)
    public static let white = CGColor(gray: 1, alpha: 1)
    public static let clear = CGColor(gray: 0, alpha: 0)

    public let colorSpace: CGColorSpace?
    private let values: SIMD4<Double>  // r g b a, or gray gray gray a

    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        colorSpace = .standard
        values = SIMD4(Double(red), Double(green), Double(blue), Double(alpha))
    }

    public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(red: red, green: green, blue: blue, alpha: alpha)
    }

    public init(gray: CGFloat, alpha: CGFloat) {
        colorSpace = .gray
        values = SIMD4(Double(gray), Double(gray), Double(gray), Double(alpha))
    }

    public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
        self.init(gray: gray, alpha: alpha)
    }

    /// `components` holds the space's components followed by alpha.
    public init?(colorSpace: CGColorSpace, components: UnsafePointer<CGFloat>) {
        self.colorSpace = colorSpace
        switch colorSpace.model {
        case .rgb:
            values = SIMD4(
                Double(components[0]), Double(components[1]), Double(components[2]), Double(components[3]))
        case .monochrome:
            let gray = Double(components[0])
            values = SIMD4(gray, gray, gray, Double(components[1]))
        case .unknown:
            return nil
        }
    }

    private init(colorSpace: CGColorSpace?, values: SIMD4<Double>) {
        self.colorSpace = colorSpace
        self.values = values
    }

    /// The space's components followed by alpha.
    public var components: [CGFloat]? {
        (numberOfComponents == 4 ? [values.x, values.y, values.z, values.w] : [values.x, values.w]).map { CGFloat($0) }
    }

    /// How many numbers `components` holds, alpha included.
    public var numberOfComponents: Int { (colorSpace?.numberOfComponents ?? 3) + 1 }

    public var alpha: CGFloat { CGFloat(values.w) }

    /// The same colour with another alpha.
    public func copy(alpha: CGFloat) -> CGColor? {
        var copy = values
        copy.w = Double(alpha)
        return CGColor(colorSpace: colorSpace, values: copy)
    }

    public func copy() -> CGColor? { self }

    /// Red, green, blue and alpha in sRGB, not multiplied, cut to 0 … 1.
    package var rgba: SIMD4<Float> { SIMD4<Float>(values).clamped(lowerBound: .zero, upperBound: .one) }
}

extension CGColor: Hashable {
    /// Equal spaces and equal components: a grey black and an RGB black differ, as on Apple's systems.
    public static func == (left: CGColor, right: CGColor) -> Bool {
        left === right || (left.values == right.values && left.colorSpace == right.colorSpace)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(values)
        hasher.combine(colorSpace)
    }
}

extension CGColor: CustomStringConvertible {
    public var description: String {
        let space = colorSpace?.model == .monochrome ? "gray" : "rgb"
        return "CGColor(\(space) \((components ?? []).map { "\($0)" }.joined(separator: " ")))"
    }
}
