public import Motion

extension LayerKey {
    /// The keys that name whole properties.
    static let properties: [LayerKey] = LayerKey.allCases.filter { !$0.isPart }
}

extension LayerState {
    /// The value of a whole property of the family `state`; 0 for any other.
    public func value(of property: LayerKey) -> MotionValue {
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
        default: .number(0)
        }
    }

    /// Sets a whole property. A value of another kind changes nothing.
    public mutating func setValue(_ value: MotionValue, of property: LayerKey) {
        switch (property, value) {
        case (.bounds, .vector4(let value)): bounds = value
        case (.position, .vector2(let value)): position = value
        case (.zPosition, .number(let value)): zPosition = value
        case (.anchorPoint, .vector2(let value)): anchorPoint = value
        case (.anchorPointZ, .number(let value)): anchorPointZ = value
        case (.transform, .matrix(let value)): transform = value
        case (.sublayerTransform, .matrix(let value)): sublayerTransform = value
        case (.opacity, .number(let value)): opacity = Float(value)
        case (.isHidden, .number(let value)): isHidden = value >= 0.5
        case (.backgroundColor, .color(let value)): backgroundColor = value
        case (.cornerRadius, .number(let value)): cornerRadius = value
        case (.borderWidth, .number(let value)): borderWidth = value
        case (.borderColor, .color(let value)): borderColor = value
        case (.contentsRect, .vector4(let value)): contentsRect = value
        case (.contentsCenter, .vector4(let value)): contentsCenter = value
        case (.contentsScale, .number(let value)): contentsScale = value
        default: break
        }
    }
}
