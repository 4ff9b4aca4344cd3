public import Foundation
internal import Synchronization

/// What a change did to a property; the properties observed here are set, as wholes. Raw values as Apple's.
public enum NSKeyValueChange: UInt, Sendable {
    case setting = 1
    case insertion = 2
    case removal = 3
    case replacement = 4
}

/// What an observer is told and when.
public struct NSKeyValueObservingOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Changes carry the new value.
    public static let new = NSKeyValueObservingOptions(rawValue: 1 << 0)
    /// Changes carry the value from before.
    public static let old = NSKeyValueObservingOptions(rawValue: 1 << 1)
    /// The handler is called once for the present value, before `observe` returns.
    public static let initial = NSKeyValueObservingOptions(rawValue: 1 << 2)
    /// The handler is called before each change, too.
    public static let prior = NSKeyValueObservingOptions(rawValue: 1 << 3)
}

/// One change of an observed property.
public struct NSKeyValueObservedChange<Value> {
    public typealias Kind = NSKeyValueChange

    public let kind: Kind
    /// Nil without the option `.new`, and in a call that comes before the change.
    public let newValue: Value?
    /// Nil without the option `.old`.
    public let oldValue: Value?
    /// Always nil: no collection is observed.
    public let indexes: IndexSet?
    /// Whether the change is still to come.
    public let isPrior: Bool
}

/// An observation under way. It ends with `invalidate()`, or when nobody holds it any more; it does not hold the observed
/// object. It may be ended, and let go, on any thread.
public final class NSKeyValueObservation: NSObject, Sendable {
    private let observer: PropertyObserver?

    /// Of nil: one that never tells anything.
    package init(_ observer: PropertyObserver?) { self.observer = observer }

    deinit { Self.end(observer) }

    /// No call of the handler begins after this one.
    public func invalidate() { Self.end(observer) }

    private static func end(_ observer: PropertyObserver?) {
        guard let observer, !observer.isOver.exchange(true, ordering: .relaxed) else { return }
        if Thread.isMainThread {
            MainActor.assumeIsolated { observer.leave() }
        } else {
            Task { @MainActor in observer.leave() }
        }
    }
}

/// Objects some of whose properties can be observed; views and layers are.
@preconcurrency @MainActor
public protocol _KeyValueCodingAndObserving: AnyObject {}
