internal import QuartzCore

/// A view whose layer is another view's mask.
extension UIView {
    final var maskingView: UIView? {
        // Its layer may have gone elsewhere since.
        guard let view = maskStorage, layer.mask === view.layer else { return nil }
        return view
    }

    final func setMaskingView(_ view: UIView?) {
        if view == nil && maskStorage == nil { return }
        guard let view else {
            layer.mask = nil
            maskStorage = nil
            return
        }
        // A mask is no subview of any view. One that holds this view is refused by the layer.
        if !isInside(view) { view.removeFromSuperview() }
        layer.mask = view.layer
        maskStorage = layer.mask === view.layer ? view : nil
        view.adoptScale(UIScreen.main.scale)
    }
}
