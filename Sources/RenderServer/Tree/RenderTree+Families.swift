internal import Motion

/// A layer's effects: as committed, and as animations show them.
struct EffectsRecord {
    var model = LayerEffects()
    var shown = LayerEffects()
    /// Retained by the record.
    var shadowShape: Unmanaged<AnyObject>?
}

/// What a layer of a special class shows: as committed, and as animations show it.
struct SpecialRecord {
    var model: LayerSpecial
    var shown: LayerSpecial
}

extension RenderTree {
    /// The committed value of a whole property of an animated layer; nil if the layer has no such property.
    func modelValue(of property: LayerKey, _ record: UnsafePointer<AnimatedLayer>) -> MotionValue? {
        switch property.family {
        case .state: return record.pointee.model.value(of: property)
        case .effects: return effects(of: record.pointee.layer)?.model.value(of: property)
        case .special: return special(of: record.pointee.layer)?.model.value(of: property)
        }
    }

    func effects(of index: Int32) -> EffectsRecord? { effectsRecords[index] }
    func special(of index: Int32) -> SpecialRecord? { specialRecords[index] }

    /// Shows an animated value of a family that few layers have.
    func presentRare(_ value: MotionValue, of property: LayerKey, at index: Int32) {
        switch property.family {
        case .state: return
        case .effects:
            guard let old = effectsRecords[index]?.shown else { return }
            var new = old
            new.setValue(value, of: property)
            if new == old { return }
            effectsRecords[index]?.shown = new
            markDirty(index, .looksChanged)
        case .special:
            guard let old = specialRecords[index]?.shown, old.value(of: property) != value else { return }
            specialRecords[index]?.shown.setValue(value, of: property)
            markDirty(index, .looksChanged)
        }
    }
}
