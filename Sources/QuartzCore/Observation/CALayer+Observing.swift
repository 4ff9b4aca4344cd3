import Foundation

extension CALayer: _KeyValueCodingAndObserving {}

extension _KeyValueCodingAndObserving where Self: CALayer {
    /// Calls `changeHandler` for every change of a property of the layer (fact G-22): once for each setting of another
    /// value, not at all for the value it has. The observation lasts as long as the result is held.
    ///
    /// Geometry, look, shadow and contents can be observed. `frame` is worked out from bounds, position, anchor and
    /// transform: whatever changes it is told. Another key path is never told of, and the log says so once.
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @MainActor (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let keys = LayerObservation.keys(of: keyPath, LayerObservation.layerKeys)
        return LayerObservation.observe(self, of: self, keyPath, keys, options, changeHandler)
    }
}

/// How key paths of layers and views become observations.
@MainActor
package enum LayerObservation {
    /// What the frame is made of.
    package static let frameKeys = ["bounds", "position", "anchorPoint", "transform"]

    /// Known key paths; those of a table once one of them was asked for.
    private static var known: [AnyKeyPath: [String]] = [:]

    /// The names that make up a property; nil for one that cannot be observed. `table` answers for a whole class.
    package static func keys<Object: AnyObject, Value>(
        of keyPath: KeyPath<Object, Value>, _ table: (Object.Type) -> [AnyKeyPath: [String]]
    ) -> [String]? {
        if let keys = known[keyPath] { return keys }
        // Where the class is a generic one's parameter, a table with less was asked for than the class has.
        known.merge(table(Object.self)) { first, _ in first }
        return known[keyPath]
    }

    package static func layerKeys<Layer: CALayer>(_ type: Layer.Type) -> [AnyKeyPath: [String]] {
        [
            \Layer.frame: frameKeys, \Layer.bounds: ["bounds"], \Layer.position: ["position"],
            \Layer.zPosition: ["zPosition"], \Layer.anchorPoint: ["anchorPoint"],
            \Layer.anchorPointZ: ["anchorPointZ"], \Layer.transform: ["transform"],
            \Layer.sublayerTransform: ["sublayerTransform"], \Layer.isHidden: ["hidden"],
            \Layer.opacity: ["opacity"], \Layer.masksToBounds: ["masksToBounds"],
            \Layer.isDoubleSided: ["doubleSided"], \Layer.isGeometryFlipped: ["geometryFlipped"],
            \Layer.isOpaque: ["opaque"], \Layer.allowsGroupOpacity: ["allowsGroupOpacity"],
            \Layer.backgroundColor: ["backgroundColor"], \Layer.cornerRadius: ["cornerRadius"],
            \Layer.maskedCorners: ["maskedCorners"], \Layer.cornerCurve: ["cornerCurve"],
            \Layer.borderWidth: ["borderWidth"], \Layer.borderColor: ["borderColor"], \Layer.mask: ["mask"],
            \Layer.shadowColor: ["shadowColor"], \Layer.shadowOpacity: ["shadowOpacity"],
            \Layer.shadowOffset: ["shadowOffset"], \Layer.shadowRadius: ["shadowRadius"],
            \Layer.shadowPath: ["shadowPath"], \Layer.shouldRasterize: ["shouldRasterize"],
            \Layer.rasterizationScale: ["rasterizationScale"], \Layer.contents: ["contents"],
            \Layer.contentsRect: ["contentsRect"], \Layer.contentsCenter: ["contentsCenter"],
            \Layer.contentsGravity: ["contentsGravity"], \Layer.contentsScale: ["contentsScale"],
        ]
    }

    /// Observes a property of `object`, whose changes go through `layer`.
    package static func observe<Object: AnyObject, Value>(
        _ object: Object, of layer: CALayer, _ keyPath: KeyPath<Object, Value>, _ keys: [String]?,
        _ options: NSKeyValueObservingOptions,
        _ handler: @escaping @MainActor (Object, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        guard let keys else {
            LayerLog.noteOnce(
                "\(Object.self) does not tell of changes of \(keyPath): observing it has no effect. What a final class "
                    + "overrides can be observed through its superclass; Documentation/coverage.md names the rest.")
            return NSKeyValueObservation(nil)
        }
        let observer = ObservedProperty(object, keyPath, keys: keys, options: options, handler: handler)
        layer.add(observer)
        observer.tellInitialValue()
        return NSKeyValueObservation(observer)
    }
}

/// What setters ask of a layer that somebody observes. Others have no list, and pay for one look.
extension CALayer {
    package final var isObserved: Bool { details?.look?.observers != nil }

    final func add(_ observer: PropertyObserver) {
        let look = made.madeLook
        let observers = look.observers ?? LayerObservers()
        look.observers = observers
        observers.add(observer)
    }

    /// Before and after a change of a property of the layer's view.
    package final func willChangeObserved(_ key: String) { details?.look?.observers?.willChange(key) }
    package final func didChangeObserved(_ key: String) { details?.look?.observers?.didChange(key) }

    /// What changes inside is told once, afterwards.
    package final func tellAfterwards(_ change: () -> Void) {
        guard let observers = details?.look?.observers else { return change() }
        observers.collect(change)
    }
}
