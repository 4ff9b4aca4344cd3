internal import Raster

/// A rectangle of damage is first divided where that saves work: along large opaque layers, so that what they hide is
/// never drawn; around the area that several translucent layers cover together, so that they are blended in one go; and
/// beside the small things that lie on one colour or one picture, which then goes straight to the panel. What remains
/// is drawn in tiles that stay in the cache.
///
/// All of it only decides which pixels are drawn together. Each comes out the same however the screen is cut.
extension TileCompositor {
    /// Smaller pieces than this are not worth a cut: it costs about as much as a thousand pixels.
    private static let leastPieceArea = 4096
    /// Nor are smaller ones than this that reach from edge to edge: the line between two rows of a list keeps the rest of
    /// the row from being divided further.
    private static let leastBandArea = 512
    /// Cuts inside one another.
    private static let maximumCuts = 12

    /// Draws what lies in some rectangles and writes every pixel of them to the panel, once.
    ///
    /// Those that follow each other lie side by side mostly, in a row of cells of the damage: what shows in such a row is
    /// found first, and what shows in each of them is looked for there.
    func paint(_ frame: FrameToPaint, _ range: Range<Int>) {
        let list = frame.list
        var first = range.lowerBound
        while first < range.upperBound {
            var around = ScreenRect(frame.rects[first])
            var end = first + 1
            let row = around.minY / Int32(DamageGrid.cellSize)
            while end < range.upperBound, Int32(frame.rects[end].minY) / Int32(DamageGrid.cellSize) == row {
                around = around.union(ScreenRect(frame.rects[end]))
                end += 1
            }
            let mark = activeCount
            let isCovered = collect(list, 0, list.items.count, around, from: mark)
            if end == first + 1 {
                divide(frame, around, from: mark, isCovered: isCovered, cuts: 0)
            } else {
                let shown = mark..<activeCount
                for index in first..<end { paintPart(frame, ScreenRect(frame.rects[index]), of: shown, cuts: 0) }
            }
            forgetActive(from: mark)
            first = end
        }
    }

    /// The items that show in `rect` are the active ones from `mark` on.
    private func divide(_ frame: FrameToPaint, _ rect: ScreenRect, from mark: Int, isCovered: Bool, cuts: Int) {
        let base = base(frame.list, rect, from: mark, isCovered: isCovered)
        if mark + base.count == activeCount, frame.writeDirectly(base, rect) { return }
        if cuts < Self.maximumCuts, rect.area >= 2 * Self.leastPieceArea,
            let piece = cut(frame, rect, from: mark, base: base)
        {
            let end = activeCount
            paintPart(frame, piece, of: mark..<end, cuts: cuts + 1)
            rect.subtract(piece) { paintPart(frame, $0, of: mark..<end, cuts: cuts + 1) }
            return
        }
        paintTiles(frame, rect, from: mark, base: base)
    }

    /// Draws a part of a rectangle whose items are `range` of the active ones.
    private func paintPart(_ frame: FrameToPaint, _ part: ScreenRect, of range: Range<Int>, cuts: Int) {
        let mark = activeCount
        let isCovered = collect(frame.list, of: range, part)
        divide(frame, part, from: mark, isCovered: isCovered, cuts: cuts)
        forgetActive(from: mark)
    }

    /// Puts those of the active items that show in `part` on top; true if the first of them covers it.
    private func collect(_ list: DisplayList, of range: Range<Int>, _ part: ScreenRect) -> Bool {
        let mark = activeCount
        var isCovered = false
        for position in range {
            let index = activeItem(position)
            if !list.extents.base[index].intersects(part) { continue }
            let end = list.items.base[index].kind.hasInside ? Int(list.items.base[index].end) : index &+ 1
            if collect(list, index, end, part, from: mark) { isCovered = true }
        }
        return isCovered
    }

    // MARK: What lies at the bottom

    /// The lowest items of a rectangle, when they come to one colour or one picture.
    enum Base {
        case colour(UInt32, count: Int)
        case picture(Picture)
        case other

        /// Active items that it stands for.
        var count: Int {
            switch self {
            case .colour(_, let count): count
            case .picture: 1
            case .other: 0
            }
        }
    }

    private func base(_ list: DisplayList, _ rect: ScreenRect, from mark: Int, isCovered: Bool) -> Base {
        var colour: UInt32 = 0xFF00_0000
        var count = 0
        for position in mark..<activeCount {
            let index = activeItem(position)
            let item = list.items.base + index
            if count == 0, isCovered, item.pointee.kind == .copy, item.pointee.alpha == 255 {
                return .picture(list.pictures.base[Int(item.pointee.resource)])
            }
            // Colours over a colour are a colour.
            guard item.pointee.isPlainFill(in: rect), list.extents.base[index].contains(rect) else { break }
            colour = Kernels.over(item.pointee.colour, onto: colour)
            count += 1
        }
        return count > 0 || !isCovered ? .colour(colour, count: count) : .other
    }

    // MARK: Where to cut

    private func cut(_ frame: FrameToPaint, _ rect: ScreenRect, from mark: Int, base: Base) -> ScreenRect? {
        let list = frame.list
        let first = mark + base.count
        // The uppermost opaque piece hides whatever is below it.
        var position = activeCount
        while position > first {
            position &-= 1
            let index = activeItem(position)
            let item = list.items.base + index
            if item.pointee.isCover {
                let part = item.pointee.middle(of: list.extents.base[index].intersection(rect))
                let isBand = part.width == rect.width || part.height == rect.height
                if part.area >= (isBand ? Self.leastBandArea : Self.leastPieceArea), part != rect { return part }
            }
        }
        if let common = commonArea(list, rect, from: first) { return common }
        guard frame.canWriteDirectly(base), activeCount - first <= Self.maximumSpans else { return nil }
        return gap(list, rect, from: first)
    }

    /// Where several large layers lie over each other, if they do not cover all of the rectangle.
    private func commonArea(_ list: DisplayList, _ rect: ScreenRect, from first: Int) -> ScreenRect? {
        var common = rect
        var count = 0
        for position in first..<activeCount {
            let index = activeItem(position)
            let kind = list.items.base[index].kind
            guard kind == .fill || kind == .copy else { continue }
            let part = list.extents.base[index].intersection(rect)
            if part.area < rect.area / 2 { continue }
            common = common.intersection(part)
            count += 1
        }
        return count >= 2 && common != rect && common.area >= max(rect.area / 2, Self.leastPieceArea) ? common : nil
    }

    /// More items are not looked at for gaps.
    private static let maximumSpans = 24

    /// The largest part of the full height or width in which only the base shows.
    private func gap(_ list: DisplayList, _ rect: ScreenRect, from first: Int) -> ScreenRect? {
        var best = ScreenRect.empty
        withUnsafeTemporaryAllocation(of: Span.self, capacity: Self.maximumSpans) { spans in
            for isVertical in [false, true] {
                var count = 0
                for position in first..<activeCount {
                    let part = list.extents.base[activeItem(position)].intersection(rect)
                    let span =
                        isVertical ? Span(from: part.minY, to: part.maxY) : Span(from: part.minX, to: part.maxX)
                    var place = count
                    while place > 0, spans[place - 1].from > span.from {
                        spans[place] = spans[place - 1]
                        place -= 1
                    }
                    spans[place] = span
                    count += 1
                }
                var reached = isVertical ? rect.minY : rect.minX
                let end = isVertical ? rect.maxY : rect.maxX
                for place in 0...count {
                    let next = place < count ? spans[place].from : end
                    if next > reached {
                        let gap =
                            isVertical
                            ? ScreenRect(minX: rect.minX, minY: reached, maxX: rect.maxX, maxY: next)
                            : ScreenRect(minX: reached, minY: rect.minY, maxX: next, maxY: rect.maxY)
                        if gap.area > best.area { best = gap }
                    }
                    if place < count { reached = max(reached, spans[place].to) }
                }
            }
        }
        return best.area >= Self.leastPieceArea && best != rect ? best : nil
    }

    private struct Span {
        var from, to: Int32
    }

    // MARK: Tiles

    private func paintTiles(_ frame: FrameToPaint, _ rect: ScreenRect, from mark: Int, base: Base) {
        let list = frame.list
        let range = mark..<activeCount
        var isPlain = !frame.rotation.swapsAxes
        for position in range where isPlain {
            isPlain = list.items.base[activeItem(position)].kind.isDrawnInRows
        }
        let (width, height) = isPlain ? plainTileSize(list, rect, range, base: base) : nearlySquareTileSize(rect)
        if width == rect.width, height == rect.height {
            paintTile(frame, rect, from: mark, base: base)
            return
        }
        var y = rect.minY
        while y < rect.maxY {
            var x = rect.minX
            while x < rect.maxX {
                let tile = ScreenRect(
                    minX: x, minY: y, maxX: min(x &+ width, rect.maxX), maxY: min(y &+ height, rect.maxY))
                let isCovered = collect(list, of: range, tile)
                let base = self.base(list, tile, from: range.upperBound, isCovered: isCovered)
                paintTile(frame, tile, from: range.upperBound, base: base)
                forgetActive(from: range.upperBound)
                x &+= width
            }
            y &+= height
        }
    }

    private func paintTile(_ frame: FrameToPaint, _ rect: ScreenRect, from mark: Int, base: Base) {
        if mark + base.count == activeCount, frame.writeDirectly(base, rect) { return }
        var first = mark + base.count
        if case .colour(let colour, _) = base, frame.isPlain, stackEnd(frame.list, first, rect) == activeCount {
            fillStack(frame.list, first..<activeCount, rect)
            stack.write(over: colour, to: frame.place(of: rect))
            return
        }
        if let more = regionBehind(frame.list, rect) {
            frame.write(compositeMore(frame.list, more).part(rect), rect)
            return
        }
        var target = tile(0, rect)
        target.isScreen = true
        first = mark
        if case .colour(let colour, let count) = base {
            Kernels.fill(target.surface, colour: colour)
            first += count
        }
        while first < activeCount {
            let end = stackEnd(frame.list, first, rect)
            if end &- first >= 2 {
                fillStack(frame.list, first..<end, rect)
                stack.over(onto: target.surface)
                first = end
            } else {
                draw(frame.list, activeItem(first), onto: target, rect, level: 0)
                first &+= 1
            }
        }
        frame.write(target.surface, rect)
    }
}

extension TileCompositor {
    /// The first active item from `first` on that does not cover all of `rect` with a picture or a colour, or does not
    /// fit on the stack any more.
    private func stackEnd(_ list: DisplayList, _ first: Int, _ rect: ScreenRect) -> Int {
        var position = first
        let limit = min(activeCount, first &+ LayerStack.capacity)
        while position < limit {
            let index = activeItem(position)
            let item = list.items.base + index
            guard item.pointee.kind == .copy || item.pointee.isPlainFill(in: rect),
                list.extents.base[index].contains(rect)
            else { break }
            position &+= 1
        }
        return position
    }

    private func fillStack(_ list: DisplayList, _ range: Range<Int>, _ rect: ScreenRect) {
        stack.removeAll()
        for position in range {
            let item = list.items.base + activeItem(position)
            guard item.pointee.kind == .copy else {
                stack.append(item.pointee.colour)
                continue
            }
            let picture = list.pictures.base + Int(item.pointee.resource)
            stack.append(
                picture.pointee.source.subsurface(
                    rect.pixelRect.offset(x: -picture.pointee.originX, y: -picture.pointee.originY)),
                alpha: item.pointee.alpha)
        }
    }
}

extension FrameToPaint {
    /// Where a rectangle of the screen lies on the panel.
    func place(of rect: ScreenRect) -> PixelSurface {
        panel.subsurface(rotation.panelRect(rect.pixelRect, panel: panelSize))
    }

    private func copy(_ source: PixelSurface, to place: PixelSurface) {
        if isLarge { Kernels.streamCopy(source, to: place) } else { Kernels.copy(source, to: place) }
    }

    private func fill(_ place: PixelSurface, colour: UInt32) {
        if isLarge { Kernels.streamFill(place, colour: colour) } else { Kernels.fill(place, colour: colour) }
    }

    /// A finished tile goes out.
    func write(_ tile: PixelSurface, _ rect: ScreenRect) {
        let part = rotation.panelRect(rect.pixelRect, panel: panelSize)
        let place = panel.subsurface(part)
        if isPlain {
            copy(tile, to: place)
        } else {
            Kernels.scanOut(
                tile, to: place, rotation: rotation, dithering: isDithered ? (x: part.minX, y: part.minY) : nil)
        }
    }

    /// Whether a base that is all that shows need not pass through a tile.
    func canWriteDirectly(_ base: TileCompositor.Base) -> Bool {
        switch base {
        case .colour: panel.format == .xrgb8888
        case .picture: isPlain
        case .other: false
        }
    }

    /// Writes the base, if it can be done without a tile.
    func writeDirectly(_ base: TileCompositor.Base, _ rect: ScreenRect) -> Bool {
        guard canWriteDirectly(base) else { return false }
        let place = place(of: rect)
        switch base {
        case .colour(let colour, _):
            fill(place, colour: colour | 0xFF00_0000)
        case .picture(let picture):
            // A copy makes every pixel opaque, those of a picture without alpha too.
            let source = picture.source.subsurface(rect.pixelRect.offset(x: -picture.originX, y: -picture.originY))
            copy(source, to: place)
        case .other:
            return false
        }
        return true
    }
}

extension DisplayItem {
    /// Whether it is one colour all over `part`.
    @inline(__always)
    fileprivate func isPlainFill(in part: ScreenRect) -> Bool {
        kind == .fill || (kind == .roundedFill && !touchesCorner(part))
    }

    /// The part of `part` between the rows of the rounded corners; all of it if there are none.
    fileprivate func middle(of part: ScreenRect) -> ScreenRect {
        if !touchesCorner(part) { return part }
        let minY = corners.isDisjoint(with: [.topLeft, .topRight]) ? part.minY : max(part.minY, rect.minY &+ side)
        let maxY =
            corners.isDisjoint(with: [.bottomLeft, .bottomRight]) ? part.maxY : min(part.maxY, rect.maxY &- side)
        return ScreenRect(minX: part.minX, minY: minY, maxX: part.maxX, maxY: maxY)
    }
}

extension DisplayItem.Kind {
    /// Drawing goes along the rows, and needs no memory beside the tile.
    fileprivate var isDrawnInRows: Bool {
        switch self {
        case .fill, .roundedFill, .border, .roundedBorder, .copy, .coverageFill: true
        default: false
        }
    }
}

extension ScreenRect {
    @inline(__always) var area: Int { Int(width) &* Int(height) }
}
