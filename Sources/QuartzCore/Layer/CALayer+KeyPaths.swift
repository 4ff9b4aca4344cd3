internal import CoreGraphics
internal import Foundation
internal import Motion

extension CALayer {
    final func storedValue(forKeyPath path: String) -> Any? {
        if !flags.contains(.isPlainClass), let value = specialValue(forKeyPath: path) { return value }
        if let key = layerKey(path) {
            switch key {
            // The model's own objects, and numbers as they are, not as they are committed.
            case .backgroundColor: return backgroundColor
            case .borderColor: return borderColor
            case .cornerRadius: return NSNumber(value: Double(cornerRadius))
            case .borderWidth: return NSNumber(value: Double(borderWidth))
            default: return AnimatableValue.value(key.part(of: motionValue(for: key.property)), for: key)
            }
        }
        switch path {
        case "frame": return frame
        case "frame.origin": return frame.origin
        case "frame.size": return frame.size
        case "frame.origin.x": return NSNumber(value: Double(frame.origin.x))
        case "frame.origin.y": return NSNumber(value: Double(frame.origin.y))
        case "frame.size.width": return NSNumber(value: Double(frame.size.width))
        case "frame.size.height": return NSNumber(value: Double(frame.size.height))
        case "anchorPoint.x": return NSNumber(value: Double(anchorPoint.x))
        case "anchorPoint.y": return NSNumber(value: Double(anchorPoint.y))
        case "masksToBounds": return NSNumber(value: masksToBounds)
        case "doubleSided": return NSNumber(value: isDoubleSided)
        case "opaque": return NSNumber(value: isOpaque)
        case "allowsGroupOpacity": return NSNumber(value: allowsGroupOpacity)
        case "allowsEdgeAntialiasing": return NSNumber(value: allowsEdgeAntialiasing)
        case "needsDisplayOnBoundsChange": return NSNumber(value: needsDisplayOnBoundsChange)
        case "maskedCorners": return NSNumber(value: maskedCorners.rawValue)
        case "contents": return contents
        case "contentsGravity": return contentsGravity.rawValue
        case "name": return name
        case "speed": return NSNumber(value: speed)
        case "beginTime": return NSNumber(value: beginTime)
        case "timeOffset": return NSNumber(value: timeOffset)
        case "duration": return NSNumber(value: duration)
        case "fillMode": return fillMode.rawValue
        case "sublayers": return sublayers
        case "superlayer": return superlayer
        case "delegate": return delegate
        default: return details?.values?[path]
        }
    }

    final func storeValue(_ value: Any?, forKeyPath path: String) {
        if !flags.contains(.isPlainClass), setSpecialValue(value, forKeyPath: path) { return }
        if let key = layerKey(path) {
            store(value, for: key)
            return
        }
        let number = value.flatMap(AnimatableValue.number) ?? 0
        switch path {
        case "frame": if let rect = value as? CGRect { frame = rect }
        case "frame.origin": if let point = value as? CGPoint { frame.origin = point }
        case "frame.size": if let size = value as? CGSize { frame.size = size }
        case "frame.origin.x": frame.origin.x = CGFloat(number)
        case "frame.origin.y": frame.origin.y = CGFloat(number)
        case "frame.size.width": frame.size.width = CGFloat(number)
        case "frame.size.height": frame.size.height = CGFloat(number)
        case "anchorPoint.x": anchorPoint.x = CGFloat(number)
        case "anchorPoint.y": anchorPoint.y = CGFloat(number)
        case "masksToBounds": masksToBounds = number != 0
        case "doubleSided": isDoubleSided = number != 0
        case "opaque": isOpaque = number != 0
        case "allowsGroupOpacity": allowsGroupOpacity = number != 0
        case "allowsEdgeAntialiasing": allowsEdgeAntialiasing = number != 0
        case "needsDisplayOnBoundsChange": needsDisplayOnBoundsChange = number != 0
        case "maskedCorners": maskedCorners = CACornerMask(rawValue: UInt(max(number, 0)))
        case "contents": contents = value
        case "contentsGravity":
            if let name = value as? String { contentsGravity = CALayerContentsGravity(rawValue: name) }
            if let gravity = value as? CALayerContentsGravity { contentsGravity = gravity }
        case "name": name = value as? String
        case "speed": speed = Float(number)
        case "beginTime": beginTime = number
        case "timeOffset": timeOffset = number
        case "duration": duration = number
        case "fillMode":
            if let name = value as? String { fillMode = CAMediaTimingFillMode(rawValue: name) }
        case "sublayers": sublayers = value as? [CALayer]
        case "delegate": delegate = value as? any CALayerDelegate
        default:
            guard canSet("value") else { return }
            if value == nil && details?.values == nil { return }
            let action = willChange(path)
            var values = made.values ?? [:]
            values[path] = value
            made.values = values
            run(action, path)
        }
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
        case (.backgroundColor, _): backgroundColor = value.flatMap { $0 as? CGColor }
        case (.borderColor, _): borderColor = value.flatMap { $0 as? CGColor }
        case (.cornerRadius, .number(let number)): cornerRadius = CGFloat(number)
        case (.borderWidth, .number(let number)): borderWidth = CGFloat(number)
        case (.contentsRect, .vector4(let rect)): contentsRect = CGRect(rect)
        case (.contentsCenter, .vector4(let rect)): contentsCenter = CGRect(rect)
        case (.contentsScale, .number(let number)): contentsScale = CGFloat(number)
        default: break
        }
    }

    /// Fact G-20: what a new layer has, for the properties of which Core Animation answers that; nil for the others.
    final class func standardValue(forKey key: String) -> Any? {
        switch key {
        case "opacity", "contentsScale", "speed": NSNumber(value: 1)
        case "hidden", "opaque", "masksToBounds": NSNumber(value: 0)
        case "doubleSided": NSNumber(value: true)
        case "anchorPoint": CGPoint(x: 0.5, y: 0.5)
        case "contentsRect", "contentsCenter": CGRect(x: 0, y: 0, width: 1, height: 1)
        case "contentsGravity": CALayerContentsGravity.resize.rawValue
        case "duration": NSNumber(value: Double.infinity)
        case "fillMode": CAMediaTimingFillMode.removed.rawValue
        default: nil
        }
    }
}
