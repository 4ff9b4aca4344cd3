extension RenderTree {
    /// The node whose alpha cuts the picture of another (fact D-83); `none` if it has no mask.
    @inline(__always)
    func mask(of index: Int32) -> Int32 {
        let number = nodes.base[Int(index)].extras
        return number < 0 ? NodeLinks.none : extras.base[Int(number)].mask
    }

    /// The first of the node's children that is no mask.
    @inline(__always)
    func firstSublayer(of index: Int32) -> Int32 {
        let child = links.base[Int(index)].firstChild
        guard child != NodeLinks.none, links.base[Int(child)].flags.contains(.isMask) else { return child }
        return links.base[Int(child)].next
    }

    /// Gives the node a mask, or takes it away.
    ///
    /// A mask belongs to one layer: given to another it leaves the first. One that is a sublayer somewhere, the root, or
    /// that holds the layer it should mask, is refused: the layer then has no mask.
    func setMask(of index: Int32, _ mask: Int32?) {
        ensure(index)
        let old = self.mask(of: index)
        let new = mask ?? NodeLinks.none
        if old == new { return }
        if old != NodeLinks.none { unlink(old) }
        guard new != NodeLinks.none else { return }
        ensure(new)
        endTransition(of: new)
        let isSublayer =
            links.base[Int(new)].parent != NodeLinks.none && !links.base[Int(new)].flags.contains(.isMask)
        if isSublayer || new == root || isAtOrAbove(new, index) { return }
        if links.base[Int(new)].flags.contains(.isMask) {
            unlink(new)
        } else {
            vanish(new)
        }
        let first = links.base[Int(index)].firstChild
        links.base[Int(new)].flags.insert(.isMask)
        links.base[Int(new)].parent = index
        links.base[Int(new)].next = first
        links.base[Int(index)].firstChild = new
        if first != NodeLinks.none { links.base[Int(first)].previous = new }
        let extra = ensureExtras(index)
        extras.base[extra].mask = new
        _ = ensureEffects(index)
        markDirty(new)
        markDirty(index, .subtreeChanged)
        rasterPicture(of: index)?.invalidate()
    }

    private func isAtOrAbove(_ node: Int32, _ index: Int32) -> Bool {
        var above = index
        while above != NodeLinks.none {
            if above == node { return true }
            above = links.base[Int(above)].parent
        }
        return false
    }
}
