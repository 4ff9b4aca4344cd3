/// A rectangle of whole pixels with some of its corners rounded.
public struct RoundedRect: Sendable {
    /// May reach beyond the surface it is drawn on. Two corners on one side want room for both (twice the radius, twice
    /// the border), a single one for itself; a layer limits its radius to that. A rectangle smaller than one corner is
    /// drawn square.
    public var rect: PixelRect
    public var corners: Corners
    public var mask: CornerMask

    public init(rect: PixelRect, corners: Corners = .all, mask: CornerMask) {
        self.rect = rect
        self.corners = corners
        self.mask = mask
    }
}

extension RoundedRect {
    /// Coverage of a part: everything (nil), or bytes with the distance between their rows.
    typealias Coverage = (bytes: UnsafeMutableRawPointer, bytesPerRow: Int)

    /// Cuts what lies within `clip` into parts that are wholly covered and parts that have a mask. The parts do not
    /// overlap and together are the rectangle.
    func forEachPart(clip: PixelRect, _ body: (_ part: PixelRect, _ coverage: Coverage?) -> Void) {
        let clip = rect.intersection(clip)
        if clip.isEmpty { return }
        let side = mask.side
        guard rect.width >= side, rect.height >= side else {
            body(clip, nil)
            return
        }
        // Three columns and three rows. The middle ones are straight, or, in a circle with an odd diameter, the one
        // column or row that two corners share.
        let columns = Thirds(low: rect.minX, high: rect.maxX, side: side)
        let rows = Thirds(low: rect.minY, high: rect.maxY, side: side)
        forEachPart(clip.rows(rect.minY, rows.first), columns, top: true, bottom: false, body)
        forEachPart(
            clip.rows(rows.first, rows.second), columns, top: rows.areShared, bottom: rows.areShared, body)
        forEachPart(clip.rows(rows.second, rect.maxY), columns, top: false, bottom: true, body)
    }

    /// The parts of some rows that touch the top corners, the bottom ones, both or none.
    private func forEachPart(
        _ band: PixelRect, _ columns: Thirds, top: Bool, bottom: Bool,
        _ body: (_ part: PixelRect, _ coverage: Coverage?) -> Void
    ) {
        if band.isEmpty { return }
        var touched: Corners = []
        if top { touched.formUnion([.topLeft, .topRight]) }
        if bottom { touched.formUnion([.bottomLeft, .bottomRight]) }
        touched.formIntersection(corners)
        if touched.isEmpty {
            body(band, nil)
            return
        }
        let left: Corners = [.topLeft, .bottomLeft]
        let right: Corners = [.topRight, .bottomRight]
        part(band.columns(rect.minX, columns.first), touched.intersection(left), body)
        part(band.columns(columns.first, columns.second), columns.areShared ? touched : [], body)
        part(band.columns(columns.second, rect.maxX), touched.intersection(right), body)
    }

    private func part(
        _ part: PixelRect, _ touched: Corners, _ body: (_ part: PixelRect, _ coverage: Coverage?) -> Void
    ) {
        if part.isEmpty { return }
        switch touched {
        case []:
            body(part, nil)
        case .topLeft, .topRight, .bottomLeft, .bottomRight:
            body(part, coverage(of: touched, x: part.minX, y: part.minY))
        default:
            // A column or row one pixel wide that several corners share: what each cuts away adds up.
            for y in part.minY..<part.maxY {
                for x in part.minX..<part.maxX {
                    var byte = shared(touched, x: x, y: y)
                    withUnsafeMutableBytes(of: &byte) { bytes in
                        guard let address = bytes.baseAddress else { return }
                        body(PixelRect(x: x, y: y, width: 1, height: 1), (address, 1))
                    }
                }
            }
        }
    }

    /// The bytes of one corner's mask from the pixel (x, y) on.
    @inline(__always)
    private func coverage(of corner: Corners, x: Int, y: Int) -> Coverage {
        let side = mask.side
        let isRight = !corner.isDisjoint(with: [.topRight, .bottomRight])
        let isBottom = !corner.isDisjoint(with: [.bottomLeft, .bottomRight])
        let column = isRight ? x &- (rect.maxX &- side) &+ side : x &- rect.minX
        let row = isBottom ? rect.maxY &- 1 &- y : y &- rect.minY
        let stride = mask.bitmap.bytesPerRow
        return (mask.bitmap.row(row) + column, isBottom ? -stride : stride)
    }

    private func shared(_ touched: Corners, x: Int, y: Int) -> UInt8 {
        var removed = 0
        var least: UInt8 = 255
        for corner in [Corners.topLeft, .topRight, .bottomLeft, .bottomRight] where touched.contains(corner) {
            let value = coverage(of: corner, x: x, y: y).bytes.load(as: UInt8.self)
            removed += 255 - Int(value)
            least = min(least, value)
        }
        // Two rings overlap where they are straight; two filled corners never remove the same part of a pixel.
        return mask.borderWidth > 0 ? least : UInt8(max(0, 255 - removed))
    }
}

/// Where two corners of `side` pixels divide the line from low to high.
private struct Thirds {
    let first, second: Int
    /// Whether the corners overlap between `first` and `second`.
    let areShared: Bool

    @inline(__always)
    init(low: Int, high: Int, side: Int) {
        let a = low &+ side
        let b = high &- side
        first = max(low, min(a, b))
        second = min(high, max(a, b))
        areShared = a > b
    }
}

extension PixelRect {
    @inline(__always)
    fileprivate func rows(_ from: Int, _ to: Int) -> PixelRect {
        PixelRect(minX: minX, minY: max(minY, from), maxX: maxX, maxY: min(maxY, to))
    }

    @inline(__always)
    fileprivate func columns(_ from: Int, _ to: Int) -> PixelRect {
        PixelRect(minX: max(minX, from), minY: minY, maxX: min(maxX, to), maxY: maxY)
    }
}
