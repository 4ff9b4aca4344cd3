internal import CoreGraphics
internal import Foundation
internal import Motion

extension CALayer {
    /// From the layer's plane to its superlayer's, as it is laid out (facts G-50 to G-53). `parent` is the superlayer.
    final func mapToSuperlayer(_ parent: CALayer?) -> PlaneMap {
        if details?.depth == nil, (parent?.details?.depth?.sublayerTransform ?? .identity).isIdentity {
            let anchor = anchorInBounds
            let position = positionStorage
            return .translation(Double(position.x) - anchor.x, Double(position.y) - anchor.y)
        }
        return PlaneMap(matrixToSuperlayer(parent))
    }

    /// A point of `parent` in the layer's own coordinates if that is its superlayer and the layer is only moved, as most
    /// are; nil if more has to be looked at. For hit tests, which ask for every sublayer: it copies no transform.
    package final func movedPoint(_ point: CGPoint, from parent: CALayer) -> CGPoint? {
        guard superlayerStorage === parent, details?.depth == nil, parent.details?.depth == nil else { return nil }
        let anchor = anchorInBounds
        return CGPoint(x: point.x - positionStorage.x + anchor.x, y: point.y - positionStorage.y + anchor.y)
    }

    /// From the layer's space, with its depth, to its superlayer's.
    final func matrixToSuperlayer(_ parent: CALayer?) -> Matrix4 {
        let anchor = anchorInBounds
        let position = positionStorage
        let depth = details?.depth
        var matrix = Matrix4.translation(-anchor.x, -anchor.y, -Double(depth?.anchorPointZ ?? 0))
        if let transform = depth?.transform, !transform.isIdentity { matrix = matrix.concatenating(transform) }
        matrix = matrix.concatenating(
            .translation(Double(position.x), Double(position.y), Double(depth?.zPosition ?? 0)))
        // A mask is none of the sublayers that it moves.
        if let parent, !flags.contains(.isMask), let outer = parent.details?.depth?.sublayerTransform, !outer.isIdentity
        {
            let pivot = parent.anchorInBounds
            matrix = matrix.concatenating(.translation(-pivot.x, -pivot.y)).concatenating(outer)
                .concatenating(.translation(pivot.x, pivot.y))
        }
        return matrix
    }

    /// The anchor point in the layer's own coordinates.
    private var anchorInBounds: SIMD2<Double> {
        let bounds = boundsStorage
        let anchor = details?.anchorPoint ?? CGPoint(x: 0.5, y: 0.5)
        return SIMD2(
            Double(bounds.origin.x + anchor.x * bounds.size.width),
            Double(bounds.origin.y + anchor.y * bounds.size.height))
    }

    /// Sublayers keep their depth, and it is a layer above that flattens them (fact G-38).
    final var keepsDepth: Bool { flags.contains(.isTransformLayer) }

    /// From the layer's plane to that of `ancestor`, or to the space around the topmost superlayer.
    private func map(upTo ancestor: CALayer?) -> PlaneMap {
        var map = PlaneMap.identity
        var layer = self
        while layer !== ancestor {
            guard let parent = layer.superlayer else { return map.concatenating(layer.mapToSuperlayer(nil)) }
            guard parent.keepsDepth, parent !== ancestor else {
                map = map.concatenating(layer.mapToSuperlayer(parent))
                layer = parent
                continue
            }
            // Up through all transform layers before the depth is dropped.
            var matrix = layer.matrixToSuperlayer(parent)
            layer = parent
            while layer.keepsDepth, layer !== ancestor {
                let next = layer.superlayer
                matrix = matrix.concatenating(layer.matrixToSuperlayer(next))
                guard let next else { return map.concatenating(PlaneMap(matrix)) }
                layer = next
            }
            map = map.concatenating(PlaneMap(matrix))
        }
        return map
    }

    /// From the plane of `source` to that of `target`; nil is the space around the topmost superlayer, through which
    /// layers without a common superlayer are converted too (fact G-55). Where a layer on the way is squeezed to nothing,
    /// its plane has no points to convert to, and coordinates stay as they are.
    ///
    /// Points of layers that stand in one space are converted by where they are seen, in the plane of the layer that
    /// flattens both.
    static func map(from source: CALayer?, to target: CALayer?) -> PlaneMap {
        if source === target { return .identity }
        var ancestor = source?.commonAncestor(with: target)
        while let layer = ancestor, layer.keepsDepth, layer !== source, layer !== target { ancestor = layer.superlayer }
        let up = source?.map(upTo: ancestor) ?? .identity
        guard let target, target !== ancestor else { return up }
        return up.concatenating(target.map(upTo: ancestor).inverse ?? .identity)
    }

    private func commonAncestor(with other: CALayer?) -> CALayer? {
        guard var b = other else { return nil }
        var a: CALayer = self
        // Mostly one of the two is above the other and near.
        var depth = 0
        var next: CALayer? = a
        while let layer = next {
            if layer === b { return b }
            depth += 1
            next = layer.superlayer
        }
        var otherDepth = 0
        next = b
        while let layer = next {
            if layer === a { return a }
            otherDepth += 1
            next = layer.superlayer
        }
        var difference = depth - otherDepth
        while difference > 0, let parent = a.superlayer {
            a = parent
            difference -= 1
        }
        while difference < 0, let parent = b.superlayer {
            b = parent
            difference += 1
        }
        while a !== b {
            guard let up = a.superlayer, let over = b.superlayer else { return nil }
            a = up
            b = over
        }
        return a
    }

    final var isFlippedInTotal: Bool {
        var isFlipped = false
        var next: CALayer? = self
        while let layer = next {
            if layer.isGeometryFlipped { isFlipped.toggle() }
            next = layer.superlayer
        }
        return isFlipped
    }

    // MARK: Time

    private var clock: LayerClock? { details?.timing?.clock }

    /// The media time at which the layer's clock shows `time`.
    final func mediaTime(fromLocal time: Double) -> Double {
        var time = time
        var layer: CALayer? = self
        while let next = layer {
            if let clock = next.clock { time = clock.parentTime(from: time) }
            layer = next.superlayer
        }
        return time
    }

    /// What the layer's clock shows at media time `time`.
    final func localTime(fromMedia time: Double) -> Double {
        // The clocks act from the top down, but links lead up. Each is linear, so they are joined on the way up into one:
        // local = time · rate + offset.
        var rate = 1.0
        var offset = 0.0
        var layer: CALayer? = self
        while let next = layer {
            if let clock = next.clock {
                offset += rate * (clock.timeOffset - clock.beginTime * clock.speed)
                rate *= clock.speed
            }
            layer = next.superlayer
        }
        return rate == 0 ? offset : time * rate + offset
    }
}
