internal import Raster

/// What of the tree may show in the damage, in drawing order: a flat list of items, made anew for every frame in memory
/// that stays.
///
/// Only subtrees that meet the damage are visited. An item is what it is whatever the damage is, so that it draws each
/// pixel the same in every frame.
final class DisplayList {
    @exclusivity(unchecked) var items = RecordStore<DisplayItem>(capacity: 256)
    /// The pixels that the item of the same number may change, clipped.
    @exclusivity(unchecked) var extents = RecordStore<ScreenRect>(capacity: 256)
    @exclusivity(unchecked) var pictures = RecordStore<Picture>(capacity: 64)
    @exclusivity(unchecked) var shapes = RecordStore<ShapeCoverage>(capacity: 16)
    var projectedPictures = RecordStore<ProjectedPicture>(capacity: 16)
    var halves = RecordStore<ScreenHalf>(capacity: 16)
    /// The tree's, during a build.
    var projections: UnsafeMutablePointer<NodeProjection>?
    var particles = RecordStore<ParticlePicture>(capacity: 16)
    var gradients = RecordStore<GradientItem>(capacity: 16)
    var stops = RecordStore<GradientStop>(capacity: 32)
    var groups = RecordStore<GroupEffects>(capacity: 8)
    var filters = RecordStore<PictureFilter>(capacity: 8)
    var shadows = RecordStore<ShadowPicture>(capacity: 8)
    var backdrops = RecordStore<Backdrop>(capacity: 4)
    /// Some group is mixed with what is below in another way than laid over it.
    var hasBlending = false
    let masks = CornerMaskCache()
    let shadowPictures = ShadowPictureCache()
    /// What there is to see, pixels.
    var screen = ScreenRect.empty
    /// Layers looked at in the last build.
    var visitedCount = 0

    /// A node that is open while the nodes below it are visited.
    private struct Open {
        var index: Int32
        /// Numbers of its group, filter and clip items; -1 for none.
        var group: Int32
        var filter: Int32 = -1
        var clip: Int32
        /// The sublayers' pieces, if those are ordered by depth; and the number of the one that is being drawn.
        var pieces: UnsafeMutablePointer<DepthOrder.Piece>?
        var pieceCount: Int32 = 0
        var piece: Int32 = -1
        var edges: UnsafeMutablePointer<ScreenHalf>?
        /// The item that cuts to that piece.
        var pieceClip: Int32 = -1
        /// What `growth` and `scope` are around it.
        var growth: Int32 = 0
        var scope: Int32 = -1
    }
    @exclusivity(unchecked) private var open = RecordStore<Open>(capacity: 64)
    /// Groups and clips that are open; deeper ones are not made, see `maximumDepth`.
    var depth = 0
    /// How far the effects that are open see beyond the damage, pixels.
    var growth: Int32 = 0
    /// The layer whose picture is made: it is drawn without what is done to that as a whole.
    var pictureNode = NodeLinks.none
    /// What that layer shows, in the pixels of its picture.
    var pictureExtent = ScreenRect.empty
    /// Draws the pictures of rasterised layers before they are used.
    unowned var rasterizer: LayerRasterizer?
    /// Bitmaps that nobody else keeps until the list is drawn.
    var bitmaps: [Bitmap] = []
    /// A full repaint to compare with makes everything from the layers themselves.
    var usesKeptPictures = true
    /// The group or filter that is open and holds the picture drawn on now; -1 for the screen.
    var scope: Int32 = -1

    /// Groups and clips inside each other. Beyond it a layer is drawn as if its opacity were 1 and its bounds did not
    /// clip to a shape: each level needs memory for a tile, and a tree that deep is a mistake somewhere else.
    static let maximumDepth = 32

    deinit {
        items.deallocate()
        extents.deallocate()
        pictures.deallocate()
        shapes.deallocate()
        projectedPictures.deallocate()
        halves.deallocate()
        particles.deallocate()
        gradients.deallocate()
        stops.deallocate()
        groups.deallocate()
        filters.deallocate()
        shadows.deallocate()
        backdrops.deallocate()
        open.deallocate()
    }

    /// Collects what may show in `rects`.
    func build(_ tree: RenderTree, within rects: UnsafeBufferPointer<PixelRect>) {
        begin(tree)
        guard tree.root != NodeLinks.none, tree.exists(tree.root) else { return }
        growth = tree.backdropGrowth(around: Damage(rects))
        projections = tree.projections.base
        defer { projections = nil }
        walk(tree, from: tree.root, Damage(rects))
    }

    /// Empties it for another frame.
    func begin(_ tree: RenderTree) {
        items.removeAll()
        extents.removeAll()
        pictures.removeAll()
        shapes.removeAll()
        projectedPictures.removeAll()
        halves.removeAll()
        particles.removeAll()
        gradients.removeAll()
        stops.removeAll()
        groups.removeAll()
        filters.removeAll()
        shadows.removeAll()
        backdrops.removeAll()
        bitmaps.removeAll()
        hasBlending = false
        open.removeAll()
        depth = 0
        scope = -1
        screen = tree.screen
        visitedCount = 0
        masks.beginFrame()
        shadowPictures.beginFrame()
    }

    /// A frame of very many items is drawn: it was a rare one. Others keep their memory for the next.
    func giveBackMemory() {
        if items.count <= RecordStore<DisplayItem>.keptCapacity { return }
        items.removeAllOfMany()
        extents.removeAllOfMany()
        pictures.removeAllOfMany()
    }

    /// Adds what a node and all below it draw. Calls itself for masks only.
    func walk(_ tree: RenderTree, from top: Int32, _ damage: Damage) {
        let links = tree.links.base
        let nodes = tree.nodes.base
        var index = top
        while true {
            visitedCount &+= 1
            let extent = index == pictureNode ? pictureExtent : links[Int(index)].subtreeExtent
            if meets(damage, extent), nodes[Int(index)].isVisible {
                let isOrdered = links[Int(index)].flags.contains(.isDepthOrdered)
                let child = tree.firstSublayer(of: index)
                let isEntered = enter(tree, index, extent, hasSublayers: child != NodeLinks.none, damage)
                if isEntered, isOrdered, child != NodeLinks.none {
                    beginPieces(tree)
                    if let piece = nextPiece(tree) {
                        index = piece
                        continue
                    }
                    leave(tree, index, damage)
                } else if isEntered, child != NodeLinks.none {
                    let near = firstNear(tree, child, damage)
                    if near != NodeLinks.none {
                        index = near
                        continue
                    }
                    leave(tree, index, damage)
                }
            }
            // Up to the next sibling of a node on the way.
            while index != top {
                let above = open.base[open.count - 1]
                if above.pieces != nil {
                    if let piece = nextPiece(tree) {
                        index = piece
                        break
                    }
                } else {
                    let sibling = firstNear(tree, links[Int(index)].next, damage)
                    if sibling != NodeLinks.none {
                        index = sibling
                        break
                    }
                }
                index = above.index
                leave(tree, index, damage)
            }
            if index == top { return }
        }
    }

    /// The sublayers of the innermost open node are ordered by depth.
    private func beginPieces(_ tree: RenderTree) {
        guard let order = tree.depthOrders[open.base[open.count - 1].index] else { return }
        let opened = open.base + (open.count - 1)
        opened.pointee.pieces = order.pieces.base
        opened.pointee.pieceCount = Int32(order.pieces.count)
        opened.pointee.edges = order.edges.base
    }

    /// Ends the piece that is being drawn in the innermost open node, whose sublayers are ordered by depth, and begins the
    /// next: answers its layer. Nil after the last.
    private func nextPiece(_ tree: RenderTree) -> Int32? {
        let above = open.base + (open.count - 1)
        end(above.pointee.pieceClip)
        above.pointee.pieceClip = -1
        above.pointee.piece += 1
        guard let pieces = above.pointee.pieces, above.pointee.piece < above.pointee.pieceCount else { return nil }
        let piece = pieces[Int(above.pointee.piece)]
        if piece.edgeCount > 0, depth < Self.maximumDepth {
            depth += 1
            above.pointee.pieceClip = Int32(items.count)
            let item = DisplayItem(
                kind: .halfClip, resource: Int32(halves.count), side: piece.edgeCount)
            if let edges = above.pointee.edges {
                for k in 0..<piece.edgeCount { halves.append(edges[Int(piece.firstEdge + k)]) }
            }
            add(item, tree.links.base[Int(piece.node)].subtreeExtent)
        }
        return piece.node
    }

    // MARK: One node

    @inline(__always)
    func meets(_ damage: Damage, _ extent: ScreenRect) -> Bool {
        damage.meets(growth == 0 ? extent : extent.grown(by: growth))
    }

    /// The node, or the first of those that follow it under its parent, that does not lie in a block beyond the damage.
    @inline(__always)
    private func firstNear(_ tree: RenderTree, _ index: Int32, _ damage: Damage) -> Int32 {
        var index = index
        while index != NodeLinks.none, let block = tree.block(from: index), !meets(damage, tree.extent(of: block)) {
            index = block.pointee.after
        }
        return index
    }

    /// False when nothing of the node and its sublayers is to be drawn.
    private func enter(
        _ tree: RenderTree, _ index: Int32, _ extent: ScreenRect, hasSublayers: Bool, _ damage: Damage
    ) -> Bool {
        let node = tree.nodes.base + Int(index)
        var opened = Open(index: index, group: -1, clip: -1, growth: growth, scope: scope)
        var content = extent
        let effects = tree.effectsNumber(index)
        if effects >= 0 {
            let record = tree.effects.base + Int(effects)
            if let raster = record.pointee.raster, index != pictureNode {
                addRasterized(tree, index, raster, blendMode: record.pointee.placed.blendMode, extent)
                return false
            }
            if record.pointee.isPlainGroup(tree, index), addKeptPicture(tree, index, extent) { return false }
            guard openEffectGroup(tree, index, record, extent, &opened.group, damage) else { return false }
            addShadow(node, record)
            opened.filter = openFilter(record)
            content = record.pointee.contentExtent
        } else if node.pointee.isGroup, depth < Self.maximumDepth {
            let tint = node.pointee.extras < 0 ? 0 : tree.extras.base[Int(node.pointee.extras)].tint
            if tint == 0, addKeptPicture(tree, index, extent) { return false }
            if index != pictureNode {
                opened.group = openPicture(
                    DisplayItem(kind: .group, alpha: node.pointee.alpha, colour: tint), extent)
            }
        }
        if node.pointee.hasShapeClip, depth < Self.maximumDepth {
            depth += 1
            opened.clip = Int32(items.count)
            add(clipItem(node), content)
        }
        if meets(damage, node.pointee.ownExtent) { addInside(tree, node, isClipped: opened.clip >= 0) }
        if hasSublayers {
            open.append(opened)
        } else {
            close(tree, opened, damage)
        }
        return true
    }

    /// Begins an item whose inside makes a picture of its own.
    func openPicture(_ item: DisplayItem, _ extent: ScreenRect) -> Int32 {
        depth += 1
        scope = Int32(items.count)
        add(item, extent)
        return scope
    }

    /// All sublayers of the node are done.
    private func leave(_ tree: RenderTree, _ index: Int32, _ damage: Damage) {
        let opened = open.base[open.count - 1]
        open.removeLast()
        close(tree, opened, damage)
    }

    /// The border lies over the sublayers (fact D-29).
    private func close(_ tree: RenderTree, _ opened: Open, _ damage: Damage) {
        let node = tree.nodes.base + Int(opened.index)
        if node.pointee.drawsBorder, meets(damage, node.pointee.ownExtent) { addBorder(node) }
        end(opened.clip)
        end(opened.filter)
        end(opened.group)
        growth = opened.growth
        scope = opened.scope
    }

    @inline(__always)
    func end(_ number: Int32) {
        if number < 0 { return }
        items.base[Int(number)].end = Int32(items.count)
        depth -= 1
    }

    @inline(__always)
    func add(_ item: DisplayItem, _ extent: ScreenRect) {
        items.append(item)
        extents.append(extent)
    }
}

extension DisplayList {
    /// The damage as far as it helps to leave nodes out: a few rectangles, or what lies around many.
    struct Damage {
        private let rects: UnsafeBufferPointer<PixelRect>
        private var bounds = ScreenRect.empty
        /// More rectangles are not looked at one by one.
        private static let limit = 12

        init(_ rects: UnsafeBufferPointer<PixelRect>) {
            self.rects = rects
            for rect in rects { bounds = bounds.union(ScreenRect(rect)) }
        }

        @inline(__always)
        func meets(_ extent: ScreenRect) -> Bool {
            if !bounds.intersects(extent) { return false }
            if rects.count > Self.limit || rects.count == 1 { return true }
            for rect in rects where ScreenRect(rect).intersects(extent) { return true }
            return false
        }
    }
}
