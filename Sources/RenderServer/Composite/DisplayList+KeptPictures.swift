internal import Raster

extension DisplayList {
    /// Collects what a group draws, before its alpha.
    ///
    /// - Parameter depth: groups and clips around its content where it belongs.
    func buildPicture(_ tree: RenderTree, of node: Int32, depth: Int, _ extent: ScreenRect) {
        begin(tree)
        self.depth = depth
        growth = 0
        pictureNode = node
        pictureExtent = extent
        projections = tree.projections.base
        let rects = [extent.pixelRect]
        rects.withUnsafeBufferPointer { walk(tree, from: node, Damage($0)) }
        projections = nil
        pictureNode = NodeLinks.none
    }

    /// Draws a group's kept picture in place of the group, if there is one.
    func addKeptPicture(_ tree: RenderTree, _ index: Int32, _ extent: ScreenRect) -> Bool {
        guard !tree.keptPictures.isEmpty, index != pictureNode, depth < Self.maximumDepth,
            let place = tree.keptPicture(of: index)
        else { return false }
        tree.keptPictures[place].depth = depth + 1
        guard usesKeptPictures, let bitmap = tree.keptPictures[place].bitmap,
            tree.keptPictures[place].extent == extent,
            let unused = SamplingTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
        else { return false }
        let item = DisplayItem(
            kind: .copy, alpha: tree.nodes.base[Int(index)].alpha, resource: Int32(pictures.count), rect: extent)
        pictures.append(
            Picture(
                source: bitmap.surface, originX: Int(extent.minX), originY: Int(extent.minY),
                sampling: Sampling(transform: unused, taps: bitmap.bounds)))
        add(item, extent)
        return true
    }
}

extension EffectsRecord {
    /// A group without anything that belongs to how it is laid over what is below.
    func isPlainGroup(_ tree: RenderTree, _ index: Int32) -> Bool {
        tree.nodes.base[Int(index)].isGroup && !placed.needsGroup && tree.mask(of: index) == NodeLinks.none
    }
}
