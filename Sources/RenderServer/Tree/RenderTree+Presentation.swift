internal import Motion

extension RenderTree {
    /// Shows a value that an animation made, and marks what follows if it differs from the one shown.
    func presentValue(_ value: MotionValue, of property: LayerKey, at index: Int32) {
        let node = nodes.base + Int(index)
        switch (property, value) {
        case (.bounds, .vector4(let value)):
            if node.pointee.bounds == value { return }
            node.pointee.bounds = value
            if node.pointee.specialKind == .replicator { replicatorChanged(index) }
            markDirty(index, node.pointee.orientation.isAligned ? [] : .looksChanged)
        case (.position, .vector2(let value)):
            if node.pointee.position == value { return }
            node.pointee.position = value
            markDirty(index)
        case (.anchorPoint, .vector2(let value)):
            if node.pointee.anchorPoint == value { return }
            node.pointee.anchorPoint = value
            if node.pointee.specialKind == .replicator { replicatorChanged(index) }
            markDirty(index)
        case (.zPosition, .number(let value)):
            if node.pointee.zPosition == value { return }
            node.pointee.zPosition = value
            markDirty(index)
            reorder(around: index)
        case (.opacity, .number(let value)):
            if node.pointee.opacity == Float(value) { return }
            node.pointee.opacity = Float(value)
            markDirty(index)
        case (.isHidden, .number(let value)):
            let isHidden = value >= 0.5
            if node.pointee.traits.contains(.isHidden) == isHidden { return }
            node.pointee.traits.formSymmetricDifference(.isHidden)
            markDirty(index)
        case (.backgroundColor, .color(let value)):
            if node.pointee.backgroundColor == value { return }
            node.pointee.backgroundColor = value
            markDirty(index, .looksChanged)
        case (.borderColor, .color(let value)):
            if node.pointee.borderColor == value { return }
            node.pointee.borderColor = value
            markDirty(index, .looksChanged)
        case (.cornerRadius, .number(let value)):
            if node.pointee.cornerRadius == value { return }
            node.pointee.cornerRadius = value
            markDirty(index, .looksChanged)
        case (.borderWidth, .number(let value)):
            if node.pointee.borderWidth == value { return }
            node.pointee.borderWidth = value
            markDirty(index, .looksChanged)
        case (.contentsScale, .number(let value)):
            if node.pointee.contentsScale == value { return }
            node.pointee.contentsScale = value
            markDirty(index, .looksChanged)
        default:
            presentExtra(value, of: property, at: index)
        }
    }

    private func presentExtra(_ value: MotionValue, of property: LayerKey, at index: Int32) {
        if property.family != .state {
            presentRare(value, of: property, at: index)
            return
        }
        let old = extrasOf(nodes.base + Int(index))
        var new = old
        var flags: NodeFlags = []
        switch (property, value) {
        case (.transform, .matrix(let value)): new.transform = value
        case (.anchorPointZ, .number(let value)): new.anchorPointZ = value
        case (.sublayerTransform, .matrix(let value)):
            new.sublayerTransform = value
            flags = .sublayersMoved
        case (.contentsRect, .vector4(let value)):
            new.contentsRect = value
            flags = .looksChanged
        case (.contentsCenter, .vector4(let value)):
            new.contentsCenter = value
            flags = .looksChanged
        default: return
        }
        if new == old { return }
        setExtras(new, of: index, old: old)
        markDirty(index, flags)
    }
}
