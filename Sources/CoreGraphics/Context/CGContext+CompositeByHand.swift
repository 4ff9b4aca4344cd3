internal import CCairo
import Foundation

/// The blend modes that cairo lacks, or that it applies to everything inside the clip instead of inside the shape.
extension CGContext {
    /// Draws the shape twice into pictures of its own, once for coverage and once in colour, and combines them with the
    /// target pixel by pixel.
    func compositeByHand(_ cr: OpaquePointer, source: (OpaquePointer) -> Void, shape: (OpaquePointer) -> Void) {
        cairo_push_group_with_content(cr, CAIRO_CONTENT_ALPHA)
        cairo_set_operator(cr, CAIRO_OPERATOR_OVER)
        cairo_set_source_rgba(cr, 1, 1, 1, 1)
        shape(cr)
        let coverage = cairo_pop_group(cr)
        cairo_push_group_with_content(cr, CAIRO_CONTENT_COLOR_ALPHA)
        cairo_set_operator(cr, CAIRO_OPERATOR_OVER)
        source(cr)
        shape(cr)
        let painted = cairo_pop_group(cr)
        defer {
            cairo_pattern_destroy(coverage)
            cairo_pattern_destroy(painted)
        }
        guard let coveragePixels = GroupPixels(pattern: coverage), let paintedPixels = GroupPixels(pattern: painted),
            let target = cairo_get_group_target(cr), let targetPixels = GroupPixels(surface: target)
        else { return }
        combine(paintedPixels, coveragePixels, onto: targetPixels)
        cairo_surface_mark_dirty(target)
    }

    private func combine(_ painted: GroupPixels, _ coverage: GroupPixels, onto target: GroupPixels) {
        let mode = state.blendMode
        let left = max(painted.x, target.x)
        let right = min(painted.x + painted.width, target.x + target.width)
        guard left < right else { return }
        for y in max(painted.y, target.y)..<max(max(painted.y, target.y), min(painted.bottom, target.bottom)) {
            for x in left..<right {
                let cover = Int32(coverage.value(x, y) >> 24)
                if cover == 0 { continue }
                let source = Channels(painted.value(x, y))
                let destination = Channels(target.value(x, y))
                target.store(Self.blend(mode, source, destination, coverage: cover).word, x, y)
            }
        }
    }

    /// `source` is already multiplied by its coverage; all values are 0 … 255 and premultiplied.
    private static func blend(_ mode: CGBlendMode, _ source: Channels, _ destination: Channels, coverage: Int32)
        -> Channels
    {
        let sourceAlpha = source.values.w
        let destinationAlpha = destination.values.w
        switch mode {
        case .sourceIn:
            return source * destinationAlpha + destination * (255 - coverage)
        case .sourceOut:
            return source * (255 - destinationAlpha) + destination * (255 - coverage)
        case .destinationIn:
            return destination * (255 - coverage + sourceAlpha)
        case .destinationAtop:
            return source * (255 - destinationAlpha) + destination * (255 - coverage + sourceAlpha)
        default:  // plusDarker: the darknesses (alpha − colour) add up
            let alpha = min(sourceAlpha + destinationAlpha, 255)
            let lack = (sourceAlpha &- source.values) &+ (destinationAlpha &- destination.values)
            var result = pointwiseMax(alpha &- lack, SIMD4(repeating: 0))
            result.w = alpha
            return Channels(values: result)
        }
    }
}

/// Blue, green, red and alpha of one pixel, wide enough to calculate with.
private struct Channels {
    var values: SIMD4<Int32>

    init(values: SIMD4<Int32>) { self.values = values }

    init(_ word: UInt32) {
        values = SIMD4(
            Int32(word & 0xFF), Int32(word >> 8 & 0xFF), Int32(word >> 16 & 0xFF), Int32(word >> 24))
    }

    var word: UInt32 {
        let bytes = SIMD4<UInt32>(truncatingIfNeeded: values)
        return bytes.w << 24 | bytes.z << 16 | bytes.y << 8 | bytes.x
    }

    static func * (left: Channels, factor: Int32) -> Channels {
        let product = left.values &* SIMD4(repeating: factor) &+ 128
        return Channels(values: (product &+ (product &>> 8)) &>> 8)
    }

    static func + (left: Channels, right: Channels) -> Channels {
        Channels(values: pointwiseMin(left.values &+ right.values, SIMD4(repeating: 255)))
    }
}
