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
        state.isOpaque = flags.contains(.isOpaque)
        if let color = colorStorage { state.backgroundColor = color.motion }
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
        default: renderState.value(for: property)
        }
    }
}

extension LayerState {
    /// The value of a whole property; a key that names a part is not one.
    func value(for property: LayerKey) -> MotionValue {
        switch property {
        case .bounds: .vector4(bounds)
        case .position: .vector2(position)
        case .zPosition: .number(zPosition)
        case .anchorPoint: .vector2(anchorPoint)
        case .anchorPointZ: .number(anchorPointZ)
        case .transform: .matrix(transform)
        case .sublayerTransform: .matrix(sublayerTransform)
        case .opacity: .number(Double(opacity))
        case .isHidden: .number(isHidden ? 1 : 0)
        case .backgroundColor: .color(backgroundColor)
        case .cornerRadius: .number(cornerRadius)
        case .borderWidth: .number(borderWidth)
        case .borderColor: .color(borderColor)
        case .contentsRect: .vector4(contentsRect)
        case .contentsCenter: .vector4(contentsCenter)
        case .contentsScale: .number(contentsScale)
        default: value(for: property.property)
        }
    }

    /// Replaces a whole property; a value of another kind changes nothing.
    mutating func setValue(_ value: MotionValue, for property: LayerKey) {
        switch (property, value) {
        case (.bounds, .vector4(let rect)): bounds = rect
        case (.position, .vector2(let point)): position = point
        case (.zPosition, .number(let number)): zPosition = number
        case (.anchorPoint, .vector2(let point)): anchorPoint = point
        case (.anchorPointZ, .number(let number)): anchorPointZ = number
        case (.transform, .matrix(let matrix)): transform = matrix
        case (.sublayerTransform, .matrix(let matrix)): sublayerTransform = matrix
        case (.opacity, .number(let number)): opacity = Float(number)
        case (.isHidden, .number(let number)): isHidden = number >= 0.5
        case (.backgroundColor, .color(let color)): backgroundColor = color
        case (.cornerRadius, .number(let number)): cornerRadius = number
        case (.borderWidth, .number(let number)): borderWidth = number
        case (.borderColor, .color(let color)): borderColor = color
        case (.contentsRect, .vector4(let rect)): contentsRect = rect
        case (.contentsCenter, .vector4(let rect)): contentsCenter = rect
        case (.contentsScale, .number(let number)): contentsScale = number
        default: break
        }
    }
}
