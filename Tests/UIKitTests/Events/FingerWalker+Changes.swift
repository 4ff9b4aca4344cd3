@testable import UIKit

// What happens to views while they are touched.
extension FingerWalker {
    func addView(_ number: Int) {
        let view = WalkView(frame: randomFrame())
        view.name = "view \(number)"
        view.walker = self
        view.isMultipleTouchEnabled = !random.chance(3)
        view.isExclusiveTouch = random.chance(20)
        home(of: view).addSubview(view)
        views.append(view)
        while random.chance(2) { view.addGestureRecognizer(makeRecognizer()) }
    }

    private func randomFrame() -> CGRect {
        CGRect(
            x: Double(random.below(300)), y: Double(random.below(300)), width: 40 + Double(random.below(200)),
            height: 40 + Double(random.below(200)))
    }

    /// A window, a scroll view or another view that is not below `view`.
    private func home(of view: UIView) -> UIView {
        if random.chance(2), let other = random.element(views), !other.isDescendant(of: view) { return other }
        if random.chance(3), let scroll = random.element(scrolls) { return scroll }
        return random.element(windows) ?? stage.window
    }

    func change() {
        // Things go away for a while, not for ever.
        for view in views where view.window == nil && random.chance(3) { home(of: view).addSubview(view) }
        for scroll in scrolls where scroll.window == nil { stage.window.insertSubview(scroll, at: 0) }
        guard let view = random.element(views) else { return }
        switch random.below(18) {
        case 0:
            note("  remove \(view.name)")
            view.removeFromSuperview()
        case 1, 2:
            note("  move \(view.name) elsewhere")
            home(of: view).addSubview(view)
        case 3: view.isHidden = random.chance(4)
        case 4: view.isUserInteractionEnabled = !random.chance(4)
        case 5: view.frame = randomFrame()
        case 6: view.gestureRecognizers?.first?.isEnabled.toggle()
        case 7:
            note("  drop a recognizer of \(view.name)")
            if let recognizer = view.gestureRecognizers?.first { view.removeGestureRecognizer(recognizer) }
        case 8:
            note("  window")
            windows[1].isHidden.toggle()
        case 9:
            if ignoring < 2, random.chance(4) {
                ignoring += 1
                UIApplication.shared.beginIgnoringInteractionEvents()
            } else {
                while ignoring > 0 { stopIgnoring() }
            }
        case 10:
            note("  forget \(view.name)")
            view.removeFromSuperview()
            views.removeAll { $0 === view }
            addView(Int(random.below(1000)) + 100)
        case 11:
            // Two views exchange a recognizer in the middle of whatever it does.
            if let recognizer = view.gestureRecognizers?.first, let other = random.element(views) {
                note("  a recognizer of \(view.name) goes to \(other.name)")
                other.addGestureRecognizer(recognizer)
            }
        case 12:
            if let recognizer = view.gestureRecognizers?.first,
                let other = random.element(views)?.gestureRecognizers?.first, recognizer !== other
            {
                recognizer.require(toFail: other)
            }
        case 13:
            note("  cancel all")
            UIApplication.shared.dispatcher.cancelAll()
        case 14: random.element(scrolls)?.isScrollEnabled.toggle()
        case 15:
            if let scroll = random.element(scrolls) {
                let target = CGPoint(x: 0, y: Double(random.below(500)))
                scroll.setContentOffset(target, animated: random.chance(2))
            }
        case 16:
            if let scroll = random.element(scrolls), random.chance(4) {
                note("  remove a scroll view")
                scroll.removeFromSuperview()
            }
        default:
            if views.count < 20 {
                addView(views.count)
            } else if (view.gestureRecognizers?.count ?? 0) < 4 {
                view.addGestureRecognizer(makeRecognizer())
            }
        }
    }

    func stopIgnoring() {
        ignoring -= 1
        UIApplication.shared.endIgnoringInteractionEvents()
    }
}
