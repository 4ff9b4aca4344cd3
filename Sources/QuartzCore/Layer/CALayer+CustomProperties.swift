internal import Foundation
internal import Motion
internal import RenderServer

/// Properties that a class of layer shows by drawing, under way.
extension CALayer {
    /// The animated values at media time `time`, by name; empty for nearly every layer.
    final func presentedCustomValues(at time: Double) -> [String: MotionValue] {
        guard let details, details.animations.contains(where: { !$0.customNames.isEmpty }) else { return [:] }
        var values: [String: MotionValue] = [:]
        let local = localTime(fromMedia: time)
        for attached in details.animations where !attached.customNames.isEmpty {
            var names = attached.customNames.makeIterator()
            for motion in attached.motions where motion.key == .custom {
                guard let name = names.next(), var value = values[name] ?? customMotion(forKeyPath: name) else {
                    continue
                }
                motion.apply(to: &value, at: local)
                values[name] = value
            }
        }
        return values
    }

    /// What an animation of such a property takes off from.
    final func customValueOnScreen(forKey key: String) -> Any? {
        guard let model = customMotion(forKeyPath: key) else { return nil }
        let value = presentedCustomValues(at: MediaClock.now)[key] ?? model
        return CustomValue.value(value, as: Any.self)
    }

    /// Displays the layer; inside, animated properties have the values of the coming frame.
    final func displayWithCustomValues() {
        let now = MediaClock.now
        let values = presentedCustomValues(at: max(context?.displayTime ?? now, now))
        if values.isEmpty { return display() }
        showCustomValues(values)
        display()
        showCustomValues([:])
    }

    /// Names of those that move now or later.
    final var movingCustomNames: [String] {
        details?.animations.flatMap { $0.hasEnded ? [] : $0.customNames } ?? []
    }
}

extension LayerContext {
    struct RedrawnLayer {
        weak var layer: CALayer?
    }

    /// The layer draws what animations make of its properties: frame by frame, as long as they run.
    func noteRedrawn(_ layer: CALayer) {
        if !redrawn.contains(where: { $0.layer === layer }) { redrawn.append(RedrawnLayer(layer: layer)) }
        ticker.request()
    }

    /// A frame begins, which will be seen at `time`.
    func redrawLayers(for time: Double) {
        guard !redrawn.isEmpty else { return }
        displayTime = time
        redrawn.removeAll { entry in
            guard let layer = entry.layer, layer.context === self else { return true }
            let names = layer.movingCustomNames
            // Once more after the last one, for the model's values.
            if names.isEmpty || names.contains(where: layer.redraws(forCustomKey:)) { layer.setNeedsDisplay() }
            return names.isEmpty
        }
        if !redrawn.isEmpty { ticker.request() }
    }
}
