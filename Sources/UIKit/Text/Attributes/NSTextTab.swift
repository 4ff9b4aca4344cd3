import CoreGraphics
public import Foundation

/// Where a tab character brings what follows it. Immutable.
open class NSTextTab: NSObject, NSSecureCoding, NSCopying {
    public struct OptionKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// A `CharacterSet`: the column stands with its decimal point, a point or a comma, at the stop.
        public static let columnTerminators = OptionKey(rawValue: "NSTabColumnTerminators")
    }

    public final let alignment: NSTextAlignment
    /// Points from the edge at which lines begin.
    public final let location: CGFloat
    public final let options: [OptionKey: Any]

    /// - Parameter alignment: what follows the tab begins, ends or is centred at the stop.
    public init(textAlignment alignment: NSTextAlignment, location: CGFloat, options: [OptionKey: Any] = [:]) {
        (self.alignment, self.location, self.options) = (alignment, location, options)
        super.init()
    }

    /// The characters that end a column of numbers.
    open class func columnTerminators(for locale: Locale?) -> CharacterSet {
        CharacterSet(charactersIn: locale?.decimalSeparator ?? ".")
    }

    /// It never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    final var stop: ParagraphFormat.TabStop {
        let stopAlignment: ParagraphFormat.TabStop.Alignment =
            options[.columnTerminators] != nil
            ? .decimal : alignment == .right ? .trailing : alignment == .center ? .center : .leading
        return ParagraphFormat.TabStop(location: location, alignment: stopAlignment)
    }

    // MARK: Archiving and equality

    open class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        guard coder.allowsKeyedCoding else { return nil }
        alignment = coder.integer(forKey: "NSAlignment").flatMap(NSTextAlignment.init) ?? .left
        location = coder.number(forKey: "NSLocation") ?? 0
        options =
            coder.bool(forKey: "NSDecimal") == true ? [.columnTerminators: NSTextTab.columnTerminators(for: nil)] : [:]
        super.init()
    }

    open func encode(with coder: NSCoder) {
        coder.encode(alignment.rawValue, forKey: "NSAlignment")
        coder.encode(Double(location), forKey: "NSLocation")
        coder.encode(options[.columnTerminators] != nil, forKey: "NSDecimal")
    }

    open override func isEqual(_ object: Any?) -> Bool { (object as? NSTextTab)?.stop == stop }

    open override var hash: Int { stop.hashValue }
}
