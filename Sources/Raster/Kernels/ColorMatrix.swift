/// A linear change of colour: each new channel is a sum of the old ones, times a factor each.
public struct ColorMatrix: Hashable, Sendable {
    /// In 1/4096: three for the new red (of red, green, blue), then green, then blue.
    let coefficients:
        (
            Int16, Int16, Int16, Int16, Int16, Int16, Int16, Int16, Int16
        )

    /// The largest magnitude of a coefficient; larger ones count as this.
    public static let maximumCoefficient = 7.5

    /// What red, green and blue contribute (x, y, z) to the new red, green and blue. Nil when a value is no number.
    public init?(red: SIMD3<Double>, green: SIMD3<Double>, blue: SIMD3<Double>) {
        for row in [red, green, blue] { for k in 0..<3 { if row[k].isNaN { return nil } } }
        func fixed(_ value: Double) -> Int16 {
            Int16((max(-Self.maximumCoefficient, min(value, Self.maximumCoefficient)) * 4096).rounded())
        }
        coefficients = (
            fixed(red.x), fixed(red.y), fixed(red.z), fixed(green.x), fixed(green.y), fixed(green.z), fixed(blue.x),
            fixed(blue.y), fixed(blue.z)
        )
    }

    /// Colours nearer to grey (below 1; 0 is grey) or further from it (above 1), with the luminance of sRGB's primaries.
    /// Nil when `amount` is no number.
    public static func saturation(_ amount: Double) -> ColorMatrix? {
        if amount.isNaN { return nil }
        let grey = SIMD3(0.2126, 0.7152, 0.0722) * (1 - max(-16, min(amount, 16)))
        let amount = max(-16, min(amount, 16))
        return ColorMatrix(
            red: grey + SIMD3(amount, 0, 0), green: grey + SIMD3(0, amount, 0), blue: grey + SIMD3(0, 0, amount))
    }

    public static func == (left: ColorMatrix, right: ColorMatrix) -> Bool { left.list == right.list }
    public func hash(into hasher: inout Hasher) { hasher.combine(list) }

    private var list: [Int16] { withUnsafeBytes(of: coefficients) { Array($0.bindMemory(to: Int16.self)) } }
}
