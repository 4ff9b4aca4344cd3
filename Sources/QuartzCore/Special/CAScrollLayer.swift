internal import CoreGraphics
public import Foundation

/// The ways a scroll layer goes.
public struct CAScrollLayerScrollMode: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let none = CAScrollLayerScrollMode(rawValue: "none")
    public static let vertically = CAScrollLayerScrollMode(rawValue: "vertically")
    public static let horizontally = CAScrollLayerScrollMode(rawValue: "horizontally")
    /// The default.
    public static let both = CAScrollLayerScrollMode(rawValue: "both")
}

/// Shows a part of sublayers that reach beyond its bounds: scrolling moves the origin of the bounds, which animates by
/// itself. What lies outside shows unless `masksToBounds` is set.
@preconcurrency @MainActor
open class CAScrollLayer: CALayer {
    private final var mode = CAScrollLayerScrollMode.both

    public override init() { super.init() }

    public override init(layer: Any) {
        super.init(layer: layer)
        if let layer = layer as? CAScrollLayer { copyMode(of: layer) }
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    private func copyMode(of layer: CAScrollLayer) { mode = layer.mode }

    /// Which ways scrolling goes. Default `both`, which an unknown name is, too.
    open var scrollMode: CAScrollLayerScrollMode {
        get { mode }
        set { if canSet("scrollMode") { mode = newValue } }
    }

    /// Brings `p`, in the layer's coordinates, to its upper left corner, as far as the mode lets it.
    open func scroll(to p: CGPoint) {
        var origin = bounds.origin
        if mode != .vertically, mode != .none { origin.x = p.x }
        if mode != .horizontally, mode != .none { origin.y = p.y }
        bounds.origin = origin
    }

    /// Scrolls as little as makes `r`, in the layer's coordinates, visible; of one that is too large, its upper left part.
    open func scroll(to r: CGRect) {
        guard !r.isNull, !r.isInfinite else { return }
        let r = r.standardized
        func place(_ start: CGFloat, _ length: CGFloat, _ low: CGFloat, _ high: CGFloat) -> CGFloat {
            if low < start || high - low > length { return low }
            return high > start + length ? high - length : start
        }
        let bounds = bounds
        scroll(
            to: CGPoint(
                x: place(bounds.minX, bounds.width, r.minX, r.maxX),
                y: place(bounds.minY, bounds.height, r.minY, r.maxY)))
    }

    override func specialValue(forKeyPath path: String) -> Any?? { path == "scrollMode" ? scrollMode.rawValue : nil }

    override func setSpecialValue(_ value: Any?, forKeyPath path: String) -> Bool {
        guard path == "scrollMode" else { return false }
        scrollMode = CAScrollLayerScrollMode(rawValue: value.name)
        return true
    }

    open override func presentation() -> CAScrollLayer? { makePresentation() as? CAScrollLayer }
    open override func model() -> CAScrollLayer { super.model() as? CAScrollLayer ?? self }

    override func makePresentationCopy() -> CALayer { CAScrollLayer(layer: self) }
}

extension CALayer {
    private var nearestScrollLayer: CAScrollLayer? {
        var layer: CALayer? = self
        while let next = layer {
            if let scroll = next as? CAScrollLayer { return scroll }
            layer = next.superlayer
        }
        return nil
    }

    /// Scrolls the nearest scroll layer that holds this layer, or is it, so that `p` comes to its upper left corner.
    public func scroll(_ p: CGPoint) {
        guard let target = nearestScrollLayer else { return }
        target.scroll(to: convert(p, to: target))
    }

    /// Scrolls the nearest scroll layer so that `r` becomes visible.
    public func scrollRectToVisible(_ r: CGRect) {
        guard let target = nearestScrollLayer else { return }
        target.scroll(to: convert(r, to: target))
    }

    /// The part of the bounds that the nearest scroll layer shows; all of them without one.
    public var visibleRect: CGRect {
        guard let scroll = nearestScrollLayer, scroll !== self else { return bounds }
        let all = convert(scroll.bounds, from: scroll)
        // Flat transforms have no way back.
        guard all.isFinite else { return .zero }
        let visible = all.intersection(bounds)
        return visible.isNull ? .zero : visible
    }
}
