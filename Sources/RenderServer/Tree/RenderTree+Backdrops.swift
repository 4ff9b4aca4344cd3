internal import Raster

/// Layers that show what lies below them change where anything near them does.
///
/// Whatever changes is known in one of three ways, all of them filled by the functions that add damage, in a pass or
/// outside: `damage` for the screen, `BackdropChanges.rects` for every picture that an effect is applied to before it
/// comes to the screen, those of rasterised layers too, and `BackdropChanges.reordered` for depth, which can change what a backdrop sees without changing
/// any pixel below. The change of a backdrop is damage like any other, until nothing new comes of it.
///
/// What changed above such a layer counts as if it were below; only the change that one backdrop makes does not count
/// for itself.
extension RenderTree {
    /// Called when everything is placed and all other damage is known.
    func settleBackdrops() {
        dropGoneBackdrops()
        defer {
            backdropChanges.forgetRects()
            backdropChanges.reordered.removeAll()
        }
        if damage.isEmpty, backdropChanges.rects.count == 0, backdropChanges.reordered.count == 0 { return }
        findAreas()
        let areas = UnsafeMutableBufferPointer(
            start: backdropChanges.areas.base, count: backdropChanges.areas.count)
        damage.forEachRect { rect in
            let rect = ScreenRect(rect)
            for place in areas.indices where areas[place].space == NodeLinks.none { areas[place].see(rect) }
        }
        for place in areas.indices {
            seeInside(&areas[place])
            if isReordered(areas[place].index) { areas[place].changed = areas[place].extent }
        }
        var round = 0
        while tellChanges(areas) {
            round += 1
            // They pass it on and on, a blur's width each time.
            if round >= Self.patience {
                for place in areas.indices where areas[place].changed != areas[place].told {
                    areas[place].changed = areas[place].extent
                }
            }
        }
    }

    /// Rounds after which a backdrop that still changes does as a whole.
    private static let patience = 6

    func listBackdrop(_ index: Int32) {
        for place in 0..<backdrops.count where backdrops.base[place] == index { return }
        backdrops.append(index)
    }

    /// Something changed in the picture that a node's inside is drawn in, in that picture's pixels.
    @inline(__always)
    func tellBackdrops(_ rect: ScreenRect, in index: Int32) {
        if backdrops.count > 0, !rect.isEmpty { backdropChanges.add(rect, in: space(inside: index)) }
    }

    /// How far all backdrops together that show in the damage may see beyond it, pixels.
    ///
    /// - Parameter space: the rasterised layer whose picture is damaged; none for the screen.
    func backdropGrowth(around damage: DisplayList.Damage, in space: Int32 = NodeLinks.none) -> Int32 {
        if backdrops.count == 0 { return 0 }
        findAreas()
        let areas = UnsafeMutableBufferPointer(
            start: backdropChanges.areas.base, count: backdropChanges.areas.count)
        var growth: Int32 = 0
        var hasGrown = true
        while hasGrown {
            hasGrown = false
            for place in areas.indices where areas[place].told.isEmpty && areas[place].space == space {
                let area = areas[place]
                // How far the effects around it carry is not looked at.
                guard area.isInside || damage.meets(area.extent.grown(by: growth)) else { continue }
                // The mark that it is counted.
                areas[place].told = area.sees
                let spread = Int32(max(area.blur.x.spread, area.blur.y.spread))
                if spread == 0 || area.extent.isEmpty { continue }
                let count = area.seesItself ? drawingCount(area.index) : 1
                growth = min(Self.furthestGrowth, growth &+ spread &* count)
                hasGrown = true
            }
        }
        return growth
    }

    /// Further than any screen is wide.
    private static let furthestGrowth: Int32 = 1 << 15

    // MARK: Parts

    private func findAreas() {
        backdropChanges.areas.removeAll()
        for place in 0..<backdrops.count {
            let index = backdrops.base[place]
            guard isBackdrop(index) else { continue }
            let record = effects.base + Int(effectsNumber(index))
            let extent = nodes.base[Int(index)].rect.intersection(record.pointee.clip)
            let blur = record.pointee.placed.backdropBlur
            let parent = links.base[Int(index)].parent
            backdropChanges.areas.append(
                BackdropArea(
                    index: index, extent: extent, sees: extent.grown(by: blur), blur: blur,
                    space: space(inside: parent),
                    isInside: parent != NodeLinks.none && links.base[Int(parent)].flags.contains(.isFiltered),
                    seesItself: drawingCount(index) > 1))
        }
    }

    private func seeInside(_ area: inout BackdropArea) {
        guard area.isInside else { return }
        for k in 0..<backdropChanges.rects.count {
            let change = backdropChanges.rects.base[k]
            if change.space == area.space { area.see(change.rect) }
        }
    }

    /// The changes not told yet become damage and are seen by the other backdrops. Returns whether there were any.
    private func tellChanges(_ areas: UnsafeMutableBufferPointer<BackdropArea>) -> Bool {
        var hasTold = false
        for lower in areas.indices where areas[lower].changed != areas[lower].told {
            hasTold = true
            areas[lower].told = areas[lower].changed
            backdropChanges.forgetRects()
            let shown = addSpreadDamage(areas[lower].changed, through: areas[lower].index, isOfMask: false)
            for upper in areas.indices where upper != lower || areas[upper].seesItself {
                if areas[upper].space == NodeLinks.none { areas[upper].see(shown) }
                seeInside(&areas[upper])
            }
        }
        return hasTold
    }

    /// The rasterised layer in whose picture a node's inside is drawn; none for the screen.
    private func space(inside index: Int32) -> Int32 {
        var index = index
        while index != NodeLinks.none, links.base[Int(index)].flags.contains(.isFiltered) {
            if rasterPicture(of: index) != nil { return index }
            index = links.base[Int(index)].parent
        }
        return NodeLinks.none
    }

    private func isReordered(_ index: Int32) -> Bool {
        if backdropChanges.reordered.count == 0 { return false }
        var above = links.base[Int(index)].parent
        while above != NodeLinks.none {
            for k in 0..<backdropChanges.reordered.count {
                if backdropChanges.reordered.base[k] == above { return true }
            }
            if rasterPicture(of: above) != nil { return false }
            above = links.base[Int(above)].parent
        }
        return false
    }

    /// How often the layer is drawn: in several parts where layers pass through it, or through one above it.
    private func drawingCount(_ index: Int32) -> Int32 {
        if depthOrders.isEmpty { return 1 }
        var count: Int32 = 1
        var index = index
        // What happens to a rasterised layer as a whole happens to its picture.
        while index != NodeLinks.none, count < 256, rasterPicture(of: index) == nil {
            var above = links.base[Int(index)].parent
            if nodes.base[Int(index)].traits.contains(.isTransformLayer) {
                index = above
                continue
            }
            // Transform layers hand their sublayers on to the space that they lie in.
            while above != NodeLinks.none, depthOrders[above] == nil,
                nodes.base[Int(above)].traits.contains(.isTransformLayer)
            {
                above = links.base[Int(above)].parent
            }
            if above != NodeLinks.none, let order = depthOrders[above] {
                var pieces: Int32 = 0
                for k in 0..<order.pieces.count where order.pieces.base[k].node == index { pieces += 1 }
                count = min(256, count &* max(1, pieces))
            }
            index = links.base[Int(index)].parent
        }
        return count
    }

    private func isBackdrop(_ index: Int32) -> Bool {
        exists(index) && nodes.base[Int(index)].isVisible && hasBackdrop(index)
    }

    private func dropGoneBackdrops() {
        var place = 0
        while place < backdrops.count {
            if isBackdrop(backdrops.base[place]) {
                place += 1
                continue
            }
            backdrops.base[place] = backdrops.base[backdrops.count - 1]
            backdrops.removeLast()
        }
    }
}
