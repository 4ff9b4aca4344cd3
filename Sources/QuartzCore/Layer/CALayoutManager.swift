public import Foundation

/// Places sublayers for layers without a delegate that does. All requirements have defaults.
@preconcurrency @MainActor
public protocol CALayoutManager: NSObjectProtocol {
    /// The size that the layer would like to have in its superlayer; the default is that of its bounds.
    func preferredSize(of layer: CALayer) -> CGSize
    /// The layer was marked for layout; what was remembered of it is old.
    func invalidateLayout(of layer: CALayer)
    /// Places the sublayers.
    func layoutSublayers(of layer: CALayer)
}

extension CALayoutManager {
    public func preferredSize(of layer: CALayer) -> CGSize { layer.bounds.size }
    public func invalidateLayout(of layer: CALayer) {}
    public func layoutSublayers(of layer: CALayer) {}
}
