import Foundation

/// Holds a presented view in the window, and keeps touches from what lies below.
@MainActor
final class TransitionView: UIView {
    weak var presentation: UIPresentationController?

    override func layoutSubviews() {
        presentation?.containerViewWillLayoutSubviews()
        presentation?.containerViewDidLayoutSubviews()
    }
}
