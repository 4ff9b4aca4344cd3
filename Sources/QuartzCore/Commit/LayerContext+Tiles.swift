internal import CoreGraphics
internal import Foundation
internal import RenderServer

/// What can be seen of tiled layers.
extension LayerContext {
    struct WeakTiledLayer { weak var layer: CATiledLayer? }

    /// Has each tiled layer see to its tiles. In a commit, and in each frame while one of them moves.
    func updateTiles() {
        guard !tiledLayers.isEmpty else { return }
        tiledLayers.removeAll { entry in
            guard let layer = entry.layer else { return true }
            if layer.context === self { return false }
            if layer.context == nil { layer.leaveScreen() }
            return true
        }
        var isMoving = false
        for entry in tiledLayers {
            guard let layer = entry.layer else { continue }
            var view = look(at: layer) { $0 }
            if isAnimated(layer) {
                isMoving = true
                let presented = look(at: layer) { $0.presentation() ?? $0 }
                view.rects.insert(contentsOf: presented.rects, at: 0)
                view.pixelsPerPoint = max(view.pixelsPerPoint, presented.pixelsPerPoint)
            }
            layer.updateTiles(view)
        }
        watchesTiles = isMoving
        if isMoving { sink.requestTick() }
    }

    func noteTiled(_ layer: CALayer) {
        guard let layer = layer as? CATiledLayer else { return }
        tiledLayers.append(WeakTiledLayer(layer: layer))
    }

    private func isAnimated(_ layer: CALayer) -> Bool {
        var next: CALayer? = layer
        while let layer = next {
            if let details = layer.details, !details.animations.isEmpty { return true }
            next = layer.superlayerStorage
        }
        return false
    }

    /// The part of `layer` that lies on the screen and in all layers that clip it, and how large it is seen. `version`
    /// gives a layer as it is to be looked at.
    private func look(at layer: CALayer, _ version: (CALayer) -> CALayer) -> TileView {
        let own = version(layer)
        var rect = own.bounds
        let outside = CALayer.map(from: own, to: nil)
        var next: CALayer? = layer
        while let model = next {
            next = model.superlayerStorage
            let above = version(model)
            if above.isHidden || above.opacity <= 0 { return TileView(rects: [], pixelsPerPoint: 1) }
            guard above.masksToBounds || model === rootLayer, model !== layer else { continue }
            // Through the space around the root: presentation layers are not each other's superlayers.
            guard let inverse = outside.inverse else { return TileView(rects: [], pixelsPerPoint: 1) }
            let map = CALayer.map(from: above, to: nil).concatenating(inverse)
            // Where a plane runs away from the viewer, a rectangle has no counterpart.
            guard map.m13 == 0, map.m23 == 0 else { continue }
            let part = map(above.bounds)
            guard part.isFinite else { return TileView(rects: [], pixelsPerPoint: 1) }
            rect = rect.intersection(part)
        }
        guard !rect.isNull, !rect.isEmpty, let toRoot = CALayer.map(from: version(rootLayer), to: nil).inverse else {
            return TileView(rects: [], pixelsPerPoint: 1)
        }
        let map = outside.concatenating(toRoot)
        let middle = map(CGPoint(x: rect.midX, y: rect.midY))
        let right = map(CGPoint(x: rect.midX + 1, y: rect.midY))
        let below = map(CGPoint(x: rect.midX, y: rect.midY + 1))
        let length = max(
            hypot(right.x - middle.x, right.y - middle.y), hypot(below.x - middle.x, below.y - middle.y))
        return TileView(rects: [rect], pixelsPerPoint: length * CGFloat(scale))
    }
}

extension CALayer {
    /// A layer below all sublayers that is none of them; what a tiled layer keeps its tiles in. It lives as long as its
    /// layer.
    nonisolated final var underlay: CALayer? {
        flags.contains(.hasUnderlay) ? unsafeDowncast(self, to: CATiledLayer.self).ground : nil
    }
}
