public import Foundation

/// Traits that can be read and said.
public protocol UIMutableTraits {
    subscript<Trait: UITraitDefinition>(trait: Trait.Type) -> Trait.Value { get set }

    var userInterfaceStyle: UIUserInterfaceStyle { get set }
    var displayScale: CGFloat { get set }
    var layoutDirection: UITraitEnvironmentLayoutDirection { get set }
    var horizontalSizeClass: UIUserInterfaceSizeClass { get set }
    var verticalSizeClass: UIUserInterfaceSizeClass { get set }
    var userInterfaceIdiom: UIUserInterfaceIdiom { get set }
    var preferredContentSizeCategory: UIContentSizeCategory { get set }
    var displayGamut: UIDisplayGamut { get set }
    var accessibilityContrast: UIAccessibilityContrast { get set }
    var userInterfaceLevel: UIUserInterfaceLevel { get set }
    var legibilityWeight: UILegibilityWeight { get set }
    var forceTouchCapability: UIForceTouchCapability { get set }
}

/// What a view or a controller says for itself and what is in it, whatever surrounds it.
public protocol UITraitOverrides: UIMutableTraits {
    /// Whether it says anything about the trait.
    func contains(_ trait: UITrait) -> Bool
    /// It says nothing about the trait any more.
    mutating func remove(_ trait: UITrait)
}

/// What is said about each trait.
struct TraitValues: UITraitOverrides, Equatable, @unchecked Sendable {
    // Unchecked because applications' own values may be anything; they are handed on, not touched.

    var userInterfaceStyle = UIUserInterfaceStyle.unspecified
    var displayScale: CGFloat = 0
    var layoutDirection = UITraitEnvironmentLayoutDirection.unspecified
    var horizontalSizeClass = UIUserInterfaceSizeClass.unspecified
    var verticalSizeClass = UIUserInterfaceSizeClass.unspecified
    var userInterfaceIdiom = UIUserInterfaceIdiom.unspecified
    var preferredContentSizeCategory = UIContentSizeCategory.unspecified
    var displayGamut = UIDisplayGamut.unspecified
    var accessibilityContrast = UIAccessibilityContrast.unspecified
    var userInterfaceLevel = UIUserInterfaceLevel.unspecified
    var legibilityWeight = UILegibilityWeight.unspecified
    var forceTouchCapability = UIForceTouchCapability.unknown
    private var own: [ObjectIdentifier: OwnTrait] = [:]

    /// An application's own trait; values that cannot be compared count as different.
    private struct OwnTrait: Equatable {
        var trait: UITrait
        var value: Any

        static func == (left: OwnTrait, right: OwnTrait) -> Bool {
            guard let a = left.value as? AnyHashable, let b = right.value as? AnyHashable else { return false }
            return a == b
        }
    }

    static let none = TraitValues()

    /// Types are the same on every thread.
    private struct StandardTraits: @unchecked Sendable {
        let list: [any StandardTrait.Type]
    }

    private static let standard = StandardTraits(list: [
        UITraitUserInterfaceStyle.self, UITraitDisplayScale.self, UITraitLayoutDirection.self,
        UITraitHorizontalSizeClass.self, UITraitVerticalSizeClass.self, UITraitUserInterfaceIdiom.self,
        UITraitPreferredContentSizeCategory.self, UITraitDisplayGamut.self, UITraitAccessibilityContrast.self,
        UITraitUserInterfaceLevel.self, UITraitLegibilityWeight.self, UITraitForceTouchCapability.self,
    ])

    subscript<Trait: UITraitDefinition>(trait: Trait.Type) -> Trait.Value {
        get {
            if let standard = trait as? any StandardTrait.Type {
                return read(standard) as? Trait.Value ?? Trait.defaultValue
            }
            return own[ObjectIdentifier(trait)]?.value as? Trait.Value ?? Trait.defaultValue
        }
        set {
            if let standard = trait as? any StandardTrait.Type {
                write(newValue, standard)
            } else {
                own[ObjectIdentifier(trait)] = OwnTrait(trait: trait, value: newValue)
            }
        }
    }

    private func read<Trait: StandardTrait>(_ trait: Trait.Type) -> Any { self[keyPath: trait.field] }

    private mutating func write<Trait: StandardTrait>(_ value: Any, _ trait: Trait.Type) {
        if let value = value as? Trait.Value { self[keyPath: trait.field] = value }
    }

    private func says<Trait: StandardTrait>(_ trait: Trait.Type) -> Bool { self[keyPath: trait.field] != trait.unsaid }

    private func agrees<Trait: StandardTrait>(with other: TraitValues, on trait: Trait.Type) -> Bool {
        self[keyPath: trait.field] == other[keyPath: trait.field]
    }

    private mutating func take<Trait: StandardTrait>(_ trait: Trait.Type, from other: TraitValues) {
        self[keyPath: trait.field] = other[keyPath: trait.field]
    }

    private mutating func clear<Trait: StandardTrait>(_ trait: Trait.Type) {
        self[keyPath: trait.field] = trait.unsaid
    }

    // MARK: Overrides

    func contains(_ trait: UITrait) -> Bool {
        if let standard = trait as? any StandardTrait.Type { return says(standard) }
        return own[ObjectIdentifier(trait)] != nil
    }

    mutating func remove(_ trait: UITrait) {
        if let standard = trait as? any StandardTrait.Type {
            clear(standard)
        } else {
            own[ObjectIdentifier(trait)] = nil
        }
    }

    // MARK: Together

    /// This, and where `other` says something, that.
    func overridden(by other: TraitValues) -> TraitValues {
        if other == .none { return self }
        var result = self
        for trait in Self.standard.list where other.says(trait) { result.take(trait, from: other) }
        result.own.merge(other.own) { $1 }
        return result
    }

    /// Whether this says all that `other` says.
    func contains(_ other: TraitValues) -> Bool {
        Self.standard.list.allSatisfy { !other.says($0) || agrees(with: other, on: $0) }
            && other.own.allSatisfy { own[$0.key] == $0.value }
    }

    /// How many traits it says anything about.
    var saidCount: Int { Self.standard.list.count(where: { says($0) }) + own.count }

    func differs(from other: TraitValues, in trait: UITrait) -> Bool {
        if let standard = trait as? any StandardTrait.Type { return !agrees(with: other, on: standard) }
        let key = ObjectIdentifier(trait)
        return own[key] != other.own[key]
    }

    /// Whether dynamic colours may look different.
    func hasOtherColors(than other: TraitValues) -> Bool {
        Self.standard.list.contains { $0.affectsColorAppearance && differs(from: other, in: $0) }
            || own.merging(other.own) { $1 }.values.contains {
                $0.trait.affectsColorAppearance && differs(from: other, in: $0.trait)
            }
    }
}
