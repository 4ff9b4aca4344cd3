internal import CoreGraphics
internal import Foundation

extension CAEmitterCell {
    private static let floats: [String: ReferenceWritableKeyPath<CAEmitterCell, Float>] = [
        "birthRate": \.birthRate, "lifetime": \.lifetime, "lifetimeRange": \.lifetimeRange, "redRange": \.redRange,
        "greenRange": \.greenRange, "blueRange": \.blueRange, "alphaRange": \.alphaRange, "redSpeed": \.redSpeed,
        "greenSpeed": \.greenSpeed, "blueSpeed": \.blueSpeed, "alphaSpeed": \.alphaSpeed,
    ]

    private static let lengths: [String: ReferenceWritableKeyPath<CAEmitterCell, CGFloat>] = [
        "emissionLatitude": \.emissionLatitude, "emissionLongitude": \.emissionLongitude,
        "emissionRange": \.emissionRange, "velocity": \.velocity, "velocityRange": \.velocityRange,
        "xAcceleration": \.xAcceleration, "yAcceleration": \.yAcceleration, "zAcceleration": \.zAcceleration,
        "scale": \.scale, "scaleRange": \.scaleRange, "scaleSpeed": \.scaleSpeed, "spin": \.spin,
        "spinRange": \.spinRange, "contentsScale": \.contentsScale,
    ]

    /// Reads a property, or one of a cell that this one emits: `emitterCells.smoke.scale`. Numbers come as `NSNumber`.
    /// Unknown names read what was stored under them.
    public func value(forKeyPath keyPath: String) -> Any? {
        if let (cell, rest) = Self.find(keyPath, in: emitterCells) { return rest.map(cell.value(forKeyPath:)) ?? cell }
        if let property = Self.floats[keyPath] { return NSNumber(value: self[keyPath: property]) }
        if let property = Self.lengths[keyPath] { return NSNumber(value: Double(self[keyPath: property])) }
        switch keyPath {
        case "name": return name
        case "enabled": return NSNumber(value: isEnabled)
        case "color": return color
        case "contents": return contents
        case "contentsRect": return contentsRect
        case "magnificationFilter": return magnificationFilter.rawValue
        case "minificationFilter": return minificationFilter.rawValue
        case "emitterCells": return emitterCells
        default: return values[keyPath]
        }
    }

    public func value(forKey key: String) -> Any? { value(forKeyPath: key) }

    /// Sets a property, or one of a cell that this one emits; nil is 0 for a number. Unknown names are stored.
    public func setValue(_ value: Any?, forKeyPath keyPath: String) {
        if let (cell, rest) = Self.find(keyPath, in: emitterCells), let rest {
            cell.setValue(value, forKeyPath: rest)
            return
        }
        let number = value.flatMap(AnimatableValue.number) ?? 0
        if let property = Self.floats[keyPath] {
            self[keyPath: property] = Float(number)
            return
        }
        if let property = Self.lengths[keyPath] {
            self[keyPath: property] = CGFloat(number)
            return
        }
        switch keyPath {
        case "name": name = value as? String
        case "enabled": isEnabled = number != 0
        case "color": color = value as? CGColor
        case "contents": contents = value
        case "contentsRect": contentsRect = value as? CGRect ?? .zero
        case "magnificationFilter": magnificationFilter = CALayerContentsFilter(rawValue: value.name)
        case "minificationFilter": minificationFilter = CALayerContentsFilter(rawValue: value.name)
        case "emitterCells": emitterCells = value as? [CAEmitterCell]
        default: values[keyPath] = value
        }
    }

    public func setValue(_ value: Any?, forKey key: String) { setValue(value, forKeyPath: key) }

    /// The cell that `emitterCells.name.rest` names, and the rest, if there is one.
    static func find(_ keyPath: String, in cells: [CAEmitterCell]?) -> (cell: CAEmitterCell, rest: String?)? {
        let parts = keyPath.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count > 1, parts[0] == "emitterCells",
            let cell = cells?.first(where: { $0.name == String(parts[1]) })
        else { return nil }
        return (cell, parts.count > 2 ? String(parts[2]) : nil)
    }
}
