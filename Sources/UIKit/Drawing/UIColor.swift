public import CoreGraphics
public import Foundation
import QuartzCore

/// A colour in gamma-encoded sRGB, not premultiplied; or one that depends on traits; or a picture to paint with. An
/// immutable value that any thread may use.
open class UIColor: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    // Unchecked because an open class cannot prove it; the class itself has constants only.

    private enum Source {
        case fixed(CGColor)
        case dynamic((UITraitCollection) -> UIColor)
    }

    private let source: Source
    /// Made of a white: what the description says, and nothing else. Set while it is made.
    private var isWhite = false

    /// Components 0…1; values outside are brought inside.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        source = .fixed(
            CGColor(
                red: Self.limited(red), green: Self.limited(green), blue: Self.limited(blue),
                alpha: Self.limited(alpha)))
        super.init()
    }

    private static func limited(_ value: CGFloat) -> CGFloat { value > 0 ? min(value, 1) : 0 }

    public convenience init(white: CGFloat, alpha: CGFloat) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
        isWhite = true
    }

    /// All 0…1; hue goes once round the wheel from red over green and blue.
    public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
        let sector = (hue.isFinite ? hue - hue.rounded(.down) : 0) * 6
        let chroma = brightness * saturation
        let second = chroma * (1 - abs(sector.truncatingRemainder(dividingBy: 2) - 1))
        let base = brightness - chroma
        let (r, g, b): (CGFloat, CGFloat, CGFloat) =
            switch Int(sector) {
            case 0: (chroma, second, 0)
            case 1: (second, chroma, 0)
            case 2: (0, chroma, second)
            case 3: (0, second, chroma)
            case 4: (second, 0, chroma)
            default: (chroma, 0, second)
            }
        self.init(red: r + base, green: g + base, blue: b + base, alpha: alpha)
    }

    /// Components of Display P3, brought into sRGB; what sRGB has not is cut off.
    public convenience init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        let components = [red, green, blue, alpha].map { Self.limited($0) }
        guard let space = CGColorSpace(name: CGColorSpace.displayP3),
            let srgb = CGColorSpace(name: CGColorSpace.sRGB),
            let color = CGColor(colorSpace: space, components: components)?.converted(to: srgb)
        else {
            self.init(red: red, green: green, blue: blue, alpha: alpha)
            return
        }
        self.init(cgColor: color)
    }

    /// Colours of every space keep their look.
    public init(cgColor: CGColor) {
        source = .fixed(cgColor)
        super.init()
    }

    /// Asks `dynamicProvider` for the colour whenever it is needed, with the traits it is needed under. The provider may
    /// be called on any thread.
    public init(dynamicProvider: @escaping (UITraitCollection) -> UIColor) {
        source = .dynamic(dynamicProvider)
        super.init()
    }

    /// A colour of the application's catalogues, which follows light and dark if it has a form for each; nil if they have
    /// none of this name. Any thread.
    public convenience init?(named name: String) { self.init(named: name, in: nil, compatibleWith: nil) }

    /// The same of another bundle; nil for the application's own. With traits, it is fixed as they want it.
    public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?)
    {
        guard let found = AssetLibrary.shared.color(named: name, in: bundle) else { return nil }
        if let traitCollection {
            self.init(cgColor: found.resolvedColor(with: traitCollection).cgColor)
        } else if found.isDynamic {
            self.init { found.resolvedColor(with: $0) }
        } else {
            self.init(cgColor: found.cgColor)
        }
    }

    /// Paints with the image, upright, side by side from the origin of the context; clear for an empty image.
    public convenience init(patternImage image: UIImage) {
        let size = image.size
        let space = CGColorSpace(patternBaseSpace: nil)
        let pattern = CGPattern(bounds: CGRect(origin: .zero, size: size), matrix: .identity) { context in
            image.draw(into: context, CGRect(origin: .zero, size: size), blendMode: .normal, alpha: 1)
        }
        guard let space, let pattern, let color = CGColor(patternSpace: space, pattern: pattern, components: [1]) else {
            self.init(white: 0, alpha: 0)
            return
        }
        self.init(cgColor: color)
    }

    // MARK: Traits

    /// Whether it depends on traits.
    final var isDynamic: Bool {
        if case .dynamic = source { return true }
        return false
    }

    /// The colour under `traitCollection`, which depends on traits no more.
    open func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
        var color = self
        // A provider may answer with another dynamic colour, but not for ever.
        for _ in 0..<16 {
            guard case .dynamic(let provider) = color.source else { return color }
            color = provider(traitCollection)
        }
        return .black
    }

    /// For layers and contexts; under the current traits. A layer keeps what it is given.
    public final var cgColor: CGColor {
        switch source {
        case .fixed(let color): return color
        case .dynamic:
            guard case .fixed(let color) = resolvedColor(with: .current).source else { return .black }
            return color
        }
    }

    /// Red, green, blue and alpha, under the current traits; 0…1.
    private var components: (red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        let color = cgColor
        if color.colorSpace?.model == .rgb, color.colorSpace?.isWideGamutRGB == false,
            let values = color.components, color.colorSpace?.name == nil || color.colorSpace?.name == CGColorSpace.sRGB
        {
            return (values[0], values[1], values[2], values[3])
        }
        if color.colorSpace?.model == .monochrome, let values = color.components {
            return (values[0], values[0], values[0], values[1])
        }
        let rgba = color.rgba
        return (CGFloat(rgba.x), CGFloat(rgba.y), CGFloat(rgba.z), CGFloat(rgba.w))
    }

    final var opacity: CGFloat { cgColor.alpha }

    open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        if isDynamic {
            return UIColor { [self] traits in resolvedColor(with: traits).withAlphaComponent(alpha) }
        }
        let color = cgColor
        if color.pattern != nil { return UIColor(cgColor: color.copy(alpha: Self.limited(alpha)) ?? color) }
        let (red, green, blue, _) = components
        return UIColor(red: red, green: green, blue: blue, alpha: alpha)
    }

    // MARK: Reading

    /// False, with nothing stored, for a pattern.
    @discardableResult
    open func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
        blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        guard cgColor.pattern == nil else { return false }
        let components = components
        red?.pointee = components.red
        green?.pointee = components.green
        blue?.pointee = components.blue
        alpha?.pointee = components.alpha
        return true
    }

    /// False, with nothing stored, for a pattern.
    @discardableResult
    open func getHue(
        _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
        brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        guard cgColor.pattern == nil else { return false }
        let (red, green, blue, opacity) = components
        let high = max(red, green, blue)
        let chroma = high - min(red, green, blue)
        var sector: CGFloat = 0
        if chroma > 0 {
            if high == red {
                sector = (green - blue) / chroma
            } else if high == green {
                sector = (blue - red) / chroma + 2
            } else {
                sector = (red - green) / chroma + 4
            }
        }
        if sector < 0 { sector += 6 }
        hue?.pointee = sector / 6
        saturation?.pointee = high > 0 ? chroma / high : 0
        brightness?.pointee = high
        alpha?.pointee = opacity
        return true
    }

    /// White is the perceived brightness. Returns whether the colour is a grey.
    @discardableResult
    open func getWhite(_ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?) -> Bool {
        guard cgColor.pattern == nil else { return false }
        let (red, green, blue, opacity) = components
        white?.pointee = 0.299 * red + 0.587 * green + 0.114 * blue
        alpha?.pointee = opacity
        return red == green && green == blue
    }

    // MARK: Drawing

    /// The fill and the stroke colour of the current context (fact D-25); nothing without one.
    open func set() {
        setFill()
        setStroke()
    }

    open func setFill() { UIGraphicsGetCurrentContext()?.setFillColor(cgColor) }
    open func setStroke() { UIGraphicsGetCurrentContext()?.setStrokeColor(cgColor) }

    // MARK: Archiving and copying

    open class var supportsSecureCoding: Bool { true }

    /// Nil for an archive that does not hold a colour.
    public required init?(coder: NSCoder) {
        guard Key.all.allSatisfy(coder.containsValue) else { return nil }
        let values = Key.all.map { Self.limited(CGFloat(coder.decodeDouble(forKey: $0))) }
        source = .fixed(CGColor(red: values[0], green: values[1], blue: values[2], alpha: values[3]))
        super.init()
    }

    /// Writes the components; of a dynamic colour those under the current traits, of a pattern nothing.
    open func encode(with coder: NSCoder) {
        guard cgColor.pattern == nil else { return }
        let (red, green, blue, alpha) = components
        for (key, value) in zip(Key.all, [red, green, blue, alpha]) { coder.encode(Double(value), forKey: key) }
    }

    private enum Key {
        static let all = ["UIRed", "UIGreen", "UIBlue", "UIAlpha"]
    }

    /// The colour itself: it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    // MARK: Object

    /// Equal components; a dynamic colour and a pattern equal only themselves.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIColor else { return false }
        if self === other { return true }
        if isDynamic || other.isDynamic { return false }
        let (color, otherColor) = (cgColor, other.cgColor)
        if color.pattern != nil || otherColor.pattern != nil { return color == otherColor }
        return components == other.components
    }

    open override var hash: Int {
        if isDynamic { return ObjectIdentifier(self).hashValue }
        let (red, green, blue, alpha) = components
        var hasher = Hasher()
        hasher.combine(red)
        hasher.combine(green)
        hasher.combine(blue)
        hasher.combine(alpha)
        return hasher.finalize()
    }

    /// The colour space and the components in it, as Apple's systems print them.
    open override var description: String {
        if isDynamic { return "<UIDynamicProviderColor: \(ObjectDescription.address(of: self))>" }
        let color = cgColor
        if color.pattern != nil { return "<UIPatternColor: \(ObjectDescription.address(of: self))>" }
        var (space, values) = ("UIExtendedSRGBColorSpace", color.components ?? [])
        if isWhite, values.count == 4 {
            (space, values) = ("UIExtendedGrayColorSpace", [values[0], values[3]])
        } else if color.colorSpace?.model == .monochrome {
            space = "UIExtendedGrayColorSpace"
        } else if color.colorSpace?.name == CGColorSpace.displayP3 {
            space = "UIDisplayP3ColorSpace"
        } else {
            let (red, green, blue, alpha) = components
            values = [red, green, blue, alpha]
        }
        return ([space] + values.map(ObjectDescription.number)).joined(separator: " ")
    }
}
