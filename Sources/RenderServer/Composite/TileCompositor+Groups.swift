internal import Raster

extension TileCompositor {
    /// The items inside make a picture of their own, which is then drawn with the group's alpha (fact D-84).
    func drawGroup(_ list: DisplayList, _ index: Int, onto target: Target, _ part: ScreenRect, level: Int) {
        let item = list.items.base + index
        let end = Int(item.pointee.end)
        let alpha = item.pointee.alpha
        let isTinted = item.pointee.colour != 0
        if !isTinted, drawSingle(list, index + 1, end, onto: target, part, alpha: alpha) { return }
        let region = list.backdrops.count > 0 ? regionSeen(list, from: part, scope: Int32(index)) : part
        let picture = tile(level + 1, region)
        let isOpaque = draw(list, index + 1, end, onto: picture, region, level: level + 1, base: 0)
        let drawn = picture.part(part)
        if isTinted {
            Kernels.over(drawn, tint: multiplied(item.pointee.colour, by: alpha), onto: target.part(part))
            return
        }
        Kernels.over(
            isOpaque ? drawn.reinterpreted(as: .xrgb8888) : drawn, onto: target.part(part), alpha: alpha)
    }

    /// Where only one plain item of a group shows, the picture is that item: drawing it with the group's alpha gives the
    /// same bytes without the detour. True if that was so, or if there was nothing to draw.
    private func drawSingle(
        _ list: DisplayList, _ begin: Int, _ end: Int, onto target: Target, _ part: ScreenRect, alpha: UInt8
    ) -> Bool {
        let mark = activeCount
        _ = collect(list, begin, end, part, from: mark)
        let count = activeCount - mark
        defer { forgetActive(from: mark) }
        if count == 0 { return true }
        guard count == 1 else { return false }
        let index = activeItem(mark)
        let item = list.items.base + index
        let extent = list.extents.base[index].intersection(part)
        switch item.pointee.kind {
        case .fill:
            Kernels.over(multiplied(item.pointee.colour, by: alpha), onto: target.part(extent))
        case .copy where item.pointee.alpha == 255:
            drawCopy(list, item, onto: target, extent, alpha: alpha)
        case .sample where item.pointee.alpha == 255:
            drawSample(list, item, onto: target, extent, alpha: alpha)
        default:
            return false
        }
        return true
    }

    // MARK: Clips

    /// The corners are put aside, everything inside is drawn straight on the target, and then what was put aside comes
    /// back as far as the mask does not cover it. So only tiles with a corner pay, and no pixel depends on whether its
    /// tile has one.
    func drawCornerClip(_ list: DisplayList, _ index: Int, onto target: Target, _ part: ScreenRect, level: Int) {
        let item = list.items.base + index
        let aside = tile(level + 1, part)
        item.pointee.forEachCorner { _, _, square in
            let corner = square.intersection(part)
            if !corner.isEmpty { Kernels.copy(target.part(corner), to: aside.part(corner)) }
        }
        _ = draw(list, index + 1, Int(item.pointee.end), onto: target, part, level: level + 1, base: nil)
        let mask = list.masks.masks[Int(item.pointee.resource)]
        let side = mask.side
        item.pointee.forEachCorner { isRight, isBottom, square in
            let corner = square.intersection(part)
            if corner.isEmpty { return }
            let rect = item.pointee.rect
            let column = isRight ? 2 * side - Int(rect.maxX - corner.minX) : Int(corner.minX - rect.minX)
            let row = isBottom ? Int(rect.maxY - 1 - corner.minY) : Int(corner.minY - rect.minY)
            let stride = mask.bitmap.bytesPerRow
            let coverage = PixelSurface(
                pixels: mask.bitmap.row(row) + column, bytesPerRow: isBottom ? -stride : stride,
                width: Int(corner.width), height: Int(corner.height), format: .a8)
            Kernels.restore(target.part(corner), from: aside.part(corner), outside: coverage)
        }
    }

    func drawShapeClip(_ list: DisplayList, _ index: Int, onto target: Target, _ part: ScreenRect, level: Int) {
        let item = list.items.base + index
        guard item.pointee.resource >= 0 else { return }
        let aside = tile(level + 1, part)
        Kernels.copy(target.part(part), to: aside.surface)
        _ = draw(list, index + 1, Int(item.pointee.end), onto: target, part, level: level + 1, base: nil)
        let coverage = mask(part)
        list.shapes.base[Int(item.pointee.resource)].write(part, to: coverage)
        Kernels.restore(target.part(part), from: aside.surface, outside: coverage)
    }
}

extension DisplayItem {
    /// Calls `body` with the square of each rounded corner. Where two squares meet in one row or column of pixels, it goes
    /// to the left or upper one.
    @inline(__always)
    func forEachCorner(_ body: (_ isRight: Bool, _ isBottom: Bool, _ square: ScreenRect) -> Void) {
        let middleX = rect.minX &+ (rect.width &+ 1) / 2
        let middleY = rect.minY &+ (rect.height &+ 1) / 2
        let left = min(rect.minX &+ side, middleX)
        let right = max(rect.maxX &- side, middleX)
        let upper = min(rect.minY &+ side, middleY)
        let lower = max(rect.maxY &- side, middleY)
        if corners.contains(.topLeft) {
            body(false, false, ScreenRect(minX: rect.minX, minY: rect.minY, maxX: left, maxY: upper))
        }
        if corners.contains(.topRight) {
            body(true, false, ScreenRect(minX: right, minY: rect.minY, maxX: rect.maxX, maxY: upper))
        }
        if corners.contains(.bottomLeft) {
            body(false, true, ScreenRect(minX: rect.minX, minY: lower, maxX: left, maxY: rect.maxY))
        }
        if corners.contains(.bottomRight) {
            body(true, true, ScreenRect(minX: right, minY: lower, maxX: rect.maxX, maxY: rect.maxY))
        }
    }
}
