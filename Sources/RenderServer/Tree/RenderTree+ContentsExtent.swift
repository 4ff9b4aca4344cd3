internal import Raster

extension RenderTree {
    /// The screen pixels that may depend on `changed`, a part of a layer's contents in contents pixels; nil when that is
    /// not simply some rectangle.
    func screenExtent(ofContentsRect changed: PixelRect, at index: Int32) -> ScreenRect? {
        let node = nodes.base + Int(index)
        guard node.pointee.orientation == .upright, node.pointee.world.a > 0, node.pointee.world.d > 0,
            !node.pointee.isMirrored,
            let placement = placement(of: node), placement.isFinite,
            extrasOf(node).contentsCenter == NodeExtras.none.contentsCenter
        else { return nil }
        let record = contents.base[Int(node.pointee.contents)]
        // Where the shown part reaches beyond the bitmap, its edge pixels are repeated.
        guard placement.source.x >= 0, placement.source.y >= 0, placement.source.z <= Double(record.width),
            placement.source.w <= Double(record.height)
        else { return nil }
        let shown = node.pointee.contentsRect
        let reach = samplingReach(of: node, placement, shown)
        let changed = ScreenRect(changed)
        let (minX, maxX) = Self.extent(
            from: changed.minX, to: changed.maxX, source: (placement.source.x, placement.source.z),
            destination: (shown.minX, shown.maxX), reach: reach)
        let (minY, maxY) = Self.extent(
            from: changed.minY, to: changed.maxY, source: (placement.source.y, placement.source.w),
            destination: (shown.minY, shown.maxY), reach: reach)
        return ScreenRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY).intersection(shown)
    }

    /// How many pixels of the bitmap to either side a sample may read.
    private func samplingReach(
        of node: UnsafePointer<RenderNode>, _ placement: ContentsPlacement, _ shown: ScreenRect
    ) -> Double {
        guard node.pointee.traits.contains(.minifiesTrilinear), !shown.isEmpty else { return 1 }
        let map = Affine(
            a: (placement.source.z - placement.source.x) / Double(shown.width),
            d: (placement.source.w - placement.source.y) / Double(shown.height))
        let record = contents.base[Int(node.pointee.contents)]
        let level = HalvingLevel(
            map, bias: extrasOf(node).minificationFilterBias, width: Int(record.width), height: Int(record.height))
        // Two pixels of the smaller size: the one beside, and what of this one lies beyond the change.
        return level.map { Double(4 << $0.number) } ?? 1
    }

    /// One axis.
    private static func extent(
        from: Int32, to: Int32, source: (low: Double, high: Double), destination: (low: Int32, high: Int32),
        reach: Double
    ) -> (Int32, Int32) {
        let length = Double(destination.high - destination.low)
        let low = Double(destination.low)
        if length == source.high - source.low, source.low == source.low.rounded() {
            let shift = low - source.low
            return ((Double(from) + shift).pixelFloor, (Double(to) + shift).pixelCeil)
        }
        let step = length / (source.high - source.low)
        return (
            ((Double(from) - reach - source.low) * step + low - 1).pixelFloor,
            ((Double(to) + reach - source.low) * step + low + 1).pixelCeil
        )
    }
}
