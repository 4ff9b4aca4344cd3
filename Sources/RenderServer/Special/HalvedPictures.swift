#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Foundation
#endif
internal import Raster

/// A picture in half its size, a quarter, and so on: made when a layer is first drawn much smaller with the trilinear
/// filter, kept beside the picture, and brought up to date where the picture changes.
final class HalvedPictures {
    /// Level 1 first.
    private var levels: [Bitmap] = []
    /// What of the picture changed since each level was made, in the picture's pixels.
    private var stale = PixelRect(x: 0, y: 0, width: 0, height: 0)
    /// Pixels computed so far, for tests.
    private(set) var madePixelCount = 0

    /// The picture is another one in `changed`.
    func invalidate(_ changed: PixelRect) { stale = stale.isEmpty ? changed : stale.union(changed) }

    /// A level of `picture`, from 1 on; nil when there is no memory for it. Opaque when the picture is.
    func level(_ number: Int, of picture: PixelSurface) -> PixelSurface? {
        refresh(picture)
        while levels.count < number {
            let source = levels.last?.surface ?? picture
            guard
                let made = try? Bitmap(
                    width: (source.width + 1) / 2, height: (source.height + 1) / 2, format: .argb8888)
            else { return nil }
            Kernels.halve(source, to: made.surface)
            madePixelCount += made.width * made.height
            levels.append(made)
        }
        return levels[number - 1].surface.reinterpreted(as: picture.format)
    }

    private func refresh(_ picture: PixelSurface) {
        var changed = stale.intersection(picture.bounds)
        stale = PixelRect(x: 0, y: 0, width: 0, height: 0)
        if changed.isEmpty { return }
        var source = picture
        for level in levels {
            let part = PixelRect(
                minX: changed.minX / 2, minY: changed.minY / 2, maxX: (changed.maxX + 1) / 2,
                maxY: (changed.maxY + 1) / 2)
            let from = PixelRect(
                minX: part.minX * 2, minY: part.minY * 2, maxX: min(part.maxX * 2, source.width),
                maxY: min(part.maxY * 2, source.height))
            Kernels.halve(source.subsurface(from), to: level.surface.subsurface(part))
            madePixelCount += part.area
            source = level.surface
            changed = part
        }
    }
}

/// Between which two sizes of a picture the trilinear filter takes its pixels.
struct HalvingLevel: Equatable {
    /// The larger one; 0 is the picture itself.
    var number: Int
    /// The share of the next smaller one, of 255.
    var share: UInt8

    /// Nil where the picture is not made smaller.
    ///
    /// - Parameters:
    ///   - map: from screen pixels to the picture's.
    ///   - bias: levels to go further.
    init?(_ map: Affine, bias: Float, width: Int, height: Int) {
        let step = max(map.a * map.a + map.b * map.b, map.c * map.c + map.d * map.d).squareRoot()
        let bias = bias.isFinite ? Double(max(-16, min(16, bias))) : 0
        let level = log2(step) + bias
        let deepest = Double(max(width, height)).exponent
        guard level > 0 else { return nil }
        let limited = min(level, Double(deepest))
        number = Int(limited)
        share = UInt8((limited - Double(number)) * 255)
    }
}
