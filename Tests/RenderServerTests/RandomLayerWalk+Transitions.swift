import Motion

@testable import RenderServer

extension WalkFeature {
    /// Layers pass from one picture to another, also while they pass already, move elsewhere or go.
    static let transitions = WalkFeature(name: "transitions", share: 0.12) { walk, layer in walk.transition(layer) }
}

extension RandomLayerWalk {
    fileprivate func transition(_ layer: UInt32) {
        let kind = random.pick([LayerTransition.Kind.fade, .fade, .moveIn, .push, .reveal, .curlUp, .curlDown])
        let heading = random.pick([SIMD2<Double>(1, 0), SIMD2(-1, 0), SIMD2(0, 1), SIMD2(0, -1)])
        sketch.transition(layer, LayerTransition(kind, heading: heading))
        note("\(kind) of #\(layer)")
        animate(layer, .transition, from: .number(0), to: .number(1))
    }
}
