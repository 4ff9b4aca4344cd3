internal import CoreGraphics
internal import Foundation

/// Properties that do not move, by their names.
extension CALayer {
    /// All names that `namedValue(forKey:)` and `setNamedValue(_:forKey:)` know.
    static let namedKeys: Set<String> = [
        "frame", "masksToBounds", "doubleSided", "geometryFlipped", "opaque", "allowsGroupOpacity",
        "allowsEdgeAntialiasing", "edgeAntialiasingMask", "needsDisplayOnBoundsChange", "drawsAsynchronously",
        "maskedCorners", "cornerCurve", "contents", "contentsGravity", "contentsFormat", "magnificationFilter",
        "minificationFilter", "minificationFilterBias", "shadowPath", "shouldRasterize", "mask", "filters",
        "backgroundFilters", "compositingFilter", "name", "actions", "style", "sublayers", "superlayer", "delegate",
        "layoutManager", "beginTime", "duration", "speed", "timeOffset", "repeatCount", "repeatDuration",
        "autoreverses", "fillMode",
    ]

    final func namedValue(forKey key: String) -> Any? {
        switch key {
        case "frame": frame
        case "masksToBounds": NSNumber(value: masksToBounds)
        case "doubleSided": NSNumber(value: isDoubleSided)
        case "geometryFlipped": NSNumber(value: isGeometryFlipped)
        case "opaque": NSNumber(value: isOpaque)
        case "allowsGroupOpacity": NSNumber(value: allowsGroupOpacity)
        case "allowsEdgeAntialiasing": NSNumber(value: allowsEdgeAntialiasing)
        case "edgeAntialiasingMask": NSNumber(value: edgeAntialiasingMask.rawValue)
        case "needsDisplayOnBoundsChange": NSNumber(value: needsDisplayOnBoundsChange)
        case "drawsAsynchronously": NSNumber(value: drawsAsynchronously)
        case "maskedCorners": NSNumber(value: maskedCorners.rawValue)
        case "cornerCurve": cornerCurve.rawValue
        case "contents": contents
        case "contentsGravity": contentsGravity.rawValue
        case "contentsFormat": contentsFormat.rawValue
        case "magnificationFilter": magnificationFilter.rawValue
        case "minificationFilter": minificationFilter.rawValue
        case "minificationFilterBias": NSNumber(value: minificationFilterBias)
        case "shadowPath": shadowPath
        case "shouldRasterize": NSNumber(value: shouldRasterize)
        case "mask": mask
        case "filters": filters
        case "backgroundFilters": backgroundFilters
        case "compositingFilter": compositingFilter
        case "name": name
        case "actions": actions
        case "style": style
        case "sublayers": sublayers
        case "superlayer": superlayer
        case "delegate": delegate
        case "layoutManager": layoutManager
        default: timingValue(forKey: key)
        }
    }

    private func timingValue(forKey key: String) -> Any? {
        switch key {
        case "beginTime": NSNumber(value: beginTime)
        case "duration": NSNumber(value: duration)
        case "speed": NSNumber(value: speed)
        case "timeOffset": NSNumber(value: timeOffset)
        case "repeatCount": NSNumber(value: repeatCount)
        case "repeatDuration": NSNumber(value: repeatDuration)
        case "autoreverses": NSNumber(value: autoreverses)
        case "fillMode": fillMode.rawValue
        default: nil
        }
    }

    /// False for a name it does not know. Nil is 0 for a number, and the default for a name; a value of another type
    /// changes nothing.
    final func setNamedValue(_ value: Any?, forKey key: String) -> Bool {
        let number = value.flatMap(AnimatableValue.number) ?? 0
        switch key {
        case "frame": frame = value as? CGRect ?? frame
        case "masksToBounds": masksToBounds = number != 0
        case "doubleSided": isDoubleSided = number != 0
        case "geometryFlipped": isGeometryFlipped = number != 0
        case "opaque": isOpaque = number != 0
        case "allowsGroupOpacity": allowsGroupOpacity = number != 0
        case "allowsEdgeAntialiasing": allowsEdgeAntialiasing = number != 0
        case "edgeAntialiasingMask": edgeAntialiasingMask = CAEdgeAntialiasingMask(rawValue: UInt32(bits: number))
        case "needsDisplayOnBoundsChange": needsDisplayOnBoundsChange = number != 0
        case "drawsAsynchronously": drawsAsynchronously = number != 0
        case "maskedCorners": maskedCorners = CACornerMask(rawValue: UInt(UInt32(bits: number)))
        case "cornerCurve": if let new: CALayerCornerCurve = named(value, .circular) { cornerCurve = new }
        case "contents": contents = value
        case "contentsGravity": if let new: CALayerContentsGravity = named(value, .resize) { contentsGravity = new }
        case "contentsFormat": if let new: CALayerContentsFormat = named(value, .RGBA8Uint) { contentsFormat = new }
        case "magnificationFilter":
            if let new: CALayerContentsFilter = named(value, .linear) { magnificationFilter = new }
        case "minificationFilter":
            if let new: CALayerContentsFilter = named(value, .linear) { minificationFilter = new }
        case "minificationFilterBias": minificationFilterBias = Float(number)
        case "shadowPath": shadowPath = value as? CGPath
        case "shouldRasterize": shouldRasterize = number != 0
        case "mask": mask = value as? CALayer
        case "filters": filters = value as? [Any]
        case "backgroundFilters": backgroundFilters = value as? [Any]
        case "compositingFilter": compositingFilter = value
        case "name": name = value as? String
        case "actions": actions = value as? [String: any CAAction]
        case "style": style = value as? [AnyHashable: Any]
        case "sublayers": sublayers = value as? [CALayer]
        case "superlayer":
            LayerLog.note("superlayer of \(label) was set by key; add the layer to the other one instead.")
        case "delegate": delegate = value.flatMap { $0 as? any CALayerDelegate }
        case "layoutManager": layoutManager = value as? any CALayoutManager
        default: return setTimingValue(value, number, forKey: key)
        }
        return true
    }

    private func setTimingValue(_ value: Any?, _ number: Double, forKey key: String) -> Bool {
        switch key {
        case "beginTime": beginTime = number
        case "duration": duration = number
        case "speed": speed = Float(number)
        case "timeOffset": timeOffset = number
        case "repeatCount": repeatCount = Float(number)
        case "repeatDuration": repeatDuration = number
        case "autoreverses": autoreverses = number != 0
        case "fillMode": if let new: CAMediaTimingFillMode = named(value, .removed) { fillMode = new }
        default: return false
        }
        return true
    }

    /// A value of a type that is a name: given as such, as text, or as nil for `standard`; nil for any other value.
    private func named<Name: RawRepresentable>(_ value: Any?, _ standard: Name) -> Name? where Name.RawValue == String {
        guard let value else { return standard }
        if let name = value as? Name { return name }
        guard let text = value as? String else { return nil }
        return Name(rawValue: text)
    }

    /// Fact G-20: what a new layer has, for the properties of which Core Animation answers that; nil for the others.
    final class func standardValue(forKey key: String) -> Any? {
        switch key {
        case "opacity", "contentsScale", "speed", "rasterizationScale": NSNumber(value: 1)
        case "hidden", "opaque", "masksToBounds", "geometryFlipped": NSNumber(value: 0)
        case "doubleSided", "allowsGroupOpacity": NSNumber(value: true)
        case "shadowRadius": NSNumber(value: 3)
        case "shadowOffset": CGSize(width: 0, height: -3)
        case "shadowColor", "borderColor": LayerDetails.black
        case "anchorPoint": CGPoint(x: 0.5, y: 0.5)
        case "contentsRect", "contentsCenter": CGRect(x: 0, y: 0, width: 1, height: 1)
        case "contentsGravity": CALayerContentsGravity.resize.rawValue
        case "contentsFormat": CALayerContentsFormat.RGBA8Uint.rawValue
        case "cornerCurve": CALayerCornerCurve.circular.rawValue
        case "magnificationFilter", "minificationFilter": CALayerContentsFilter.linear.rawValue
        case "edgeAntialiasingMask", "maskedCorners": NSNumber(value: 15)
        case "duration": NSNumber(value: Double.infinity)
        case "fillMode": CAMediaTimingFillMode.removed.rawValue
        default: nil
        }
    }
}

extension UInt32 {
    /// A set of bits given as a number; out of range is none or all of them.
    fileprivate init(bits number: Double) { self = number > 0 ? UInt32(Swift.min(number, Double(UInt32.max))) : 0 }
}
