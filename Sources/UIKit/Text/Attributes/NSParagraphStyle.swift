package import CoreGraphics
public import Foundation

/// How a paragraph is set. Lengths are points.
open class NSParagraphStyle: NSObject, NSSecureCoding, NSCopying, NSMutableCopying {
    /// All that there is to know; `NSMutableParagraphStyle` writes it.
    fileprivate final var format = NSParagraphStyle.standardFormat
    fileprivate final var tabs = NSParagraphStyle.standardTabs

    /// Left aligned as the script is read, broken at words, tabs every 28 points.
    open class var `default`: NSParagraphStyle { NSParagraphStyle() }

    /// Which way a language is read by its code; nil is the system's.
    open class func defaultWritingDirection(forLanguage languageName: String?) -> NSWritingDirection {
        guard let languageName else { return .leftToRight }
        let isRightToLeft = Locale.Language(identifier: languageName).characterDirection == .rightToLeft
        return isRightToLeft ? .rightToLeft : .leftToRight
    }

    public override init() { super.init() }

    private static var standardTabs: [NSTextTab] {
        (1...12).map { NSTextTab(textAlignment: .natural, location: CGFloat($0) * 28) }
    }

    private static var standardFormat: ParagraphFormat {
        var format = ParagraphFormat()
        format.tabStops = standardTabs.map(\.stop)
        return format
    }

    /// Default `.natural`.
    open var alignment: NSTextAlignment { NSTextAlignment(format.alignment) }
    /// Default `.byWordWrapping`.
    open var lineBreakMode: NSLineBreakMode { NSLineBreakMode(format.lineBreakMode) }
    /// Default `.natural`: the paragraph's first letter decides.
    open var baseWritingDirection: NSWritingDirection {
        switch format.direction {
        case .natural: .natural
        case .leftToRight: .leftToRight
        case .rightToLeft: .rightToLeft
        }
    }
    /// Below each line; not negative.
    open var lineSpacing: CGFloat { format.lineSpacing }
    /// Below the paragraph; not negative.
    open var paragraphSpacing: CGFloat { format.paragraphSpacing }
    /// Above the paragraph, unless it is the text's first.
    open var paragraphSpacingBefore: CGFloat { format.paragraphSpacingBefore }
    /// From the edge at which lines begin to the first line.
    open var firstLineHeadIndent: CGFloat { format.firstLineIndent }
    /// From the edge at which lines begin to the other lines.
    open var headIndent: CGFloat { format.headIndent }
    /// Where lines end: above 0 from the edge at which they begin, else from the other edge.
    open var tailIndent: CGFloat { format.tailIndent }
    open var minimumLineHeight: CGFloat { format.minimumLineHeight }
    /// 0, the default, is no limit. Lines that are lower than their letters overlap.
    open var maximumLineHeight: CGFloat { format.maximumLineHeight }
    /// Multiplies the height that lines would have; 0, the default, leaves it.
    open var lineHeightMultiple: CGFloat { format.lineHeightMultiple }
    /// Default 12 stops, 28 points apart; nil brings them back.
    open var tabStops: [NSTextTab]! { tabs }
    /// Between stops beyond the last; 0, the default, is 28 points.
    open var defaultTabInterval: CGFloat { format.tabInterval }
    /// Whether letters may move together by a twentieth of their size before a line is shortened to “…”.
    open var allowsDefaultTighteningForTruncation: Bool { format.tightens }

    fileprivate final func take(_ other: NSParagraphStyle) { (format, tabs) = (other.format, other.tabs) }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSParagraphStyle()
        copy.take(self)
        return copy
    }

    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        let copy = NSMutableParagraphStyle()
        copy.take(self)
        return copy
    }

    // MARK: Archiving and equality

    open class var supportsSecureCoding: Bool { true }

    private static var lengths: [WritableKeyPath<ParagraphFormat, CGFloat>] {
        [
            \.lineSpacing, \.paragraphSpacing, \.paragraphSpacingBefore, \.firstLineIndent, \.headIndent, \.tailIndent,
            \.minimumLineHeight, \.maximumLineHeight, \.lineHeightMultiple, \.tabInterval,
        ]
    }

    public required init?(coder: NSCoder) {
        super.init()
        guard coder.allowsKeyedCoding else { return }
        let alignment = coder.integer(forKey: "NSAlignment").flatMap(NSTextAlignment.init) ?? .natural
        format.alignment = alignment.layoutAlignment
        let mode = coder.integer(forKey: "NSLineBreakMode").flatMap(NSLineBreakMode.init) ?? .byWordWrapping
        format.lineBreakMode = mode.layoutMode
        let direction = coder.integer(forKey: "NSWritingDirection").flatMap(NSWritingDirection.init) ?? .natural
        format.direction = direction.formatDirection
        format.tightens = coder.bool(forKey: "NSTightensForTruncation") ?? false
        if let values = coder.numbers(forKey: "NSLengths", count: Self.lengths.count) {
            for (key, value) in zip(Self.lengths, values) { format[keyPath: key] = value }
        }
        if let archived: [NSTextTab] = coder.object(forKey: "NSTabStops") { tabs = archived }
        format.tabStops = tabs.map(\.stop)
    }

    open func encode(with coder: NSCoder) {
        coder.encode(alignment.rawValue, forKey: "NSAlignment")
        coder.encode(lineBreakMode.rawValue, forKey: "NSLineBreakMode")
        coder.encode(baseWritingDirection.rawValue, forKey: "NSWritingDirection")
        coder.encode(format.tightens, forKey: "NSTightensForTruncation")
        coder.encode(numbers: Self.lengths.map { format[keyPath: $0] }, forKey: "NSLengths")
        coder.encode(tabs as NSArray, forKey: "NSTabStops")
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSParagraphStyle else { return false }
        return format == other.format && tabs == other.tabs
    }

    open override var hash: Int { format.hashValue }
}

/// A paragraph style that can be changed; a text takes it as it is when it is set.
open class NSMutableParagraphStyle: NSParagraphStyle {
    open override var alignment: NSTextAlignment {
        get { super.alignment }
        set { format.alignment = newValue.layoutAlignment }
    }
    open override var lineBreakMode: NSLineBreakMode {
        get { super.lineBreakMode }
        set { format.lineBreakMode = newValue.layoutMode }
    }
    open override var baseWritingDirection: NSWritingDirection {
        get { super.baseWritingDirection }
        set { format.direction = newValue.formatDirection }
    }
    open override var lineSpacing: CGFloat {
        get { super.lineSpacing }
        set { format.lineSpacing = newValue }
    }
    open override var paragraphSpacing: CGFloat {
        get { super.paragraphSpacing }
        set { format.paragraphSpacing = newValue }
    }
    open override var paragraphSpacingBefore: CGFloat {
        get { super.paragraphSpacingBefore }
        set { format.paragraphSpacingBefore = newValue }
    }
    open override var firstLineHeadIndent: CGFloat {
        get { super.firstLineHeadIndent }
        set { format.firstLineIndent = newValue }
    }
    open override var headIndent: CGFloat {
        get { super.headIndent }
        set { format.headIndent = newValue }
    }
    open override var tailIndent: CGFloat {
        get { super.tailIndent }
        set { format.tailIndent = newValue }
    }
    open override var minimumLineHeight: CGFloat {
        get { super.minimumLineHeight }
        set { format.minimumLineHeight = newValue }
    }
    open override var maximumLineHeight: CGFloat {
        get { super.maximumLineHeight }
        set { format.maximumLineHeight = newValue }
    }
    open override var lineHeightMultiple: CGFloat {
        get { super.lineHeightMultiple }
        set { format.lineHeightMultiple = newValue }
    }
    open override var tabStops: [NSTextTab]! {
        get { super.tabStops }
        set {
            tabs = newValue ?? NSParagraphStyle().tabStops
            format.tabStops = tabs.map(\.stop)
        }
    }
    open override var defaultTabInterval: CGFloat {
        get { super.defaultTabInterval }
        set { format.tabInterval = newValue }
    }
    open override var allowsDefaultTighteningForTruncation: Bool {
        get { super.allowsDefaultTighteningForTruncation }
        set { format.tightens = newValue }
    }

    open func setParagraphStyle(_ style: NSParagraphStyle) { take(style) }

    /// Keeps the stops in order of their locations.
    open func addTabStop(_ tab: NSTextTab) {
        tabStops = (tabs + [tab]).sorted { $0.location < $1.location }
    }

    open func removeTabStop(_ tab: NSTextTab) { tabStops = tabs.filter { !$0.isEqual(tab) } }
}

extension NSParagraphStyle: ParagraphDescribing {
    package final var paragraphFormat: ParagraphFormat { format }
}

extension NSWritingDirection {
    fileprivate var formatDirection: ParagraphFormat.Direction {
        switch self {
        case .natural: .natural
        case .leftToRight: .leftToRight
        case .rightToLeft: .rightToLeft
        }
    }
}

extension NSTextAlignment {
    fileprivate init(_ alignment: TextLayout.Alignment) {
        switch alignment {
        case .natural: self = .natural
        case .left: self = .left
        case .center: self = .center
        case .right: self = .right
        case .justified: self = .justified
        }
    }
}

extension NSLineBreakMode {
    fileprivate init(_ mode: TextLayout.LineBreakMode) {
        switch mode {
        case .wordWrapping: self = .byWordWrapping
        case .characterWrapping: self = .byCharWrapping
        case .clipping: self = .byClipping
        case .truncatingHead: self = .byTruncatingHead
        case .truncatingTail: self = .byTruncatingTail
        case .truncatingMiddle: self = .byTruncatingMiddle
        }
    }
}
