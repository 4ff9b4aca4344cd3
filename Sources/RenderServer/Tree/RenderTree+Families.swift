internal import Motion

/// A layer's effects: as committed, and as animations show them.
struct EffectsRecord {
    var model = LayerEffects.none
    var shown = LayerEffects.none
    /// What is shown of `modelShadowShape` and what animations make of it.
    var shadowShape: (any LayerShape)?
    /// Only of a layer that is rasterised now.
    var raster: RasterPicture?
    /// Why it is not, though it should be.
    var refusal: RenderTree.RasterRefusal?
    var modelShadowShape: (any LayerShape)?
    var shadowBlend = MotionBlend()

    // MARK: Derived by the geometry pass

    var placed = PlacedEffects()
    /// What the layer's picture is cut to where it is drawn.
    var clip = ScreenRect.empty
    /// What the layer's and its sublayers' drawing is cut to: more, where pixels outside reach into it.
    var contentClip = ScreenRect.empty
    /// What the layer and its sublayers draw, before effects.
    var contentExtent = ScreenRect.empty
    /// What the shadow of a rectangle or an outline was made from, and where it falls.
    var shadowForm = ShadowForm()
    var shadowExtent = ScreenRect.empty
    /// Another effect than before, since the last pass.
    var isAnew = false
}

/// What decides the shadow of a rectangle or an outline.
struct ShadowForm: Equatable {
    var source = PlacedEffects.ShadowSource.none
    var colour: UInt32 = 0
    var blur = PlanarBlur.none
    var x: Int32 = 0
    var y: Int32 = 0
    var rect = ScreenRect.empty
    var radius = 0.0
    var corners = LayerCorners.all
    /// Only for an outline.
    var world = Affine()
    var outline: ObjectIdentifier?
}

extension RenderTree {
    // MARK: Finding

    /// The number of the layer's record in `effects`; -1 for none.
    @inline(__always)
    func effectsNumber(_ index: Int32) -> Int32 {
        let number = nodes.base[Int(index)].extras
        return number < 0 ? -1 : extras.base[Int(number)].effects
    }

    /// The number of the layer's record in `specials`; -1 for none.
    @inline(__always)
    func specialNumber(_ index: Int32) -> Int32 {
        let number = nodes.base[Int(index)].extras
        return number < 0 ? -1 : extras.base[Int(number)].special
    }

    /// The layer's extras, made if there are none. The number stays while the layer lives; making them may move all
    /// others, so ask for the number before `extras.base`.
    func ensureExtras(_ index: Int32) -> Int {
        let number = nodes.base[Int(index)].extras
        if number >= 0 { return Int(number) }
        let made = extras.insert(.none)
        nodes.base[Int(index)].extras = made
        return Int(made)
    }

    /// The number of the layer's record in `effects`, made if there is none.
    func ensureEffects(_ index: Int32) -> Int32 {
        let number = effectsNumber(index)
        if number >= 0 { return number }
        let made = effects.insert(EffectsRecord())
        let extra = ensureExtras(index)
        extras.base[extra].effects = made
        // Even one that changes nothing has to be placed.
        markDirty(index)
        return made
    }

    /// The layer goes, and with it what only few layers have.
    func dropRareRecords(_ extrasNumber: Int32) {
        let extra = extras.base + Int(extrasNumber)
        if extra.pointee.effects >= 0 {
            effects.base[Int(extra.pointee.effects)] = EffectsRecord()
            effects.remove(extra.pointee.effects)
        }
        if extra.pointee.special >= 0 {
            specials.base[Int(extra.pointee.special)] = .empty
            specials.remove(extra.pointee.special)
        }
    }

    // MARK: Commits

    func setEffects(_ index: Int32, _ new: LayerEffects?, shadowShape: (any LayerShape)?) {
        ensure(index)
        if new == nil, effectsNumber(index) < 0 { return }
        let number = ensureEffects(index)
        // The record is kept even when nothing is special any more: an animation may be on its way through.
        let record = effects.base + Int(number)
        let model = new ?? .none
        if record.pointee.model == model, record.pointee.modelShadowShape === shadowShape { return }
        var shown = model
        keepDriven(.effects, at: index) { property in
            if let value = record.pointee.shown.value(of: property) { shown.setValue(value, of: property) }
        }
        record.pointee.model = model
        record.pointee.shown = shown
        if record.pointee.modelShadowShape !== shadowShape {
            record.pointee.modelShadowShape = shadowShape
            // An animation of it is looked at again.
            record.pointee.shadowBlend = MotionBlend()
            nextAnimationTime = -.infinity
            record.pointee.shadowShape = shadowShape
            // The next outline may come to lie where this one was.
            record.pointee.shadowForm.outline = nil
        }
        // What differs on the screen is found when they are placed.
        markDirty(index)
    }

    func setSpecial(_ index: Int32, _ new: LayerSpecial?) {
        ensure(index)
        let number = specialNumber(index)
        if nodes.base[Int(index)].specialKind == .replicator { replicatorChanged(index) }
        guard let new else {
            if number < 0 { return }
            specials.base[Int(number)] = .empty
            specials.remove(number)
            let extra = ensureExtras(index)
            extras.base[extra].special = -1
            nodes.base[Int(index)].specialKind = .none
            markDirty(index, .looksChanged)
            return
        }
        var record = SpecialRecord(new)
        if number >= 0 {
            let old = specials.base + Int(number)
            keepDriven(.special, at: index) { property in
                if let value = old.pointee.shown.value(of: property) { record.shown.setValue(value, of: property) }
            }
            record.takeMemory(of: old.pointee)
            old.pointee = record
        } else {
            let made = specials.insert(record)
            let extra = ensureExtras(index)
            extras.base[extra].special = made
        }
        nodes.base[Int(index)].specialKind = SpecialKind(new)
        switch SpecialKind(new) {
        case .replicator: replicatorChanged(index)
        case .emitter:
            if !emitters.contains(index) { emitters.append(index) }
            nextAnimationTime = -.infinity
        default: break
        }
        markDirty(index, .looksChanged)
    }

    /// Calls `body` with the properties of a family that animations drive now: what they show stays until they are
    /// evaluated again, the rest follows the model at once.
    private func keepDriven(_ family: LayerKey.Family, at index: Int32, _ body: (LayerKey) -> Void) {
        let animated = nodes.base[Int(index)].animated
        guard animated >= 0 else { return }
        let driven = animatedLayers.base[Int(animated)].driven
        for key in LayerKey.properties where key.family == family && driven.contains(key) { body(key) }
        nextAnimationTime = -.infinity
    }

    // MARK: Animations

    /// The committed value of a whole property of an animated layer; nil if the layer has no such property.
    func modelValue(of property: LayerKey, _ record: UnsafePointer<AnimatedLayer>) -> MotionValue? {
        switch property.family {
        case .state:
            return layerModels.base[Int(record.pointee.model)].value(of: property)
        case .effects:
            // Every layer may be given a shadow, one that never had effects too.
            let number = effectsNumber(record.pointee.layer)
            let model = number < 0 ? LayerEffects.none : effects.base[Int(number)].model
            return model.value(of: property)
        case .special:
            let number = specialNumber(record.pointee.layer)
            return number < 0 ? nil : specials.base[Int(number)].model.value(of: property)
        case .object:
            if property == .path, nodes.base[Int(record.pointee.layer)].specialKind != .shape { return nil }
            return .blend(MotionBlend())
        case .custom:
            return nil
        case .transition:
            return transitionNodes[record.pointee.layer] == nil ? nil : .number(1)
        }
    }

    /// Shows an animated value of a family that few layers have.
    func presentRare(_ value: MotionValue, of property: LayerKey, at index: Int32) {
        switch property.family {
        case .state:
            return
        case .effects:
            let number = effectsNumber(index)
            let old = number < 0 ? .none : effects.base[Int(number)].shown
            var new = old
            new.setValue(value, of: property)
            if new == old { return }
            let made = ensureEffects(index)
            effects.base[Int(made)].shown = new
            markDirty(index)
        case .special:
            let number = specialNumber(index)
            guard number >= 0, specials.base[Int(number)].shown.value(of: property) != value else { return }
            specials.base[Int(number)].shown.setValue(value, of: property)
            if property == .colors || property == .locations { specials.base[Int(number)].table = nil }
            if nodes.base[Int(index)].specialKind == .replicator { replicatorChanged(index) }
            markDirty(index, .looksChanged)
        case .object:
            if case .blend(let blend) = value { presentObject(blend, of: property, at: index) }
        case .custom:
            return
        case .transition:
            if case .number(let progress) = value { presentTransition(progress, of: index) }
        }
    }
}
