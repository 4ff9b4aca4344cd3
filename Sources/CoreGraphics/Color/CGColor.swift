public import Foundation

/// A colour: components in a colour space, and an alpha; or a pattern to paint with. Immutable; components are 0 … 1 and
/// not multiplied by alpha.
public final class CGColor: Sendable {
    public static let black = CGColor(gray: 0, alpha: 1)
    public static let white = CGColor(gray: 1, alpha: 1)
    public static let clear = CGColor(gray: 0, alpha: 0)

    public let colorSpace: CGColorSpace?
    /// What is painted instead of one colour; nil for an ordinary colour.
    public let pattern: CGPattern?
    public let alpha: CGFloat
    /// As many as the space has.
    private let values: SIMD4<Double>

    /// Red, green, blue and alpha in sRGB, not multiplied, cut to 0 … 1. Of a coloured pattern only alpha means something.
    package let rgba: SIMD4<Float>

    private init(space: CGColorSpace?, values: SIMD4<Double>, alpha: CGFloat, pattern: CGPattern? = nil) {
        colorSpace = space
        self.pattern = pattern
        self.alpha = alpha
        self.values = values
        let meaning = space?.model == .pattern ? space?.baseColorSpace : space
        let rgb = (meaning ?? .standard).toSRGB(values)
        rgba = SIMD4<Float>(SIMD4(rgb, Double(alpha))).clamped(lowerBound: .zero, upperBound: .one)
    }

    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(space: .standard, values: SIMD4(Double(red), Double(green), Double(blue), 0), alpha: alpha)
    }

    public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(red: red, green: green, blue: blue, alpha: alpha)
    }

    public convenience init(gray: CGFloat, alpha: CGFloat) {
        self.init(space: .gray, values: SIMD4(Double(gray), 0, 0, 0), alpha: alpha)
    }

    public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
        self.init(gray: gray, alpha: alpha)
    }

    public convenience init(
        genericCMYKCyan cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat
    ) {
        self.init(
            space: CGColorSpace(name: CGColorSpace.genericCMYK),
            values: SIMD4(Double(cyan), Double(magenta), Double(yellow), Double(black)), alpha: alpha)
    }

    /// `components` holds the space's components followed by alpha. Nil for indexed and pattern spaces.
    public convenience init?(colorSpace: CGColorSpace, components: UnsafePointer<CGFloat>) {
        switch colorSpace.model {
        case .rgb, .monochrome, .cmyk: break
        default: return nil
        }
        let count = colorSpace.numberOfComponents
        self.init(space: colorSpace, values: Self.values(components, count), alpha: components[count])
    }

    /// A pattern. `components` holds, for one without colours of its own, the components of the space's base and then
    /// alpha; for a coloured one alpha alone. Nil if `patternSpace` is no pattern space, or lacks a base for a pattern
    /// without colours.
    public convenience init?(
        patternSpace: CGColorSpace, pattern: CGPattern, components: UnsafePointer<CGFloat>
    ) {
        guard patternSpace.model == .pattern, pattern.isColored || patternSpace.baseColorSpace != nil else {
            return nil
        }
        let count = pattern.isColored ? 0 : patternSpace.numberOfComponents
        self.init(
            space: patternSpace, values: Self.values(components, count), alpha: components[count], pattern: pattern)
    }

    private static func values(_ components: UnsafePointer<CGFloat>, _ count: Int) -> SIMD4<Double> {
        var values = SIMD4<Double>.zero
        for index in 0..<count { values[index] = Double(components[index]) }
        return values
    }

    /// The space's components followed by alpha.
    public var components: [CGFloat]? {
        (0..<numberOfComponents - 1).map { CGFloat(values[$0]) } + [alpha]
    }

    /// How many numbers `components` holds, alpha included.
    public var numberOfComponents: Int {
        if pattern?.isColored == true { return 1 }
        return (colorSpace?.numberOfComponents ?? 3) + 1
    }

    /// The same colour with another alpha.
    public func copy(alpha: CGFloat) -> CGColor? {
        CGColor(space: colorSpace, values: values, alpha: alpha, pattern: pattern)
    }

    public func copy() -> CGColor? { self }

    /// The colour that looks the same in another space, as near as that space has it: components are cut to 0 … 1 unless
    /// the space is an extended one, whatever the intent. Nil for patterns and to spaces without components of their own.
    public func converted(
        to space: CGColorSpace, intent: CGColorRenderingIntent = .defaultIntent, options: [String: Any]? = nil
    ) -> CGColor? {
        guard pattern == nil, let own = colorSpace else { return nil }
        switch space.model {
        case .rgb, .monochrome, .cmyk: break
        default: return nil
        }
        if own == space { return self }
        return CGColor(space: space, values: space.fromSRGB(own.toSRGB(values)), alpha: alpha)
    }
}

/// What to do with colours that a space has not; here they are cut off, whatever is asked for.
public enum CGColorRenderingIntent: Int32, Sendable {
    case defaultIntent = 0
    case absoluteColorimetric = 1
    case relativeColorimetric = 2
    case perceptual = 3
    case saturation = 4
}

extension CGColor: Hashable {
    /// Equal spaces and equal components: a grey black and an RGB black differ, as on Apple's systems.
    public static func == (left: CGColor, right: CGColor) -> Bool {
        left === right
            || (left.values == right.values && left.alpha == right.alpha && left.pattern === right.pattern
                && left.colorSpace == right.colorSpace)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(values)
        hasher.combine(alpha)
        hasher.combine(colorSpace)
    }
}

extension CGColor: CustomStringConvertible {
    public var description: String {
        let space =
            switch colorSpace?.model {
            case .monochrome: "gray"
            case .cmyk: "cmyk"
            case .pattern: "pattern"
            default: "rgb"
            }
        return "CGColor(\(space) \((components ?? []).map { "\($0)" }.joined(separator: " ")))"
    }
}
