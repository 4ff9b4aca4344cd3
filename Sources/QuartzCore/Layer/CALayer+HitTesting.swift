internal import CoreGraphics
internal import Foundation
internal import Motion

/// Fact E-04.
extension CALayer {
    /// A layer that is being searched.
    private struct Search {
        var layer: CALayer
        var isInside: Bool
        /// What may be hit, back to front; those from `remaining` on have been searched.
        var sublayers: [CALayer]
        var remaining: Int
        /// The point in the layer's coordinates.
        var point: CGPoint
        /// Where layers have a depth: the same layers, each with its own point.
        var standing: [Standing]?
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
            let number = searches[last].remaining
            let sublayer = searches[last].sublayers[number]
            let standing = searches[last].standing?[number]
            let place = standing?.point ?? searches[last].point
            if sublayer.flags.contains(.isPlainClass) {
                let next = standing.map { sublayer.search(inside: $0.local) } ?? sublayer.search(at: place)
                if let next { searches.append(next) }
            } else if let hit = sublayer.hitTest(place) {
                return hit
            }
        }
        return nil
    }

    /// Nil if nothing in the layer can be hit at `point`, in the superlayer's coordinates.
    private func search(at point: CGPoint) -> Search? {
        guard canBeHit else { return nil }
        guard let local = mapToSuperlayer(superlayer).inverse?.inFront(point) else { return nil }
        return search(inside: local)
    }

    /// The same for a point in the layer's own coordinates.
    private func search(inside local: CGPoint) -> Search? {
        var local = local
        // A transform layer has no plane that could be hit, or that could clip.
        let isInside = !keepsDepth && contains(local)
        if !isInside, flags.contains(.masksToBounds), !keepsDepth { return nil }
        if let mask = visibleMask, !keepsDepth, mask.hitTest(local) == nil { return nil }
        if flags.contains(.isGeometryFlipped) {
            // Sublayers are seen mirrored about the middle (fact G-56).
            local.y = 2 * boundsStorage.origin.y + boundsStorage.size.height - local.y
        }
        let layers = shownSublayers
        guard layers.contains(where: { $0.isRaised }) else {
            return Search(layer: self, isInside: isInside, sublayers: layers, remaining: layers.count, point: local)
        }
        let raised = backToFront(at: local)
        return Search(
            layer: self, isInside: isInside, sublayers: raised.map(\.layer), remaining: raised.count, point: local,
            standing: raised)
    }

    private var canBeHit: Bool { !flags.contains(.isHidden) && opacityStorage > 0 }

    private var shownSublayers: [CALayer] {
        flags.contains(.isPresentation) ? sublayers ?? [] : sublayerStorage
    }

    /// Whether the layer may lie elsewhere than at the height of siblings that are just listed.
    private var isRaised: Bool {
        if keepsDepth { return true }
        guard let depth = details?.depth else { return false }
        return depth.zPosition != 0 || depth.anchorPointZ != 0 || !depth.transform.isAffine
    }

    /// As they cover each other: by z, among equals as they are listed (fact G-38).
    static func backToFront(_ layers: [CALayer]) -> [CALayer] {
        layers.enumerated().sorted {
            $0.element.zPosition != $1.element.zPosition
                ? $0.element.zPosition < $1.element.zPosition : $0.offset < $1.offset
        }.map(\.element)
    }

    // MARK: Depth

    /// A layer that stands in the space this one flattens.
    private struct Standing {
        var layer: CALayer
        /// The point in its coordinates.
        var local: CGPoint
        /// In those of its own superlayer, as `hitTest(_:)` takes it.
        var point: CGPoint
        var depth: Double
    }

    /// The sublayers, and those of transform layers among them, as they cover each other at a point of this layer.
    private func backToFront(at point: CGPoint) -> [Standing] {
        var found: [Standing] = []
        var waiting: [(layer: CALayer, parent: CALayer, space: Matrix4)] = []
        func wait(for parent: CALayer, _ space: Matrix4) {
            for layer in Self.backToFront(parent.shownSublayers).reversed() where layer.canBeHit {
                waiting.append((layer, parent, space))
            }
        }
        wait(for: self, .identity)
        while let (layer, parent, space) = waiting.popLast() {
            let matrix = layer.matrixToSuperlayer(parent).concatenating(space)
            if layer.keepsDepth {
                wait(for: layer, layer.flippedSpace.concatenating(matrix))
                continue
            }
            guard let back = PlaneMap(matrix).inverse, let local = back.inFront(point) else { continue }
            let w = Double(local.x) * matrix.m14 + Double(local.y) * matrix.m24 + matrix.m44
            let depth = (Double(local.x) * matrix.m13 + Double(local.y) * matrix.m23 + matrix.m43) / w
            guard depth.isFinite else { continue }
            // The layer looks for the point in its own plane, by the way back from its superlayer's.
            let place = parent === self ? point : layer.mapToSuperlayer(parent)(local)
            found.append(Standing(layer: layer, local: local, point: place, depth: depth))
        }
        // Depths that are meant to be equal differ by rounding.
        func rounded(_ depth: Double) -> Double { (depth * 1_048_576).rounded() }
        return found.enumerated().sorted {
            let a = rounded($0.element.depth)
            let b = rounded($1.element.depth)
            return a != b ? a < b : $0.offset < $1.offset
        }.map(\.element)
    }

    /// Mirrored about the middle of the bounds if the layer's geometry is flipped.
    private var flippedSpace: Matrix4 {
        guard flags.contains(.isGeometryFlipped) else { return .identity }
        let bounds = boundsStorage
        return Matrix4(
            a: 1, b: 0, c: 0, d: -1, tx: 0, ty: Double(2 * bounds.origin.y + bounds.size.height))
    }
}
