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

    func drawGradient(
        _ list: DisplayList, _ item: UnsafePointer<DisplayItem>, onto target: Target, _ part: ScreenRect, alpha: UInt8,
        level: Int
    ) {
        let gradient = list.gradients.base + Int(item.pointee.resource)
        let isCut = gradient.pointee.shape >= 0 || item.pointee.touchesCorner(part)
        if gradient.pointee.isOpaque, alpha == 255, !isCut {
            gradient.pointee.paint.write(part, stops: list.stops.base, to: target.part(part))
            return
        }
        let picture = tile(level + 1, part)
        gradient.pointee.paint.write(part, stops: list.stops.base, to: picture.surface)
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
