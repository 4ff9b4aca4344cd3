/// How many components a colour has and what they mean.
public enum CGColorSpaceModel: Int32, Sendable {
    case unknown = -1
    case monochrome = 0
    case rgb = 1
}

/// What the numbers of a colour mean: one grey level, or red, green and blue, in the encoding of sRGB.
///
/// The panel is taken to be an sRGB one, so the device spaces and sRGB show the same colours.
public final class CGColorSpace: Sendable {
    public static let sRGB = "kCGColorSpaceSRGB"
    public static let genericGrayGamma2_2 = "kCGColorSpaceGenericGrayGamma2_2"

    /// The name it was made by; nil for the device spaces.
    public let name: String?
    public let model: CGColorSpaceModel
    /// Components of a colour without its alpha: 1 or 3.
    public let numberOfComponents: Int

    /// The space of that name (`CGColorSpace.sRGB`, …); nil when the name is unknown.
    public convenience init?(name: String) {
        switch name {
        case Self.sRGB: self.init(name: name, model: .rgb)
        case Self.genericGrayGamma2_2: self.init(name: name, model: .monochrome)
        default: return nil
        }
    }

    init(name: String?, model: CGColorSpaceModel) {
        self.name = name
        self.model = model
        numberOfComponents = model == .rgb ? 3 : 1
    }

    static let standard = CGColorSpace(name: sRGB, model: .rgb)
    static let gray = CGColorSpace(name: genericGrayGamma2_2, model: .monochrome)
    static let deviceRGB = CGColorSpace(name: nil, model: .rgb)
    static let deviceGray = CGColorSpace(name: nil, model: .monochrome)
}

extension CGColorSpace: Hashable {
    public static func == (left: CGColorSpace, right: CGColorSpace) -> Bool {
        left === right || (left.name == right.name && left.model == right.model)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(model)
    }
}

public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { .deviceRGB }

public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { .deviceGray }
