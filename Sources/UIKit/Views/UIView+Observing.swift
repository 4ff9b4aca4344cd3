import Foundation
public import QuartzCore

extension UIView: _KeyValueCodingAndObserving {}

// One function for each class that adds properties to observe: the compiler takes the most special one, and key paths can
// only be compared with those of the same root.

extension _KeyValueCodingAndObserving where Self: UIView {
    /// Calls `changeHandler` for every change of a property of the view (fact G-22): once for each setting of another
    /// value, not at all for the value it has. The observation lasts as long as the result is held.
    ///
    /// Geometry, `alpha`, `isHidden`, `clipsToBounds`, `backgroundColor`, what scroll views, controls, labels and image
    /// views say below, and properties of `layer` can be observed. It is told whoever sets them, the layer's setters
    /// included; `frame` when anything changes it, after subviews have followed. Another key path is never told of, and
    /// the log says so once.
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @MainActor (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let keys = LayerObservation.keys(of: keyPath, ViewObservation.viewKeys)
        return LayerObservation.observe(self, of: layer, keyPath, keys, options, changeHandler)
    }
}

extension _KeyValueCodingAndObserving where Self: UIScrollView {
    /// As for views; `contentOffset`, `contentSize` and `contentInset`, too. The offset is told for every step of a scroll,
    /// before the delegate hears of it.
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @MainActor (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let keys = LayerObservation.keys(of: keyPath) { type in
            ViewObservation.viewKeys(type).merging([
                \Self.contentOffset: ["bounds"], \Self.contentSize: ["contentSize"],
                \Self.contentInset: ["contentInset"],
            ]) { $1 }
        }
        return LayerObservation.observe(self, of: layer, keyPath, keys, options, changeHandler)
    }
}

extension _KeyValueCodingAndObserving where Self: UIControl {
    /// As for views; `isEnabled`, `isSelected`, `isHighlighted` and `state`, too.
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @MainActor (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let keys = LayerObservation.keys(of: keyPath) { type in
            ViewObservation.viewKeys(type).merging([
                \Self.isEnabled: ["isEnabled"], \Self.isSelected: ["isSelected"],
                \Self.isHighlighted: ["isHighlighted"], \Self.state: ["isEnabled", "isSelected", "isHighlighted"],
            ]) { $1 }
        }
        return LayerObservation.observe(self, of: layer, keyPath, keys, options, changeHandler)
    }
}

extension _KeyValueCodingAndObserving where Self: UILabel {
    /// As for views; `text` and `attributedText`, too.
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @MainActor (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let keys = LayerObservation.keys(of: keyPath) { type in
            ViewObservation.viewKeys(type).merging([\Self.text: ["text"], \Self.attributedText: ["text"]]) { $1 }
        }
        return LayerObservation.observe(self, of: layer, keyPath, keys, options, changeHandler)
    }
}

extension _KeyValueCodingAndObserving where Self: UIImageView {
    /// As for views; `image`, too.
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @MainActor (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let keys = LayerObservation.keys(of: keyPath) { type in
            ViewObservation.viewKeys(type).merging([\Self.image: ["image"]]) { $1 }
        }
        return LayerObservation.observe(self, of: layer, keyPath, keys, options, changeHandler)
    }
}

@MainActor
private enum ViewObservation {
    /// What every view tells; its geometry and look are kept by its layer, under the layer's names.
    static func viewKeys<View: UIView>(_ type: View.Type) -> [AnyKeyPath: [String]] {
        var keys: [AnyKeyPath: [String]] = [
            \View.frame: LayerObservation.frameKeys, \View.bounds: ["bounds"], \View.center: ["position"],
            \View.transform: ["transform"], \View.transform3D: ["transform"], \View.anchorPoint: ["anchorPoint"],
            \View.alpha: ["opacity"], \View.isHidden: ["hidden"], \View.clipsToBounds: ["masksToBounds"],
            \View.backgroundColor: ["backgroundColor"], \View.contentScaleFactor: ["contentsScale"],
            \View.contentStretch: ["contentsCenter"],
        ]
        let layer: AnyKeyPath = \View.layer
        for (path, names) in LayerObservation.layerKeys(CALayer.self) {
            if let whole = layer.appending(path: path) { keys[whole] = names }
        }
        return keys
    }
}
