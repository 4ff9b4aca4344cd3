internal import Motion
internal import Raster

/// Copies of nodes, kept in step with what they are copies of.
extension RenderTree {
    /// Nodes that may be copies, of all replicators together. A replicator in a replicator multiplies them.
    static let copyLimit = 16_384

    /// Calls `body` for every copy of a node, copies of copies too.
    @inline(__always)
    func forEachCopy(of index: Int32, _ body: (Int32) -> Void) {
        // Most trees have no copies at all.
        if copyCount == 0 || Int(index) >= instances.count || instances.base[Int(index)].first == NodeLinks.none {
            return
        }
        copyDepth += 1
        defer { copyDepth -= 1 }
        for copy in copies(of: index) { body(copy) }
    }

    /// All copies, those nearest to the source first.
    func copies(of index: Int32) -> [Int32] {
        var found: [Int32] = []
        var from = index
        var position = 0
        while true {
            if Int(from) < instances.count {
                var copy = instances.base[Int(from)].first
                while copy != NodeLinks.none {
                    found.append(copy)
                    copy = instances.base[Int(copy)].next
                }
            }
            if position == found.count { return found }
            from = found[position]
            position += 1
        }
    }

    // MARK: One copy

    /// A node nobody else has a number for; nil when there are too many.
    func makeCopyNode(of source: Int32) -> Int32? {
        guard copyCount < Self.copyLimit else {
            if refusedCopyCount == 0 {
                reportOnce("replicator layers make more than \(Self.copyLimit) copies; the rest is not drawn")
            }
            refusedCopyCount += 1
            return nil
        }
        copyCount += 1
        var index = NodeLinks.none
        while index == NodeLinks.none, let free = freeCopies.popLast() {
            // The model may have taken the number in the meantime.
            if !exists(free) { index = free }
        }
        if index == NodeLinks.none {
            // Far from the numbers that the model hands out, lowest first.
            if nextCopy < 0 { nextCopy = Int32(clamping: links.count + 512) }
            while exists(nextCopy) { nextCopy += 1 }
            index = nextCopy
            nextCopy += 1
        }
        ensure(index)
        links.base[Int(index)].flags.insert(.isCopy)
        if source != NodeLinks.none { connect(index, to: source) }
        return index
    }

    private func connect(_ copy: Int32, to source: Int32) {
        instances.extend(to: links.count, with: InstanceLinks())
        instances.base[Int(copy)] = InstanceLinks(source: source, next: instances.base[Int(source)].first)
        instances.base[Int(source)].first = copy
    }

    /// The node goes: copies of it are copies of nothing, and it is none itself.
    func disconnect(_ index: Int32) {
        guard Int(index) < instances.count else { return }
        let link = instances.base[Int(index)]
        var copy = link.first
        while copy != NodeLinks.none {
            let next = instances.base[Int(copy)].next
            instances.base[Int(copy)].source = NodeLinks.none
            instances.base[Int(copy)].next = NodeLinks.none
            copy = next
        }
        if link.source != NodeLinks.none {
            var before = instances.base[Int(link.source)].first
            if before == index {
                instances.base[Int(link.source)].first = link.next
            } else {
                while instances.base[Int(before)].next != index { before = instances.base[Int(before)].next }
                instances.base[Int(before)].next = link.next
            }
        }
        instances.base[Int(index)] = InstanceLinks()
    }

    /// Everything of a node but its sublayers.
    private func copyValues(of source: Int32, to copy: Int32) {
        let animated = nodes.base[Int(source)].animated
        let state =
            animated >= 0
            ? layerModels.base[Int(animatedLayers.base[Int(animated)].model)] : presentationState(at: source)
        present(state, at: copy)
        let contentsNumber = nodes.base[Int(source)].contents
        if contentsNumber >= 0 {
            let record = contents.base[Int(contentsNumber)].copied()
            contentsUse.add(record)
            nodes.base[Int(copy)].contents = contents.insert(record)
            markDirty(copy, .looksChanged)
        }
        let effectsNumber = effectsNumber(source)
        if effectsNumber >= 0 {
            let record = effects.base[Int(effectsNumber)]
            setEffects(copy, record.model, shadowShape: record.modelShadowShape)
        }
        if nodes.base[Int(source)].specialKind != .none { setSpecial(copy, special(source).pointee.model) }
        guard animated >= 0 else { return }
        var number = animatedLayers.base[Int(animated)].first
        while number != NodeLinks.none {
            add(animations.base[Int(number)].animation, to: copy, isSilent: true)
            number = animations.base[Int(number)].next
        }
    }

    // MARK: Sublayers

    /// Makes the sublayers of `target` copies of those of `source`, and so on below. Copies that are there already stay.
    func copySublayers(of source: Int32, to target: Int32) {
        copyDepth += 1
        defer { copyDepth -= 1 }
        var open = [(source, target)]
        while let (source, target) = open.popLast() {
            var wanted: [(position: Int32, copy: Int32)] = []
            var place = firstSublayer(of: source)
            while place != NodeLinks.none {
                // Copies do not pass from one picture to another, they show the new one.
                let child = layer(behind: place)
                if let copy = copy(of: child, in: target) {
                    wanted.append((nodes.base[Int(place)].listPosition, copy))
                } else if let copy = makeCopyNode(of: child) {
                    copyValues(of: child, to: copy)
                    copyMask(of: child, to: copy)
                    // A replicator's sublayers are its own matter.
                    if nodes.base[Int(child)].specialKind != .replicator { open.append((child, copy)) }
                    wanted.append((nodes.base[Int(place)].listPosition, copy))
                }
                place = links.base[Int(place)].next
            }
            wanted.sort { $0.position < $1.position }
            let ids = wanted.map { LayerID(rawValue: UInt32(bitPattern: $0.copy)) }
            let old = children(of: target)
            replaceSublayers(of: target, ids, 0..<ids.count)
            for child in old where links.base[Int(child)].parent != target { destroyCopies(at: child) }
        }
    }

    private func copy(of source: Int32, in parent: Int32) -> Int32? {
        guard Int(source) < instances.count else { return nil }
        var copy = instances.base[Int(source)].first
        while copy != NodeLinks.none {
            if links.base[Int(copy)].parent == parent { return copy }
            copy = instances.base[Int(copy)].next
        }
        return nil
    }

    /// Gives a copy a copy of its source's mask, or takes away the one it has.
    func copyMask(of source: Int32, to target: Int32) {
        guard exists(source), exists(target) else { return }
        let mask = self.mask(of: source)
        let old = self.mask(of: target)
        if mask != NodeLinks.none, old != NodeLinks.none, instances.base[Int(old)].source == mask { return }
        if old != NodeLinks.none { destroyCopies(at: old) }
        guard mask != NodeLinks.none else { return }
        copyDepth += 1
        defer { copyDepth -= 1 }
        guard let copy = makeCopyNode(of: mask) else { return }
        copyValues(of: mask, to: copy)
        setMask(of: target, copy)
        copyMask(of: mask, to: copy)
        if nodes.base[Int(mask)].specialKind != .replicator { copySublayers(of: mask, to: copy) }
    }

    /// Without its mask.
    func children(of index: Int32) -> [Int32] {
        var found: [Int32] = []
        var child = firstSublayer(of: index)
        while child != NodeLinks.none {
            found.append(child)
            child = links.base[Int(child)].next
        }
        return found
    }

    /// Removes a copy and everything below it, all of which are copies.
    func destroyCopies(at top: Int32) {
        guard exists(top), links.base[Int(top)].flags.contains(.isCopy) else { return }
        var all = [top]
        var position = 0
        while position < all.count {
            all += children(of: all[position])
            if mask(of: all[position]) != NodeLinks.none { all.append(mask(of: all[position])) }
            position += 1
        }
        for index in all where links.base[Int(index)].flags.contains(.isCopy) {
            replicators[index] = nil
            remove(index)
            copyCount -= 1
            freeCopies.append(index)
        }
    }
}
