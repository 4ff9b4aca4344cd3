import Motion

@testable import RenderServer

extension WalkFeature {
    /// Turns out of the plane, perspective, transform layers, heights, back faces, flipped geometry.
    static let depth = WalkFeature(name: "depth", share: 0.4) { walk, layer in walk.changeDepth(of: layer) }
}

extension RandomLayerWalk {
    fileprivate func changeDepth(of layer: UInt32) {
        switch random.int(0...13) {
        case 0...3: change(layer, "turn in space") { $0.transform = self.spaceMatrix() }
        case 4, 5: change(layer, "height") { $0.zPosition = Double(self.random.int(-2...3) * 11) }
        case 6: change(layer, "anchor height") { $0.anchorPointZ = Double(self.random.int(-1...1) * 9) }
        case 7, 8: change(layer, "transform layer") { $0.isTransformLayer = self.random.chance(0.5) }
        case 9: change(layer, "sides") { $0.isDoubleSided = self.random.chance(0.4) }
        case 10: change(layer, "flip") { $0.isGeometryFlipped.toggle() }
        case 11: change(self.random.chance(0.5) ? 0 : layer, "perspective") { $0.sublayerTransform = self.camera() }
        case 12:
            change(layer, "smooth") {
                $0.allowsEdgeAntialiasing = true
                $0.smoothedEdges = LayerEdges(rawValue: UInt8(self.random.int(0...15)))
            }
        default: turnSlowly(layer)
        }
    }

    private func camera() -> Matrix4 {
        var matrix = Matrix4.identity
        let shares: [Double] = [0, 0, -0.002, -0.01, -0.03, 0.005]
        matrix.m34 = random.pick(shares)
        return random.chance(0.8) ? matrix : spaceMatrix().concatenating(matrix)
    }

    private func spaceMatrix() -> Matrix4 {
        let turned = turnedMatrix()
        guard random.chance(0.4) else { return turned }
        var matrix = Matrix4.identity
        let shares: [Double] = [-0.002, -0.01, -0.05]
        matrix.m34 = random.pick(shares)
        let unusable: [Double] = [.nan, 0.1, 1e300]
        if random.chance(0.05) { matrix.m14 = random.pick(unusable) }
        return turned.concatenating(matrix)
    }

    private func turnedMatrix() -> Matrix4 {
        let angle = random.double(-4...4)
        let quarter = Double.pi / 4
        let angles: [Double] = [quarter, -quarter, 2 * quarter, 4 * quarter]
        switch random.int(0...9) {
        case 0, 1: return .identity
        case 2...4: return .rotation(angle, 0, 1, 0)
        case 5: return .rotation(random.pick(angles), 0, 1, 0)
        case 6: return .rotation(angle, 1, 0, 0)
        case 7: return .translation(0, 0, random.double(-40...40))
        case 8: return .scale(random.double(-1...1.5), 1, Double(random.int(0...2)))
        default: return .rotation(angle, random.double(-1...1), random.double(-1...1), random.double(-1...1))
        }
    }

    private func turnSlowly(_ layer: UInt32) {
        animate(
            layer, random.pick([.transformRotationY, .transformRotationX]), from: .number(random.double(-2...2)),
            to: .number(random.double(-2...2)))
    }
}
