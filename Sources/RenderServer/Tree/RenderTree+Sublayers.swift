/// A sublayer while its siblings are put in order.
struct SiblingOrder {
    var index: Int32
    /// Place in the old drawing order; -1 for a new sublayer.
    var oldPlace: Int32
    var listPosition: Int32
    var zPosition: Double

    func isBehind(_ other: SiblingOrder) -> Bool {
        zPosition != other.zPosition ? zPosition < other.zPosition : listPosition < other.listPosition
    }
}

extension RenderTree {
    /// Makes the layers of `ids[range]` the sublayers of a node, back to front.
    func setSublayers(of parent: Int32, _ ids: [LayerID], _ range: Range<Int>) {
        ensure(parent)
        for position in range { ensure(Int32(clamping: ids[position].rawValue)) }
        let holder = sublayerHolder(of: parent)
        replaceSublayers(of: holder, owner: parent, ids, range)
        sublayersChanged(in: holder)
    }

    /// - Parameter owner: the layer whose sublayers these are, when the node stands for it.
    func replaceSublayers(of parent: Int32, owner: Int32 = NodeLinks.none, _ ids: [LayerID], _ range: Range<Int>) {
        copyDepth += 1
        defer { copyDepth -= 1 }
        order.removeAll()
        var isPathMarked = false
        // Which picture of a transition is above is not the layer's to say.
        let isFlat = nodes.base[Int(parent)].traits.contains(.isTransition)
        for position in range {
            var index = Int32(clamping: ids[position].rawValue)
            ensure(index)
            // Only the node that stands for a layer has the layer itself.
            if standIn(for: index) != parent { index = standIn(for: index) }
            // A layer can be listed once, and not in itself or in one below it.
            let isNewHere = links.base[Int(index)].parent != parent
            if isNewHere, !isPathMarked, links.base[Int(index)].firstChild != NodeLinks.none {
                markPath(to: parent)
                isPathMarked = true
            }
            if index == parent || index == owner
                || !links.base[Int(index)].flags.isDisjoint(with: [.isListed, .isAbove])
            {
                continue
            }
            links.base[Int(index)].flags.insert(.isListed)
            nodes.base[Int(index)].listPosition = Int32(truncatingIfNeeded: position - range.lowerBound)
            order.append(
                SiblingOrder(
                    index: index, oldPlace: -1, listPosition: nodes.base[Int(index)].listPosition,
                    zPosition: isFlat ? 0 : nodes.base[Int(index)].drawingHeight))
        }
        if isPathMarked { unmarkPath(to: parent) }
        dropUnlisted(of: parent)
        for place in 0..<order.count {
            let index = order.base[place].index
            if links.base[Int(index)].parent == parent, !links.base[Int(index)].flags.contains(.isMask) { continue }
            if links.base[Int(index)].parent != NodeLinks.none {
                unlink(index)
            } else {
                vanish(index)
            }
        }
        link(under: parent)
        for place in 0..<order.count { links.base[Int(order.base[place].index)].flags.remove(.isListed) }
        order.removeAllOfMany()
        chain.removeAllOfMany()
        // Having sublayers or not decides whether an opacity makes a group.
        markDirty(parent)
    }

    private func markPath(to index: Int32) {
        var above = index
        while above != NodeLinks.none, !links.base[Int(above)].flags.contains(.isAbove) {
            links.base[Int(above)].flags.insert(.isAbove)
            above = links.base[Int(above)].parent
        }
    }

    private func unmarkPath(to index: Int32) {
        var above = index
        while above != NodeLinks.none, links.base[Int(above)].flags.contains(.isAbove) {
            links.base[Int(above)].flags.remove(.isAbove)
            above = links.base[Int(above)].parent
        }
    }

    /// Puts the siblings of a node whose z position changed in order. Among planes in depth that is no order of a list: the
    /// node may cover others than before, or be covered by others, wherever it is.
    func reorder(around index: Int32) {
        let parent = links.base[Int(index)].parent
        guard parent != NodeLinks.none, !links.base[Int(index)].flags.contains(.isMask) else { return }
        if isOrderedByDepth(index) { markDirty(index, .subtreeChanged) }
        if nodes.base[Int(parent)].traits.contains(.isTransition) {
            nodes.base[Int(parent)].zPosition = nodes.base[Int(index)].zPosition
            reorder(around: parent)
            return
        }
        order.removeAll()
        var child = firstSublayer(of: parent)
        while child != NodeLinks.none {
            order.append(
                SiblingOrder(
                    index: child, oldPlace: -1, listPosition: nodes.base[Int(child)].listPosition,
                    zPosition: nodes.base[Int(child)].drawingHeight))
            child = links.base[Int(child)].next
        }
        link(under: parent)
    }

    /// Takes a node out of its superlayer.
    func unlink(_ index: Int32) {
        vanish(index)
        let links = links.base
        guard links[Int(index)].parent != NodeLinks.none else { return }
        if links[Int(index)].block >= 0 { dropBlocks(of: links[Int(index)].parent) }
        let link = links[Int(index)]
        if link.previous != NodeLinks.none {
            links[Int(link.previous)].next = link.next
        } else {
            links[Int(link.parent)].firstChild = link.next
        }
        if link.next != NodeLinks.none { links[Int(link.next)].previous = link.previous }
        links[Int(index)].parent = NodeLinks.none
        links[Int(index)].next = NodeLinks.none
        links[Int(index)].previous = NodeLinks.none
        markDirty(link.parent, .extentIsStale)
        if link.flags.contains(.isMask) {
            links[Int(index)].flags.remove(.isMask)
            let extra = ensureExtras(link.parent)
            extras.base[extra].mask = NodeLinks.none
            markDirty(link.parent, .subtreeChanged)
            rasterPicture(of: link.parent)?.invalidate()
        }
    }

    private func dropUnlisted(of parent: Int32) {
        var child = links.base[Int(parent)].firstChild
        while child != NodeLinks.none {
            let next = links.base[Int(child)].next
            if links.base[Int(child)].flags.isDisjoint(with: [.isListed, .isMask]) { unlink(child) }
            child = next
        }
    }

    /// Links the nodes in `order` under `parent` in drawing order. Nodes that were there and whose place among the others
    /// changed are damage; so bringing one layer to the front costs that layer's pixels.
    private func link(under parent: Int32) {
        let count = order.count
        let links = links.base
        dropBlocks(of: parent)
        // All sublayers that are linked are in `order`, which has their list positions: the nodes' hold old places for now.
        var place: Int32 = 0
        var child = firstSublayer(of: parent)
        while child != NodeLinks.none {
            nodes.base[Int(child)].listPosition = place
            place += 1
            child = links[Int(child)].next
        }
        var needsSorting = false
        for k in 0..<count {
            let index = Int(order.base[k].index)
            if links[index].parent == parent { order.base[k].oldPlace = nodes.base[index].listPosition }
            nodes.base[index].listPosition = order.base[k].listPosition
            if k > 0, order.base[k].isBehind(order.base[k - 1]) { needsSorting = true }
        }
        if needsSorting {
            // List positions differ, so no two are equal and the order is the one stable sorting would give.
            var siblings = UnsafeMutableBufferPointer(start: order.base, count: count)
            siblings.sort { $0.isBehind($1) }
        }
        markMoved()

        // The mask, if there is one, stays before all of them.
        let mask = self.mask(of: parent)
        if mask != NodeLinks.none { links[Int(mask)].next = NodeLinks.none }
        var previous = mask
        for k in 0..<count {
            let index = order.base[k].index
            links[Int(index)].previous = previous
            links[Int(index)].next = NodeLinks.none
            if previous != NodeLinks.none { links[Int(previous)].next = index }
            previous = index
            if links[Int(index)].parent != parent {
                links[Int(index)].parent = parent
                markDirty(index)
            }
        }
        links[Int(parent)].firstChild = mask != NodeLinks.none || count == 0 ? mask : order.base[0].index
        makeBlocks(of: parent, count: count)
    }

    /// Marks all old nodes except a longest sequence of them that kept its order.
    private func markMoved() {
        var last: Int32 = -1
        var kept = true
        for k in 0..<order.count where order.base[k].oldPlace >= 0 {
            if order.base[k].oldPlace < last { kept = false }
            last = order.base[k].oldPlace
        }
        if kept { return }

        // Patience sorting: `chain` holds, for each length, the sequence of that length whose last old place is lowest;
        // then, from `count` on, the element before each in its sequence.
        let count = order.count
        chain.removeAll()
        chain.extend(to: 2 * count, with: -1)
        let tails = chain.base
        let before = chain.base + count
        var length = 0
        for k in 0..<count where order.base[k].oldPlace >= 0 {
            var low = 0
            var high = length
            while low < high {
                let middle = (low + high) / 2
                if order.base[Int(tails[middle])].oldPlace < order.base[k].oldPlace {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            before[k] = low > 0 ? tails[low - 1] : -1
            tails[low] = Int32(truncatingIfNeeded: k)
            length = max(length, low + 1)
        }
        var keeper = length > 0 ? tails[length - 1] : -1
        for k in stride(from: count - 1, through: 0, by: -1) where order.base[k].oldPlace >= 0 {
            if Int32(truncatingIfNeeded: k) == keeper {
                keeper = before[k]
            } else {
                markDirty(order.base[k].index, .subtreeChanged)
            }
        }
    }
}

extension RenderNode {
    /// The z position as far as it can be compared.
    var drawingHeight: Double { zPosition.isNaN ? 0 : zPosition }
}
