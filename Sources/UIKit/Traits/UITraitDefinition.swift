public import Foundation

/// One thing that surroundings say: the built-in ones below, or an application's own with a value for everywhere it is not
/// said.
public protocol UITraitDefinition {
    associatedtype Value

    /// Where nobody says another.
    static var defaultValue: Value { get }
    /// Whether dynamic colours ask for it; default false.
    static var affectsColorAppearance: Bool { get }
    /// For descriptions; default the type's name.
    static var name: String { get }
}

extension UITraitDefinition {
    public static var affectsColorAppearance: Bool { false }
    public static var name: String { "\(self)" }
}

/// A trait, as lists of them hold it.
public typealias UITrait = any UITraitDefinition.Type

/// One of the built-in ones: a field of `TraitValues`.
protocol StandardTrait: UITraitDefinition where Value: Equatable {
    /// What stands for "not said".
    static var unsaid: Value { get }
    static var field: WritableKeyPath<TraitValues, Value> { get }
}

public struct UITraitUserInterfaceStyle: UITraitDefinition, StandardTrait {
    public static var defaultValue: UIUserInterfaceStyle { .unspecified }
    public static var affectsColorAppearance: Bool { true }
    static var unsaid: UIUserInterfaceStyle { .unspecified }
    static var field: WritableKeyPath<TraitValues, UIUserInterfaceStyle> { \.userInterfaceStyle }
}

public struct UITraitDisplayScale: UITraitDefinition, StandardTrait {
    public static var defaultValue: CGFloat { 0 }
    static var unsaid: CGFloat { 0 }
    static var field: WritableKeyPath<TraitValues, CGFloat> { \.displayScale }
}

public struct UITraitLayoutDirection: UITraitDefinition, StandardTrait {
    public static var defaultValue: UITraitEnvironmentLayoutDirection { .unspecified }
    static var unsaid: UITraitEnvironmentLayoutDirection { .unspecified }
    static var field: WritableKeyPath<TraitValues, UITraitEnvironmentLayoutDirection> { \.layoutDirection }
}

public struct UITraitHorizontalSizeClass: UITraitDefinition, StandardTrait {
    public static var defaultValue: UIUserInterfaceSizeClass { .unspecified }
    static var unsaid: UIUserInterfaceSizeClass { .unspecified }
    static var field: WritableKeyPath<TraitValues, UIUserInterfaceSizeClass> { \.horizontalSizeClass }
}

public struct UITraitVerticalSizeClass: UITraitDefinition, StandardTrait {
    public static var defaultValue: UIUserInterfaceSizeClass { .unspecified }
    static var unsaid: UIUserInterfaceSizeClass { .unspecified }
    static var field: WritableKeyPath<TraitValues, UIUserInterfaceSizeClass> { \.verticalSizeClass }
}

public struct UITraitUserInterfaceIdiom: UITraitDefinition, StandardTrait {
    public static var defaultValue: UIUserInterfaceIdiom { .unspecified }
    static var unsaid: UIUserInterfaceIdiom { .unspecified }
    static var field: WritableKeyPath<TraitValues, UIUserInterfaceIdiom> { \.userInterfaceIdiom }
}

public struct UITraitPreferredContentSizeCategory: UITraitDefinition, StandardTrait {
    public static var defaultValue: UIContentSizeCategory { .unspecified }
    static var unsaid: UIContentSizeCategory { .unspecified }
    static var field: WritableKeyPath<TraitValues, UIContentSizeCategory> { \.preferredContentSizeCategory }
}

public struct UITraitDisplayGamut: UITraitDefinition, StandardTrait {
    public static var defaultValue: UIDisplayGamut { .unspecified }
    public static var affectsColorAppearance: Bool { true }
    static var unsaid: UIDisplayGamut { .unspecified }
    static var field: WritableKeyPath<TraitValues, UIDisplayGamut> { \.displayGamut }
}

public struct UITraitAccessibilityContrast: UITraitDefinition, StandardTrait {
    public static var defaultValue: UIAccessibilityContrast { .unspecified }
    public static var affectsColorAppearance: Bool { true }
    static var unsaid: UIAccessibilityContrast { .unspecified }
    static var field: WritableKeyPath<TraitValues, UIAccessibilityContrast> { \.accessibilityContrast }
}

public struct UITraitUserInterfaceLevel: UITraitDefinition, StandardTrait {
    public static var defaultValue: UIUserInterfaceLevel { .unspecified }
    public static var affectsColorAppearance: Bool { true }
    static var unsaid: UIUserInterfaceLevel { .unspecified }
    static var field: WritableKeyPath<TraitValues, UIUserInterfaceLevel> { \.userInterfaceLevel }
}

public struct UITraitLegibilityWeight: UITraitDefinition, StandardTrait {
    public static var defaultValue: UILegibilityWeight { .unspecified }
    static var unsaid: UILegibilityWeight { .unspecified }
    static var field: WritableKeyPath<TraitValues, UILegibilityWeight> { \.legibilityWeight }
}

public struct UITraitForceTouchCapability: UITraitDefinition, StandardTrait {
    public static var defaultValue: UIForceTouchCapability { .unknown }
    static var unsaid: UIForceTouchCapability { .unknown }
    static var field: WritableKeyPath<TraitValues, UIForceTouchCapability> { \.forceTouchCapability }
}
