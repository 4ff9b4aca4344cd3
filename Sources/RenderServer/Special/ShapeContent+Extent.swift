extension ShapeContent {
    /// Whether filling shows anything; the outline itself may still be empty.
    var fills: Bool { shape != nil && fillColor.w.colorByte > 0 }

    /// Whether stroking shows anything.
    var strokes: Bool {
        shape != nil && strokeColor.w.colorByte > 0 && stroke.width > 0 && stroke.start < 1 && stroke.end > 0
            && stroke.start < stroke.end
    }

    /// Pixels that the filled outline may touch.
    func fillExtent(_ placement: ShapePlacement) -> ScreenRect {
        guard fills, let extent = shape?.extent else { return .empty }
        return placement.pixels(of: extent)
    }

    /// Pixels that the stroke may touch.
    func strokeExtent(_ placement: ShapePlacement) -> ScreenRect {
        guard strokes, let extent = shape?.extent else { return .empty }
        // How far a line reaches from its middle: corners where they are pointed, ends where they are square.
        var reach = stroke.cap == .square ? 2.0.squareRoot() : 1
        if stroke.join == .miter, stroke.miterLimit > reach { reach = stroke.miterLimit }
        let outset = reach * stroke.width / 2
        return placement.pixels(of: extent + SIMD4(-outset, -outset, outset, outset))
    }
}

extension ShapePlacement {
    var isFinite: Bool { (a + b + c + d + tx + ty).isFinite }

    /// Whole pixels around a rectangle given by its edges; none for edges that are no numbers. One more on either side
    /// for a rasteriser that rounds.
    func pixels(of edges: SIMD4<Double>) -> ScreenRect {
        guard edges.x <= edges.z, edges.y <= edges.w, isFinite else { return .empty }
        let xs =
            SIMD4(
                a * edges.x + c * edges.y, a * edges.z + c * edges.y, a * edges.x + c * edges.w,
                a * edges.z + c * edges.w) + tx
        let ys =
            SIMD4(
                b * edges.x + d * edges.y, b * edges.z + d * edges.y, b * edges.x + d * edges.w,
                b * edges.z + d * edges.w) + ty
        if (xs.sum() + ys.sum()).isNaN { return .empty }
        return ScreenRect(
            minX: xs.min().pixelFloor - 1, minY: ys.min().pixelFloor - 1, maxX: xs.max().pixelCeil + 1,
            maxY: ys.max().pixelCeil + 1)
    }
}
