public import Foundation
#if canImport(Glibc)
    import Glibc
#endif

/// Whether things are dark on light or light on dark.
public enum UIUserInterfaceStyle: Int, Sendable {
    case unspecified = 0
    case light = 1
    case dark = 2
}

/// Which way text and layout run.
public enum UITraitEnvironmentLayoutDirection: Int, Sendable {
    case unspecified = -1
    case leftToRight = 0
    case rightToLeft = 1
}

/// What surrounds a piece of interface: style, sharpness, direction. Immutable; any thread may use it.
open class UITraitCollection: NSObject, @unchecked Sendable {
    // Unchecked because an open class cannot prove it; the class itself has constants only.

    public final let userInterfaceStyle: UIUserInterfaceStyle
    /// Pixels per point; 0 when not said.
    public final let displayScale: CGFloat
    public final let layoutDirection: UITraitEnvironmentLayoutDirection

    init(_ style: UIUserInterfaceStyle, _ scale: CGFloat, _ direction: UITraitEnvironmentLayoutDirection) {
        userInterfaceStyle = style
        displayScale = scale
        layoutDirection = direction
        super.init()
    }

    /// Nothing is said.
    public convenience override init() { self.init(.unspecified, 0, .unspecified) }

    public convenience init(userInterfaceStyle: UIUserInterfaceStyle) {
        self.init(userInterfaceStyle, 0, .unspecified)
    }

    public convenience init(displayScale: CGFloat) { self.init(.unspecified, displayScale, .unspecified) }

    public convenience init(layoutDirection: UITraitEnvironmentLayoutDirection) {
        self.init(.unspecified, 0, layoutDirection)
    }

    /// What any of the collections says; where several do, the last.
    public convenience init(traitsFrom traitCollections: [UITraitCollection]) {
        var style = UIUserInterfaceStyle.unspecified
        var scale: CGFloat = 0
        var direction = UITraitEnvironmentLayoutDirection.unspecified
        for traits in traitCollections {
            if traits.userInterfaceStyle != .unspecified { style = traits.userInterfaceStyle }
            if traits.displayScale != 0 { scale = traits.displayScale }
            if traits.layoutDirection != .unspecified { direction = traits.layoutDirection }
        }
        self.init(style, scale, direction)
    }

    /// Whether this says all that `trait` says.
    open func containsTraits(in trait: UITraitCollection?) -> Bool {
        guard let trait else { return true }
        return (trait.userInterfaceStyle == .unspecified || trait.userInterfaceStyle == userInterfaceStyle)
            && (trait.displayScale == 0 || trait.displayScale == displayScale)
            && (trait.layoutDirection == .unspecified || trait.layoutDirection == layoutDirection)
    }

    /// How many traits it says anything about.
    final var saidCount: Int {
        (userInterfaceStyle != .unspecified ? 1 : 0) + (displayScale != 0 ? 1 : 0)
            + (layoutDirection != .unspecified ? 1 : 0)
    }

    /// Whether dynamic colours may look different.
    open func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
        traitCollection.map { $0.userInterfaceStyle != userInterfaceStyle } ?? true
    }

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

    static let standard = UITraitCollection(.light, 1, .leftToRight)

    // MARK: Object

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UITraitCollection else { return false }
        return userInterfaceStyle == other.userInterfaceStyle && displayScale == other.displayScale
            && layoutDirection == other.layoutDirection
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(userInterfaceStyle)
        hasher.combine(displayScale)
        hasher.combine(layoutDirection)
        return hasher.finalize()
    }

    open override var description: String {
        "UITraitCollection(style \(userInterfaceStyle), scale \(displayScale), direction \(layoutDirection))"
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
