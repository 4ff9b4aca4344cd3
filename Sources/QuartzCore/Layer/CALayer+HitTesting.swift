internal import CoreGraphics
internal import Foundation

/// Fact E-04.
extension CALayer {
    /// A layer that is being searched.
    private struct Search {
        var layer: CALayer
        /// The point in the layer's coordinates.
        var point: CGPoint
        var isInside: Bool
        /// Sublayers, back to front; those from `remaining` on have been searched.
        var sublayers: [CALayer]
        var remaining: Int
    }

    /// The search goes on a list of its own rather than on the stack, which a deep tree would overflow. Only layers of
    /// other classes, which may override `hitTest(_:)`, are asked themselves.
    final func deepestLayer(at point: CGPoint) -> CALayer? {
        guard let start = search(at: point) else { return nil }
        var searches = [start]
        while let last = searches.indices.last {
            guard searches[last].remaining > 0 else {
                if searches[last].isInside { return searches[last].layer }
                searches.removeLast()
                continue
            }
            searches[last].remaining -= 1
            let sublayer = searches[last].sublayers[searches[last].remaining]
            if sublayer.flags.contains(.isPlainClass) {
                if let next = sublayer.search(at: searches[last].point) { searches.append(next) }
            } else if let hit = sublayer.hitTest(searches[last].point) {
                return hit
            }
        }
        return nil
    }

    /// Nil if nothing in the layer can be hit at `point`, in the superlayer's coordinates.
    private func search(at point: CGPoint) -> Search? {
        guard !flags.contains(.isHidden), opacityStorage > 0 else { return nil }
        guard let inverse = mapToSuperlayer(superlayer).inverse else { return nil }
        let local = inverse(point)
        let isInside = contains(local)
        if !isInside && flags.contains(.masksToBounds) { return nil }
        var layers = flags.contains(.isPresentation) ? sublayers ?? [] : sublayerStorage
        if layers.contains(where: { $0.hasDepth }) { layers = Self.backToFront(layers) }
        return Search(
            layer: self, point: local, isInside: isInside, sublayers: layers, remaining: layers.count)
    }

    private var hasDepth: Bool { if let depth = details?.depth { depth.zPosition != 0 } else { false } }

    /// As they cover each other: by z, among equals as they are listed (fact G-38).
    static func backToFront(_ layers: [CALayer]) -> [CALayer] {
        layers.enumerated().sorted {
            $0.element.zPosition != $1.element.zPosition
                ? $0.element.zPosition < $1.element.zPosition : $0.offset < $1.offset
        }.map(\.element)
    }
}
