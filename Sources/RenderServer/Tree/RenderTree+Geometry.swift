extension RenderTree {
    /// Visits what changed, places it on the screen, and adds what looks different to `damage`. Nodes that are not flagged
    /// and lie below none that moved are not visited.
    func updateGeometry() {
        settleReplicators()
        guard root != NodeLinks.none, exists(root) else { return }
        if !links.base[Int(root)].flags.isDisjoint(with: [.isDirty, .hasDirtyDescendant]) {
            passNumber &+= 1
            placeDirty()
            // What was meant for a picture that is too large is placed where it is instead.
            while takeRefusedRasters() { placeDirty() }
        }
        // Also without a pass: contents may have changed in a part.
        if backdrops.count > 0 { settleBackdrops() }
    }

    private func placeDirty() {
        let links = links.base
        var index = root
        // Down the first children, along the siblings, up the parents: the links are the stack.
        var isComingUp = false
        while true {
            if !isComingUp {
                let parent = index == root ? NodeLinks.none : links[Int(index)].parent
                let isForced = parent != NodeLinks.none && links[Int(parent)].flags.contains(.visitsSublayers)
                if isForced || links[Int(index)].flags.contains(.isDirty) { place(index, in: parent) }
                let goesDown = !links[Int(index)].flags.isDisjoint(with: [.visitsSublayers, .hasDirtyDescendant])
                if goesDown, let child = firstToVisit(from: links[Int(index)].firstChild, in: index) {
                    index = child
                    continue
                }
            }
            finish(index)
            if index == root { return }
            let parent = links[Int(index)].parent
            if let sibling = firstToVisit(from: links[Int(index)].next, in: parent) {
                index = sibling
                isComingUp = false
            } else {
                index = parent
                isComingUp = true
            }
        }
    }

    @inline(__always)
    private func firstToVisit(from first: Int32, in parent: Int32) -> Int32? {
        let links = links.base
        let visitsAll = links[Int(parent)].flags.contains(.visitsSublayers)
        var index = first
        while index != NodeLinks.none {
            if let block = block(from: index) {
                if !visitsAll, !block.pointee.isDirty {
                    index = block.pointee.after
                    continue
                }
                // All that are dirty in it are visited now.
                block.pointee.isDirty = false
            }
            if visitsAll || !links[Int(index)].flags.isDisjoint(with: [.isDirty, .hasDirtyDescendant]) { return index }
            index = links[Int(index)].next
        }
        return nil
    }

    // MARK: Extents

    /// All below is done: the node's extent is known, and the one above learns of its change.
    private func finish(_ index: Int32) {
        let links = links.base
        let link = links + Int(index)
        let old = link.pointee.subtreeExtent
        var hasChanged = link.pointee.flags.contains(.extentHasGrown)
        if link.pointee.flags.contains(.isFiltered), effectsNumber(index) >= 0 {
            link.pointee.subtreeExtent = finishEffects(index)
            if link.pointee.subtreeExtent != old { hasChanged = true }
        } else if link.pointee.flags.contains(.extentIsStale) {
            let extent = nodes.base[Int(index)].ownExtent.union(childrenExtent(of: index))
            link.pointee.subtreeExtent = extent
            if extent != old { hasChanged = true }
        }
        if hasChanged { extentChanged(index) }
        if !link.pointee.flags.isDisjoint(with: [.hasDepth, .isDepthOrdered]) { settleDepth(index) }
        if nodes.base[Int(index)].isGroup || !keptPictures.isEmpty { settleKeptPicture(index) }
        link.pointee.flags.subtract([
            .isDirty, .looksChanged, .subtreeChanged, .sublayersMoved, .hasDirtyDescendant, .visitsSublayers,
            .extentIsStale, .extentHasGrown,
        ])
        guard hasChanged, index != root, link.pointee.parent != NodeLinks.none else { return }
        replaceExtent(old, with: link.pointee.subtreeExtent, in: link.pointee.parent)
    }

    /// A part of the node's extent became another. Only when the old part touched an edge that the new one does not can
    /// the whole have shrunk; only then all parts have to be looked at again.
    @inline(__always)
    func replaceExtent(_ old: ScreenRect, with new: ScreenRect, in index: Int32) {
        let link = links.base + Int(index)
        if link.pointee.flags.contains(.isFiltered), effectsNumber(index) >= 0 {
            link.pointee.flags.insert(.extentIsStale)
            return
        }
        let whole = link.pointee.subtreeExtent
        if !old.isEmpty {
            let isHeld =
                (old.minX > whole.minX || (!new.isEmpty && new.minX <= whole.minX))
                && (old.minY > whole.minY || (!new.isEmpty && new.minY <= whole.minY))
                && (old.maxX < whole.maxX || (!new.isEmpty && new.maxX >= whole.maxX))
                && (old.maxY < whole.maxY || (!new.isEmpty && new.maxY >= whole.maxY))
            if !isHeld {
                link.pointee.flags.insert(.extentIsStale)
                return
            }
        }
        if new.isEmpty || (!whole.isEmpty && whole.contains(new)) { return }
        link.pointee.subtreeExtent = whole.union(new)
        link.pointee.flags.insert(.extentHasGrown)
        extentChanged(index)
    }
}
