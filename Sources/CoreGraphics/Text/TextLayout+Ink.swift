package import Foundation

extension TextLayout {
    /// Around everything that is drawn, points from the upper-left corner of the layout, y down; null for no ink.
    ///
    /// It keeps to the width of `size` where that has room, but may reach above and below: marks are stacked.
    package var inkBounds: CGRect {
        validate()
        let engine = TextEngine.shared
        return engine.lock.withLock { _ in
            var bounds = styled == nil ? CGRect.null : decorationBounds
            for index in lines.indices {
                let line = lines[index]
                forEachInk(of: index) { box, glyph in
                    let rect = CGRect(
                        x: CGFloat(glyph.x) + CGFloat(box.left), y: CGFloat(glyph.y) + CGFloat(box.top),
                        width: CGFloat(box.right) - CGFloat(box.left), height: CGFloat(box.bottom) - CGFloat(box.top))
                    let unit = CGAffineTransform(
                        a: 1 / Self.unitsPerPoint, b: 0, c: 0, d: 1 / Self.unitsPerPoint, tx: line.x, ty: line.baseline)
                    bounds = bounds.union(rect.applying(unit))
                }
            }
            return bounds
        }
    }

    /// Finds how far each line's ink reaches beyond its ends. Under the engine's lock.
    func measureInk() {
        widestInk = 0
        for index in lines.indices {
            var left = 0
            var right = lines[index].width
            forEachInk(of: index) { box, glyph in
                left = min(left, Int(glyph.x) + Int(box.left))
                right = max(right, Int(glyph.x) + Int(box.right))
            }
            lines[index].overhang = (-left, right - lines[index].width)
            let indent = placements.isEmpty ? 0 : placements[index].indent
            widestInk = max(widestInk, right - left + indent)
        }
    }

    @inline(__always)
    private func forEachInk(of line: Int, _ body: (GlyphInk, PositionedGlyph) -> Void) {
        if let styled { return forEachInk(of: line, styled, body) }
        for run in lines[line].runs {
            let (font, range) = (runs[run].font, runs[run].glyphs)
            for index in range {
                let box = font.ink(glyphs[index].glyph)
                if box.left < box.right { body(box, glyphs[index]) }
            }
        }
    }
}

/// Around the ink of a glyph: 1/1024 of a point from its pen position, y down. Empty for a space.
struct GlyphInk {
    var left: Int32
    var top: Int32
    var right: Int32
    var bottom: Int32
}
