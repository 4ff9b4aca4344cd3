internal import Raster

extension RenderTree {
    /// Layers that show what lies below them change where anything near does. Called when everything else is placed and
    /// all other damage is known.
    ///
    /// What changed above such a layer counts as if it were below; only the change that one backdrop makes does not count
    /// for itself.
    func settleBackdrops() {
        dropGoneBackdrops()
        // There may be damage that no grid knows, in a picture beyond the edge of the screen.
        guard backdrops.count > 0 else { return forgetTouches() }
        var areas: [BackdropArea] = []
        for place in 0..<backdrops.count {
            let index = backdrops.base[place]
            let record = effects.base + Int(effectsNumber(index))
            let extent = nodes.base[Int(index)].rect.intersection(record.pointee.clip)
            let blur = record.pointee.placed.backdropBlur
            areas.append(
                BackdropArea(
                    index: index, extent: extent, sees: extent.grown(by: blur), blur: blur,
                    isInRaster: isInRaster(index)))
        }
        damage.forEachRect { rect in
            let rect = ScreenRect(rect)
            for place in areas.indices where !areas[place].isInRaster {
                areas[place].changed = areas[place].changed.union(areas[place].reach(of: rect))
            }
        }
        for place in areas.indices where isInTouchedPicture(areas[place].index) {
            areas[place].changed = areas[place].extent
        }
        // One that lies on another changes with it, and so does one that sees where another's change spreads to.
        var hasGrown = true
        while hasGrown {
            hasGrown = false
            for lower in areas.indices where areas[lower].changed != areas[lower].told {
                areas[lower].told = areas[lower].changed
                let spread = addSpreadDamage(areas[lower].changed, in: areas[lower].index)
                for upper in areas.indices where upper != lower && !areas[upper].isInRaster {
                    areas[upper].changed = areas[upper].changed.union(areas[upper].reach(of: spread))
                }
                hasGrown = true
            }
        }
        forgetTouches()
    }

    func listBackdrop(_ index: Int32) {
        for place in 0..<backdrops.count where backdrops.base[place] == index { return }
        backdrops.append(index)
    }

    private struct BackdropArea {
        var index: Int32
        var extent, sees: ScreenRect
        var blur: PlanarBlur
        /// It sees what lies in a rasterised layer's picture, not on the screen.
        var isInRaster: Bool
        var changed = ScreenRect.empty
        /// What of it has been added to the damage.
        var told = ScreenRect.empty

        func reach(of rect: ScreenRect) -> ScreenRect {
            rect.intersection(sees).grown(by: blur).intersection(extent)
        }
    }

    private func isInRaster(_ index: Int32) -> Bool {
        var above = links.base[Int(index)].parent
        while above != NodeLinks.none, links.base[Int(above)].flags.contains(.isFiltered) {
            if rasterPicture(of: above) != nil { return true }
            above = links.base[Int(above)].parent
        }
        return false
    }

    /// A layer above blurs or shadows, or is rasterised: pixels that are not on the screen reach it, and no grid knows
    /// them.
    private func isInTouchedPicture(_ index: Int32) -> Bool {
        var above = links.base[Int(index)].parent
        while above != NodeLinks.none, links.base[Int(above)].flags.contains(.isFiltered) {
            let number = effectsNumber(above)
            if number >= 0, effects.base[Int(number)].isTouched {
                if effects.base[Int(number)].placed.isFilter || effects.base[Int(number)].raster != nil { return true }
            }
            above = links.base[Int(above)].parent
        }
        return false
    }

    private func forgetTouches() {
        for place in 0..<effects.store.count { effects.base[place].isTouched = false }
    }

    private func dropGoneBackdrops() {
        var place = 0
        while place < backdrops.count {
            let index = backdrops.base[place]
            if exists(index), nodes.base[Int(index)].isVisible, effectsNumber(index) >= 0,
                effects.base[Int(effectsNumber(index))].placed.hasBackdrop
            {
                place += 1
                continue
            }
            backdrops.base[place] = backdrops.base[backdrops.count - 1]
            backdrops.removeLast()
        }
    }
}
