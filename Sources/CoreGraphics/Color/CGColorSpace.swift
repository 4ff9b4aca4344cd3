/// How many components a colour has and what they mean.
public enum CGColorSpaceModel: Int32, Sendable {
    case unknown = -1
    case monochrome = 0
    case rgb = 1
    case cmyk = 2
    case lab = 3
    case deviceN = 4
    case indexed = 5
    case pattern = 6
    case XYZ = 7
}

/// What the numbers of a colour mean.
///
/// The panel is taken to be an sRGB one, so the device spaces and sRGB show the same colours. Colours and pictures of
/// other RGB spaces are converted through linear light by the spaces' published primaries, all of which share one white;
/// what lies outside sRGB is cut off component by component when it is drawn. Inks (CMYK) are the plain product of what
/// each lets through: there are no press profiles.
public final class CGColorSpace: Sendable {
    public static let sRGB = "kCGColorSpaceSRGB"
    /// sRGB whose components may lie outside 0 … 1.
    public static let extendedSRGB = "kCGColorSpaceExtendedSRGB"
    /// The primaries of sRGB without its curve.
    public static let linearSRGB = "kCGColorSpaceLinearSRGB"
    public static let extendedLinearSRGB = "kCGColorSpaceExtendedLinearSRGB"
    public static let displayP3 = "kCGColorSpaceDisplayP3"
    public static let extendedDisplayP3 = "kCGColorSpaceExtendedDisplayP3"
    public static let linearDisplayP3 = "kCGColorSpaceLinearDisplayP3"
    public static let extendedLinearDisplayP3 = "kCGColorSpaceExtendedLinearDisplayP3"
    public static let adobeRGB1998 = "kCGColorSpaceAdobeRGB1998"
    public static let genericRGBLinear = "kCGColorSpaceGenericRGBLinear"
    /// Grey levels in the encoding of sRGB.
    public static let genericGrayGamma2_2 = "kCGColorSpaceGenericGrayGamma2_2"
    public static let extendedGray = "kCGColorSpaceExtendedGray"
    public static let linearGray = "kCGColorSpaceLinearGray"
    public static let extendedLinearGray = "kCGColorSpaceExtendedLinearGray"
    public static let genericCMYK = "kCGColorSpaceGenericCMYK"

    /// The name it was made by; nil for the device spaces and those made of other spaces.
    public let name: String?
    public let model: CGColorSpaceModel
    /// Components of a colour without its alpha: 1, 3 or 4; for a pattern space those of its base, or 0.
    public let numberOfComponents: Int
    /// What an indexed space chooses from, or what gives a pattern its colour.
    public let baseColorSpace: CGColorSpace?
    /// The colours of an indexed space, base components one after the other; nil for other spaces.
    public let colorTable: [UInt8]?
    let encoding: Encoding

    /// The space of that name (`CGColorSpace.sRGB`, …); nil when the name is unknown.
    public convenience init?(name: String) {
        guard let (model, encoding) = Self.named(name) else { return nil }
        self.init(name: name, model: model, encoding: encoding)
    }

    /// Colours by their number in a table: `table` holds the base's components, a byte each, of `last` + 1 colours. Nil if
    /// `last` is not 0 … 255 or the base is itself indexed or a pattern space.
    public convenience init?(
        indexedBaseSpace baseSpace: CGColorSpace, last: Int, colorTable table: UnsafePointer<UInt8>
    ) {
        switch baseSpace.model {
        case .rgb, .monochrome, .cmyk: break
        default: return nil
        }
        guard (0...255).contains(last) else { return nil }
        let bytes = Array(UnsafeBufferPointer(start: table, count: (last + 1) * baseSpace.numberOfComponents))
        self.init(name: nil, model: .indexed, encoding: baseSpace.encoding, base: baseSpace, table: bytes)
    }

    /// For patterns: `baseSpace` says what the components that colour an uncoloured pattern mean.
    public convenience init?(patternBaseSpace baseSpace: CGColorSpace?) {
        if baseSpace?.model == .pattern { return nil }
        self.init(name: nil, model: .pattern, encoding: baseSpace?.encoding ?? Encoding(), base: baseSpace)
    }

    init(
        name: String?, model: CGColorSpaceModel, encoding: Encoding = Encoding(), base: CGColorSpace? = nil,
        table: [UInt8]? = nil
    ) {
        self.name = name
        self.model = model
        self.encoding = encoding
        baseColorSpace = base
        colorTable = table
        numberOfComponents =
            switch model {
            case .rgb: 3
            case .cmyk: 4
            case .pattern: base?.numberOfComponents ?? 0
            default: 1
            }
    }

    /// Whether it holds colours that sRGB has not.
    public var isWideGamutRGB: Bool { model == .rgb && (encoding.primaries != .sRGB || encoding.isExtended) }

    /// Whether a context can draw in it.
    public var supportsOutput: Bool { model == .rgb || model == .monochrome }

    private static func named(_ name: String) -> (CGColorSpaceModel, Encoding)? {
        switch name {
        case sRGB: (.rgb, Encoding())
        case extendedSRGB: (.rgb, Encoding(isExtended: true))
        case linearSRGB, genericRGBLinear: (.rgb, Encoding(curve: .linear))
        case extendedLinearSRGB: (.rgb, Encoding(curve: .linear, isExtended: true))
        case displayP3: (.rgb, Encoding(primaries: .displayP3))
        case extendedDisplayP3: (.rgb, Encoding(primaries: .displayP3, isExtended: true))
        case linearDisplayP3: (.rgb, Encoding(primaries: .displayP3, curve: .linear))
        case extendedLinearDisplayP3: (.rgb, Encoding(primaries: .displayP3, curve: .linear, isExtended: true))
        case adobeRGB1998: (.rgb, Encoding(primaries: .adobe, curve: .gamma(563.0 / 256)))
        case genericGrayGamma2_2: (.monochrome, Encoding())
        case extendedGray: (.monochrome, Encoding(isExtended: true))
        case linearGray: (.monochrome, Encoding(curve: .linear))
        case extendedLinearGray: (.monochrome, Encoding(curve: .linear, isExtended: true))
        case genericCMYK: (.cmyk, Encoding())
        default: nil
        }
    }

    static let standard = CGColorSpace(name: sRGB, model: .rgb)
    static let gray = CGColorSpace(name: genericGrayGamma2_2, model: .monochrome)
    static let deviceRGB = CGColorSpace(name: nil, model: .rgb)
    static let deviceGray = CGColorSpace(name: nil, model: .monochrome)
    static let deviceCMYK = CGColorSpace(name: nil, model: .cmyk)
}

extension CGColorSpace: Hashable {
    public static func == (left: CGColorSpace, right: CGColorSpace) -> Bool {
        left === right
            || (left.name == right.name && left.model == right.model && left.baseColorSpace == right.baseColorSpace
                && left.colorTable == right.colorTable)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(model)
    }
}

public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { .deviceRGB }

public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { .deviceGray }

public func CGColorSpaceCreateDeviceCMYK() -> CGColorSpace { .deviceCMYK }
