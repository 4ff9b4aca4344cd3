internal import Motion

/// Replicator layers: each has a node for every instance between itself and its sublayers. The first holds the sublayers,
/// the others copies of them.
extension RenderTree {
    /// The node whose children are a layer's sublayers.
    @inline(__always)
    func sublayerHolder(of index: Int32) -> Int32 {
        guard nodes.base[Int(index)].specialKind == .replicator, let wrapper = replicators[index]?.wrappers.first
        else { return index }
        return wrapper
    }

    /// The sublayers of a node are others: so are those of its copies.
    func sublayersChanged(in holder: Int32) {
        forEachCopy(of: holder) { copy in
            guard exists(copy) else { return }
            let source = instances.base[Int(copy)].source
            if source != NodeLinks.none { copySublayers(of: source, to: copy) }
        }
    }

    /// Something of a replicator changed, or a layer became one or is none any more.
    func replicatorChanged(_ index: Int32) { staleReplicators.append(index) }

    /// Makes the instances of all replicators that changed what they should be.
    func settleReplicators() {
        // Copying a replicator makes another stale one.
        while let index = staleReplicators.popLast() {
            guard exists(index) else { continue }
            if nodes.base[Int(index)].specialKind == .replicator,
                case .replicator(let content) = special(index).pointee.shown
            {
                copyDepth += 1
                settle(index, content)
                copyDepth -= 1
            } else {
                dissolve(index)
            }
        }
    }

    private func settle(_ index: Int32, _ content: ReplicatorContent) {
        var wrappers = replicators[index]?.wrappers ?? []
        let old = wrappers
        if wrappers.isEmpty {
            // A copied replicator's sublayers are copies of those of its source.
            let source = Int(index) < instances.count ? instances.base[Int(index)].source : NodeLinks.none
            let holder = source == NodeLinks.none ? NodeLinks.none : replicators[source]?.wrappers.first
            guard let first = makeCopyNode(of: holder ?? NodeLinks.none) else { return }
            wrappers.append(first)
            if let holder, holder != NodeLinks.none {
                copySublayers(of: holder, to: first)
            } else {
                let ids = children(of: index).sorted {
                    nodes.base[Int($0)].listPosition < nodes.base[Int($1)].listPosition
                }
                .map { LayerID(rawValue: UInt32(bitPattern: $0)) }
                replaceSublayers(of: first, ids, 0..<ids.count)
            }
        }
        let count = max(1, content.count)
        while wrappers.count < count, let made = makeCopyNode(of: wrappers[0]) {
            wrappers.append(made)
            copySublayers(of: wrappers[0], to: made)
        }
        let surplus = wrappers.count > count ? Array(wrappers[count...]) : []
        wrappers.removeLast(surplus.count)
        if wrappers != old {
            replicators[index] = ReplicatorCopies(wrappers: wrappers)
            let ids = wrappers.map { LayerID(rawValue: UInt32(bitPattern: $0)) }
            replaceSublayers(of: index, ids, 0..<ids.count)
        }
        for wrapper in surplus { destroyCopies(at: wrapper) }
        place(wrappers, of: index, content)
    }

    /// Each wrapper gets its transform about the replicator's anchor point, its clock and its colour.
    private func place(_ wrappers: [Int32], of index: Int32, _ content: ReplicatorContent) {
        let anchor = nodes.base[Int(index)].anchor
        var transform = Matrix4.identity
        for (number, wrapper) in wrappers.enumerated() {
            let color = content.color + content.colorOffset * Float(number)
            let tint = premultiplied(color.clamped(lowerBound: .zero, upperBound: .one))
            var state = LayerState()
            state.bounds = SIMD4(anchor.x, anchor.y, 0, 0)
            state.position = anchor
            state.anchorPoint = .zero
            state.transform = transform
            state.allowsGroupOpacity = false
            state.isHidden = content.count < 1 || tint == 0
            state.isTransformLayer = content.preservesDepth
            let delay = content.delay * Double(number)
            state.beginTime = delay.isFinite ? delay : 0
            present(state, at: wrapper)
            let extra = ensureExtras(wrapper)
            let newTint = tint == .max ? 0 : tint
            if extras.base[extra].tint != newTint {
                extras.base[extra].tint = newTint
                markDirty(wrapper, .subtreeChanged)
            }
            transform = transform.concatenating(content.transform)
        }
    }

    /// The layer is no replicator any more: its sublayers come back to it.
    private func dissolve(_ index: Int32) {
        guard let wrappers = replicators.removeValue(forKey: index)?.wrappers, let first = wrappers.first else {
            return
        }
        let ids = children(of: first).sorted { nodes.base[Int($0)].listPosition < nodes.base[Int($1)].listPosition }
            .map { LayerID(rawValue: UInt32(bitPattern: $0)) }
        copyDepth += 1
        replaceSublayers(of: index, ids, 0..<ids.count)
        copyDepth -= 1
        for wrapper in wrappers { destroyCopies(at: wrapper) }
        // What copied the replicator copies a plain layer now.
        sublayersChanged(in: index)
    }

    /// The replicator leaves: what it made goes with it, its sublayers stay as layers without a superlayer.
    func removeInstances(of index: Int32) {
        guard let wrappers = replicators.removeValue(forKey: index)?.wrappers else { return }
        for (number, wrapper) in wrappers.enumerated() {
            if number == 0 {
                for child in children(of: wrapper) { unlink(child) }
            }
            destroyCopies(at: wrapper)
        }
    }

    /// The model takes a number that a copy has: all copies are given up and made again with other numbers.
    func giveUpCopies() {
        endAllTransitions()
        let all = replicators.keys.filter { !links.base[Int($0)].flags.contains(.isCopy) }
        for index in all.sorted() {
            dissolve(index)
            staleReplicators.append(index)
        }
        nextCopy = Int32(clamping: links.count * 2)
        freeCopies.removeAll()
    }
}
