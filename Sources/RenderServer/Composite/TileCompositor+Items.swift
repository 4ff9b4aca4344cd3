internal import Raster

extension TileCompositor {
    @inline(__always)
    func drawCopy(
        _ list: DisplayList, _ item: UnsafePointer<DisplayItem>, onto target: Target, _ part: ScreenRect, alpha: UInt8
    ) {
        let picture = list.pictures.base + Int(item.pointee.resource)
        let source = picture.pointee.source.subsurface(
            part.pixelRect.offset(x: -picture.pointee.originX, y: -picture.pointee.originY))
        Kernels.over(source, onto: target.part(part), alpha: alpha)
    }

    @inline(__always)
    func drawSample(
        _ list: DisplayList, _ item: UnsafePointer<DisplayItem>, onto target: Target, _ part: ScreenRect, alpha: UInt8
    ) {
        let picture = list.pictures.base + Int(item.pointee.resource)
        Kernels.over(
            picture.pointee.source, sampling: picture.pointee.sampling, onto: target.part(part),
            originX: Int(part.minX), originY: Int(part.minY), alpha: alpha)
    }

    func drawRounded(
        _ list: DisplayList, _ item: UnsafePointer<DisplayItem>, onto target: Target, _ part: ScreenRect
    ) {
        guard item.pointee.touchesCorner(part) else {
            Kernels.over(item.pointee.colour, onto: target.part(part))
            return
        }
        Kernels.over(
            item.pointee.colour, in: roundedRect(list, item, target), clip: clip(part, target), onto: target.surface)
    }

    func drawRoundedBorder(
        _ list: DisplayList, _ item: UnsafePointer<DisplayItem>, onto target: Target, _ part: ScreenRect
    ) {
        Kernels.overBorder(
            item.pointee.colour, of: roundedRect(list, item, target), clip: clip(part, target), onto: target.surface)
    }

    private func roundedRect(
        _ list: DisplayList, _ item: UnsafePointer<DisplayItem>, _ target: Target
    ) -> RoundedRect {
        RoundedRect(
            rect: item.pointee.rect.pixelRect.offset(x: -target.x, y: -target.y), corners: item.pointee.corners,
            mask: list.masks.masks[Int(item.pointee.resource)])
    }

    private func clip(_ part: ScreenRect, _ target: Target) -> PixelRect {
        part.pixelRect.offset(x: -target.x, y: -target.y)
    }

    func drawBorder(_ item: UnsafePointer<DisplayItem>, onto target: Target, _ part: ScreenRect) {
        let rect = item.pointee.rect
        let inner = ScreenRect(
            minX: rect.minX &+ item.pointee.side, minY: rect.minY &+ item.pointee.upperSide,
            maxX: rect.maxX &- item.pointee.side, maxY: rect.maxY &- item.pointee.upperSide)
        part.subtract(inner) { Kernels.over(item.pointee.colour, onto: target.part($0)) }
    }
}
