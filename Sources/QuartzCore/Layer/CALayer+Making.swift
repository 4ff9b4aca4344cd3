internal import Foundation

/// Tells `CALayer.init(coder:)` that a layer is wanted, not an archive.
final class LayerClassCoder: NSCoder {}

extension CALayer {
    /// A new layer of class `type`, which is known at run time only. Classes of applications are made through
    /// `init(coder:)`, the one initializer that every subclass has.
    package final class func make(_ type: CALayer.Type) -> CALayer {
        if type == CALayer.self { return CALayer() }
        guard let layer = type.init(coder: LayerClassCoder()) else {
            LayerLog.note("\(type) cannot be a view's layer class: its init(coder:) gave nil. A plain CALayer is used.")
            return CALayer()
        }
        return layer
    }
}
