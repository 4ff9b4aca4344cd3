internal import Raster

/// A bitmap as it is drawn in perspective.
struct ProjectedPicture {
    var source: PixelSurface
    var projection: Projection
}

extension RenderNode {
    /// The edges that are smoothed; those along the screen's never are.
    @inline(__always) var edgesToSmooth: LayerEdges {
        traits.contains(.allowsEdgeAntialiasing) && !orientation.isAligned ? smoothedEdges : []
    }
}

extension DisplayList {
    /// The background of a layer in perspective, with jagged edges: drawn as if it were a bitmap.
    func projectedArea(_ node: UnsafePointer<RenderNode>) -> ProjectedPicture? {
        let bounds = node.pointee.bounds
        let longest = 16_384.0
        let x = bounds.z > longest ? longest / bounds.z : 1
        let y = bounds.w > longest ? longest / bounds.w : 1
        guard
            let map = toLayer(node)?.concatenating(
                Affine(a: x, d: y, tx: -bounds.x * x, ty: -bounds.y * y)),
            let projection = Projection(
                map, taps: PixelRect(x: 0, y: 0, width: 1, height: 1),
                edges: SIMD4(0, 0, bounds.z * x, bounds.w * y), filter: .nearest)
        else { return nil }
        return ProjectedPicture(source: Self.noSource, projection: projection)
    }

    /// From screen pixels to the layer's plane.
    func toLayer(_ node: UnsafePointer<RenderNode>) -> Homography? {
        if node.pointee.orientation == .projected {
            return projections.map { $0[Int(node.pointee.projection)].toLayer }
        }
        return node.pointee.world.inverse.map { Homography($0) }
    }
}

extension Projection {
    /// - Parameters:
    ///   - map: from screen pixels to the source.
    ///   - edges: left, top, right and bottom edge of what is drawn, source pixels.
    init?(_ map: Homography, taps: PixelRect, edges: SIMD4<Double>, filter: Sampling.Filter) {
        let m = map.affine
        self.init(
            u: SIMD3(m.a, m.c, m.tx), v: SIMD3(m.b, m.d, m.ty), w: SIMD3(map.px, map.py, map.pw), taps: taps,
            minX: edges.x, minY: edges.y, maxX: edges.z, maxY: edges.w, filter: filter)
    }
}
