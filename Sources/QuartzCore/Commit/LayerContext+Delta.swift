internal import RenderServer

extension LayerContext {
    /// Seconds after which bitmaps that a layer does not draw into any more are given back.
    private static let spareLifetime = 2.0
    /// Lists longer than this are given back after use; shorter ones keep their memory.
    static let keptListLength = 4096

    /// Writes what has changed into `commit` and begins anew.
    func fill(_ commit: Commit, at time: Double) {
        if !isRootSent, rootLayer.identifier != 0 {
            isRootSent = true
            commit.root = LayerID(rawValue: rootLayer.identifier)
            commit.scale = scale
        }
        if !removed.isEmpty {
            commit.removed.append(contentsOf: removed)
            removed.removeAll(keepingCapacity: true)
        }
        identifiers.commitSent()

        var undrawn = 0
        for index in changed.indices {
            let layer = changed[index].layer
            // A layer that left, or left and came back, has its entry elsewhere or none.
            // One that moved to another screen has a number, and a place in the list, that are of that screen.
            guard layer.context === self, layer.identifier != 0, layer.changeIndex == Int32(index) else { continue }
            write(layer, to: commit, at: time)
            layer.flags.subtract(.changes)
            layer.changeIndex = -1
            if layer.flags.contains(.needsDisplay), !layer.boundsStorage.isEmpty {
                // Marked while it drew: it draws with the next transaction.
                layer.changeIndex = Int32(undrawn)
                changed[undrawn] = Change(layer: layer)
                undrawn += 1
            }
        }
        if changed.count > Self.keptListLength, undrawn == 0 {
            changed = []
            savedStates = []
        } else {
            changed.removeSubrange(undrawn...)
            savedStates.removeAll(keepingCapacity: true)
        }
        savedEffects.removeAll(keepingCapacity: true)
        savedSpecials.removeAll(keepingCapacity: true)
    }

    private func write(_ layer: CALayer, to commit: Commit, at time: Double) {
        let name = LayerID(rawValue: layer.identifier)
        if layer.flags.contains(.stateChanged) {
            let state = layer.renderState
            // A value that was set and set back has not changed.
            if savedState(at: layer.changeIndex) != state {
                commit.states.append(Commit.StateUpdate(layer: name, state: state))
            }
        }
        if layer.flags.contains(.sublayersChanged) {
            let start = commit.sublayerIDs.count
            if let underlay = layer.underlay { commit.sublayerIDs.append(LayerID(rawValue: underlay.identifier)) }
            for sublayer in layer.sublayerStorage where sublayer.context === self {
                commit.sublayerIDs.append(LayerID(rawValue: sublayer.identifier))
            }
            commit.sublayers.append(Commit.SublayersUpdate(parent: name, range: start..<commit.sublayerIDs.count))
        }
        if layer.flags.contains(.contentsChanged) {
            let store = layer.details?.contents as? LayerStore
            // What the render server has is older than this change only if it has been sent some of the same store.
            let part = store?.takeChange()
            let (bitmap, color) = store?.committed ?? (layer.contentsBitmap, 0)
            commit.contents.append(
                Commit.ContentsUpdate(layer: name, bitmap: bitmap, color: color, changed: part))
        }
        if layer.flags.contains(.effectsChanged) { writeEffects(of: layer, to: commit) }
        if layer.flags.contains(.specialChanged) {
            let special = layer.specialContent()
            // A layer that never had any needs not be told that it has none.
            if special != nil || savedSpecial(at: layer.changeIndex) != nil {
                commit.specials.append(Commit.SpecialUpdate(layer: name, special: special))
            }
        }
        if layer.flags.contains(.maskChanged) {
            let mask = layer.maskStorage.flatMap { $0.context === self ? LayerID(rawValue: $0.identifier) : nil }
            commit.masks.append(Commit.MaskUpdate(layer: name, mask: mask))
        }
        if layer.flags.contains(.animationsChanged), let details = layer.details {
            for identifier in details.endedIdentifiers {
                commit.animations.append(.remove(layer: name, identifier: identifier))
            }
            details.endedIdentifiers.removeAll(keepingCapacity: true)
            for attached in details.animations.unsent {
                layer.start(attached, at: time)
                if let transition = attached.animation.layerTransition {
                    commit.transitions.append(Commit.TransitionUpdate(layer: name, transition: transition))
                }
                if !attached.customNames.isEmpty { noteRedrawn(layer) }
                for (number, object) in attached.objects {
                    commit.objects.append(
                        Commit.ObjectUpdate(animation: attached.identifier, number: number, object: object))
                }
                for motion in attached.motions { commit.animations.append(.add(layer: name, motion)) }
                running[attached.identifier] = attached
                noteStart(of: attached, at: time)
            }
        }
    }

    private func writeEffects(of layer: CALayer, to commit: Commit) {
        let shape = layer.details?.look?.shadowShape
        let effects = layer.renderEffects
        // A layer that is new to the render server has none there.
        let old = savedEffects(at: layer.changeIndex) ?? Effects(effects: .none)
        guard effects != old.effects || shape !== old.shadowShape else { return }
        // A path without a shadow waits for an animation that casts one.
        let isNothing = effects == .none && shape == nil
        commit.effects.append(
            Commit.EffectsUpdate(
                layer: LayerID(rawValue: layer.identifier), effects: isNothing ? nil : effects, shadowShape: shape))
    }

    // MARK: Spare bitmaps

    func noteSpares(of store: LayerStore) {
        guard !store.isListed else { return }
        store.isListed = true
        stores.append(WeakStore(store: store))
    }

    /// One at a time: nobody waits for it.
    func dropOldSpares(at time: Double) {
        guard !stores.isEmpty else { return }
        let entry = stores.removeFirst()
        guard let store = entry.store else { return }
        if time - store.lastDrawTime > Self.spareLifetime {
            store.dropSpares()
            store.isListed = false
        } else {
            stores.append(entry)
        }
    }
}
