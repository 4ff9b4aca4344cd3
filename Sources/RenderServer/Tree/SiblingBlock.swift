/// Some sublayers in a row of a layer that has many: what all of them together may draw, and whether one of them waits to
/// be visited. So a frame passes by most siblings without looking at each.
struct SiblingBlock {
    /// Fewer sublayers than two blocks are looked at one by one.
    static let length = 32

    /// Around the siblings' `subtreeExtent`s; unless it is stale.
    var extent = ScreenRect.empty
    var first: Int32
    /// The first sibling behind the block; `NodeLinks.none` if it is the last block.
    var after = NodeLinks.none
    /// A sibling's extent is another since.
    var isStale = true
    /// A sibling may be dirty, or have a dirty descendant.
    var isDirty = true
}

extension RenderTree {
    /// Divides the sublayers of a node, which are in no blocks.
    func makeBlocks(of parent: Int32, count: Int) {
        guard count >= 2 * SiblingBlock.length else { return }
        let links = links.base
        var child = firstSublayer(of: parent)
        var place = 0
        var block: Int32 = -1
        while child != NodeLinks.none {
            if place % SiblingBlock.length == 0 {
                let next = blocks.insert(SiblingBlock(first: child))
                if block >= 0 { blocks.base[Int(block)].after = child }
                block = next
            }
            links[Int(child)].block = block
            place += 1
            child = links[Int(child)].next
        }
    }

    /// The sublayers of the node are others, or will be: they are in no blocks any more.
    func dropBlocks(of parent: Int32) {
        let links = links.base
        var child = firstSublayer(of: parent)
        guard child != NodeLinks.none, links[Int(child)].block >= 0 else { return }
        while child != NodeLinks.none {
            let block = links[Int(child)].block
            if blocks.base[Int(block)].first == child { blocks.remove(block) }
            links[Int(child)].block = -1
            child = links[Int(child)].next
        }
    }

    /// The block that begins with this node; nil where there is none.
    @inline(__always)
    func block(from index: Int32) -> UnsafeMutablePointer<SiblingBlock>? {
        let number = links.base[Int(index)].block
        if number < 0 { return nil }
        let block = blocks.base + Int(number)
        return block.pointee.first == index ? block : nil
    }

    /// The node's `subtreeExtent` is another.
    @inline(__always)
    func extentChanged(_ index: Int32) {
        let block = links.base[Int(index)].block
        if block >= 0 { blocks.base[Int(block)].isStale = true }
    }

    @inline(__always)
    func extent(of block: UnsafeMutablePointer<SiblingBlock>) -> ScreenRect {
        if block.pointee.isStale { refresh(block) }
        return block.pointee.extent
    }

    private func refresh(_ block: UnsafeMutablePointer<SiblingBlock>) {
        let links = links.base
        var extent = ScreenRect.empty
        var child = block.pointee.first
        while child != block.pointee.after {
            extent = extent.union(links[Int(child)].subtreeExtent)
            child = links[Int(child)].next
        }
        block.pointee.extent = extent
        block.pointee.isStale = false
    }

    /// Around what a node's children may draw, its mask included.
    func childrenExtent(of index: Int32) -> ScreenRect {
        let links = links.base
        var result = ScreenRect.empty
        var child = links[Int(index)].firstChild
        while child != NodeLinks.none {
            if let block = block(from: child) {
                result = result.union(extent(of: block))
                child = block.pointee.after
            } else {
                result = result.union(links[Int(child)].subtreeExtent)
                child = links[Int(child)].next
            }
        }
        return result
    }
}
