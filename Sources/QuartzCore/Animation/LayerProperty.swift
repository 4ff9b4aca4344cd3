internal import CoreGraphics
internal import Foundation
internal import Motion

/// A property of an application's own class of layer that Core Animation knows by its name, as one marked `@NSManaged` on
/// Apple's systems:
///
///     final class DialLayer: CALayer {
///         @LayerProperty var angle: CGFloat = 0
///
///         override class func needsDisplay(forKey key: String) -> Bool {
///             key == "angle" || super.needsDisplay(forKey: key)
///         }
///         override func draw(in ctx: CGContext) { … angle … }
///     }
///
/// Setting it looks for an action under its name and marks the layer for display if `needsDisplay(forKey:)` says so.
/// `value(forKey:)`, `setValue(_:forKey:)` and animations reach it by name; `init(layer:)` and presentation layers copy it.
/// While an animation drives it the layer is displayed for every frame, on the main thread, and reads the animated value
/// inside `display()` and `draw(in:)`.
///
/// Numbers, points, sizes, rectangles, colours and transforms move; other values change at once. `presentation()` is of
/// the same class if `init?(coder:)` passes its coder on to `super`, as the layer class of a view has to.
@propertyWrapper
public struct LayerProperty<Value> {
    let box: LayerPropertyBox<Value>

    public init(wrappedValue: Value) { box = LayerPropertyBox(wrappedValue) }

    @available(*, unavailable, message: "Only properties of CALayer subclasses can be layer properties.")
    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }

    @MainActor
    public static subscript<Layer: CALayer>(
        _enclosingInstance layer: Layer, wrapped wrappedKeyPath: ReferenceWritableKeyPath<Layer, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<Layer, LayerProperty<Value>>
    ) -> Value {
        get {
            let box = layer[keyPath: storageKeyPath].box
            return box.shown ?? box.value
        }
        set { layer.set(layer[keyPath: storageKeyPath].box, to: newValue) }
    }
}

/// Where the value is.
final class LayerPropertyBox<Value>: AnyLayerPropertyBox {
    var value: Value
    /// Inside `display()`: what an animation makes of it.
    var shown: Value?
    /// The property's; found when it is first needed.
    var name: String?

    init(_ value: Value) { self.value = value }

    var anyValue: Any { shown ?? value }
    /// A colour that is not there is transparent.
    var motion: MotionValue? {
        CustomValue.motion(value) ?? (Value.self == CGColor?.self ? AnimatableValue.noColor : nil)
    }

    private func converted(_ any: Any?) -> Value? {
        if let any, let value = any as? Value { return value }
        guard let any else { return motion.flatMap { CustomValue.value($0.neutral, as: Value.self) } }
        return CustomValue.motion(any).flatMap { CustomValue.value($0, as: Value.self) }
    }

    func copyValue(of other: any AnyLayerPropertyBox) {
        if let value = other.anyValue as? Value { self.value = value }
    }

    func show(_ motion: MotionValue?) { shown = motion.flatMap { CustomValue.value($0, as: Value.self) } }

    @MainActor
    func setByKey(_ any: Any?, in layer: CALayer) {
        // An optional without a value is a value.
        guard let value = converted(any) ?? (any as Any as? Value) else {
            LayerLog.note("\(name ?? "") of \(layer.label) was set to a value of another type; the old one is kept.")
            return
        }
        layer.set(self, to: value)
    }
}

protocol AnyLayerPropertyBox: AnyObject {
    var name: String? { get set }
    var anyValue: Any { get }
    /// Nil for a value that does not move.
    var motion: MotionValue? { get }
    func copyValue(of other: any AnyLayerPropertyBox)
    func show(_ motion: MotionValue?)
    @MainActor func setByKey(_ any: Any?, in layer: CALayer)
}

/// What reflection finds.
private protocol AnyLayerProperty { var anyBox: any AnyLayerPropertyBox { get } }

extension LayerProperty: AnyLayerProperty {
    fileprivate var anyBox: any AnyLayerPropertyBox { box }
}

extension CALayer {
    private static var classesWithoutProperties: Set<ObjectIdentifier> = []

    /// The layer's own properties by name.
    final var layerProperties: [String: any AnyLayerPropertyBox] {
        if flags.contains(.isPlainClass) { return [:] }
        if let known = details?.look?.properties { return known }
        let type = ObjectIdentifier(Swift.type(of: self))
        if Self.classesWithoutProperties.contains(type) { return [:] }
        var found: [String: any AnyLayerPropertyBox] = [:]
        var mirror: Mirror? = Mirror(reflecting: self)
        while let level = mirror, level.subjectType != CALayer.self {
            for child in level.children {
                guard let property = child.value as? any AnyLayerProperty, let label = child.label else { continue }
                // The wrapper is stored under the property's name with an underscore before it.
                let name = label.hasPrefix("_") ? String(label.dropFirst()) : label
                property.anyBox.name = name
                found[name] = property.anyBox
            }
            mirror = level.superclassMirror
        }
        if found.isEmpty {
            Self.classesWithoutProperties.insert(type)
        } else {
            made.madeLook.properties = found
        }
        return found
    }

    final func set<Value>(_ box: LayerPropertyBox<Value>, to value: Value) {
        if let old = box.value as? AnyHashable, let new = value as? AnyHashable, old == new { return }
        if box.name == nil { _ = layerProperties }
        let name = box.name ?? ""
        guard canSet(name, CustomValue.motion(value).map(CustomValue.isFinite) ?? true) else { return }
        let action = willChange(name, [])
        box.value = value
        run(action, name)
    }

    final func copyProperties(of other: CALayer) {
        let sources = other.layerProperties
        if sources.isEmpty { return }
        for (name, box) in layerProperties { if let source = sources[name] { box.copyValue(of: source) } }
    }
}
