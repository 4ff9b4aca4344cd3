internal import Foundation

extension CALayer {
    /// `sublayers`; presentation layers give presentation layers (fact A-110).
    final var visibleSublayers: [CALayer]? {
        guard flags.contains(.isPresentation) else { return sublayerStorage.isEmpty ? nil : sublayerStorage }
        return details?.model?.sublayers?.compactMap { $0.presentation() }
    }

    final var visibleSuperlayer: CALayer? {
        flags.contains(.isPresentation) ? details?.model?.superlayer?.presentation() : superlayerStorage
    }

    private func index(of layer: CALayer) -> Int? {
        // From both ends: lists are emptied from one of them.
        var (low, high) = (0, sublayerStorage.count - 1)
        while low <= high {
            if sublayerStorage[high] === layer { return high }
            if sublayerStorage[low] === layer { return low }
            low += 1
            high -= 1
        }
        return nil
    }

    /// Whether `layer` may become a sublayer, or the mask: not the layer itself nor one above it.
    final func canAdopt(_ layer: CALayer, as role: String = "sublayers") -> Bool {
        guard canSet(role) else { return false }
        guard !layer.flags.contains(.isPresentation) else {
            LayerLog.note("A presentation layer was added to \(label); ignored.")
            return false
        }
        // A layer without sublayers is above nobody: spares the climb for most.
        if layer.sublayerStorage.isEmpty && !layer.flags.contains(.hasMask) && layer !== self { return true }
        var ancestor: CALayer? = self
        while let next = ancestor {
            if next === layer {
                LayerLog.note(
                    role == "mask"
                        ? "\(layer.label) was to mask itself or a layer inside it; ignored."
                        : "\(layer.label) was added to itself or to a layer inside it; ignored.")
                return false
            }
            ancestor = next.superlayerStorage
        }
        return true
    }

    /// Inserts, or moves a layer that is already here. `index` counts as if the layer were not here; too great an index
    /// is the end.
    final func insert(_ layer: CALayer, at index: Int) {
        guard canAdopt(layer) else { return }
        CATransaction.openImplicit()
        let order = action(forStructure: "sublayers")
        if layer.superlayerStorage === self, !layer.flags.contains(.isMask) {
            if let old = self.index(of: layer) { sublayerStorage.remove(at: old) }
            sublayerStorage.insert(layer, at: min(max(index, 0), sublayerStorage.count))
            didChangeSublayers()
        } else {
            layer.leaveSuperlayer()
            // Whoever was asked for actions may have put it elsewhere, or this layer into it.
            guard layer.superlayerStorage == nil, canAdopt(layer) else { return }
            sublayerStorage.insert(layer, at: min(max(index, 0), sublayerStorage.count))
            join(layer)
            didChangeSublayers()
            layer.run(layer.action(forStructure: kCAOnOrderIn), kCAOnOrderIn)
        }
        run(order, "sublayers")
    }

    final func insert(_ layer: CALayer, besides sibling: CALayer?, offset: Int) {
        guard layer !== sibling else { return }
        // A sibling that is none: behind everything, or before it.
        guard let sibling, let index = index(of: sibling) else {
            insert(layer, at: offset == 0 ? 0 : sublayerStorage.count)
            return
        }
        // Taking the layer away moves a later sibling one place forward.
        var place = index + offset
        if layer.superlayerStorage === self, let own = self.index(of: layer), own < index { place -= 1 }
        insert(layer, at: place)
    }

    final func replace(_ old: CALayer, with new: CALayer) {
        guard old !== new, index(of: old) != nil, canAdopt(new) else { return }
        CATransaction.openImplicit()
        let order = action(forStructure: "sublayers")
        old.run(old.action(forStructure: kCAOnOrderOut), kCAOnOrderOut)
        // Asked last, since whoever was asked for actions may have moved layers.
        if new.superlayerStorage !== self || new.flags.contains(.isMask) { new.leaveSuperlayer() }
        guard let index = index(of: old), canAdopt(new),
            new.superlayerStorage == nil || new.superlayerStorage === self
        else { return }
        part(from: old)
        var place = index
        if new.superlayerStorage === self, let own = self.index(of: new) {
            sublayerStorage.remove(at: index)
            sublayerStorage.remove(at: own < index ? own : own - 1)
            if own < index { place -= 1 }
            sublayerStorage.insert(new, at: place)
        } else {
            sublayerStorage[place] = new
            join(new)
        }
        didChangeSublayers()
        new.run(new.action(forStructure: kCAOnOrderIn), kCAOnOrderIn)
        run(order, "sublayers")
    }

    final func leaveSuperlayer() {
        guard canSet("superlayer"), let parent = superlayerStorage else { return }
        if flags.contains(.isMask) { return parent.setMask(nil) }
        CATransaction.openImplicit()
        let order = parent.action(forStructure: "sublayers")
        run(action(forStructure: kCAOnOrderOut), kCAOnOrderOut)
        // Whoever was asked for actions may have moved layers.
        guard superlayerStorage === parent, let index = parent.index(of: self) else { return }
        parent.part(from: self)
        parent.sublayerStorage.remove(at: index)
        parent.didChangeSublayers()
        parent.run(order, "sublayers")
    }

    final func setSublayers(_ layers: [CALayer]) {
        guard canSet("sublayers") else { return }
        let kept = Set(layers.map(ObjectIdentifier.init))
        for layer in sublayerStorage.reversed() where !kept.contains(ObjectIdentifier(layer)) {
            layer.leaveSuperlayer()
        }
        for (index, layer) in layers.enumerated() {
            if index < sublayerStorage.count, sublayerStorage[index] === layer { continue }
            insert(layer, at: index)
        }
    }

    /// Sets the link up. Layers below that wait for layout are found from above.
    final func join(_ layer: CALayer) {
        layer.superlayerStorage = self
        if layer.flags.contains(.subtreeNeedsLayout) { climbForLayout() }
    }

    /// Clears the link up, before the layer is taken out of the list.
    final func part(from layer: CALayer) {
        layer.superlayerStorage = nil
        if layer.identifier != 0 { layer.context?.noteLeaving(layer) }
    }

    private func didChangeSublayers() {
        flags.remove(.sublayersAreOwned)
        noteChange(.sublayersChanged)
        markForLayout()
    }

    final func action(forStructure event: String) -> (any CAAction)? {
        mayHaveAction ? prepareAction(forKey: event) : nil
    }
}
