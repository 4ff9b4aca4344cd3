internal import Foundation

/// Gives back the bitmaps of layers that left every window. Not at once: what goes often comes back, and drawing it again
/// costs more than keeping it a while (fact D-02 is about layers that are shown).
extension LayerContext {
    /// Seconds out of every window after which a drawn bitmap is given back.
    static let unseenLifetime = 5.0

    struct UnseenLayer {
        weak var layer: CALayer?
        /// Media time at which it left.
        var time: Double
    }

    /// Called for a layer that has left.
    func noteUnseen(_ layer: CALayer, at time: Double) {
        guard let store = layer.details?.contents as? LayerStore else { return }
        store.leavingTime = time
        if let scheduleWake, unseenWake == .infinity {
            unseenWake = time + Self.unseenLifetime
            scheduleWake(unseenWake)
        }
        unseen.append(UnseenLayer(layer: layer, time: time))
    }

    /// Answers when the next one is due.
    @discardableResult
    func releaseUnseen(at time: Double) -> Double? {
        guard !unseen.isEmpty else { return nil }
        var kept = 0
        while kept < unseen.count, unseen[kept].time + Self.unseenLifetime <= time {
            // One that came back and left again has a later entry.
            if let layer = unseen[kept].layer, layer.context == nil,
                (layer.details?.contents as? LayerStore)?.leavingTime == unseen[kept].time
            {
                layer.releaseDrawnContents()
            }
            kept += 1
        }
        unseen.removeFirst(kept)
        return unseen.first.map { $0.time + Self.unseenLifetime }
    }
}

extension CALayer {
    /// Lets go of a bitmap that the layer drew; it draws again when it is shown, or asked for its picture.
    final func releaseDrawnContents() {
        guard let details, details.contents is LayerStore else { return }
        details.contents = nil
        details.displayRect = .null
        flags.insert([.needsDisplay, .needsWholeDisplay])
    }
}
