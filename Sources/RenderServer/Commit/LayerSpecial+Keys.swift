public import Motion

extension LayerSpecial {
    /// The value of a whole property; nil for one that this class of layer does not have, or that is too long to move.
    public func value(of property: LayerKey) -> MotionValue? {
        switch self {
        case .shape(let content): content.value(of: property)
        case .gradient(let content): content.value(of: property)
        case .replicator(let content): content.value(of: property)
        case .emitter(let content): content.value(of: property)
        case .pattern: nil
        }
    }

    /// Sets a whole property. A value of another kind, or a property this class of layer does not have, changes nothing.
    public mutating func setValue(_ value: MotionValue, of property: LayerKey) {
        switch self {
        case .shape(var content):
            content.setValue(value, of: property)
            self = .shape(content)
        case .gradient(var content):
            content.setValue(value, of: property)
            self = .gradient(content)
        case .replicator(var content):
            content.setValue(value, of: property)
            self = .replicator(content)
        case .emitter(var content):
            content.setValue(value, of: property)
            self = .emitter(content)
        case .pattern: break
        }
    }
}

extension ShapeContent {
    func value(of property: LayerKey) -> MotionValue? {
        switch property {
        case .fillColor: .color(fillColor)
        case .strokeColor: .color(strokeColor)
        case .strokeStart: .number(stroke.start)
        case .strokeEnd: .number(stroke.end)
        case .lineWidth: .number(stroke.width)
        case .lineDashPhase: .number(stroke.dashPhase)
        case .miterLimit: .number(stroke.miterLimit)
        default: nil
        }
    }

    mutating func setValue(_ value: MotionValue, of property: LayerKey) {
        switch (property, value) {
        case (.fillColor, .color(let value)): fillColor = value
        case (.strokeColor, .color(let value)): strokeColor = value
        case (.strokeStart, .number(let value)): stroke.start = value
        case (.strokeEnd, .number(let value)): stroke.end = value
        case (.lineWidth, .number(let value)): stroke.width = value
        case (.lineDashPhase, .number(let value)): stroke.dashPhase = value
        case (.miterLimit, .number(let value)): stroke.miterLimit = value
        default: break
        }
    }
}

extension GradientContent {
    func value(of property: LayerKey) -> MotionValue? {
        switch property {
        case .colors: MotionColors(colors).map { .colors($0) }
        case .locations: MotionNumbers(locations).map { .numbers($0) }
        case .startPoint: .vector2(startPoint)
        case .endPoint: .vector2(endPoint)
        default: nil
        }
    }

    mutating func setValue(_ value: MotionValue, of property: LayerKey) {
        switch (property, value) {
        case (.colors, .colors(let value)): colors = value.array
        case (.locations, .numbers(let value)): locations = value.array
        case (.startPoint, .vector2(let value)): startPoint = value
        case (.endPoint, .vector2(let value)): endPoint = value
        default: break
        }
    }
}

extension ReplicatorContent {
    func value(of property: LayerKey) -> MotionValue? {
        switch property {
        case .instanceCount: .number(Double(count))
        case .instanceDelay: .number(delay)
        case .instanceTransform: .matrix(transform)
        case .instanceColor: .color(color)
        case .instanceRedOffset: .number(Double(colorOffset.x))
        case .instanceGreenOffset: .number(Double(colorOffset.y))
        case .instanceBlueOffset: .number(Double(colorOffset.z))
        case .instanceAlphaOffset: .number(Double(colorOffset.w))
        default: nil
        }
    }

    mutating func setValue(_ value: MotionValue, of property: LayerKey) {
        switch (property, value) {
        case (.instanceCount, .number(let value)): count = Int(max(0, min(value, 16_384)).rounded())
        case (.instanceDelay, .number(let value)): delay = value
        case (.instanceTransform, .matrix(let value)): transform = value
        case (.instanceColor, .color(let value)): color = value
        case (.instanceRedOffset, .number(let value)): colorOffset.x = Float(value)
        case (.instanceGreenOffset, .number(let value)): colorOffset.y = Float(value)
        case (.instanceBlueOffset, .number(let value)): colorOffset.z = Float(value)
        case (.instanceAlphaOffset, .number(let value)): colorOffset.w = Float(value)
        default: break
        }
    }
}

extension EmitterContent {
    func value(of property: LayerKey) -> MotionValue? {
        switch property {
        case .emitterPosition: .vector2(position)
        case .emitterZPosition: .number(zPosition)
        case .emitterSize: .vector2(size)
        case .emitterDepth: .number(depth)
        case .birthRate: .number(Double(birthRate))
        case .lifetime: .number(Double(lifetime))
        case .velocity: .number(velocity)
        case .emitterScale: .number(scale)
        case .spin: .number(spin)
        default: nil
        }
    }

    mutating func setValue(_ value: MotionValue, of property: LayerKey) {
        switch (property, value) {
        case (.emitterPosition, .vector2(let value)): position = value
        case (.emitterZPosition, .number(let value)): zPosition = value
        case (.emitterSize, .vector2(let value)): size = value
        case (.emitterDepth, .number(let value)): depth = value
        case (.birthRate, .number(let value)): birthRate = Float(value)
        case (.lifetime, .number(let value)): lifetime = Float(value)
        case (.velocity, .number(let value)): velocity = value
        case (.emitterScale, .number(let value)): scale = value
        case (.spin, .number(let value)): spin = value
        default: break
        }
    }
}
