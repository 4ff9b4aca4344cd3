/// How a picture is mixed with what lies below it: `CGBlendMode`'s names and order, the formulas of the PDF reference.
public enum BlendMode: UInt8, Hashable, Sendable, CaseIterable {
    case normal
    // One channel at a time.
    case multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference, exclusion
    // Three at a time.
    case hue, saturation, color, luminosity
    // Porter and Duff's: R = S, S·Da, S·(1 − Da), …
    case clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn, destinationOut
    case destinationAtop, xor
    /// max(0, 1 − ((1 − D) + (1 − S))).
    case plusDarker
    /// min(1, S + D).
    case plusLighter

    /// Whether a transparent source leaves the destination as it is. The others change it wherever they are applied.
    @inlinable public var isBounded: Bool {
        switch self {
        case .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationAtop: false
        default: true
        }
    }
}
