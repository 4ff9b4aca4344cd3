internal import CoreGraphics
internal import Foundation
internal import Motion

/// Key-value coding (fact G-21): special classes are asked first, then properties that move, then the others, then parts
/// of them; names that nobody knows are stored.
extension CALayer {
    final func storedValue(forKeyPath path: String) -> Any? {
        if !flags.contains(.isPlainClass) {
            if let value = specialValue(forKeyPath: path) { return value }
            if let box = layerProperties[path] { return Self.keyedValue(box.anyValue) }
        }
        if let key = layerKey(path), key.family != .object {
            switch key {
            // The model's own objects, and numbers as they are, not as they are committed.
            case .backgroundColor: return backgroundColor
            case .borderColor: return borderColor
            case .shadowColor: return shadowColor
            case .cornerRadius: return NSNumber(value: Double(cornerRadius))
            case .borderWidth: return NSNumber(value: Double(borderWidth))
            case .shadowOpacity: return NSNumber(value: shadowOpacity)
            case .shadowRadius: return NSNumber(value: Double(shadowRadius))
            default: return AnimatableValue.value(key.part(of: motionValue(for: key.property)), for: key)
            }
        }
        if let value = namedValue(forKey: path) { return value }
        if path.contains("."), let value = filterValue(forKeyPath: path) ?? partValue(forKeyPath: path) { return value }
        if let value = details?.values?[path] ?? styleValue(forKey: path) { return value }
        return flags.contains(.isPlainClass) ? nil : type(of: self).defaultValue(forKey: path)
    }

    final func storeValue(_ value: Any?, forKeyPath path: String) {
        if !flags.contains(.isPlainClass) {
            if setSpecialValue(value, forKeyPath: path) { return }
            if let box = layerProperties[path] { return box.setByKey(value, in: self) }
        }
        if path.contains(".") {
            if setFilterValue(value, forKeyPath: path) { return }
            if layerKey(path) == nil, setPart(value, forKeyPath: path) { return }
        }
        if let key = layerKey(path), key.family != .object {
            store(value, for: key)
            return
        }
        if setNamedValue(value, forKey: path) { return }
        guard canSet("value") else { return }
        if value == nil && details?.values == nil { return }
        let action = willChange(path)
        var values = made.values ?? [:]
        values[path] = value
        made.values = values
        run(action, path)
    }

    /// Numbers come as objects.
    private static func keyedValue(_ value: Any) -> Any? {
        if let number = AnimatableValue.number(value) {
            return value is Bool ? NSNumber(value: number != 0) : NSNumber(value: number)
        }
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .optional && mirror.children.isEmpty ? nil : value
    }

    /// Whether `key` names a property of the layer.
    final func isProperty(_ key: String) -> Bool {
        if layerKey(key) != nil || Self.namedKeys.contains(key) { return true }
        if case .some = specialValue(forKeyPath: key) { return true }
        return layerProperties[key] != nil
    }

    /// Sets an animatable property or a part of one.
    private func store(_ value: Any?, for key: LayerKey) {
        let motion: MotionValue
        if let value {
            guard let usable = AnimatableValue.motion(value, for: key) else {
                LayerLog.note("\(key.rawValue) of \(label) was set to a value of another type; the old one is kept.")
                return
            }
            motion = usable
        } else {
            // Nil is 0 for a number, none for a colour, and the neutral value for the rest.
            motion = key.part(of: motionValue(for: key.property)).neutral
        }
        let whole = key.replacingPart(of: motionValue(for: key.property), with: motion)
        switch (key.property, whole) {
        case (.bounds, .vector4(let rect)): bounds = CGRect(rect)
        case (.position, .vector2(let point)): position = CGPoint(point)
        case (.zPosition, .number(let number)): zPosition = CGFloat(number)
        case (.anchorPoint, .vector2(let point)): anchorPoint = CGPoint(point)
        case (.anchorPointZ, .number(let number)): anchorPointZ = CGFloat(number)
        case (.transform, .matrix(let matrix)): transform = CATransform3D(matrix)
        case (.sublayerTransform, .matrix(let matrix)): sublayerTransform = CATransform3D(matrix)
        case (.opacity, .number(let number)): opacity = Float(number)
        case (.isHidden, .number(let number)): isHidden = number != 0
        case (.backgroundColor, _): backgroundColor = value as? CGColor
        case (.borderColor, _): borderColor = value as? CGColor
        case (.cornerRadius, .number(let number)): cornerRadius = CGFloat(number)
        case (.borderWidth, .number(let number)): borderWidth = CGFloat(number)
        case (.contentsRect, .vector4(let rect)): contentsRect = CGRect(rect)
        case (.contentsCenter, .vector4(let rect)): contentsCenter = CGRect(rect)
        case (.contentsScale, .number(let number)): contentsScale = CGFloat(number)
        case (.shadowColor, _): shadowColor = value as? CGColor
        case (.shadowOpacity, .number(let number)): shadowOpacity = Float(number)
        case (.shadowOffset, .vector2(let size)): shadowOffset = CGSize(width: size.x, height: size.y)
        case (.shadowRadius, .number(let number)): shadowRadius = CGFloat(number)
        case (.rasterizationScale, .number(let number)): rasterizationScale = CGFloat(number)
        default:
            // A part of what a special class has.
            if let value = AnimatableValue.value(whole, for: key.property) {
                _ = setSpecialValue(value, forKeyPath: key.property.rawValue)
            }
        }
    }

    // MARK: Parts that no animation drives, such as `contentsRect.size.width` or `sublayerTransform.rotation.z`

    private func partValue(forKeyPath path: String) -> Any? {
        guard let (whole, part) = Self.split(path) else { return nil }
        switch storedValue(forKeyPath: whole) {
        case let rect as CGRect: return rect[part]
        case let point as CGPoint: return CGRect(origin: point, size: .zero)["origin.\(part)"]
        case let size as CGSize: return CGRect(origin: .zero, size: size)["size.\(part)"]
        case let transform as CATransform3D:
            guard let key = LayerKey(rawValue: "transform.\(part)") else { return nil }
            return AnimatableValue.value(key.part(of: .matrix(transform.matrix)), for: key)
        default: return nil
        }
    }

    private func setPart(_ value: Any?, forKeyPath path: String) -> Bool {
        guard let (whole, part) = Self.split(path) else { return false }
        switch storedValue(forKeyPath: whole) {
        case var rect as CGRect:
            guard rect.setPart(part, value) else { return false }
            setValue(rect, forKey: whole)
        case let point as CGPoint:
            var rect = CGRect(origin: point, size: .zero)
            guard rect.setPart("origin.\(part)", value) else { return false }
            setValue(rect.origin, forKey: whole)
        case let size as CGSize:
            var rect = CGRect(origin: .zero, size: size)
            guard rect.setPart("size.\(part)", value) else { return false }
            setValue(rect.size, forKey: whole)
        case let transform as CATransform3D:
            guard let key = LayerKey(rawValue: "transform.\(part)"),
                let motion = AnimatableValue.motion(value ?? 0, for: key),
                case .matrix(let matrix) = key.replacingPart(of: .matrix(transform.matrix), with: motion)
            else { return false }
            setValue(CATransform3D(matrix), forKey: whole)
        default: return false
        }
        return true
    }

    /// What comes before the first dot, and what after.
    private static func split(_ path: String) -> (whole: String, part: String)? {
        guard let dot = path.firstIndex(of: ".") else { return nil }
        return (String(path[..<dot]), String(path[path.index(after: dot)...]))
    }
}

extension CGRect {
    /// A part by its key path; nil for another path.
    fileprivate subscript(part: String) -> Any? {
        switch part {
        case "origin": origin
        case "size": size
        case "origin.x": NSNumber(value: Double(origin.x))
        case "origin.y": NSNumber(value: Double(origin.y))
        case "size.width": NSNumber(value: Double(size.width))
        case "size.height": NSNumber(value: Double(size.height))
        default: nil
        }
    }

    /// False for a path that names no part; a value of another type changes nothing.
    fileprivate mutating func setPart(_ part: String, _ value: Any?) -> Bool {
        let number = CGFloat(value.flatMap(AnimatableValue.number) ?? 0)
        switch part {
        case "origin": origin = value as? CGPoint ?? origin
        case "size": size = value as? CGSize ?? size
        case "origin.x": origin.x = number
        case "origin.y": origin.y = number
        case "size.width": size.width = number
        case "size.height": size.height = number
        default: return false
        }
        return true
    }
}
