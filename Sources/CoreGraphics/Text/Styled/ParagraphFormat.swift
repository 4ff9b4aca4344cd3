package import Foundation

/// How a paragraph is set. Lengths are points.
package struct ParagraphFormat: Hashable, Sendable {
    package enum Direction: Sendable { case natural, leftToRight, rightToLeft }

    package struct TabStop: Hashable, Sendable {
        package enum Alignment: Sendable { case leading, center, trailing, decimal }
        /// From the edge at which lines begin.
        package var location: CGFloat
        package var alignment: Alignment

        package init(location: CGFloat, alignment: Alignment) {
            (self.location, self.alignment) = (location, alignment)
        }
    }

    package var alignment = TextLayout.Alignment.natural
    package var lineBreakMode = TextLayout.LineBreakMode.wordWrapping
    package var direction = Direction.natural
    /// Below each line but the last of the text.
    package var lineSpacing: CGFloat = 0
    package var paragraphSpacing: CGFloat = 0
    /// Not above the text's first paragraph.
    package var paragraphSpacingBefore: CGFloat = 0
    /// From the edge at which lines begin to the first line, and to the others.
    package var firstLineIndent: CGFloat = 0
    package var headIndent: CGFloat = 0
    /// Where lines end: above 0 from the edge at which they begin, else from the other one.
    package var tailIndent: CGFloat = 0
    package var minimumLineHeight: CGFloat = 0
    /// 0 is no limit.
    package var maximumLineHeight: CGFloat = 0
    /// 0 is none.
    package var lineHeightMultiple: CGFloat = 0
    /// By location.
    package var tabStops: [TabStop] = []
    /// Between the tab stops beyond the last of `tabStops`; 0 is the standard distance.
    package var tabInterval: CGFloat = 0
    /// Whether letters may move together a little before a line is shortened to “…”.
    package var tightens = false

    package init() {}

    private static let longest: CGFloat = 10_000
    private static let tabLimit = 256
    private static let standardTabInterval: CGFloat = 28

    /// With every length made a number that can be worked with.
    package var usable: ParagraphFormat {
        func length(_ value: CGFloat, from least: CGFloat = 0) -> CGFloat {
            value.isNaN ? 0 : min(max(value, least), Self.longest)
        }
        var result = self
        result.lineSpacing = length(lineSpacing)
        result.paragraphSpacing = length(paragraphSpacing)
        result.paragraphSpacingBefore = length(paragraphSpacingBefore)
        result.firstLineIndent = length(firstLineIndent)
        result.headIndent = length(headIndent)
        result.tailIndent = length(tailIndent, from: -Self.longest)
        result.minimumLineHeight = length(minimumLineHeight)
        result.maximumLineHeight = length(maximumLineHeight)
        result.lineHeightMultiple = lineHeightMultiple.isNaN ? 0 : min(max(lineHeightMultiple, 0), 100)
        result.tabStops = tabStops.prefix(Self.tabLimit).filter { $0.location >= 0 && $0.location <= Self.longest }
            .sorted { $0.location < $1.location }
        let interval = length(tabInterval)
        result.tabInterval = interval < 1 ? Self.standardTabInterval : interval
        return result
    }

    /// The first stop beyond `x`, points.
    func tabStop(after x: CGFloat) -> TabStop {
        if let stop = tabStops.first(where: { $0.location > x + 0.01 }) { return stop }
        let interval = tabInterval < 1 ? Self.standardTabInterval : tabInterval
        let last = tabStops.last?.location ?? 0
        let steps = ((max(x - last, 0) + 0.01) / interval).rounded(.down) + 1
        return TabStop(location: last + steps * interval, alignment: .leading)
    }

    /// The height of a line that would be `natural` high.
    func lineHeight(_ natural: CGFloat) -> CGFloat {
        var height = lineHeightMultiple > 0 ? natural * lineHeightMultiple : natural
        height = max(height, minimumLineHeight)
        return maximumLineHeight > 0 ? min(height, maximumLineHeight) : height
    }
}
