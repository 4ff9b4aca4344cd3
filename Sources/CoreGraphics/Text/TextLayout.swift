package import Foundation
import Synchronization

/// A text set in one font and colour, or in many styles, broken into lines: measured, and drawn into a context.
///
/// Set the properties, read `size`, draw. The layout is made when first asked for and kept until a property changes
/// that it depends on. It does not depend on the screen's scale: the same layout draws sharply at any. Changing the text
/// of a kept layout allocates nothing when the text is one short line of a simple script.
///
/// One thread at a time.
package final class TextLayout {
    package enum Alignment: Sendable {
        /// Left, or right for a paragraph whose script runs from right to left.
        case natural
        case left
        case center
        case right
        /// Lines but the last of a paragraph are stretched to the full width.
        case justified
    }

    package enum LineBreakMode: Sendable {
        /// At word boundaries, inside a word only where it is longer than a line.
        case wordWrapping
        case characterWrapping
        /// Not at all: what is too long runs on, and is cut by the context's clip.
        case clipping
        /// At word boundaries; what does not fit in the last line is replaced by “…” at its head, end or middle.
        case truncatingHead
        case truncatingTail
        case truncatingMiddle
    }

    package var text = "" {
        didSet { if text != oldValue { isValid = false } }
    }
    /// A text of many styles; while there is one, it stands in place of `text`, `font`, `color`, `alignment`,
    /// `lineBreakMode` and `lineSpacing`.
    package var styled: StyledText? {
        didSet {
            switch (oldValue, styled) {
            case (nil, nil): break
            case (let old?, let new?) where new.isShaped(like: old): break
            default: isValid = false
            }
        }
    }
    /// For styled texts whose paragraphs are to be shortened to “…”: whether each of them is one line; else lines are
    /// broken at words, and only the last that is shown is shortened.
    package var truncatesEveryParagraph = false {
        didSet { if truncatesEveryParagraph != oldValue { isValid = false } }
    }
    /// For styled texts: whether the last line that is shown says that there is more, whatever its paragraph wants.
    package var truncatesLastLine = false { didSet { if truncatesLastLine != oldValue { isValid = false } } }
    /// For styled texts: whether lines have the extra space that their fonts want. Default true.
    package var usesFontLeading = true { didSet { if usesFontLeading != oldValue { isValid = false } } }
    package var font: FontDescription {
        didSet {
            guard font != oldValue else { return }
            face = nil
            isValid = false
        }
    }
    package var color = CGColor.black
    package var alignment = Alignment.natural {
        didSet {
            guard alignment != oldValue else { return }
            // Justified lines are made by pango; the others only start elsewhere.
            if alignment == .justified || oldValue == .justified || !placements.isEmpty { isValid = false }
            isAligned = false
        }
    }
    package var lineBreakMode = LineBreakMode.wordWrapping {
        didSet { if lineBreakMode != oldValue { isValid = false } }
    }
    /// The most lines shown; 0 is no limit.
    package var maximumNumberOfLines = 0 {
        didSet {
            let isEnough = maximumNumberOfLines <= 0 || lines.count <= maximumNumberOfLines
            if maximumNumberOfLines != oldValue, hasMore || !isEnough { isValid = false }
        }
    }
    /// Points. Lines are broken at it and aligned within it; without a limit they are as long as they are, and aligned
    /// within the longest.
    package var maximumWidth = CGFloat.infinity {
        didSet { if maximumWidth != oldValue { widthChanged(from: oldValue) } }
    }
    /// Points. Lines that do not fit wholly are not shown, except the first.
    package var maximumHeight = CGFloat.infinity {
        didSet { if maximumHeight != oldValue, hasMore || !fits(height: height) { isValid = false } }
    }
    /// Extra points between lines.
    package var lineSpacing: CGFloat = 0 {
        didSet { if lineSpacing != oldValue { isValid = false } }
    }

    package init(font: FontDescription) { self.font = font }

    // MARK: Results

    /// Width of the longest line, letters that lean out at its ends included, and height of all lines; points, not
    /// rounded. Not wider than `maximumWidth`, unless a line is that could not be broken.
    package var size: CGSize {
        validate()
        let width = min(widestInk, max(widthLimit ?? .max, widest))
        return CGSize(width: CGFloat(width) / Self.unitsPerPoint, height: height)
    }

    /// From the top of the layout to the first line's baseline, points; the ascender for an empty text.
    package var firstBaseline: CGFloat {
        validate()
        return lines.first?.baseline ?? metrics.ascender
    }

    /// From the top of the layout to the last line's baseline, points.
    package var lastBaseline: CGFloat {
        validate()
        return lines.last?.baseline ?? metrics.ascender
    }

    /// Lines shown.
    package var numberOfLines: Int {
        validate()
        return lines.count
    }

    /// Whether some of the text is not shown.
    package var isTruncated: Bool {
        validate()
        return hasMore
    }

    /// Measures of the font the text is set in.
    package var metrics: FontMetrics {
        guard let styled else { return currentFace().metrics }
        return FontFace.face(for: styled.styles[styled.runs[0].style].shaping.font).metrics
    }

    /// What `draw(in:at:)` draws, where it is letters of one colour; nil where it is more than that.
    package var coverageColor: CGColor? { styled.map(\.onlyColor) ?? color }

    // MARK: The layout

    /// pango's and our unit for lengths within a layout.
    static let unitsPerPoint: CGFloat = 1024

    var isValid = false
    /// Whether `lines` start where the alignment wants them.
    var isAligned = false
    var face: FontFace?
    /// In visual order, line after line. The arrays keep their memory from one text to the next.
    var glyphs = ContiguousArray<PositionedGlyph>()
    var runs = ContiguousArray<GlyphRun>()
    var lines = ContiguousArray<TextLine>()
    /// Of a text that was set by `Typesetter`: a placement for each line, and what decorations need. Else empty.
    var placements = ContiguousArray<LinePlacement>()
    var spans = ContiguousArray<StyledSpan>()
    /// Width of the longest line, units: what its letters take, and with what leans out at the ends.
    var widest = 0
    var widestInk = 0
    /// Points.
    var height: CGFloat = 0
    var hasMore = false
    /// Whether the lines come from the road without pango.
    var isSimple = false

    /// Glyphs that one font draws.
    struct GlyphRun {
        var font: RunFont
        var glyphs: Range<Int>
    }

    struct TextLine {
        var runs: Range<Int>
        /// Units, without what leans out.
        var width: Int
        /// How far ink reaches beyond the line's ends, units.
        var overhang = (left: 0, right: 0)
        /// Points from the left edge, once aligned.
        var x: CGFloat = 0
        /// Points from the top of the layout.
        var baseline: CGFloat
        /// Points from the top of the layout, the leading included.
        var bottom: CGFloat
        var isRightToLeft = false
    }

    func currentFace() -> FontFace {
        let engine = TextEngine.shared
        return engine.lock.withLock { _ in currentFace(engine) }
    }

    /// Under the engine's lock, which keeps it current: fonts may be registered at any time.
    func currentFace(_ engine: TextEngine) -> FontFace {
        if let face, !face.isOutdated { return face }
        let found = engine.face(font)
        face = found
        return found
    }

    /// A width that neither breaks nor truncates the lines there are leaves them as they are.
    private func widthChanged(from old: CGFloat) {
        isAligned = false
        let fits = isSimple && lines.count == 1 && widest <= widthLimit ?? .max
        if !fits { isValid = false }
    }

    /// `maximumWidth` in units; nil when there is none.
    var widthLimit: Int? {
        // Rounded up, so that a width read from `size` is wide enough.
        maximumWidth < 1_000_000 ? Int((max(maximumWidth, 0) * Self.unitsPerPoint).rounded(.up)) : nil
    }

    func validate() {
        if !isValid {
            let engine = TextEngine.shared
            engine.lock.withLock { _ in
                if let styled {
                    layOut(styled, engine)
                } else {
                    let face = currentFace(engine)
                    if !layOutSimply(face, engine) { layOutThoroughly(face, engine) }
                }
                measureInk()
            }
            isValid = true
            isAligned = false
        }
        if !isAligned { align() }
    }

    /// Whether lines down to `height` are shown.
    func fits(height: CGFloat) -> Bool { height <= maximumHeight + 0.01 }

    private func align() {
        if !placements.isEmpty { return alignStyled() }
        let width = widthLimit ?? widestInk
        for index in lines.indices {
            lines[index].x = CGFloat(Self.offset(of: lines[index], alignment, within: width)) / Self.unitsPerPoint
        }
        isAligned = true
    }

    /// Where a line starts within a width, units.
    static func offset(of line: TextLine, _ alignment: Alignment, within width: Int) -> Int {
        // Room that is left beside the ink; it goes to one side, to both, or there is none.
        let free = width - line.width - line.overhang.left - line.overhang.right
        let isRight =
            alignment == .right || (line.isRightToLeft && (alignment == .natural || alignment == .justified))
        if free < 0 {
            // What does not fit leans out where it would without us; what is too long runs out at its end.
            return isRight ? width - line.width : max(0, min(line.overhang.left, width - line.width))
        }
        if alignment == .center {
            let middle = (width - line.width) / 2
            return min(max(middle, line.overhang.left), width - line.width - line.overhang.right)
        }
        return line.overhang.left + (isRight ? free : 0)
    }
}
