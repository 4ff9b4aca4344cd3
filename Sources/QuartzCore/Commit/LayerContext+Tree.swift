internal import RenderServer

extension LayerContext {
    /// Gives numbers to layers that came into the tree and takes them from those that left.
    func updateTree() {
        var index = 0
        while index < leaving.count {
            let layer = leaving[index]
            index += 1
            layer.flags.remove(.isLeaving)
            // One that was only moved keeps its number, and with it everything the render server knows of it.
            if layer.context === self, !isInTree(layer) { detach(layer) }
        }
        leaving.removeAll(keepingCapacity: true)

        if rootLayer.context !== self { attach(rootLayer) }
        index = 0
        while index < changed.count {
            let layer = changed[index].layer
            index += 1
            guard layer.context === self else { continue }
            if layer.flags.contains(.sublayersChanged) {
                for sublayer in layer.sublayerStorage where sublayer.context !== self { attach(sublayer) }
            }
            if layer.flags.contains(.maskChanged), let mask = layer.maskStorage, mask.context !== self { attach(mask) }
        }
        if stack.capacity > Self.keptListLength { stack = [] }
    }

    /// Whether drawing has put in layers that have no number yet.
    var hasNewSublayers: Bool {
        changed.contains { change in
            let layer = change.layer
            guard layer.context === self else { return false }
            if layer.flags.contains(.maskChanged), let mask = layer.maskStorage, mask.context !== self { return true }
            return layer.flags.contains(.sublayersChanged)
                && layer.sublayerStorage.contains { $0.context !== self }
        }
    }

    private func isInTree(_ layer: CALayer) -> Bool {
        var top = layer
        while let parent = top.superlayerStorage { top = parent }
        return top === rootLayer
    }

    /// `top` and everything below it that is not here yet.
    private func attach(_ top: CALayer) {
        stack.append(top)
        while let layer = stack.popLast() {
            if layer.context === self { continue }
            if let other = layer.context { other.detach(layer) }
            layer.context = self
            layer.identifier = identifiers.make()
            layer.flags.insert(.stateChanged)
            if !layer.flags.contains(.isPlainClass) || layer.colorStorage?.pattern != nil {
                layer.flags.insert(.specialChanged)
            }
            if !layer.sublayerStorage.isEmpty { layer.flags.insert(.sublayersChanged) }
            if let details = layer.details {
                if let contents = details.contents {
                    layer.flags.insert(.contentsChanged)
                    (contents as? LayerStore)?.forgetTaken()
                }
                if !details.animations.isEmpty { layer.flags.insert(.animationsChanged) }
                if details.look != nil { layer.flags.insert(.effectsChanged) }
                // What another screen ran that is gone runs on here.
                details.endedIdentifiers.removeAll()
                for attached in details.animations { attached.motions = [] }
            }
            note(layer)
            for sublayer in layer.sublayerStorage.reversed() { stack.append(sublayer) }
            if let mask = layer.maskStorage {
                layer.flags.insert(.maskChanged)
                stack.append(mask)
            }
            if let underlay = layer.underlay {
                layer.flags.insert(.sublayersChanged)
                stack.append(underlay)
                noteTiled(layer)
            }
        }
    }

    /// `top` and everything below it that is still here. Their animations end unfinished (fact A-34).
    private func detach(_ top: CALayer) {
        let base = stack.count
        let time = MediaClock.now
        stack.append(top)
        while stack.count > base, let layer = stack.popLast() {
            if layer.context === self {
                removed.append(LayerID(rawValue: layer.identifier))
                identifiers.release(layer.identifier)
                layer.context = nil
                layer.identifier = 0
                layer.changeIndex = -1
                layer.flags.subtract(.changes)
                noteUnseen(layer, at: time)
                if let animations = layer.details?.animations, !animations.isEmpty {
                    for attached in animations { forget(attached) }
                    layer.discardAnimations()
                }
            }
            for sublayer in layer.sublayerStorage { stack.append(sublayer) }
            if let mask = layer.maskStorage { stack.append(mask) }
            if let underlay = layer.underlay { stack.append(underlay) }
        }
    }
}
