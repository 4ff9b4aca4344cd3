internal import CoreGraphics
internal import Foundation
internal import Motion
internal import RenderServer

extension CALayer {
    /// The layer's values in the form that is committed.
    final var renderState: LayerState {
        var state = LayerState()
        state.bounds = boundsStorage.vector
        state.position = positionStorage.vector
        state.opacity = min(max(opacityStorage, 0), 1)
        state.isHidden = flags.contains(.isHidden)
        state.masksToBounds = flags.contains(.masksToBounds)
        state.isDoubleSided = !flags.contains(.isSingleSided)
        state.allowsGroupOpacity = !flags.contains(.forbidsGroupOpacity)
        state.allowsEdgeAntialiasing = flags.contains(.smoothsEdges)
        state.isGeometryFlipped = flags.contains(.isGeometryFlipped)
        state.isTransformLayer = flags.contains(.isTransformLayer)
        state.isOpaque = flags.contains(.isOpaque)
        if let color = colorStorage, color.pattern == nil { state.backgroundColor = color.motion }
        guard let details else { return state }

        state.anchorPoint = details.anchorPoint.vector
        state.cornerRadius = max(Double(details.cornerRadius), 0)
        state.maskedCorners = LayerCorners(rawValue: UInt8(truncatingIfNeeded: details.maskedCorners.rawValue & 15))
        state.borderWidth = max(Double(details.borderWidth), 0)
        state.borderColor = details.borderColor?.motion ?? SIMD4(0, 0, 0, 0)
        state.contentsGravity = details.contentsGravity
        state.contentsScale = Double(details.contentsScale)
        state.magnificationFilter = details.magnificationFilter
        state.minificationFilter = details.minificationFilter
        if let depth = details.depth {
            state.transform = depth.transform
            state.sublayerTransform = depth.sublayerTransform
            state.anchorPointZ = Double(depth.anchorPointZ)
            state.zPosition = Double(depth.zPosition)
        }
        if let slice = details.slice {
            state.contentsRect = slice.rect.vector
            state.contentsCenter = slice.center.vector
        }
        if let look = details.look {
            state.hasContinuousCorners = look.cornerCurve == .continuous
            state.smoothedEdges = look.smoothedEdges.visual
            state.minificationFilterBias = look.minificationFilterBias
        }
        if let timing = details.timing?.timing {
            state.beginTime = timing.beginTime
            state.speed = timing.speed
            state.timeOffset = timing.timeOffset
        }
        return state
    }

    /// The model's value of a whole property.
    final func motionValue(for property: LayerKey) -> MotionValue {
        switch property {
        case .bounds: .vector4(boundsStorage.vector)
        case .position: .vector2(positionStorage.vector)
        case .opacity: .number(Double(opacityStorage))
        default:
            switch property.family {
            case .state: renderState.value(of: property)
            case .effects: renderEffects.value(of: property) ?? .number(0)
            case .special: specialContent()?.value(of: property) ?? .number(0)
            case .object: .blend(MotionBlend())
            case .custom, .transition: .number(0)
            }
        }
    }

    /// What `path` names for this layer; nil for something that only layers of another class have.
    final func layerKey(_ path: String) -> LayerKey? {
        guard let key = LayerKey(rawValue: path) else { return nil }
        if key == .transition || key == .custom { return nil }
        // Filters are reached by name, if there are any; see `setFilterValue(_:forKeyPath:)`.
        if key == .blurRadius { return details?.look?.filters == nil ? nil : key }
        if key == .backdropBlurRadius { return details?.look?.backgroundFilters == nil ? nil : key }
        return (key.family != .special && key != .path) || type(of: self).animates(key) ? key : nil
    }
}
