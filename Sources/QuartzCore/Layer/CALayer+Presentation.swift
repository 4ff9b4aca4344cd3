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
        for attached in animations {
            guard let motion = attached.motion else { continue }
            let property = motion.key.property
            var value = state.value(for: property)
            motion.apply(to: &value, at: local)
            state.setValue(value, for: property)
        }
        return state
    }

    final func presentedValue(for property: LayerKey) -> MotionValue {
        presentedState(at: MediaClock.now).value(for: property)
    }

    /// Fact A-110.
    final func makePresentation() -> CALayer? {
        if flags.contains(.isPresentation) { return self }
        guard identifier != 0, context != nil else { return nil }
        let copy = CALayer(layer: self)
        copy.take(presentedState(at: MediaClock.now), of: self)
        return copy
    }

    /// Becomes a presentation layer of `model` that shows `state`.
    private func take(_ state: LayerState, of model: CALayer) {
        boundsStorage = CGRect(state.bounds)
        positionStorage = CGPoint(state.position)
        opacityStorage = state.opacity
        colorStorage = Self.color(state.backgroundColor, like: model.colorStorage)
        flags = model.flags.intersection([.isOpaque, .redrawsOnBoundsChange])
        flags.set(.isHidden, state.isHidden)
        flags.set(.masksToBounds, state.masksToBounds)
        flags.set(.isSingleSided, !state.isDoubleSided)
        flags.set(.forbidsGroupOpacity, !state.allowsGroupOpacity)
        flags.set(.smoothsEdges, state.allowsEdgeAntialiasing)

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

    /// The model's colour object if it still is that colour.
    private static func color(_ value: SIMD4<Float>, like model: CGColor?) -> CGColor? {
        if let model, model.motion == value { return model }
        return CGColor.make(value)
    }
}
