import Foundation

/// What an application said about a view for those who do not see it; what it left out is nil.
@MainActor
final class AccessibilityValues {
    var isElement: Bool?
    var label: String?
    var hint: String?
    var value: String?
    var identifier: String?
    var traits: UIAccessibilityTraits?

    init() {}
}

/// What a class says of its views where the application says nothing.
struct StandardAccessibility {
    var isElement = false
    var label: String?
    var traits = UIAccessibilityTraits.none
}

extension UIView {
    final var accessibilityValues: AccessibilityValues? { extras?.accessibility }

    /// Nothing is made to keep a nil.
    final func setAccessibility<Value>(_ field: ReferenceWritableKeyPath<AccessibilityValues, Value?>, _ value: Value?)
    {
        if value == nil, accessibilityValues == nil { return }
        let values = accessibilityValues ?? AccessibilityValues()
        values[keyPath: field] = value
        madeExtras.accessibility = values
    }

    // MARK: Archives

    private enum Key {
        static let isElement = "UIIsAccessibilityElement"
        static let label = "UIAccessibilityLabel"
        static let hint = "UIAccessibilityHint"
        static let value = "UIAccessibilityValue"
        static let identifier = "UIAccessibilityIdentifier"
        static let traits = "UIAccessibilityTraits"
    }

    final func encodeAccessibility(with coder: NSCoder) {
        guard let values = accessibilityValues else { return }
        if let isElement = values.isElement { coder.encode(isElement, forKey: Key.isElement) }
        for (text, key) in [
            (values.label, Key.label), (values.hint, Key.hint), (values.value, Key.value),
            (values.identifier, Key.identifier),
        ] {
            if let text { coder.encode(text as NSString, forKey: key) }
        }
        if let traits = values.traits { coder.encode(Int64(bitPattern: traits.rawValue), forKey: Key.traits) }
    }

    final func decodeAccessibility(with coder: NSCoder) {
        func text(_ key: String) -> String? {
            let text: NSString? = coder.object(forKey: key)
            return text.map { $0 as String }
        }
        setAccessibility(\.isElement, coder.bool(forKey: Key.isElement))
        setAccessibility(\.label, text(Key.label))
        setAccessibility(\.hint, text(Key.hint))
        setAccessibility(\.value, text(Key.value))
        setAccessibility(\.identifier, text(Key.identifier))
        if coder.containsValue(forKey: Key.traits) {
            let bits = UInt64(bitPattern: coder.decodeInt64(forKey: Key.traits))
            setAccessibility(\.traits, UIAccessibilityTraits(rawValue: bits))
        }
    }
}
