internal import CCairo
public import Foundation

/// A transparency layer collects drawing in a picture of its own, which is then drawn as one: overlapping parts do not
/// show through each other.
extension CGContext {
    /// What follows, up to `endTransparencyLayer()`, is drawn with alpha 1, normal blending and no shadow; the result with
    /// the alpha, blend mode and shadow in force now. `auxiliaryInfo` is not used.
    public func beginTransparencyLayer(auxiliaryInfo: [String: Any]?) { beginLayer(clippedTo: nil) }

    /// The same, limited to `rect`, which saves memory and time.
    public func beginTransparencyLayer(in rect: CGRect, auxiliaryInfo: [String: Any]?) { beginLayer(clippedTo: rect) }

    /// Draws the layer and brings back the state of its beginning; without a layer, does nothing.
    public func endTransparencyLayer() {
        guard let outside = savedStates.lastIndex(where: \.beginsLayer) else { return }
        while savedStates.count > outside + 1 { restoreGState() }
        let cr = self.cr
        guard let layer = cairo_pop_group(cr) else { return }
        // Still under the layer's clip, but with the alpha, blend mode, shadow and mask of the state outside.
        let saved = savedStates.removeLast()
        state = saved.state
        state.clip = saved.layerClip
        let alpha = state.alpha
        composite(
            source: { cairo_set_source($0, layer) }, shape: { cairo_paint_with_alpha($0, Double(alpha)) })
        cairo_set_source_rgba(cr, 0, 0, 0, 1)
        cairo_pattern_destroy(layer)
        state = saved.state
        cairo_restore(cr)
    }

    private func beginLayer(clippedTo rect: CGRect?) {
        let cr = self.cr
        cairo_save(cr)
        savedStates.append(SavedState(state: state, beginsLayer: true))
        if let rect { clip(to: rect) }
        savedStates[savedStates.count - 1].layerClip = state.clip
        cairo_push_group(cr)
        state.alpha = 1
        state.blendMode = .normal
        state.shadow = nil
        state.mask = nil
    }
}
