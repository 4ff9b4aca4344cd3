internal import Foundation

/// A layer's mask hangs below it like a sublayer, but is none (fact D-83).
extension CALayer {
    final var visibleMask: CALayer? {
        guard flags.contains(.isPresentation) else { return details?.look?.mask }
        return details?.model?.mask?.presentation()
    }

    final func setMask(_ new: CALayer?) {
        let old = details?.look?.mask
        guard new !== old, canSet("mask") else { return }
        if let new {
            guard canAdopt(new, as: "mask") else { return }
            if new.superlayerStorage != nil {
                LayerLog.note("\(new.label) became a mask and left its superlayer: a mask has no other.")
                new.leaveSuperlayer()
            }
        }
        let action = willChange("mask", .maskChanged)
        if let old { old.run(old.action(forStructure: kCAOnOrderOut), kCAOnOrderOut) }
        // Whoever was asked for actions may have moved either.
        guard details?.look?.mask === old else { return didChangeObserved("mask") }
        if let new {
            guard new.superlayerStorage == nil, canAdopt(new, as: "mask") else { return didChangeObserved("mask") }
        }
        if let old {
            old.flags.remove(.isMask)
            part(from: old)
        }
        made.madeLook.mask = new
        flags.set(.hasMask, new != nil)
        if let new {
            new.flags.insert(.isMask)
            join(new)
            new.run(new.action(forStructure: kCAOnOrderIn), kCAOnOrderIn)
        }
        run(action, "mask")
    }

    /// The mask of a layer that has one, which the layout and the commit look for in many layers.
    nonisolated final var maskStorage: CALayer? {
        flags.contains(.hasMask) ? details?.look?.mask : nil
    }
}
