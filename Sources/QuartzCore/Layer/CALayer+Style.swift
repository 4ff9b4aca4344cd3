internal import CoreGraphics
internal import Foundation
internal import Motion

/// Values for properties that were never set (fact G-23). They are stored like any others; which ones came from the style
/// is remembered, so that setting one takes it out and another style replaces it. A property that has its default value
/// counts as never set.
extension CALayer {
    final func setStyle(_ style: [AnyHashable: Any]?) {
        guard style != nil || details?.look?.style != nil, canSet("style") else { return }
        CATransaction.openImplicit()
        let look = made.madeLook
        var values = Self.flattened(style)
        values["actions"] = nil
        let pristine = makePresentationCopy()
        let old = look.styledKeys
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        look.style = style
        for key in old where values[key] == nil { setValue(pristine.value(forKey: key), forKey: key) }
        var styled: Set<String> = []
        for (key, value) in values.sorted(by: { $0.key < $1.key }) where isProperty(key) {
            let isUnset = Self.areEqual(self.value(forKey: key), pristine.value(forKey: key))
            guard old.contains(key) || isUnset else { continue }
            setValue(value, forKey: key)
            styled.insert(key)
        }
        look.styledKeys = styled
        CATransaction.commit()
    }

    /// What the style says of a name that is no property.
    final func styleValue(forKey key: String) -> Any? {
        guard let style = details?.look?.style else { return nil }
        return Self.flattened(style)[key]
    }

    /// Actions of the style (fact A-84).
    final func styleAction(forKey event: String) -> (any CAAction)? {
        var style = details?.look?.style
        while let level = style {
            if let action = (level["actions"] as? [String: Any])?[event] as? any CAAction { return action }
            style = level["style"] as? [AnyHashable: Any]
        }
        return nil
    }

    /// A style may hold another one under the name `style`, which is asked for what it does not say itself.
    private static func flattened(_ style: [AnyHashable: Any]?) -> [String: Any] {
        var values: [String: Any] = [:]
        var style = style
        while let level = style {
            for (key, value) in level {
                if let key = key.base as? String, key != "style", values[key] == nil { values[key] = value }
            }
            style = level["style"] as? [AnyHashable: Any]
        }
        return values
    }

    private static func areEqual(_ a: Any?, _ b: Any?) -> Bool {
        switch (a, b) {
        case (nil, nil): true
        case (let a as AnyHashable, let b as AnyHashable): a == b
        default: false
        }
    }
}
