internal import Motion
internal import Raster

/// Rasterised layers (fact D-86). Such a layer and what lies below it is not placed on the screen but in a picture of its
/// own, and only the picture has a place on the screen. So whatever happens to the layer as a whole leaves everything
/// below it alone, and a change below it is a change of the picture, which tells where on the screen that shows.
extension RenderTree {
    /// A picture that would not have fitted into memory.
    struct RasterRefusal {
        var pass: Int
        /// Points.
        var bounds: SIMD4<Double>
        /// Pixels per point.
        var scale: Double
    }

    /// Passes after which a layer whose picture was too large is tried again.
    private static let refusalPasses = 120
    /// Pixels that all pictures together may have: this many screens, but on a small screen no less than
    /// `leastRasterBudget`.
    private static let rasterScreens = 4
    private static let leastRasterBudget = 4 << 20
    /// Pixels per point that make sense.
    private static let usableScales = 0x1p-10...0x1p10

    private var rasterBudget: Int { max(Self.rasterScreens * screenArea, Self.leastRasterBudget) }

    /// The picture of the layer, if it is rasterised.
    @inline(__always)
    func rasterPicture(of index: Int32) -> RasterPicture? {
        let number = effectsNumber(index)
        return number < 0 ? nil : effects.base[Int(number)].raster
    }

    /// All that can be seen of what is placed in `parent`: the screen, or the area of the picture that it is drawn in.
    func room(in parent: Int32) -> ScreenRect {
        var above = parent
        while above != NodeLinks.none, links.base[Int(above)].flags.contains(.isFiltered) {
            if let picture = rasterPicture(of: above) { return picture.area }
            above = links.base[Int(above)].parent
        }
        return screen
    }

    // MARK: Placing

    /// Decides whether the layer is rasterised from now on. If that is another answer than before, everything it showed
    /// leaves the screen and comes back as if new.
    func settleRasterizing(_ index: Int32, in parent: Int32) {
        let number = effectsNumber(index)
        if number < 0 { return }
        let record = effects.base + Int(number)
        let isWanted = record.pointee.shown.shouldRasterize && canRasterize(index, record, in: parent)
        if isWanted == (record.pointee.raster != nil) { return }
        vanish(index)
        if parent != NodeLinks.none { links.base[Int(parent)].flags.insert(.extentIsStale) }
        record.pointee.raster = isWanted ? RasterPicture() : nil
    }

    private func canRasterize(_ index: Int32, _ record: UnsafeMutablePointer<EffectsRecord>, in parent: Int32) -> Bool {
        let node = nodes.base + Int(index)
        // The one has no plane for a picture (fact G-38), the other shows what lies outside of it.
        if node.pointee.traits.contains(.isTransformLayer) || record.pointee.shown.hasBackdrop { return false }
        let bounds = node.pointee.bounds
        let scale = record.pointee.rasterScale
        if let refusal = record.pointee.refusal {
            let isSame =
                refusal.scale == scale && refusal.bounds.z == bounds.z && refusal.bounds.w == bounds.w
            if isSame, passNumber &- refusal.pass < Self.refusalPasses { return false }
            record.pointee.refusal = nil
        }
        let longest = Double(RasterPicture.longestSide)
        guard scale <= Self.usableScales.upperBound, bounds.z * scale <= longest, bounds.w * scale <= longest else {
            reportRefusal()
            return false
        }
        return rasterDepth(in: parent) < RasterPicture.maximumDepth
    }

    private func rasterDepth(in parent: Int32) -> Int {
        var depth = 0
        var above = parent
        while above != NodeLinks.none, links.base[Int(above)].flags.contains(.isFiltered),
            depth < RasterPicture.maximumDepth
        {
            if rasterPicture(of: above) != nil { depth += 1 }
            above = links.base[Int(above)].parent
        }
        return depth
    }

    /// The node was placed as if it were not rasterised: that is where its picture goes, and the node itself is placed in
    /// the picture.
    ///
    /// - Returns: false when nothing of it can be seen.
    func placeRaster(_ picture: RasterPicture, _ index: Int32, in parent: Int32, clip: ScreenRect) -> Bool {
        let node = nodes.base + Int(index)
        let scale = effects.base[Int(effectsNumber(index))].rasterScale
        let bounds = node.pointee.bounds
        var map = Affine(a: scale, d: scale, tx: -scale * bounds.x, ty: -scale * bounds.y)
        if node.pointee.isMirrored {
            // The picture lies the way the screen does, so that contents, which are not mirrored, come out right.
            map.d = -scale
            map.ty = scale * (bounds.y + bounds.w)
        }
        guard let back = map.inverse else { return false }
        var place = RasterPlace()
        if node.pointee.orientation == .projected {
            let projection = projections.base[Int(node.pointee.projection)]
            place.outwards = projection.toScreen.preceded(by: back)
            place.inwards = projection.toLayer.concatenating(map)
            place.isProjected = true
        } else {
            var outwards = back.concatenating(node.pointee.world)
            place.isExact = outwards.snapToPixels()
            guard let inwards = outwards.inverse else { return false }
            place.outwards = Homography(outwards)
            place.inwards = Homography(inwards)
        }
        guard place.outwards.isFinite, place.inwards.isFinite else { return false }
        place.clip = clip
        place.room = room(in: parent)
        place.filters = node.pointee.traits.intersection([.magnifiesNearest, .minifiesNearest])
        picture.setMap(map, size: bounds.highHalf * scale)
        if place != picture.place {
            picture.place = place
            picture.isPlacedAnew = true
        }
        picture.outerWorld = node.pointee.world
        node.pointee.world = map
        node.pointee.orientation = .upright
        return true
    }

    // MARK: After the sublayers

    /// All in the picture is placed.
    ///
    /// - Parameters:
    ///   - extent: what is to be seen in the picture.
    ///   - old: the pixels around it that showed the picture before.
    /// - Returns: those that show it now.
    func finishRaster(_ picture: RasterPicture, _ index: Int32, extent: ScreenRect, old: ScreenRect) -> ScreenRect {
        picture.extent = extent
        let shown = picture.place.shown(extent)
        if picture.isPlacedAnew {
            picture.isPlacedAnew = false
            addDamage(old, around: index)
            addDamage(shown, around: index)
        } else if shown != old {
            old.subtract(shown) { addDamage($0, around: index) }
            shown.subtract(old) { addDamage($0, around: index) }
        }
        if shown.isEmpty {
            // It may come back; until then others need the memory more.
            release(picture)
            return shown
        }
        let pixels = extent.pixelRect.area
        rasterPixels += pixels - picture.countedPixels
        picture.countedPixels = pixels
        if max(extent.width, extent.height) > RasterPicture.longestSide || rasterPixels > rasterBudget {
            refuse(picture, index)
        }
        return shown
    }

    /// The layer's picture is not to be seen, or gone.
    func releaseRaster(of index: Int32) {
        if let picture = rasterPicture(of: index) { release(picture) }
    }

    private func release(_ picture: RasterPicture) {
        rasterPixels -= picture.countedPixels
        picture.countedPixels = 0
        picture.release()
    }

    private func refuse(_ picture: RasterPicture, _ index: Int32) {
        release(picture)
        let record = effects.base + Int(effectsNumber(index))
        record.pointee.refusal = RasterRefusal(
            pass: passNumber, bounds: nodes.base[Int(index)].bounds, scale: record.pointee.rasterScale)
        refusedRasters.append(index)
        reportRefusal()
    }

    private func reportRefusal() {
        if isRasterRefusalReported { return }
        isRasterRefusalReported = true
        reportOnce(
            "pictures of rasterised layers would have more than \(rasterBudget) pixels together, or one more than "
                + "\(RasterPicture.longestSide) along a side; such layers are drawn anew in every frame")
    }

    /// Layers whose pictures turned out to be too large, and those that are tried again, are placed once more. Returns
    /// whether there are any.
    func takeRefusedRasters() -> Bool {
        if refusedRasters.isEmpty { return false }
        for index in refusedRasters where exists(index) { markDirty(index) }
        refusedRasters.removeAll()
        return true
    }

    /// Something changed in a layer whose picture was too large once: after a while it is tried again.
    func reconsiderRefusal(_ index: Int32, _ refusal: RasterRefusal) {
        if passNumber &- refusal.pass < Self.refusalPasses { return }
        effects.base[Int(effectsNumber(index))].refusal = nil
        refusedRasters.append(index)
    }
}

extension RenderTree {
    /// The pictures of all rasterised layers are to be drawn again.
    func invalidateRasters() {
        for place in 0..<effects.store.count { effects.base[place].raster?.invalidate() }
    }

    /// Memory that they take, bytes.
    var rasterizedByteCount: Int {
        (0..<effects.store.count).reduce(0) { $0 + (effects.base[$1].raster?.bitmap?.byteCount ?? 0) }
    }
}

extension EffectsRecord {
    /// Pixels per point of the rasterised picture. A scale that is none counts as 1.
    var rasterScale: Double {
        let scale = shown.rasterizationScale
        return scale > 0 ? max(scale, 0x1p-10) : 1
    }
}

extension Affine {
    /// If pixels lie on pixels but for a fraction, takes the fraction away: edges are rounded, and sizes are not. Returns
    /// whether it was so.
    mutating func snapToPixels() -> Bool {
        let hair = 1e-6
        let isUpright = (a.magnitude - 1).magnitude < hair && (d.magnitude - 1).magnitude < hair
        let isQuarterTurned = (b.magnitude - 1).magnitude < hair && (c.magnitude - 1).magnitude < hair
        switch orientation {
        case .upright where isUpright:
            self = Affine(a: a < 0 ? -1 : 1, d: d < 0 ? -1 : 1, tx: Double(tx.snapped), ty: Double(ty.snapped))
        case .quarterTurned where isQuarterTurned:
            self = Affine(
                a: 0, b: b < 0 ? -1 : 1, c: c < 0 ? -1 : 1, d: 0, tx: Double(tx.snapped), ty: Double(ty.snapped))
        default: return false
        }
        return true
    }
}

extension Homography {
    /// `other` first, then `self`.
    func preceded(by other: Affine) -> Homography {
        Homography(
            other.concatenating(affine), px: other.a * px + other.b * py, py: other.c * px + other.d * py,
            pw: other.tx * px + other.ty * py + pw)
    }
}
