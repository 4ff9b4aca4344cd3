public import Foundation
#if canImport(Glibc)
    import Glibc
#endif

/// What surrounds a piece of interface: style, sharpness, direction, room. Immutable; any thread may use it.
open class UITraitCollection: NSObject, @unchecked Sendable {
    // Unchecked because an open class cannot prove it; the class itself has constants only.

    let values: TraitValues

    init(_ values: TraitValues) {
        self.values = values
        super.init()
    }

    /// Nothing is said.
    public convenience override init() { self.init(TraitValues.none) }

    /// What `mutations` says.
    public convenience init(mutations: (inout any UIMutableTraits) -> Void) {
        self.init(UITraitCollection.changed(.none, mutations))
    }

    /// The same with what `mutations` says.
    open func modifyingTraits(_ mutations: (inout any UIMutableTraits) -> Void) -> UITraitCollection {
        UITraitCollection(UITraitCollection.changed(values, mutations))
    }

    private static func changed(_ values: TraitValues, _ mutations: (inout any UIMutableTraits) -> Void) -> TraitValues
    {
        var traits: any UIMutableTraits = values
        mutations(&traits)
        return traits as? TraitValues ?? values
    }

    // MARK: What is said

    /// The value of any trait, an application's own among them.
    public final subscript<Trait: UITraitDefinition>(trait: Trait.Type) -> Trait.Value { values[trait] }

    public final var userInterfaceStyle: UIUserInterfaceStyle { values.userInterfaceStyle }
    /// Pixels per point; 0 when not said.
    public final var displayScale: CGFloat { values.displayScale }
    public final var layoutDirection: UITraitEnvironmentLayoutDirection { values.layoutDirection }
    /// The screen's: compact below 600 points of width.
    public final var horizontalSizeClass: UIUserInterfaceSizeClass { values.horizontalSizeClass }
    /// The screen's: compact below 480 points of height.
    public final var verticalSizeClass: UIUserInterfaceSizeClass { values.verticalSizeClass }
    /// `.pad` on every panel.
    public final var userInterfaceIdiom: UIUserInterfaceIdiom { values.userInterfaceIdiom }
    /// `.large` unless an application says another.
    public final var preferredContentSizeCategory: UIContentSizeCategory { values.preferredContentSizeCategory }
    /// `.SRGB` on every panel.
    public final var displayGamut: UIDisplayGamut { values.displayGamut }
    /// `.normal` unless an application says otherwise.
    public final var accessibilityContrast: UIAccessibilityContrast { values.accessibilityContrast }
    /// `.base` unless an application says otherwise.
    public final var userInterfaceLevel: UIUserInterfaceLevel { values.userInterfaceLevel }
    /// `.regular` unless an application says otherwise.
    public final var legibilityWeight: UILegibilityWeight { values.legibilityWeight }
    /// `.unavailable` on every panel.
    public final var forceTouchCapability: UIForceTouchCapability { values.forceTouchCapability }

    // MARK: One thing said

    private convenience init<Value>(_ field: WritableKeyPath<TraitValues, Value>, _ value: Value) {
        var values = TraitValues.none
        values[keyPath: field] = value
        self.init(values)
    }

    public convenience init(userInterfaceStyle: UIUserInterfaceStyle) {
        self.init(\.userInterfaceStyle, userInterfaceStyle)
    }
    public convenience init(displayScale: CGFloat) { self.init(\.displayScale, displayScale) }
    public convenience init(layoutDirection: UITraitEnvironmentLayoutDirection) {
        self.init(\.layoutDirection, layoutDirection)
    }
    public convenience init(horizontalSizeClass: UIUserInterfaceSizeClass) {
        self.init(\.horizontalSizeClass, horizontalSizeClass)
    }
    public convenience init(verticalSizeClass: UIUserInterfaceSizeClass) {
        self.init(\.verticalSizeClass, verticalSizeClass)
    }
    public convenience init(userInterfaceIdiom idiom: UIUserInterfaceIdiom) { self.init(\.userInterfaceIdiom, idiom) }
    public convenience init(preferredContentSizeCategory: UIContentSizeCategory) {
        self.init(\.preferredContentSizeCategory, preferredContentSizeCategory)
    }
    public convenience init(displayGamut: UIDisplayGamut) { self.init(\.displayGamut, displayGamut) }
    public convenience init(accessibilityContrast: UIAccessibilityContrast) {
        self.init(\.accessibilityContrast, accessibilityContrast)
    }
    public convenience init(userInterfaceLevel: UIUserInterfaceLevel) {
        self.init(\.userInterfaceLevel, userInterfaceLevel)
    }
    public convenience init(legibilityWeight: UILegibilityWeight) { self.init(\.legibilityWeight, legibilityWeight) }

    /// What any of the collections says; where several do, the last.
    public convenience init(traitsFrom traitCollections: [UITraitCollection]) {
        self.init(traitCollections.reduce(TraitValues.none) { $0.overridden(by: $1.values) })
    }

    /// A screen of this size, points.
    convenience init(screenScale: CGFloat, size: CGSize) {
        var values = TraitValues.none
        values.userInterfaceStyle = .light
        values.displayScale = screenScale
        values.layoutDirection = .leftToRight
        values.horizontalSizeClass = size.width < 600 ? .compact : .regular
        values.verticalSizeClass = size.height < 480 ? .compact : .regular
        values.userInterfaceIdiom = .pad
        values.preferredContentSizeCategory = .large
        values.displayGamut = .SRGB
        values.accessibilityContrast = .normal
        values.userInterfaceLevel = .base
        values.legibilityWeight = .regular
        values.forceTouchCapability = .unavailable
        self.init(values)
    }

    // MARK: Comparing

    /// Whether this says all that `trait` says.
    open func containsTraits(in trait: UITraitCollection?) -> Bool {
        guard let trait else { return true }
        return values.contains(trait.values)
    }

    /// Whether dynamic colours may look different.
    open func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
        traitCollection.map { values.hasOtherColors(than: $0.values) } ?? true
    }

    /// How many traits it says anything about.
    final var saidCount: Int { values.saidCount }

    // MARK: The current one

    /// What dynamic colours are resolved against. Each thread has its own; UIKit sets it while a view draws or is told of
    /// a change, and else it is light.
    public static var current: UITraitCollection {
        get { CurrentTraits.value ?? standard }
        set { CurrentTraits.value = newValue }
    }

    /// Runs `actions` with this as the current one.
    open func performAsCurrent(_ actions: () -> Void) {
        let outer = CurrentTraits.value
        CurrentTraits.value = self
        actions()
        CurrentTraits.value = outer
    }

    static let standard = UITraitCollection(screenScale: 1, size: CGSize(width: 800, height: 480))

    // MARK: Object

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UITraitCollection else { return false }
        return self === other || values == other.values
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(userInterfaceStyle)
        hasher.combine(displayScale)
        hasher.combine(layoutDirection)
        hasher.combine(horizontalSizeClass)
        hasher.combine(verticalSizeClass)
        return hasher.finalize()
    }

    open override var description: String {
        "UITraitCollection(style \(userInterfaceStyle), scale \(displayScale), direction \(layoutDirection), "
            + "\(horizontalSizeClass) by \(verticalSizeClass))"
    }
}

/// The traits of the calling thread.
private enum CurrentTraits {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { pointer in
            if let pointer { Unmanaged<UITraitCollection>.fromOpaque(pointer).release() }
        }
        return key
    }()

    static var value: UITraitCollection? {
        get {
            pthread_getspecific(key).map { Unmanaged<UITraitCollection>.fromOpaque($0).takeUnretainedValue() }
        }
        set {
            let old = pthread_getspecific(key)
            pthread_setspecific(key, newValue.map { UnsafeRawPointer(Unmanaged.passRetained($0).toOpaque()) })
            if let old { Unmanaged<UITraitCollection>.fromOpaque(old).release() }
        }
    }
}

/// Has traits and hears when they change.
@preconcurrency @MainActor
public protocol UITraitEnvironment: AnyObject {
    var traitCollection: UITraitCollection { get }
    func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?)
}
