internal import CoreGraphics
internal import Foundation
internal import Motion

extension CALayer {
    /// From the layer's plane to its superlayer's, as it is laid out (facts G-50 to G-53). `parent` is the superlayer.
    final func mapToSuperlayer(_ parent: CALayer?) -> PlaneMap {
        let bounds = boundsStorage
        let anchor = details?.anchorPoint ?? CGPoint(x: 0.5, y: 0.5)
        let x = Double(bounds.origin.x + anchor.x * bounds.size.width)
        let y = Double(bounds.origin.y + anchor.y * bounds.size.height)
        let position = positionStorage
        let parentTransform = parent?.details?.depth?.sublayerTransform ?? .identity
        let depth = details?.depth
        if depth == nil && parentTransform.isIdentity {
            return .translation(Double(position.x) - x, Double(position.y) - y)
        }

        var matrix = depth?.transform ?? .identity
        if matrix.isIdentity && parentTransform.isIdentity {
            return .translation(Double(position.x) - x, Double(position.y) - y)
        }
        matrix = Matrix4.translation(-x, -y, -Double(depth?.anchorPointZ ?? 0)).concatenating(matrix)
        matrix = matrix.concatenating(
            .translation(Double(position.x), Double(position.y), Double(depth?.zPosition ?? 0)))
        if !parentTransform.isIdentity, let parent {
            let outer = parent.boundsStorage
            let pivot = parent.anchorPoint
            let px = Double(outer.origin.x + pivot.x * outer.size.width)
            let py = Double(outer.origin.y + pivot.y * outer.size.height)
            matrix = matrix.concatenating(.translation(-px, -py)).concatenating(parentTransform)
                .concatenating(.translation(px, py))
        }
        return PlaneMap(matrix)
    }

    /// From the layer's plane to that of `ancestor`, or to the space around the topmost superlayer.
    private func map(upTo ancestor: CALayer?) -> PlaneMap {
        var map = PlaneMap.identity
        var layer = self
        while layer !== ancestor {
            let parent = layer.superlayer
            map = map.concatenating(layer.mapToSuperlayer(parent))
            guard let parent else { break }
            layer = parent
        }
        return map
    }

    /// From the plane of `source` to that of `target`; nil is the space around the topmost superlayer, through which
    /// layers without a common superlayer are converted too (fact G-55). Where a layer on the way is squeezed to nothing,
    /// its plane has no points to convert to, and coordinates stay as they are.
    static func map(from source: CALayer?, to target: CALayer?) -> PlaneMap {
        if source === target { return .identity }
        let ancestor = source?.commonAncestor(with: target)
        let up = source?.map(upTo: ancestor) ?? .identity
        guard let target, target !== ancestor else { return up }
        return up.concatenating(target.map(upTo: ancestor).inverse ?? .identity)
    }

    private func commonAncestor(with other: CALayer?) -> CALayer? {
        guard var b = other else { return nil }
        var a: CALayer = self
        var difference = a.depthInTree - b.depthInTree
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

    private var depthInTree: Int {
        var depth = 0
        var layer = superlayer
        while let next = layer {
            depth += 1
            layer = next.superlayer
        }
        return depth
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
