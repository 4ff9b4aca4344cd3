public import CoreGraphics
public import Foundation

/// Draws, lays out and animates for a layer. A view is its layer's delegate. All requirements have defaults.
@preconcurrency @MainActor
public protocol CALayerDelegate: NSObjectProtocol {
    /// Supplies `contents` itself. The default draws with `draw(_:in:)` into a bitmap of the layer's.
    func display(_ layer: CALayer)
    /// Draws into the layer's bitmap. `ctx` is in the layer's coordinates, clipped to the part that needs it.
    func draw(_ layer: CALayer, in ctx: CGContext)
    /// Comes before `draw(_:in:)`.
    func layerWillDraw(_ layer: CALayer)
    /// Places the sublayers. The default leaves it to the layer's layout manager.
    func layoutSublayers(of layer: CALayer)
    /// The action for `event`: nil to look further, `NSNull` for none (fact A-84).
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
    public func display(_ layer: CALayer) { layer.drawContents() }
    public func draw(_ layer: CALayer, in ctx: CGContext) {}
    public func layerWillDraw(_ layer: CALayer) {}
    public func layoutSublayers(of layer: CALayer) { layer.layoutManager?.layoutSublayers(of: layer) }
    public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}
