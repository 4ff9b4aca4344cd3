internal import Motion
internal import Raster

extension RenderTree {
    /// Takes a commit's changes over. Costs in proportion to them, whatever the size of the tree.
    func apply(_ commit: Commit) {
        if !commit.transitions.isEmpty { keepOldPictures(commit.transitions) }
        for layer in commit.removed { remove(Int32(clamping: layer.rawValue)) }
        makeRoom(for: commit.states.reduce(0) { max($0, Int($1.layer.rawValue)) } + 1)
        for update in commit.states {
            let index = Int32(clamping: update.layer.rawValue)
            setState(index, update.state)
            forEachCopy(of: index) { setState($0, update.state) }
        }
        for update in commit.sublayers {
            setSublayers(of: Int32(clamping: update.parent.rawValue), commit.sublayerIDs, update.range)
        }
        for update in commit.contents {
            let index = Int32(clamping: update.layer.rawValue)
            setContents(index, update)
            forEachCopy(of: index) { setContents($0, update) }
        }
        for update in commit.effects {
            let index = Int32(clamping: update.layer.rawValue)
            setEffects(index, update.effects, shadowShape: update.shadowShape)
            forEachCopy(of: index) { setEffects($0, update.effects, shadowShape: update.shadowShape) }
        }
        for update in commit.specials {
            let index = Int32(clamping: update.layer.rawValue)
            setSpecial(index, update.special)
            forEachCopy(of: index) { setSpecial($0, update.special) }
        }
        for update in commit.masks {
            let index = Int32(clamping: update.layer.rawValue)
            setMask(of: index, update.mask.map { Int32(clamping: $0.rawValue) })
            forEachCopy(of: index) { copyMask(of: instances.base[Int($0)].source, to: $0) }
        }
        if !commit.objects.isEmpty { keep(commit.objects) }
        for update in commit.animations {
            switch update {
            case .add(let layer, let animation):
                let index = Int32(clamping: layer.rawValue)
                add(animation, to: index)
                forEachCopy(of: index) { add(animation, to: $0, isSilent: true) }
            case .remove(let layer, let identifier):
                let index = Int32(clamping: layer.rawValue)
                // One that is over already goes on in copies that come later.
                guard removeAnimation(identifier, from: index) else { break }
                forEachCopy(of: index) { _ = removeAnimation(identifier, from: $0) }
            }
        }
        settleReplicators()
        if let root = commit.root { setRoot(root, scale: commit.scale) }
        if !pendingTransitions.isEmpty { beginTransitions() }
    }

    // MARK: Removal

    func remove(_ index: Int32) {
        guard exists(index) else { return }
        endTransition(of: index)
        if !links.base[Int(index)].flags.contains(.isCopy) {
            for copy in copies(of: index) { destroyCopies(at: copy) }
            removeInstances(of: index)
        }
        disconnect(index)
        if let place = keptPicture(of: index) { keptPictures.remove(at: place) }
        if links.base[Int(index)].parent != NodeLinks.none {
            unlink(index)
        } else {
            vanish(index)
        }
        dropBlocks(of: index)
        let links = links.base
        var child = links[Int(index)].firstChild
        while child != NodeLinks.none {
            let next = links[Int(child)].next
            links[Int(child)].parent = NodeLinks.none
            links[Int(child)].next = NodeLinks.none
            links[Int(child)].previous = NodeLinks.none
            links[Int(child)].flags.remove(.isMask)
            child = next
        }
        if root == index { root = NodeLinks.none }
        removeAnimations(of: index)
        dropContents(Int(index))
        if !contentsBlends.isEmpty { contentsBlends[index] = nil }
        let extrasNumber = nodes.base[Int(index)].extras
        if extrasNumber >= 0 {
            if !extras.base[Int(extrasNumber)].clock.isParentTime { clockCount -= 1 }
            dropRareRecords(extrasNumber)
            extras.remove(extrasNumber)
        }
        dropProjection(nodes.base[Int(index)].projection)
        depthOrders[index] = nil
        nodes.base[Int(index)].releaseDetails()
        nodes.base[Int(index)] = RenderNode()
        links[Int(index)] = NodeLinks()
    }

    // MARK: State

    private func setState(_ index: Int32, _ state: LayerState) {
        ensure(index)
        let animated = nodes.base[Int(index)].animated
        guard animated >= 0 else {
            present(state, at: index)
            return
        }
        // What animations drive stays as it is until they are evaluated again; the rest follows the model at once.
        let record = animatedLayers.base + Int(animated)
        let model = layerModels.base + Int(record.pointee.model)
        if model.pointee == state { return }
        model.pointee = state
        record.pointee.tracksAreStale = true
        var shown = state
        let now = presentationState(at: index)
        for key in LayerKey.properties where key.family == .state && record.pointee.driven.contains(key) {
            shown.setValue(now.value(of: key), of: key)
        }
        present(shown, at: index)
        nextAnimationTime = -.infinity
    }

    /// The state that is on screen.
    func presentationState(at index: Int32) -> LayerState {
        LayerState(nodes.base + Int(index), extrasOf(nodes.base + Int(index)))
    }

    /// Stores new values and marks what follows from the differences.
    func present(_ state: LayerState, at index: Int32) {
        let node = nodes.base + Int(index)
        let oldExtras = extrasOf(node)
        let old = LayerState(node, oldExtras)
        if old == state { return }
        var newExtras = oldExtras
        newExtras.takeValues(of: state)
        var flags: NodeFlags = []

        if old.zPosition != state.zPosition { node.pointee.zPosition = state.zPosition }
        if old.hasOtherLooks(than: state) { flags.insert(.looksChanged) }
        // A turned layer's pixels do not follow from its rectangle on the screen alone.
        if old.bounds != state.bounds, !node.pointee.orientation.isAligned { flags.insert(.looksChanged) }
        if old.sublayerTransform != state.sublayerTransform || old.isGeometryFlipped != state.isGeometryFlipped {
            flags.insert(.sublayersMoved)
        }
        if old.isTransformLayer != state.isTransformLayer {
            flags.formUnion([.looksChanged, .subtreeChanged, .sublayersMoved])
        }
        node.pointee.takeValues(of: state)
        setExtras(newExtras, of: index, old: oldExtras)
        markDirty(index, flags)
        if old.zPosition != state.zPosition { reorder(around: index) }
        if node.pointee.specialKind == .replicator, old.bounds != state.bounds || old.anchorPoint != state.anchorPoint {
            replicatorChanged(index)
        }
    }

    func setExtras(_ new: NodeExtras, of index: Int32, old: NodeExtras) {
        if new == old { return }
        if new.clock != old.clock {
            clockCount += (new.clock.isParentTime ? 0 : 1) - (old.clock.isParentTime ? 0 : 1)
            nextAnimationTime = -.infinity
        }
        let number = nodes.base[Int(index)].extras
        if number >= 0 {
            // The record is kept even when nothing is special any more: an animation may be on its way through.
            extras.base[Int(number)] = new
        } else {
            nodes.base[Int(index)].extras = extras.insert(new)
        }
    }

    // MARK: Contents

    private func setContents(_ index: Int32, _ update: Commit.ContentsUpdate) {
        ensure(index)
        if !contentsBlends.isEmpty, contentsBlends[index] != nil {
            // An animation shows something else.
            contentsBlends[index]?.model = update
            contentsBlends[index]?.shown = nil
            nextAnimationTime = -.infinity
            return
        }
        showContents(index, update)
    }

    func showContents(_ index: Int32, _ update: Commit.ContentsUpdate) {
        let node = nodes.base + Int(index)
        let oldNumber = node.pointee.contents
        guard let bitmap = update.bitmap, bitmap.format.isDrawable || bitmap.format == .a8 else {
            if oldNumber < 0 { return }
            dropContents(Int(index))
            markDirty(index, .looksChanged)
            return
        }
        // A frozen bitmap given again is the same picture.
        var new = ContentsRecord(bitmap, color: update.color)
        if oldNumber >= 0, contents.base[Int(oldNumber)].shows(the: new) {
            new.release()
            return
        }
        contentsUse.add(new)
        guard oldNumber >= 0 else {
            node.pointee.contents = contents.insert(new)
            markDirty(index, .looksChanged)
            return
        }
        var old = contents.base[Int(oldNumber)]
        let changed = old.hasForm(of: new) ? update.changed : nil
        if let changed { new.takeHalves(of: &old, changed: changed) }
        contents.base[Int(oldNumber)] = new
        contentsUse.remove(old)
        old.release()
        guard let changed else {
            markDirty(index, .looksChanged)
            return
        }
        if changed.isEmpty || node.pointee.ownExtent.isEmpty { return }
        if let extent = screenExtent(ofContentsRect: changed, at: index) {
            forgetKeptPictures(around: index)
            addDamage(extent.intersection(node.pointee.ownExtent), in: index)
        } else {
            markDirty(index, .looksChanged)
        }
    }
}

extension LayerState {
    /// Whether the layer itself is drawn in another way, apart from what its geometry tells.
    fileprivate func hasOtherLooks(than other: LayerState) -> Bool {
        backgroundColor != other.backgroundColor || cornerRadius != other.cornerRadius
            || maskedCorners != other.maskedCorners || borderWidth != other.borderWidth
            || borderColor != other.borderColor || contentsGravity != other.contentsGravity
            || contentsRect != other.contentsRect || contentsCenter != other.contentsCenter
            || contentsScale != other.contentsScale || magnificationFilter != other.magnificationFilter
            || minificationFilter != other.minificationFilter
            || minificationFilterBias != other.minificationFilterBias
            || hasContinuousCorners != other.hasContinuousCorners || isOpaque != other.isOpaque
            || allowsEdgeAntialiasing != other.allowsEdgeAntialiasing || smoothedEdges != other.smoothedEdges
    }
}
