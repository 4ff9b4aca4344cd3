internal import Raster

extension TileCompositor {
    /// The picture of the items inside, on a page that rolls up.
    func drawPageCurl(
        _ list: DisplayList, _ index: Int, _ curl: PageCurl, onto target: Target, _ part: ScreenRect, level: Int
    ) {
        let part = part.intersection(curl.rect)
        if part.isEmpty { return }
        // The rows of the picture that are seen here.
        var first = Int32.max
        var last = Int32.min
        for y in part.minY..<part.maxY {
            let row = curl.row(y)
            if let source = row.source {
                let (a, b) = curl.rows(around: source)
                first = min(first, a)
                last = max(last, b)
            }
            if let caster = row.caster {
                first = min(first, caster)
                last = max(last, caster)
            }
        }
        if first > last { return }
        let source = ScreenRect(minX: part.minX, minY: first, maxX: part.maxX, maxY: last &+ 1)
        let region = regionSeen(list, from: source, scope: Int32(index))
        let picture = tile(level + 1, region)
        _ = draw(list, index + 1, Int(list.items.base[index].end), onto: picture, region, level: level + 1, base: 0)

        var y = part.minY
        while y < part.maxY {
            let row = curl.row(y)
            guard row.isPlain else {
                draw(row, curl, of: picture, onto: target, y, part)
                y &+= 1
                continue
            }
            // As many as lie as they are.
            let begin = y
            repeat { y &+= 1 } while y < part.maxY && curl.row(y).isPlain
            let rows = ScreenRect(minX: part.minX, minY: begin, maxX: part.maxX, maxY: y)
            Kernels.over(picture.part(rows), onto: target.part(rows))
        }
    }

    private func draw(
        _ row: PageCurl.Row, _ curl: PageCurl, of picture: Target, onto target: Target, _ y: Int32, _ part: ScreenRect
    ) {
        let width = Int(part.width)
        func pixels(_ target: Target, _ y: Int32) -> UnsafeMutablePointer<UInt32> {
            target.surface.row(Int(y) &- target.y).assumingMemoryBound(to: UInt32.self) + (Int(part.minX) &- target.x)
        }
        let to = pixels(target, y)
        guard let source = row.source else {
            guard let number = row.caster else { return }
            let shadow = UInt8((row.shadow * 255).rounded())
            let caster = pixels(picture, number)
            for x in 0..<width {
                let alpha = UInt8(truncatingIfNeeded: multiplied(caster[x], by: shadow) >> 24)
                to[x] = UInt32(alpha) << 24 &+ multiplied(to[x], by: 255 &- alpha)
            }
            return
        }
        let (first, second) = curl.rows(around: source)
        let upper = pixels(picture, first)
        let lower = pixels(picture, second)
        let share = UInt32(((source - source.rounded(.down)) * 256).rounded())
        let light = UInt32((max(0, min(1, row.light)) * 256).rounded())
        for x in 0..<width {
            let pixel = share == 0 ? upper[x] : mixed(upper[x], lower[x], share)
            let lit = row.isBack ? back(pixel, light) : dimmed(pixel, light)
            to[x] = lit &+ multiplied(to[x], by: UInt8(truncatingIfNeeded: 255 &- (lit >> 24)))
        }
    }
}

/// Of two pixels, `share` of 256 of the second.
@inline(__always)
private func mixed(_ a: UInt32, _ b: UInt32, _ share: UInt32) -> UInt32 {
    let rest = 256 &- share
    let low = ((a & 0xFF00FF) &* rest &+ (b & 0xFF00FF) &* share) >> 8 & 0xFF00FF
    let high = ((a >> 8 & 0xFF00FF) &* rest &+ (b >> 8 & 0xFF00FF) &* share) & 0xFF00_FF00
    return low | high
}

/// With `light` of 256.
@inline(__always)
private func dimmed(_ pixel: UInt32, _ light: UInt32) -> UInt32 {
    let low = ((pixel & 0xFF00FF) &* light) >> 8 & 0xFF00FF
    let green = ((pixel >> 8 & 0xFF) &* light) & 0xFF00
    return pixel & 0xFF00_0000 | low | green
}

/// The page's back: white, with a little of the picture showing through.
@inline(__always)
private func back(_ pixel: UInt32, _ light: UInt32) -> UInt32 {
    let white = pixel >> 24
    return dimmed(mixed(pixel, white << 24 | white << 16 | white << 8 | white, 212), light)
}
