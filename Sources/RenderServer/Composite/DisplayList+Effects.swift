internal import Raster

/// What a group is besides a picture with an alpha.
struct GroupEffects {
    /// The first item that does not belong to the group's mask; the items before it, from the group on, do. -1 without a
    /// mask.
    var maskEnd: Int32 = -1
    var blendMode = BlendMode.normal
    /// The number of the backdrop that the group's picture begins with; -1 for none.
    var backdrop: Int32 = -1
}

/// What happens to the picture of some items before it is drawn.
struct PictureFilter {
    var effects: PlacedEffects
    /// Outside it the picture is transparent.
    var content: ScreenRect
}

/// What lies below a group is a part of its picture, blurred.
struct Backdrop {
    var blur: PlanarBlur
    var matrix: ColorMatrix?
    var extent: ScreenRect
    /// The item, cornerClip or shapeClip, that it is cut to; nil for a rectangle.
    var shape: DisplayItem?
    /// The group or filter whose picture it shows; -1 for the screen.
    var scope: Int32
    /// The group whose picture begins with it.
    var group: Int32
}

extension DisplayList {
    /// Whether one of the items shows what lies below it.
    func hasBackdrop(_ range: Range<Int>) -> Bool {
        for number in 0..<backdrops.count where range.contains(Int(backdrops.base[number].group)) { return true }
        return false
    }

    /// Whether an item is, or has inside, a group that is mixed with what is below in another way than laid over it.
    func blends(_ index: Int) -> Bool {
        guard items.base[index].kind.hasInside else { return false }
        for number in index..<Int(items.base[index].end) {
            let item = items.base + number
            if item.pointee.kind == .effectGroup, groups.base[Int(item.pointee.resource)].blendMode != .normal {
                return true
            }
        }
        return false
    }

    /// Begins the group of a node with effects, if it needs one, with its mask and what lies below it.
    ///
    /// - Returns: false when nothing of the node is to be drawn.
    func openEffectGroup(
        _ tree: RenderTree, _ index: Int32, _ record: UnsafePointer<EffectsRecord>, _ extent: ScreenRect,
        _ group: inout Int32, _ damage: Damage
    ) -> Bool {
        let node = tree.nodes.base + Int(index)
        guard node.pointee.isGroup else { return true }
        let mask = tree.mask(of: index)
        var placed = record.pointee.placed
        // How a picture is laid over what is below it comes when it is made.
        let isPicture = index == pictureNode
        if isPicture { placed.blendMode = .normal }
        if mask == NodeLinks.none, !placed.needsGroup {
            guard depth < Self.maximumDepth, !isPicture else { return true }
            group = openPicture(DisplayItem(kind: .group, alpha: node.pointee.alpha), extent)
            return true
        }
        if mask != NodeLinks.none {
            // A mask that is not there, or not here, leaves nothing to see. That deep inside others it cannot be made.
            guard tree.nodes.base[Int(mask)].isVisible, meets(damage, tree.links.base[Int(mask)].subtreeExtent),
                depth < Self.maximumDepth
            else { return false }
        }
        guard depth < Self.maximumDepth else { return true }
        var effects = GroupEffects(blendMode: placed.blendMode)
        if placed.hasBackdrop {
            effects.backdrop = Int32(backdrops.count)
            let isShaped = node.pointee.hasRoundedCorners || !node.pointee.orientation.isAligned
            backdrops.append(
                Backdrop(
                    blur: placed.backdropBlur,
                    matrix: placed.backdropSaturation == 1 ? nil : .saturation(placed.backdropSaturation),
                    extent: node.pointee.rect.intersection(record.pointee.clip),
                    shape: isShaped ? clipItem(node) : nil, scope: scope, group: Int32(items.count)))
        }
        if placed.blendMode != .normal { hasBlending = true }
        let number = groups.count
        groups.append(effects)
        group = openPicture(
            DisplayItem(
                kind: .effectGroup, alpha: isPicture ? 255 : node.pointee.alpha, resource: Int32(number)), extent)
        if mask != NodeLinks.none {
            let outer = scope
            // The mask is a picture of its own, beside the layer's.
            scope = .max
            walk(tree, from: mask, damage)
            scope = outer
            groups.base[number].maskEnd = Int32(items.count)
        }
        return true
    }

    /// Begins the picture that is blurred or casts a shadow; -1 if there is none.
    func openFilter(_ record: UnsafePointer<EffectsRecord>) -> Int32 {
        let placed = record.pointee.placed
        let content = record.pointee.contentExtent
        guard placed.isFilter, depth < Self.maximumDepth else {
            if content.isEmpty || record.pointee.clip.contains(content) { return -1 }
            // What it draws was placed with room for a filter.
            depth += 1
            let clip = Int32(items.count)
            add(DisplayItem(kind: .rectClip), content.intersection(record.pointee.clip))
            return clip
        }
        let number = Int32(filters.count)
        filters.append(PictureFilter(effects: placed, content: content))
        growth = min(8192, growth &+ placed.sight)
        return openPicture(
            DisplayItem(kind: .filterGroup, resource: number),
            placed.reach(of: content).intersection(record.pointee.clip))
    }

    /// The shadow of a rectangle or an outline.
    func addShadow(_ node: UnsafePointer<RenderNode>, _ record: UnsafePointer<EffectsRecord>) {
        let placed = record.pointee.placed
        var item = DisplayItem(kind: .shadow, resource: Int32(shadows.count), colour: placed.shadowColour)
        switch placed.shadowSource {
        case .none, .picture:
            return
        case .rectangle:
            let radius = node.pointee.hasRoundedCorners ? node.pointee.screenRadius : 0
            let mask = radius > 0 ? cornerMask(node, borderWidth: 0) : nil
            guard
                var picture = shadowPictures.rectangle(
                    width: node.pointee.rect.width, height: node.pointee.rect.height,
                    corner: mask.map { masks.masks[Int($0)] }, corners: node.pointee.screenCorners,
                    blur: placed.shadowBlur)
            else { return }
            picture.place = node.pointee.rect.shifted(placed.shadowX, placed.shadowY).grown(by: placed.shadowBlur)
            // The opaque background hides it there.
            picture.hole = node.pointee.rect.inset(radius > 0 ? (radius * 0.293).pixelCeil &+ 1 : 0)
            shadows.append(picture)
        case .outline:
            guard let shape = record.pointee.shadowShape,
                let picture = shadowPictures.outline(
                    shape, world: node.pointee.world, placed, seen: record.pointee.shadowExtent)
            else { return }
            shadows.append(picture)
        }
        item.rect = shadows.base[shadows.count - 1].place
        add(item, record.pointee.shadowExtent)
    }
}
