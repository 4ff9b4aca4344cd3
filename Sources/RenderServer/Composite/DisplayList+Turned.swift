internal import Raster

extension DisplayList {
    /// Contents of a layer that is turned or seen in perspective.
    func addTurned(
        _ node: UnsafePointer<RenderNode>, _ placement: ContentsPlacement, _ center: SIMD4<Double>,
        _ parts: ContentsParts, isClipped: Bool
    ) {
        guard let inverse = toLayer(node) else { return }
        let edges = placement.destination
        let columns = AxisSlices(
            source: (placement.source.x, placement.source.z), place: (edges.x, edges.z), start: center.x,
            length: center.z, scale: placement.naturalScale, isRounded: false)
        let rows = AxisSlices(
            source: (placement.source.y, placement.source.w), place: (edges.y, edges.w), start: center.y,
            length: center.w, scale: placement.naturalScale, isRounded: false)
        let smoothed = node.pointee.edgesToSmooth
        var clip: Int?
        if !smoothed.isEmpty, !isClipped {
            // The picture is drawn a pixel too large and then cut.
            clip = items.count
            shapes.append(
                ShapeCoverage(
                    toShape: inverse.concatenating(Affine(tx: -edges.x, ty: -edges.y)), width: edges.z - edges.x,
                    height: edges.w - edges.y, radius: 0, corners: [], smoothed: smoothed))
            add(DisplayItem(kind: .shapeClip, resource: Int32(shapes.count - 1)), parts.extent)
        }
        // Under a clip that smooths, the picture reaches beyond it, unless it ends inside.
        let edge = !smoothed.isEmpty && (!isClipped || node.pointee.gravity == .resize) ? 1.5 : 0
        for row in 0..<rows.count {
            for column in 0..<columns.count {
                let (s0, s1) = columns.source(column)
                let (x0, x1) = columns.place(column)
                let (t0, t1, y0, y1) = parts.row(row, of: rows)
                guard x1 > x0, y1 != y0, s1 > s0, t1 > t0 else { continue }
                let part = SourcePart(minX: s0, minY: t0, maxX: s1, maxY: t1, in: parts.source)
                let kx = (s1 - s0) / (x1 - x0)
                let ky = (t1 - t0) / (y1 - y0)
                let map = inverse.concatenating(Affine(a: kx, d: ky, tx: s0 - x0 * kx, ty: t0 - y0 * ky))
                let isFirst = row == (parts.isMirrored ? rows.count - 1 : 0)
                let isLast = row == (parts.isMirrored ? 0 : rows.count - 1)
                let outer = OuterEdges(
                    left: column == 0 ? edge : 0, top: isFirst ? edge : 0,
                    right: column == columns.count - 1 ? edge : 0, bottom: isLast ? edge : 0)
                let drawn = SIMD4(s0, t0, s1, t1)
                if node.pointee.orientation == .projected {
                    addProjectedPart(node, parts, part, map, drawn, outer)
                } else {
                    addTurnedPart(parts, part, map.affine, drawn, outer)
                }
            }
        }
        if let clip { items.base[clip].end = Int32(items.count) }
    }

    /// How far a part is drawn beyond its edges, screen pixels.
    private struct OuterEdges {
        var left, top, right, bottom: Double
    }

    private func addTurnedPart(
        _ parts: ContentsParts, _ part: SourcePart, _ map: Affine, _ drawn: SIMD4<Double>, _ outer: OuterEdges
    ) {
        guard let transform = SamplingTransform(a: map.a, b: map.b, c: map.c, d: map.d, tx: map.tx, ty: map.ty)
        else { return }
        let x = map.a.magnitude + map.c.magnitude
        let y = map.b.magnitude + map.d.magnitude
        let edges = drawn + SIMD4(-outer.left * x, -outer.top * y, outer.right * x, outer.bottom * y)
        if addTrilinear(parts, part, map, edges: edges, rect: parts.extent, parts.extent, isInside: false) { return }
        let sampling = Sampling(
            transform: transform, taps: part.taps, minX: edges.x, minY: edges.y, maxX: edges.z, maxY: edges.w,
            filter: filter(map, parts.traits, isExact: false))
        let item = DisplayItem(kind: .sample, alpha: parts.alpha, resource: Int32(pictures.count), rect: parts.extent)
        pictures.append(Picture(source: parts.source, sampling: sampling))
        add(item, parts.extent)
    }

    private func addProjectedPart(
        _ node: UnsafePointer<RenderNode>, _ parts: ContentsParts, _ part: SourcePart, _ map: Homography,
        _ drawn: SIMD4<Double>, _ outer: OuterEdges
    ) {
        // Bitmap pixels per screen pixel differ from place to place; the middle of the layer decides.
        let bounds = node.pointee.bounds
        let middle = bounds.lowHalf + bounds.highHalf / 2
        let world = node.pointee.world
        let x = world.a * middle.x + world.c * middle.y + world.tx
        let y = world.b * middle.x + world.d * middle.y + world.ty
        let tangent = map.tangent(x, y)
        var source = parts.source
        var taps = part.taps
        var scale = 1.0
        if let level = HalvingLevel(tangent, bias: parts.bias, width: source.width, height: source.height),
            let halves = parts.halves
        {
            // One size for all of the layer: the one next to the middle's.
            let number = level.number + (level.share >= 128 ? 1 : 0)
            if number > 0, let smaller = halves.takeUnretainedValue().level(number, of: source) {
                scale = 1 / Double(1 << number)
                source = smaller
                taps =
                    SourcePart(
                        minX: Double(taps.minX) * scale, minY: Double(taps.minY) * scale,
                        maxX: Double(taps.maxX) * scale, maxY: Double(taps.maxY) * scale, in: smaller
                    ).taps
            }
        }
        // What lies beyond a smoothed edge is cut away afterwards.
        let far = 1e6
        let edges = SIMD4(
            outer.left > 0 ? -far : drawn.x, outer.top > 0 ? -far : drawn.y, outer.right > 0 ? far : drawn.z,
            outer.bottom > 0 ? far : drawn.w)
        guard
            let projection = Projection(
                map.concatenating(Affine(a: scale, d: scale)), taps: taps, edges: edges * scale,
                filter: parts.halves != nil ? .bilinear : filter(tangent, parts.traits, isExact: false))
        else { return }
        let picture = ProjectedPicture(source: source, projection: projection)
        let item = DisplayItem(
            kind: .projectedSample, alpha: parts.alpha, resource: Int32(projectedPictures.count), rect: parts.extent)
        projectedPictures.append(picture)
        add(item, parts.extent)
    }
}
