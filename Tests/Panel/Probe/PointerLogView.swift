import UIKit

/// Prints what a mouse does: `hover STATE X Y`, `click BUTTONS X Y`, and `scroll Y` once content has come to rest.
final class PointerLogView: UIView, UIScrollViewDelegate {
    override init(frame: CGRect) {
        super.init(frame: frame)
        let scroll = UIScrollView(frame: CGRect(x: 400, y: 0, width: 400, height: 480))
        scroll.contentSize = CGSize(width: 400, height: 4800)
        scroll.delegate = self
        addSubview(scroll)
        addGestureRecognizer(UIHoverGestureRecognizer(target: self, action: PointerLogView.hovered))
        for button in [UIEvent.ButtonMask.primary, .secondary] {
            let tap = UITapGestureRecognizer(target: self, action: PointerLogView.tapped)
            tap.buttonMaskRequired = button
            addGestureRecognizer(tap)
        }
    }

    required init?(coder: NSCoder) { nil }

    private func hovered(_ hover: UIHoverGestureRecognizer) {
        let point = hover.location(in: self)
        say("hover \(hover.state.rawValue) \(Int(point.x)) \(Int(point.y))")
    }

    private func tapped(_ tap: UITapGestureRecognizer) {
        let point = tap.location(in: self)
        say("click \(tap.buttonMask.rawValue) \(Int(point.x)) \(Int(point.y))")
    }

    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { say("scroll \(Int(scrollView.contentOffset.y))") }
}
