internal import Motion

extension RenderTree {
    /// What a layer is placed in: its superlayer, or the screen.
    struct Surroundings {
        var world: Affine
        var clip: ScreenRect
        var opacity: Float
        var isMirrored = false
        /// `world` does not say it all: what lies here has to be placed with its depth.
        var hasDepth = false
        /// By which a transition moves the picture in its own coordinates.
        var shift = SIMD2<Double>(0, 0)
        /// Two pictures fade into each other.
        var fadesAcross = false
    }

    /// Computes what follows from a node's values and from the node above it, and adds the difference to the damage.
    func place(_ index: Int32, in parent: Int32) {
        let node = nodes.base + Int(index)
        settleRasterizing(index, in: parent)
        let flags = links.base[Int(index)].flags
        let old = Placed(node)
        guard let surroundings = surroundings(in: parent, flags), resolve(index, node, in: surroundings, parent) else {
            disappear(index, node, old)
            return
        }
        let raster = rasterPicture(of: index)
        let isFilteredAnew = settleFilters(index, in: parent)
        let isReshaped =
            node.pointee.specialKind != .none
            && placeSpecial(index, node, clip: contentClip(of: index, in: surroundings.clip))
        let hasSublayers = links.base[Int(index)].firstChild != NodeLinks.none
        settleLooks(index, node, hasSublayers: hasSublayers, fadesAcross: surroundings.fadesAcross)

        var isDrawnAnew =
            flags.contains(.looksChanged) || isReshaped || !old.isVisible || old.orientation != node.pointee.orientation
            || old.rect != node.pointee.rect || old.contentsRect != node.pointee.contentsRect
            || old.isOtherwiseSampled(than: node.pointee.world, node.pointee.orientation)
            || old.isMirrored != node.pointee.isMirrored
            || (old.alpha != node.pointee.alpha && !node.pointee.isGroup)
        var isPictureChanged = flags.contains(.subtreeChanged) || isFilteredAnew
        var isRasterChanged = isFilteredAnew
        var isMoved = old.world != node.pointee.world || old.isMirrored != node.pointee.isMirrored
        var isFadedAnew = false
        if old.projection >= 0 || node.pointee.projection >= 0 {
            let difference = projectionDifference(old.projection, node.pointee.projection)
            dropProjection(old.projection)
            // What lies in a picture does not move with it.
            if difference.isElsewhere, raster == nil {
                isDrawnAnew = true
                isMoved = true
            }
            if difference.isOtherwiseOrdered {
                if raster == nil { isPictureChanged = true } else { isFadedAnew = true }
            }
        }
        if old.isVisible {
            if old.hasShapeClip != node.pointee.hasShapeClip || (node.pointee.hasShapeClip && isDrawnAnew) {
                isPictureChanged = true
                isRasterChanged = true
            }
            if isDrawnAnew, hasBackdrop(index) { isPictureChanged = true }
            if old.isGroup != node.pointee.isGroup || (node.pointee.isGroup && old.alpha != node.pointee.alpha) {
                isFadedAnew = true
            }
        }
        // The old place is enough: what shows in the new one and not in the old belongs to a node that says so itself.
        if isPictureChanged || isFadedAnew { addDamage(links.base[Int(index)].subtreeExtent, around: index) }
        // A group that only fades keeps its picture.
        if isPictureChanged { links.base[Int(index)].flags.insert(.subtreeChanged) }
        if isRasterChanged { raster?.invalidate() }
        let new = node.pointee.ownExtent
        if isDrawnAnew || old.ownExtent != new { links.base[Int(index)].flags.insert(.looksChanged) }
        if isDrawnAnew {
            addDamage(old.ownExtent, in: index)
            addDamage(new, in: index)
        } else if old.ownExtent != new, node.pointee.drawsMoreThanParticles {
            // Only the clip is another: what it gives and what it takes.
            old.ownExtent.subtract(new) { addDamage($0, in: index) }
            new.subtract(old.ownExtent) { addDamage($0, in: index) }
        }
        if old.ownExtent != new { replaceExtent(old.ownExtent, with: new, in: index) }

        if !old.isVisible || isMoved || old.sublayerClip != node.pointee.sublayerClip
            || old.sublayerOpacity != node.pointee.sublayerOpacity || flags.contains(.sublayersMoved)
            || hasSublayerTransform(node)
            || !node.pointee.traits.isDisjoint(with: [.isGeometryFlipped, .isTransition])
            || flags.contains(.isFiltered) != links.base[Int(index)].flags.contains(.isFiltered)
        {
            links.base[Int(index)].flags.insert(.visitsSublayers)
        }
        if node.pointee.projection >= 0 || node.pointee.traits.contains(.isTransformLayer),
            parent != NodeLinks.none, !flags.contains(.isMask),
            !nodes.base[Int(parent)].traits.contains(.isTransition)
        {
            links.base[Int(parent)].flags.insert(.hasDepth)
        }
    }

    /// The node is not to be seen, and so is nothing below it.
    private func disappear(_ index: Int32, _ node: UnsafeMutablePointer<RenderNode>, _ old: Placed) {
        if node.pointee.projection != old.projection { dropProjection(node.pointee.projection) }
        dropProjection(old.projection)
        node.pointee.projection = -1
        guard old.isVisible else { return }
        addDamage(old.ownExtent, in: index)
        if effectsNumber(index) >= 0 { addDamage(links.base[Int(index)].subtreeExtent, around: index) }
        node.pointee.isVisible = false
        node.pointee.ownExtent = .empty
        replaceExtent(old.ownExtent, with: .empty, in: index)
        links.base[Int(index)].flags.insert(.visitsSublayers)
    }

    private func surroundings(in parent: Int32, _ flags: NodeFlags) -> Surroundings? {
        guard parent != NodeLinks.none else {
            return Surroundings(world: Affine(a: scale, d: scale), clip: screen, opacity: 1)
        }
        let above = nodes.base + Int(parent)
        guard above.pointee.isVisible else { return nil }
        if above.pointee.traits.contains(.isTransition) { return surroundings(inTransition: parent, flags) }
        var result = Surroundings(
            world: above.pointee.world, clip: above.pointee.sublayerClip, opacity: above.pointee.sublayerOpacity,
            isMirrored: above.pointee.isMirrored,
            hasDepth: above.pointee.orientation == .projected
                || (above.pointee.projection >= 0 && above.pointee.traits.contains(.isTransformLayer)))
        if above.pointee.traits.contains(.isGeometryFlipped) {
            result.isMirrored.toggle()
            result.world = above.pointee.flip.concatenating(result.world)
        }
        if hasSublayerTransform(above), !flags.contains(.isMask) {
            // Acts about the anchor point of the layer whose sublayers it moves.
            let matrix = extras.base[Int(above.pointee.extras)].sublayerTransform
            let anchor = above.pointee.anchor
            var local = Affine(matrix)
            local = local.preceded(byShift: -anchor.x, -anchor.y)
            local.tx += anchor.x
            local.ty += anchor.y
            result.world = local.concatenating(result.world)
            if !matrix.isAffine { result.hasDepth = true }
        }
        return result
    }

    /// A transition's pictures lie in what its node lies in.
    private func surroundings(inTransition node: Int32, _ flags: NodeFlags) -> Surroundings? {
        guard var result = surroundings(in: links.base[Int(node)].parent, []) else { return nil }
        let place = nodes.base[Int(node)].transitionPlace
        let isOld = flags.contains(.isCopy)
        result.opacity = nodes.base[Int(node)].sublayerOpacity
        result.shift = isOld ? place.oldShift : place.layerShift
        if nodes.base[Int(node)].traits.contains(.fadesAcross) {
            result.fadesAcross = true
            result.opacity *= isOld ? 1 - place.share : place.share
        }
        return result
    }

    func hasSublayerTransform(_ node: UnsafePointer<RenderNode>) -> Bool {
        node.pointee.extras >= 0 && !extras.base[Int(node.pointee.extras)].sublayerTransform.isIdentity
    }

    // MARK: One node

    /// World transform, rectangles and clip. False when the node cannot be seen.
    private func resolve(
        _ index: Int32, _ node: UnsafeMutablePointer<RenderNode>, in surroundings: Surroundings, _ parent: Int32
    ) -> Bool {
        if node.pointee.traits.contains(.isTransition) { return resolveTransition(index, node, in: surroundings) }
        if node.pointee.traits.contains(.isHidden) { return false }
        let opacity = max(0, min(1, node.pointee.opacity.isNaN ? 0 : node.pointee.opacity)) * surroundings.opacity
        let alpha = UInt8((opacity * 255).rounded())
        if alpha == 0 { return false }
        let bounds = node.pointee.bounds
        let anchor = node.pointee.anchor
        node.pointee.projection = -1
        node.pointee.isMirrored = surroundings.isMirrored
        if surroundings.hasDepth || !liesFlat(node) {
            switch placeInDepth(index, node, in: parent, shift: surroundings.shift) {
            case .placed: break
            case .isUnseen: return false
            case .isUnusable:
                unusableCount += 1
                return false
            }
        } else {
            var local = Affine()
            if node.pointee.extras >= 0 { local = Affine(extras.base[Int(node.pointee.extras)].transform) }
            local = local.preceded(byShift: surroundings.shift.x - anchor.x, surroundings.shift.y - anchor.y)
            local.tx += node.pointee.position.x
            local.ty += node.pointee.position.y
            node.pointee.world = local.concatenating(surroundings.world)
            node.pointee.orientation = node.pointee.world.orientation
        }
        let world = node.pointee.world
        guard world.isFinite, (bounds.sum() * (world.a + world.b + world.c + world.d)).isFinite, bounds.z >= 0,
            bounds.w >= 0
        else {
            unusableCount += 1
            return false
        }
        if !node.pointee.traits.contains(.isDoubleSided), isSeenFromBehind(node) { return false }
        var clip = surroundings.clip
        if let picture = rasterPicture(of: index) {
            guard placeRaster(picture, index, in: parent, clip: clip) else { return false }
            clip = picture.area
        }

        node.pointee.isVisible = true
        node.pointee.alpha = alpha
        node.pointee.sublayerOpacity = opacity
        let edges = SIMD4(bounds.x, bounds.y, bounds.x + bounds.z, bounds.y + bounds.w)
        node.pointee.rect = screenRect(of: edges, node)
        node.pointee.contentsRect = .empty
        if node.pointee.contents >= 0 {
            if node.pointee.gravity == .resize {
                node.pointee.contentsRect = node.pointee.rect
            } else if let placement = placement(of: node), placement.isFinite {
                node.pointee.contentsRect = screenRect(of: placement.destination, node)
            }
        }
        return settleClip(node, placeEffects(index, node, in: clip, parent))
    }

    /// Draws nothing and lies nowhere itself.
    private func resolveTransition(
        _ index: Int32, _ node: UnsafeMutablePointer<RenderNode>, in surroundings: Surroundings
    ) -> Bool {
        let alpha = UInt8((surroundings.opacity * 255).rounded())
        if alpha == 0 { return false }
        node.pointee.projection = -1
        node.pointee.isMirrored = surroundings.isMirrored
        node.pointee.world = surroundings.world
        node.pointee.orientation = .upright
        node.pointee.isVisible = true
        node.pointee.alpha = alpha
        node.pointee.sublayerOpacity = surroundings.opacity
        node.pointee.rect = .empty
        node.pointee.contentsRect = .empty
        node.pointee.ownExtent = .empty
        node.pointee.hasShapeClip = false
        node.pointee.sublayerClip = placeEffects(index, node, in: surroundings.clip, links.base[Int(index)].parent)
        return true
    }

    private func settleClip(_ node: UnsafeMutablePointer<RenderNode>, _ clip: ScreenRect) -> Bool {
        if node.pointee.traits.contains(.isTransformLayer) {
            // Has no plane to draw in or to clip to.
            node.pointee.sublayerClip = clip
            node.pointee.hasShapeClip = false
            node.pointee.ownExtent = .empty
            return true
        }
        let masks = node.pointee.traits.contains(.masksToBounds)
        node.pointee.sublayerClip = masks ? clip.intersection(node.pointee.rect) : clip
        node.pointee.hasShapeClip =
            masks && (!node.pointee.orientation.isAligned || node.pointee.hasRoundedCorners)
        var own = ScreenRect.empty
        if node.pointee.drawsBackground || node.pointee.drawsBorder { own = node.pointee.rect }
        own = own.union(masks ? node.pointee.contentsRect.intersection(node.pointee.rect) : node.pointee.contentsRect)
        node.pointee.ownExtent = own.intersection(clip)
        return true
    }

    /// How opacity reaches what is drawn: on the whole picture, or on each part of it. Decided by what the layer is, never
    /// by what of it lies in some part of the screen, so that each pixel is the same however the screen is cut.
    private func settleLooks(
        _ index: Int32, _ node: UnsafeMutablePointer<RenderNode>, hasSublayers: Bool, fadesAcross: Bool
    ) {
        var parts = node.pointee.contents >= 0 ? 1 : 0
        if node.pointee.drawsBackground { parts += 1 }
        if node.pointee.drawsBorder { parts += 1 }
        if node.pointee.specialKind != .none { parts += specialPartCount(index) }
        let isTranslucent = node.pointee.alpha < 255
        node.pointee.isGroup =
            !node.pointee.traits.contains(.isTransformLayer)
            && ((isTranslucent && (fadesAcross || node.pointee.traits.contains(.allowsGroupOpacity))
                && (hasSublayers || parts > 1))
                || needsGroup(index, isTranslucent: isTranslucent))
        if node.pointee.extras >= 0, extras.base[Int(node.pointee.extras)].tint != 0 { node.pointee.isGroup = true }
        if node.pointee.traits.contains(.fadesAcross) { node.pointee.isGroup = true }
        if node.pointee.isGroup || !isTranslucent { node.pointee.sublayerOpacity = 1 }
    }

    @inline(__always)
    func placement(of node: UnsafePointer<RenderNode>) -> ContentsPlacement? {
        ContentsPlacement(
            node, node.pointee.extras >= 0 ? UnsafePointer(extras.base + Int(node.pointee.extras)) : nil,
            contents.base[Int(node.pointee.contents)])
    }
}

/// What is compared before and after.
private struct Placed {
    let world: Affine
    let rect, contentsRect, ownExtent, sublayerClip: ScreenRect
    let sublayerOpacity: Float
    let alpha: UInt8
    let projection: Int32
    let orientation: Affine.Orientation
    let isVisible, isGroup, hasShapeClip, isMirrored: Bool

    @inline(__always)
    init(_ node: UnsafePointer<RenderNode>) {
        world = node.pointee.world
        rect = node.pointee.rect
        contentsRect = node.pointee.contentsRect
        ownExtent = node.pointee.ownExtent
        sublayerClip = node.pointee.sublayerClip
        sublayerOpacity = node.pointee.sublayerOpacity
        alpha = node.pointee.alpha
        orientation = node.pointee.orientation
        isVisible = node.pointee.isVisible
        isGroup = node.pointee.isGroup
        hasShapeClip = node.pointee.hasShapeClip
        isMirrored = node.pointee.isMirrored
        projection = node.pointee.projection
    }

    /// An upright layer is drawn the same as long as its rectangle and its scale are; a turned one moves in fractions.
    @inline(__always)
    func isOtherwiseSampled(than new: Affine, _ orientation: Affine.Orientation) -> Bool {
        if !orientation.isAligned { return world != new }
        return world.a != new.a || world.b != new.b || world.c != new.c || world.d != new.d
    }
}

extension RenderNode {
    /// The anchor point in the layer's own space, points.
    @inline(__always) var anchor: SIMD2<Double> { bounds.lowHalf + anchorPoint * bounds.highHalf }

    @inline(__always) var drawsBackground: Bool { backgroundColor.w.colorByte > 0 }
    @inline(__always) var drawsBorder: Bool { borderWidth > 0 && borderColor.w.colorByte > 0 }
    /// What an emitter's particles cover tells by itself what of it changed.
    @inline(__always) var drawsMoreThanParticles: Bool {
        specialKind != .emitter || contents >= 0 || drawsBackground || drawsBorder
    }
    @inline(__always) var hasRoundedCorners: Bool { cornerRadius > 0 && !maskedCorners.isEmpty }
}

extension Affine {
    /// The pixels of a rectangle given by its edges: whole ones for an upright layer, all that it may touch for a turned
    /// one.
    @inline(__always)
    func screenRect(of edges: SIMD4<Double>, isSmoothed: Bool) -> ScreenRect {
        switch orientation {
        case .upright:
            let x0 = (a * edges.x + tx).snapped
            let x1 = (a * edges.z + tx).snapped
            let y0 = (d * edges.y + ty).snapped
            let y1 = (d * edges.w + ty).snapped
            return ScreenRect(minX: min(x0, x1), minY: min(y0, y1), maxX: max(x0, x1), maxY: max(y0, y1))
        case .quarterTurned:
            let x0 = (c * edges.y + tx).snapped
            let x1 = (c * edges.w + tx).snapped
            let y0 = (b * edges.x + ty).snapped
            let y1 = (b * edges.z + ty).snapped
            return ScreenRect(minX: min(x0, x1), minY: min(y0, y1), maxX: max(x0, x1), maxY: max(y0, y1))
        case .turned, .projected:
            let xs =
                SIMD4(
                    a * edges.x + c * edges.y, a * edges.z + c * edges.y, a * edges.x + c * edges.w,
                    a * edges.z + c * edges.w) + tx
            let ys =
                SIMD4(
                    b * edges.x + d * edges.y, b * edges.z + d * edges.y, b * edges.x + d * edges.w,
                    b * edges.z + d * edges.w) + ty
            if edges.z <= edges.x || edges.w <= edges.y { return .empty }
            let rect = ScreenRect(
                minX: xs.min().pixelFloor, minY: ys.min().pixelFloor, maxX: xs.max().pixelCeil,
                maxY: ys.max().pixelCeil)
            return isSmoothed ? rect.grown(by: 1) : rect
        }
    }
}

extension Float {
    /// 0…1 as 0…255, rounded.
    @inline(__always) var colorByte: UInt8 { self > 0 ? (self < 1 ? UInt8((self * 255).rounded()) : 255) : 0 }
}
