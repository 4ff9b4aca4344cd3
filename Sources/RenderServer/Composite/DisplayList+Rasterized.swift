internal import Raster

extension DisplayList {
    /// Collects what a rasterised layer's picture shows in `rects`, in its own pixels.
    func buildRasterized(_ tree: RenderTree, of node: Int32, _ picture: RasterPicture, within rects: [ScreenRect]) {
        begin(tree)
        screen = picture.area
        pictureNode = node
        pictureExtent = picture.extent
        projections = tree.projections.base
        let rects = rects.map(\.pixelRect)
        rects.withUnsafeBufferPointer {
            growth = tree.backdropGrowth(around: Damage($0), in: node)
            walk(tree, from: node, Damage($0))
        }
        projections = nil
        pictureNode = NodeLinks.none
    }

    /// Draws a rasterised layer's picture, which is brought up to date first.
    ///
    /// - Parameter extent: where it shows.
    func addRasterized(
        _ tree: RenderTree, _ index: Int32, _ picture: RasterPicture, blendMode: BlendMode, _ extent: ScreenRect
    ) {
        guard !extent.isEmpty, !picture.extent.isEmpty, let rasterizer,
            let made = rasterizer.draw(picture, of: index, in: tree, isKept: usesKeptPictures)
        else { return }
        if !usesKeptPictures { bitmaps.append(made.bitmap) }
        var alpha = tree.nodes.base[Int(index)].alpha
        var group: Int32 = -1
        if blendMode != .normal, depth < Self.maximumDepth {
            let outer = scope
            hasBlending = true
            groups.append(GroupEffects(blendMode: blendMode))
            group = openPicture(
                DisplayItem(kind: .effectGroup, alpha: alpha, resource: Int32(groups.count - 1)), extent)
            scope = outer
            alpha = 255
        }
        addPicture(made, picture.place, alpha: alpha, extent)
        end(group)
    }

    private func addPicture(_ made: RasterizedBitmap, _ place: RasterPlace, alpha: UInt8, _ extent: ScreenRect) {
        let bitmap = made.bitmap
        let x = Double(made.area.minX)
        let y = Double(made.area.minY)
        var item = DisplayItem(kind: .sample, alpha: alpha, resource: Int32(pictures.count), rect: extent)
        if let shift = place.shift, let unused = SamplingTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) {
            item.kind = .copy
            item.isCover = alpha == 255 && made.isOpaque
            let source = made.isOpaque ? bitmap.surface.reinterpreted(as: .xrgb8888) : bitmap.surface
            pictures.append(
                Picture(
                    source: source, originX: shift.x + Int(made.area.minX), originY: shift.y + Int(made.area.minY),
                    sampling: Sampling(transform: unused, taps: bitmap.bounds)))
            add(item, extent)
            return
        }
        let toBitmap = place.inwards.concatenating(Affine(tx: -x, ty: -y))
        if place.isProjected {
            let middleX = Double(extent.minX) + Double(extent.width) / 2
            let middleY = Double(extent.minY) + Double(extent.height) / 2
            let size = SIMD4(0, 0, Double(bitmap.width), Double(bitmap.height))
            guard
                let projection = Projection(
                    toBitmap, taps: bitmap.bounds, edges: size,
                    filter: filter(toBitmap.tangent(middleX, middleY), place.filters, isExact: false))
            else { return }
            item.kind = .projectedSample
            item.resource = Int32(projectedPictures.count)
            projectedPictures.append(ProjectedPicture(source: bitmap.surface, projection: projection))
        } else {
            let map = toBitmap.affine
            guard let transform = SamplingTransform(a: map.a, b: map.b, c: map.c, d: map.d, tx: map.tx, ty: map.ty)
            else { return }
            pictures.append(
                Picture(
                    source: bitmap.surface,
                    sampling: Sampling(
                        transform: transform, taps: bitmap.bounds,
                        filter: filter(map, place.filters, isExact: place.isExact))))
        }
        add(item, extent)
    }
}
