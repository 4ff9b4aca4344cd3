extension Kernels {
    /// Lays `colour` over what lies within `clip` of a rounded rectangle. Both are in the destination's coordinates and
    /// may reach beyond it.
    public static func over(
        _ colour: UInt32, in shape: RoundedRect, clip: PixelRect, onto destination: PixelSurface
    ) {
        assert(shape.mask.borderWidth == 0, "A border's mask does not fill.")
        shape.forEachPart(clip: clip.intersection(destination.bounds)) { part, coverage in
            let below = destination.subsurface(part)
            if let coverage {
                over(colour, through: below.mask(coverage), onto: below)
            } else {
                over(colour, onto: below)
            }
        }
    }

    /// Lays the source over what lies within `clip` of a rounded rectangle. `sourceX`, `sourceY`: where the source's top
    /// left pixel lies in the destination; it must cover what is drawn.
    public static func over(
        _ source: PixelSurface, in shape: RoundedRect, sourceX: Int, sourceY: Int, clip: PixelRect,
        onto destination: PixelSurface, alpha: UInt8 = 255
    ) {
        assert(shape.mask.borderWidth == 0, "A border's mask does not fill.")
        shape.forEachPart(clip: clip.intersection(destination.bounds)) { part, coverage in
            let above = source.subsurface(part.offset(x: -sourceX, y: -sourceY))
            let below = destination.subsurface(part)
            if let coverage {
                over(above, through: below.mask(coverage), onto: below, alpha: alpha)
            } else {
                over(above, onto: below, alpha: alpha)
            }
        }
    }

    /// Cuts the rounded corners out of what lies within `clip` of the rectangle. Pixels outside the rectangle stay: draw
    /// nothing there, or clear them.
    public static func multiply(_ destination: PixelSurface, by shape: RoundedRect, clip: PixelRect) {
        assert(shape.mask.borderWidth == 0, "A border's mask does not fill.")
        shape.forEachPart(clip: clip.intersection(destination.bounds)) { part, coverage in
            guard let coverage else { return }
            let below = destination.subsurface(part)
            multiply(below, by: below.mask(coverage))
        }
    }

    /// Lays `colour` over the border of a rounded rectangle; the shape's mask comes from `CornerMask.makeBorder`.
    /// Corners that are not rounded are square.
    public static func overBorder(
        _ colour: UInt32, of shape: RoundedRect, clip: PixelRect, onto destination: PixelSurface
    ) {
        let width = shape.mask.borderWidth
        assert(width > 0, "A border needs a border's mask.")
        let inner = shape.rect.grown(by: -width)
        shape.forEachPart(clip: clip.intersection(destination.bounds)) { part, coverage in
            if let coverage {
                let below = destination.subsurface(part)
                over(colour, through: below.mask(coverage), onto: below)
                return
            }
            // A straight part: what is left of it outside the inner rectangle.
            let hole = part.intersection(inner)
            if hole.isEmpty {
                over(colour, onto: destination.subsurface(part))
                return
            }
            let above = PixelRect(minX: part.minX, minY: part.minY, maxX: part.maxX, maxY: hole.minY)
            let below = PixelRect(minX: part.minX, minY: hole.maxY, maxX: part.maxX, maxY: part.maxY)
            let left = PixelRect(minX: part.minX, minY: hole.minY, maxX: hole.minX, maxY: hole.maxY)
            let right = PixelRect(minX: hole.maxX, minY: hole.minY, maxX: part.maxX, maxY: hole.maxY)
            over(colour, onto: destination.subsurface(above))
            over(colour, onto: destination.subsurface(left))
            over(colour, onto: destination.subsurface(right))
            over(colour, onto: destination.subsurface(below))
        }
    }
}

extension PixelSurface {
    /// Coverage with the size of this surface.
    @inline(__always)
    fileprivate func mask(_ coverage: RoundedRect.Coverage) -> PixelSurface {
        PixelSurface(
            pixels: coverage.bytes, bytesPerRow: coverage.bytesPerRow, width: width, height: height, format: .a8)
    }
}
