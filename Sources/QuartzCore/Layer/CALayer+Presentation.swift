internal import CoreGraphics
internal import Foundation
internal import Motion
internal import RenderServer

extension CALayer {
    /// The state that was last committed: what it is now, or was before this transaction's changes.
    private var committedState: LayerState {
        if changeIndex >= 0, let state = context?.savedState(at: changeIndex) { return state }
        return renderState
    }

    /// The state on screen at media time `time`.
    private func presentedState(at time: Double) -> LayerState {
        var state = committedState
        guard let animations = details?.animations, !animations.isEmpty else { return state }
        let local = localTime(fromMedia: time)
        for motion in animations.lazy.flatMap(\.motions) {
            let property = motion.key.property
            guard property.family == .state else { continue }
            var value = state.value(of: property)
            motion.apply(to: &value, at: local)
            state.setValue(value, of: property)
        }
        return state
    }

    private func presentedEffects(at time: Double) -> LayerEffects {
        var effects = renderEffects
        if changeIndex >= 0, let saved = context?.savedEffects(at: changeIndex) { effects = saved.effects }
        guard let animations = details?.animations, !animations.isEmpty else { return effects }
        let local = localTime(fromMedia: time)
        for motion in animations.lazy.flatMap(\.motions) {
            guard var value = effects.value(of: motion.key.property) else { continue }
            motion.apply(to: &value, at: local)
            effects.setValue(value, of: motion.key.property)
        }
        return effects
    }

    private func presentedSpecial(at time: Double) -> LayerSpecial? {
        if flags.contains(.isPlainClass) { return nil }
        let saved = changeIndex >= 0 ? context?.savedSpecial(at: changeIndex) : nil
        guard var special = saved ?? specialContent() else { return nil }
        guard let animations = details?.animations, !animations.isEmpty else { return special }
        let local = localTime(fromMedia: time)
        for motion in animations.lazy.flatMap(\.motions) {
            guard var value = special.value(of: motion.key.property) else { continue }
            motion.apply(to: &value, at: local)
            special.setValue(value, of: motion.key.property)
        }
        if case .shape(var content) = special {
            content.shape = presentedOutline(of: .path, content.shape as? PathShape, at: local)
            special = .shape(content)
        }
        return special
    }

    final func presentedValue(for property: LayerKey) -> MotionValue {
        let now = MediaClock.now
        switch property.family {
        case .state: return presentedState(at: now).value(of: property)
        case .effects: return presentedEffects(at: now).value(of: property) ?? .number(0)
        case .special: return presentedSpecial(at: now)?.value(of: property) ?? .number(0)
        case .object: return .blend(MotionBlend())
        case .custom, .transition: return .number(0)
        }
    }

    /// Fact A-110.
    final func makePresentation() -> CALayer? {
        if flags.contains(.isPresentation) { return self }
        guard identifier != 0, context != nil else { return nil }
        let now = MediaClock.now
        let copy = makePresentationCopy()
        if let special = presentedSpecial(at: now) { copy.take(special, of: self) }
        copy.take(presentedEffects(at: now), of: self)
        copy.take(presentedState(at: now), of: self)
        if !flags.contains(.isPlainClass) { copy.takeCustomValues(presentedCustomValues(at: now), of: self) }
        return copy
    }

    /// Becomes a presentation layer of `model` that shows `state`.
    private func take(_ state: LayerState, of model: CALayer) {
        boundsStorage = CGRect(state.bounds)
        positionStorage = CGPoint(state.position)
        opacityStorage = state.opacity
        colorStorage = Self.color(state.backgroundColor, like: model.colorStorage)
        flags = model.flags.intersection([
            .isOpaque, .redrawsOnBoundsChange, .isTransformLayer, .drawsAsynchronously,
        ])
        flags.set(.isHidden, state.isHidden)
        flags.set(.masksToBounds, state.masksToBounds)
        flags.set(.isSingleSided, !state.isDoubleSided)
        flags.set(.forbidsGroupOpacity, !state.allowsGroupOpacity)
        flags.set(.smoothsEdges, state.allowsEdgeAntialiasing)
        flags.set(.isGeometryFlipped, state.isGeometryFlipped)

        let details = made
        details.anchorPoint = CGPoint(state.anchorPoint)
        details.cornerRadius = CGFloat(state.cornerRadius)
        details.maskedCorners = CACornerMask(rawValue: UInt(state.maskedCorners.rawValue))
        details.borderWidth = CGFloat(state.borderWidth)
        details.borderColor = Self.color(state.borderColor, like: model.borderColor)
        details.contentsGravity = state.contentsGravity
        details.contentsScale = CGFloat(state.contentsScale)
        details.magnificationFilter = state.magnificationFilter
        details.minificationFilter = state.minificationFilter
        if state.hasContinuousCorners { details.madeLook.cornerCurve = .continuous }
        if state.smoothedEdges != .all { details.madeLook.smoothedEdges = model.edgeAntialiasingMask }
        if state.minificationFilterBias != 0 { details.madeLook.minificationFilterBias = state.minificationFilterBias }
        details.contents = model.details?.contents
        details.name = model.details?.name
        details.values = model.details?.values
        details.model = model
        let depth = details.madeDepth
        depth.transform = state.transform
        depth.sublayerTransform = state.sublayerTransform
        depth.anchorPointZ = CGFloat(state.anchorPointZ)
        depth.zPosition = CGFloat(state.zPosition)
        let slice = details.madeSlice
        slice.rect = CGRect(state.contentsRect)
        slice.center = CGRect(state.contentsCenter)
        var timing = model.timing
        timing.beginTime = state.beginTime
        timing.speed = state.speed
        timing.timeOffset = state.timeOffset
        details.madeTiming.timing = timing
        // Last: from here on it takes no values.
        flags.insert(.isPresentation)
    }

    private func take(_ effects: LayerEffects, of model: CALayer) {
        guard let from = model.details?.look else { return }
        let look = made.madeLook
        look.shadowColor = Self.color(effects.shadowColor, like: from.shadowColor)
        look.shadowOpacity = effects.shadowOpacity
        look.shadowOffset = CGSize(width: effects.shadowOffset.x, height: effects.shadowOffset.y)
        look.shadowRadius = CGFloat(effects.shadowRadius)
        look.shadowPath = from.shadowPath
        let saved = model.changeIndex >= 0 ? model.context?.savedEffects(at: model.changeIndex)?.shadowShape : nil
        let now = model.localTime(fromMedia: MediaClock.now)
        if let shape = model.presentedOutline(of: .shadowPath, saved ?? from.shadowShape, at: now),
            shape !== from.shadowShape
        {
            look.shadowPath = CGPath(elements: shape.elements)
        }
        look.shouldRasterize = effects.shouldRasterize
        look.rasterizationScale = CGFloat(effects.rasterizationScale)
        look.compositingFilter = from.compositingFilter
        look.filters = Self.filters(from.filters, blurred: effects.blurRadius)
        look.backgroundFilters = Self.filters(from.backgroundFilters, blurred: effects.backdropBlurRadius)
        look.contentsFormat = from.contentsFormat
        look.style = from.style
    }

    /// Copies of which the first blur has the radius that is on screen.
    private static func filters(_ filters: [Any]?, blurred radius: Double) -> [Any]? {
        let copies = filters?.map { ($0 as? CAFilter)?.duplicate() ?? $0 }
        let blurs = copies?.compactMap { $0 as? CAFilter }.filter { $0.isEnabled && $0.type == "gaussianBlur" } ?? []
        if blurs.count == 1 { blurs[0].inputRadius = CGFloat(radius) }
        return copies
    }

    /// The model's colour object if it still is that colour.
    static func color(_ value: SIMD4<Float>, like model: CGColor?) -> CGColor? {
        if let model, model.motion == value { return model }
        return CGColor.make(value)
    }
}
