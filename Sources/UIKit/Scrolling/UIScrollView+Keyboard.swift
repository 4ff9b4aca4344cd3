import Foundation

extension UIScrollView {
    /// When a drag sends away what the first responder is typed on; raw values as Apple's.
    public enum KeyboardDismissMode: Int, Sendable {
        case none = 0
        /// When it begins.
        case onDrag = 1
        /// A finger that comes to the input view takes it along: let go downwards it leaves, else it comes back.
        case interactive = 2
    }

    final func keyboardDragBegan() {
        if keyboardDismissMode == .onDrag { window?.endEditing(true) }
    }

    final func keyboardDragged(_ pan: UIPanGestureRecognizer) {
        guard keyboardDismissMode == .interactive, !pan.isScrolledByPointer, let window else { return }
        let place = window.convert(pan.location(in: nil), to: nil as UIWindow?)
        window.screen.inputViews.follow(place.y)
    }

    /// - Parameter velocity: downwards, points per second.
    final func keyboardLetGo(velocity: CGFloat) {
        guard keyboardDismissMode == .interactive, let window else { return }
        window.screen.inputViews.letGo(velocity: velocity)
    }
}
