internal import Raster

/// The picture of a translucent group whose alpha changes while its content does not.
struct KeptPicture {
    var node: Int32
    /// Passes in a row in which only the group's alpha changed.
    var stillCount = 0
    /// Groups and clips around its content; -1 as long as it was not drawn.
    var depth = -1
    /// Of the whole group, before its alpha; nil when there is none or the content changed.
    var bitmap: Bitmap?
    var extent = ScreenRect.empty
}

extension RenderTree {
    /// Groups that are looked after at a time.
    private static let keptLimit = 16

    func keptPicture(of index: Int32) -> Int? {
        for place in keptPictures.indices where keptPictures[place].node == index { return place }
        return nil
    }

    /// The pass through a group is done: if nothing but its alpha changed, its picture is worth keeping.
    func settleKeptPicture(_ index: Int32) {
        let place = keptPicture(of: index)
        let node = nodes.base + Int(index)
        guard node.pointee.isGroup, node.pointee.isVisible, rasterPicture(of: index) == nil else {
            if let place { keptPictures.remove(at: place) }
            return
        }
        let flags = links.base[Int(index)].flags
        let hasChanged = !flags.isDisjoint(with: [
            .hasDirtyDescendant, .visitsSublayers, .looksChanged, .subtreeChanged, .sublayersMoved, .extentIsStale,
            .extentHasGrown,
        ])
        if hasChanged {
            if let place { keptPictures.remove(at: place) }
        } else if flags.contains(.isDirty) {
            if let place {
                keptPictures[place].stillCount += 1
            } else {
                if keptPictures.count == Self.keptLimit { keptPictures.removeFirst() }
                keptPictures.append(KeptPicture(node: index, stillCount: 1))
            }
        }
    }

    /// What the node draws changed in a way that no pass will see.
    func forgetKeptPictures(around index: Int32) {
        if keptPictures.isEmpty { return }
        var above = index
        while above != NodeLinks.none {
            if let place = keptPicture(of: above) { keptPictures.remove(at: place) }
            above = links.base[Int(above)].parent
        }
    }
}
