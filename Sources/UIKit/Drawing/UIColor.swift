public import CoreGraphics
public import Foundation

/// A colour in gamma-encoded sRGB, not premultiplied; an immutable value that any thread may use.
open class UIColor: NSObject, @unchecked Sendable {
    // Unchecked because an open class cannot prove it; the class itself has constants only.

    /// For layers and contexts.
    public final let cgColor: CGColor
    final let red: CGFloat
    final let green: CGFloat
    final let blue: CGFloat
    final let opacity: CGFloat

    /// Components 0…1; values outside are brought inside.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        func limited(_ value: CGFloat) -> CGFloat { value > 0 ? min(value, 1) : 0 }
        self.red = limited(red)
        self.green = limited(green)
        self.blue = limited(blue)
        opacity = limited(alpha)
        cgColor = CGColor(red: self.red, green: self.green, blue: self.blue, alpha: opacity)
        super.init()
    }

    public convenience init(white: CGFloat, alpha: CGFloat) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
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

    /// Grey and sRGB colours keep their look; a colour of another kind of space becomes clear.
    public init(cgColor: CGColor) {
        let components = cgColor.components ?? []
        switch components.count {
        case 2:
            (red, green, blue, opacity) = (components[0], components[0], components[0], components[1])
        case 4:
            (red, green, blue, opacity) = (components[0], components[1], components[2], components[3])
        default:
            (red, green, blue, opacity) = (0, 0, 0, 0)
        }
        self.cgColor = cgColor
        super.init()
    }

    open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        UIColor(red: red, green: green, blue: blue, alpha: alpha)
    }

    // MARK: Reading

    @discardableResult
    open func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
        blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        red?.pointee = self.red
        green?.pointee = self.green
        blue?.pointee = self.blue
        alpha?.pointee = opacity
        return true
    }

    @discardableResult
    open func getHue(
        _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
        brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
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

    // MARK: Object

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIColor else { return false }
        return red == other.red && green == other.green && blue == other.blue && opacity == other.opacity
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(red)
        hasher.combine(green)
        hasher.combine(blue)
        hasher.combine(opacity)
        return hasher.finalize()
    }

    open override var description: String { "UIColor(\(red), \(green), \(blue), alpha \(opacity))" }
}
