internal import Raster

extension DisplayList {
    /// A part of a picture that is made smaller with the trilinear filter: two sizes of it, mixed.
    ///
    /// - Parameters:
    ///   - map: from screen pixels to the bitmap.
    ///   - edges: what is drawn, in bitmap pixels.
    /// - Returns: false when it is to be drawn in another way.
    func addTrilinear(
        _ parts: ContentsParts, _ part: SourcePart, _ map: Affine, edges: SIMD4<Double>, rect: ScreenRect,
        _ extent: ScreenRect, isInside: Bool
    ) -> Bool {
        guard let halves = parts.halves,
            let level = HalvingLevel(
                map, bias: parts.bias, width: parts.source.width, height: parts.source.height)
        else { return false }
        let first = pictures.count
        for number in level.number...(level.share > 0 ? level.number + 1 : level.number) {
            let scale = 1 / Double(1 << number)
            let made = number == 0 ? parts.source : halves.takeUnretainedValue().level(number, of: parts.source)
            guard let source = made,
                let transform = SamplingTransform(
                    a: map.a * scale, b: map.b * scale, c: map.c * scale, d: map.d * scale, tx: map.tx * scale,
                    ty: map.ty * scale)
            else {
                pictures.truncate(to: first)
                return false
            }
            let taps = part.taps
            let scaled = SourcePart(
                minX: Double(taps.minX) * scale, minY: Double(taps.minY) * scale, maxX: Double(taps.maxX) * scale,
                maxY: Double(taps.maxY) * scale, in: source)
            pictures.append(
                Picture(
                    source: source,
                    sampling: Sampling(
                        transform: transform, taps: scaled.taps, minX: edges.x * scale, minY: edges.y * scale,
                        maxX: edges.z * scale, maxY: edges.w * scale, filter: .bilinear)))
        }
        var item = DisplayItem(
            kind: level.share > 0 ? .mixedSample : .sample, alpha: parts.alpha, resource: Int32(first),
            colour: UInt32(level.share), rect: rect)
        item.isCover = parts.alpha == 255 && parts.source.format == .xrgb8888 && isInside
        add(item, extent)
        return true
    }
}
