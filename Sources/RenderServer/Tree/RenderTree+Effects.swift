internal import Motion
internal import Raster

extension RenderTree {
    // MARK: Placing

    /// Finds the node's effects in pixels. Returns the clip for what it and its sublayers draw, which is larger than the
    /// one for what is seen when pixels outside reach into it.
    func placeEffects(
        _ index: Int32, _ node: UnsafePointer<RenderNode>, in clip: ScreenRect, _ parent: Int32
    ) -> ScreenRect {
        let number = effectsNumber(index)
        if number < 0 { return clip }
        let record = effects.base + Int(number)
        let room = record.pointee.raster?.area ?? room(in: parent)
        var placed = resolved(record, node, in: clip, room)
        if let curl = pageCurl(of: index, node, in: parent) {
            placed.curl = curl
            placed.blur = .none
            placed.shadowSource = .none
            placed.shadowColour = 0
        }
        let old = record.pointee.placed
        // Whether the rectangle casts the shadow is known when the sublayers are placed.
        if placed.shadowSource == .picture, old.shadowSource != .picture { placed.shadowSource = .rectangle }
        if placed.isOtherwiseFiltered(than: old) { record.pointee.isAnew = true }
        record.pointee.placed = placed
        record.pointee.clip = clip
        if placed.shadowSource == .rectangle { placed.shadowSource = .picture }
        record.pointee.contentClip = placed.isFilter ? placed.origin(of: clip) : clip
        return record.pointee.contentClip
    }

    /// What the clip that `placeEffects` was given became.
    func contentClip(of index: Int32, in clip: ScreenRect) -> ScreenRect {
        let number = effectsNumber(index)
        return number < 0 ? clip : effects.base[Int(number)].contentClip
    }

    /// Effects inside effects see further and further beyond the screen's edge; from here on, pixels, nothing is blurred
    /// any more.
    private static let furthestReach: Int32 = 2048
    /// The longest shadow offset, pixels.
    private static let longestOffset = 4096.0

    private func resolved(
        _ record: UnsafePointer<EffectsRecord>, _ node: UnsafePointer<RenderNode>, in clip: ScreenRect,
        _ room: ScreenRect
    ) -> PlacedEffects {
        var result = PlacedEffects()
        // It has no picture of its own that could pass through an effect (fact G-38).
        if node.pointee.traits.contains(.isTransformLayer) { return result }
        let shown = record.pointee.shown
        let world = node.pointee.world
        var scales = node.pointee.screenScales
        if !node.pointee.orientation.isAligned {
            scales = SIMD2(repeating: world.determinant.magnitude.squareRoot())
        }
        let canReach =
            room.minX &- clip.minX < Self.furthestReach && room.minY &- clip.minY < Self.furthestReach
            && clip.maxX &- room.maxX < Self.furthestReach && clip.maxY &- room.maxY < Self.furthestReach
        result.blendMode = shown.blendMode.kernelMode
        if canReach { result.blur = PlanarBlur(radius: shown.blurRadius, scales: scales) }
        // No comparison with a NaN is true.
        let opacity = shown.shadowOpacity > 0 ? min(1, shown.shadowOpacity) : 0
        // A spring swings beyond what colours are.
        var color = shown.shadowColor.clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
        color.w *= opacity
        result.shadowColour = premultiplied(color)
        if result.shadowColour >> 24 == 0 { result.shadowColour = 0 }
        // No shadow is seen outside bounds that everything is cut to (fact D-81).
        if result.shadowColour != 0, !node.pointee.traits.contains(.masksToBounds), canReach {
            result.shadowSource =
                record.pointee.shadowShape == nil || node.pointee.orientation == .projected ? .picture : .outline
            result.shadowBlur = PlanarBlur(radius: shown.shadowRadius, scales: scales)
            let offset = shown.shadowOffset
            let x = offset.x * world.a + offset.y * world.c
            let y = offset.x * world.b + offset.y * world.d
            result.shadowX = max(-Self.longestOffset, min(Self.longestOffset, x.isNaN ? 0 : x)).snapped
            result.shadowY = max(-Self.longestOffset, min(Self.longestOffset, y.isNaN ? 0 : y)).snapped
        } else {
            result.shadowColour = 0
        }
        if shown.hasBackdrop, canReach {
            result.hasBackdrop = true
            result.backdropBlur = PlanarBlur(radius: shown.backdropBlurRadius, scales: scales)
            result.backdropSaturation = shown.backdropSaturation.isNaN ? 1 : shown.backdropSaturation
        }
        return result
    }

    /// Whether the node's picture is made by itself because of an effect or a mask.
    func needsGroup(_ index: Int32, isTranslucent: Bool) -> Bool {
        let number = effectsNumber(index)
        if number < 0 { return false }
        let placed = effects.base[Int(number)].placed
        return mask(of: index) != NodeLinks.none || placed.needsGroup || effects.base[Int(number)].raster != nil
            || (isTranslucent && (placed.shadowSource != .none || placed.isFilter))
    }

    /// Whether the node's picture begins with what lies below it, in the node's own shape.
    func hasBackdrop(_ index: Int32) -> Bool {
        let number = effectsNumber(index)
        return number >= 0 && effects.base[Int(number)].placed.hasBackdrop
    }

    /// Notes whether what the node draws passes through an effect. Returns whether it looks different as a whole.
    func settleFilters(_ index: Int32, in parent: Int32) -> Bool {
        let number = effectsNumber(index)
        let isFiltered =
            number >= 0 || (parent != NodeLinks.none && links.base[Int(parent)].flags.contains(.isFiltered))
        if isFiltered {
            links.base[Int(index)].flags.insert(.isFiltered)
        } else {
            links.base[Int(index)].flags.remove(.isFiltered)
        }
        return number >= 0 && effects.base[Int(number)].isAnew
    }

    // MARK: Damage

    /// What the node itself draws changed in these pixels.
    @inline(__always)
    func addDamage(_ rect: ScreenRect, in index: Int32) {
        if links.base[Int(index)].flags.contains(.isFiltered) {
            addSpreadDamage(rect, through: index, isOfMask: false)
        } else {
            damage.add(rect.pixelRect)
        }
    }

    /// The node's picture, with all effects, changed in these pixels where its superlayer shows it.
    @inline(__always)
    func addDamage(_ rect: ScreenRect, around index: Int32) {
        let link = links.base[Int(index)]
        if link.parent != NodeLinks.none, links.base[Int(link.parent)].flags.contains(.isFiltered) {
            addSpreadDamage(rect, through: link.parent, isOfMask: link.flags.contains(.isMask))
        } else {
            damage.add(rect.pixelRect)
        }
    }

    /// The node's picture with all effects changed in these pixels: its superlayer's, or those of a picture of its own.
    private func addDamage(_ rect: ScreenRect, inPictureOf index: Int32, _ raster: RasterPicture?) {
        if raster == nil {
            addDamage(rect, around: index)
        } else {
            // As for its mask: effects are behind it.
            addSpreadDamage(rect, through: index, isOfMask: true)
        }
    }

    /// Follows a change outwards through the effects of each layer above it. Backdrops in those layers' pictures hear of
    /// it where it is in each of them. Returns where it is on the screen.
    @discardableResult
    func addSpreadDamage(_ changed: ScreenRect, through first: Int32, isOfMask: Bool) -> ScreenRect {
        var rect = changed
        var index = first
        var isOfMask = isOfMask
        tellBackdrops(rect, in: index)
        while index != NodeLinks.none, links.base[Int(index)].flags.contains(.isFiltered), !rect.isEmpty {
            let number = effectsNumber(index)
            if number >= 0 {
                let record = effects.base + Int(number)
                let old = rect
                // A mask is laid over all effects.
                if !isOfMask { rect = seen(record, index, of: record.pointee.placed.reach(of: rect)) }
                if let raster = record.pointee.raster {
                    rect = raster.change(rect)
                    tellBackdrops(rect, in: links.base[Int(index)].parent)
                } else if rect != old {
                    tellBackdrops(rect, in: index)
                }
            }
            isOfMask = links.base[Int(index)].flags.contains(.isMask)
            index = links.base[Int(index)].parent
        }
        damage.add(rect.pixelRect)
        return rect
    }

    /// Of some pixels of the node's picture with effects, those that its clip and its mask leave.
    private func seen(_ record: UnsafePointer<EffectsRecord>, _ index: Int32, of rect: ScreenRect) -> ScreenRect {
        let rect = rect.intersection(record.pointee.clip)
        let mask = self.mask(of: index)
        let cuts = mask != NodeLinks.none && !nodes.base[Int(index)].traits.contains(.isTransformLayer)
        return !cuts ? rect : rect.intersection(links.base[Int(mask)].subtreeExtent)
    }

    // MARK: After the sublayers

    /// All below the node is placed: decides what casts its shadow, and returns the pixels that it shows.
    func finishEffects(_ index: Int32) -> ScreenRect {
        let record = effects.base + Int(effectsNumber(index))
        let node = nodes.base + Int(index)
        let old = links.base[Int(index)].subtreeExtent
        guard node.pointee.isVisible else {
            record.pointee.isAnew = false
            record.pointee.contentExtent = .empty
            record.pointee.shadowForm = ShadowForm()
            record.pointee.shadowExtent = .empty
            releaseRaster(of: index)
            return .empty
        }
        let raster = record.pointee.raster
        let oldPicture = raster?.extent ?? old
        if let refusal = record.pointee.refusal { reconsiderRefusal(index, refusal) }
        var content = node.pointee.ownExtent
        var child = firstSublayer(of: index)
        while child != NodeLinks.none {
            content = content.union(links.base[Int(child)].subtreeExtent)
            child = links.base[Int(child)].next
        }
        record.pointee.contentExtent = content
        settleShadow(index, node, record)
        var extent = record.pointee.placed.reach(of: content).union(record.pointee.shadowExtent)
        if record.pointee.placed.hasBackdrop {
            extent = extent.union(node.pointee.rect)
            listBackdrop(index)
        }
        extent = seen(record, index, of: extent)
        if record.pointee.isAnew {
            record.pointee.isAnew = false
            addDamage(oldPicture, inPictureOf: index, raster)
            addDamage(extent, inPictureOf: index, raster)
        } else if extent != oldPicture {
            oldPicture.subtract(extent) { addDamage($0, inPictureOf: index, raster) }
            extent.subtract(oldPicture) { addDamage($0, inPictureOf: index, raster) }
        }
        return raster.map { finishRaster($0, index, extent: extent, old: old) } ?? extent
    }

    private func settleShadow(
        _ index: Int32, _ node: UnsafePointer<RenderNode>, _ record: UnsafeMutablePointer<EffectsRecord>
    ) {
        var form = ShadowForm()
        form.source = record.pointee.placed.shadowSource
        form.colour = record.pointee.placed.shadowColour
        form.blur = record.pointee.placed.shadowBlur
        form.x = record.pointee.placed.shadowX
        form.y = record.pointee.placed.shadowY
        if form.source == .rectangle || form.source == .picture {
            form.source =
                record.pointee.placed.blur.isIdentity && isFilledRectangle(index, node) ? .rectangle : .picture
        }
        var extent = ScreenRect.empty
        switch form.source {
        case .none, .picture: break
        case .rectangle:
            form.rect = node.pointee.rect
            form.radius = node.pointee.cornerRadius
            form.corners = node.pointee.maskedCorners
            extent = node.pointee.rect
        case .outline:
            form.world = node.pointee.world
            form.outline = record.pointee.shadowShape.map { ObjectIdentifier($0) }
            if let edges = record.pointee.shadowShape?.extent, edges.sum().isFinite {
                extent = node.pointee.world.pixels(around: edges)
            }
        }
        extent = extent.shifted(record.pointee.placed.shadowX, record.pointee.placed.shadowY)
            .grown(by: record.pointee.placed.shadowBlur).intersection(record.pointee.clip)
        if form != record.pointee.shadowForm {
            if record.pointee.placed.shadowSource != form.source {
                record.pointee.placed.shadowSource = form.source
                record.pointee.isAnew = true
            }
            addDamage(record.pointee.shadowExtent, inPictureOf: index, record.pointee.raster)
            addDamage(extent, inPictureOf: index, record.pointee.raster)
            // The shadow is a part of a group's picture.
            links.base[Int(index)].flags.insert(.subtreeChanged)
        }
        record.pointee.shadowForm = form
        record.pointee.shadowExtent = extent
    }

    /// Whether the layer's picture covers exactly its rectangle with round corners: an opaque background, and nothing
    /// reaches beyond it.
    private func isFilledRectangle(_ index: Int32, _ node: UnsafePointer<RenderNode>) -> Bool {
        guard node.pointee.backgroundColor.w.colorByte == 255, node.pointee.orientation.isAligned else { return false }
        let rect = node.pointee.rect
        let radius = node.pointee.hasRoundedCorners ? node.pointee.screenRadius : 0
        let inside = InsideOfRoundedRect(rect, radius: radius)
        if node.pointee.contents >= 0, !inside.contains(node.pointee.contentsRect) { return false }
        // Corners that have masks.
        if radius > 0 {
            guard node.pointee.isEvenlyScaled, radius <= CornerMaskCache.maximumRadius,
                !node.pointee.traits.contains(.hasContinuousCorners)
            else { return false }
        }
        if node.pointee.specialKind != .none, !inside.contains(node.pointee.ownExtent) { return false }
        var child = firstSublayer(of: index)
        while child != NodeLinks.none {
            if !inside.contains(links.base[Int(child)].subtreeExtent) { return false }
            child = links.base[Int(child)].next
        }
        return true
    }
}

/// Rectangles that surely lie within one with round corners.
private struct InsideOfRoundedRect {
    private let middle, lying, upright: ScreenRect

    init(_ rect: ScreenRect, radius: Double) {
        let side = radius.pixelCeil
        lying = ScreenRect(minX: rect.minX, minY: rect.minY &+ side, maxX: rect.maxX, maxY: rect.maxY &- side)
        upright = ScreenRect(minX: rect.minX &+ side, minY: rect.minY, maxX: rect.maxX &- side, maxY: rect.maxY)
        // The corners of a square inside the circle are this far from those of the one around it.
        middle = rect.inset(radius > 0 ? (radius * 0.293).pixelCeil &+ 1 : 0)
    }

    func contains(_ part: ScreenRect) -> Bool {
        part.isEmpty || middle.contains(part) || lying.contains(part) || upright.contains(part)
    }
}

extension Affine {
    /// The pixels that a rectangle given by its edges may touch.
    func pixels(around edges: SIMD4<Double>) -> ScreenRect {
        let xs =
            SIMD4(
                a * edges.x + c * edges.y, a * edges.z + c * edges.y, a * edges.x + c * edges.w,
                a * edges.z + c * edges.w) + tx
        let ys =
            SIMD4(
                b * edges.x + d * edges.y, b * edges.z + d * edges.y, b * edges.x + d * edges.w,
                b * edges.z + d * edges.w) + ty
        guard (xs.sum() + ys.sum()).isFinite else { return .empty }
        return ScreenRect(
            minX: xs.min().pixelFloor, minY: ys.min().pixelFloor, maxX: xs.max().pixelCeil, maxY: ys.max().pixelCeil)
    }
}

extension LayerBlendMode {
    var kernelMode: BlendMode { BlendMode(rawValue: rawValue) ?? .normal }
}
