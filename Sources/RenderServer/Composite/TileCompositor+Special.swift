internal import Raster

extension TileCompositor {
    /// One colour through coverage made beforehand.
    func drawCoverage(
        _ list: DisplayList, _ item: UnsafePointer<DisplayItem>, onto target: Target, _ part: ScreenRect
    ) {
        let picture = list.pictures.base + Int(item.pointee.resource)
        let coverage = picture.pointee.source.subsurface(
            part.pixelRect.offset(x: -picture.pointee.originX, y: -picture.pointee.originY))
        Kernels.over(item.pointee.colour, through: coverage, onto: target.part(part))
    }

    /// Both sizes are drawn by themselves, then mixed, and the result is laid over what is there.
    func drawMixed(
        _ list: DisplayList, _ item: UnsafePointer<DisplayItem>, onto target: Target, _ part: ScreenRect, alpha: UInt8,
        level: Int
    ) {
        let picture = list.pictures.base + Int(item.pointee.resource)
        let larger = tile(level + 1, part)
        let smaller = tile(level + 2, part)
        for (number, drawn) in [larger, smaller].enumerated() {
            Kernels.fill(drawn.surface, colour: 0)
            Kernels.over(
                picture[number].source, sampling: picture[number].sampling, onto: drawn.surface,
                originX: Int(part.minX), originY: Int(part.minY))
        }
        let share = mask(part)
        for y in 0..<share.height {
            share.row(y).initializeMemory(
                as: UInt8.self, repeating: UInt8(truncatingIfNeeded: item.pointee.colour), count: share.width)
        }
        Kernels.restore(smaller.surface, from: larger.surface, outside: share)
        Kernels.over(smaller.surface, onto: target.part(part), alpha: alpha)
    }

    func drawGradient(
        _ list: DisplayList, _ item: UnsafePointer<DisplayItem>, onto target: Target, _ part: ScreenRect, alpha: UInt8,
        level: Int
    ) {
        let gradient = list.gradients.base + Int(item.pointee.resource)
        let isCut = gradient.pointee.shape >= 0 || item.pointee.touchesCorner(part)
        if let map = gradient.pointee.map, let table = gradient.pointee.table, !isCut {
            table._withUnsafeGuaranteedRef {
                Kernels.over(
                    gradient: $0, map: map, onto: target.part(part), originX: Int(part.minX), originY: Int(part.minY),
                    alpha: alpha)
            }
            return
        }
        if gradient.pointee.map == nil, gradient.pointee.isOpaque, alpha == 255, !isCut {
            gradient.pointee.paint.write(part, stops: list.stops.base, to: target.part(part))
            return
        }
        let picture = tile(level + 1, part)
        if let map = gradient.pointee.map, let table = gradient.pointee.table {
            Kernels.fill(picture.surface, colour: 0)
            table._withUnsafeGuaranteedRef {
                Kernels.over(
                    gradient: $0, map: map, onto: picture.surface, originX: Int(part.minX), originY: Int(part.minY))
            }
        } else {
            gradient.pointee.paint.write(part, stops: list.stops.base, to: picture.surface)
        }
        if gradient.pointee.shape >= 0 {
            let coverage = mask(part)
            list.shapes.base[Int(gradient.pointee.shape)].write(part, to: coverage)
            Kernels.over(picture.surface, through: coverage, onto: target.part(part), alpha: alpha)
        } else if isCut {
            let rect = item.pointee.rect.pixelRect.offset(x: -target.x, y: -target.y)
            Kernels.over(
                picture.surface,
                in: RoundedRect(
                    rect: rect, corners: item.pointee.corners, mask: list.masks.masks[Int(gradient.pointee.mask)]),
                sourceX: picture.x - target.x, sourceY: picture.y - target.y,
                clip: part.pixelRect.offset(x: -target.x, y: -target.y), onto: target.surface, alpha: alpha)
        } else {
            Kernels.over(picture.surface, onto: target.part(part), alpha: alpha)
        }
    }
}
