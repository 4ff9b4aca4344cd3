import Dispatch
import Foundation
import QuartzCore

/// Building and changing the tree, with the six callbacks in Apple's order (group V of the facts).
///
/// Nothing here calls itself per level: trees ten thousand deep must not overflow the stack.
extension UIView {
    enum Placement {
        case front
        case index(Int)
        case above(UIView)
        case below(UIView)
    }

    // MARK: Adding

    final func insert(_ view: UIView, _ placement: Placement) {
        // As exceptions on Apple's systems. `fatalError`, because a release build drops the words of a precondition.
        if view === self { fatalError("A view cannot be its own subview: \(type(of: self)).") }
        if !view.subviewStorage.isEmpty, isInside(view) {
            fatalError("\(type(of: view)) cannot become a subview of \(type(of: self)), which is inside it.")
        }
        if view.superviewStorage === self {
            // Fact V-06: only the order changes.
            move(view, placement)
            return
        }
        let oldSuperview = view.superviewStorage
        let oldTint = UIView.hasCustomTints ? view.effectiveTint : nil
        let oldTraits = UIView.hasCustomStyles ? view.traitCollection : nil
        view.willMove(toSuperview: self)
        let moving = view.beginWindowMove(to: windowStorage)
        oldSuperview?.willRemoveSubview(view)
        // A callback may have moved the view already.
        view.superviewStorage?.unlist(view)

        link(view, placement)
        // Fact L-24: an added view is laid out, even one without a size.
        view.layer.setNeedsLayout()
        let oldWindow = view.windowStorage
        finishWindowMove(of: moving, from: oldWindow)
        view.didMoveToSuperview()
        didAddSubview(view)
        if let oldTint, oldTint !== view.effectiveTint { view.tellTintChanged() }
        if let oldTraits { view.tellTraitsChanged(from: oldTraits) }
    }

    /// Puts `view`, which is in no list, into the list and its layer among the sublayers.
    private func link(_ view: UIView, _ placement: Placement) {
        view.superviewStorage = self
        layer.setSublayersAreOwned(false)
        switch placement {
        case .index(let index) where index < subviewStorage.count:
            let neighbour = subviewStorage[max(index, 0)]
            subviewStorage.insert(view, at: max(index, 0))
            layer.insertSublayer(view.layer, below: neighbour.layer)
        case .above(let sibling):
            guard let index = subviewStorage.firstIndex(where: { $0 === sibling }) else { fallthrough }
            subviewStorage.insert(view, at: index + 1)
            layer.insertSublayer(view.layer, above: sibling.layer)
        case .below(let sibling):
            guard let index = subviewStorage.firstIndex(where: { $0 === sibling }) else { fallthrough }
            subviewStorage.insert(view, at: index)
            layer.insertSublayer(view.layer, below: sibling.layer)
        case .front, .index:
            subviewStorage.append(view)
            layer.addSublayer(view.layer)
        }
    }

    // MARK: Order

    /// A new place among the subviews, without messages (facts V-06, V-09).
    private func move(_ view: UIView, _ placement: Placement) {
        if case .above(let sibling) = placement, sibling === view { return }
        if case .below(let sibling) = placement, sibling === view { return }
        unlist(view)
        link(view, placement)
    }

    /// Takes the view out of the list; its layer stays.
    private final func unlist(_ view: UIView) {
        layer.setSublayersAreOwned(false)
        subviewStorage.removeAll { $0 === view }
    }

    final func reorder(_ view: UIView, toFront: Bool) {
        guard view.superviewStorage === self else { return }
        // Layers without views count: the view comes before them, too.
        let sublayers = layer.sublayers
        guard (toFront ? sublayers?.last : sublayers?.first) !== view.layer else { return }
        move(view, toFront ? .front : .index(0))
        if !toFront { layer.insertSublayer(view.layer, at: 0) }
    }

    final func exchange(_ first: Int, _ second: Int) {
        guard first != second else { return }
        let low = min(first, second)
        let high = max(first, second)
        let lowLayer = subviewStorage[low].layer
        let highLayer = subviewStorage[high].layer
        layer.setSublayersAreOwned(false)
        subviewStorage.swapAt(low, high)
        guard let sublayers = layer.sublayers, let lowIndex = sublayers.firstIndex(where: { $0 === lowLayer }),
            let highIndex = sublayers.firstIndex(where: { $0 === highLayer })
        else { return }
        // Each goes to the other's place; layers without views stay where they are (fact V-10).
        layer.insertSublayer(highLayer, at: UInt32(min(lowIndex, highIndex)))
        layer.insertSublayer(lowLayer, at: UInt32(max(lowIndex, highIndex)))
    }

    // MARK: Removing

    final func leaveSuperview() {
        guard let superview = superviewStorage else { return }
        // The superview may hold the only reference.
        withExtendedLifetime(self) {
            let oldTint = UIView.hasCustomTints ? effectiveTint : nil
            let oldTraits = UIView.hasCustomStyles ? traitCollection : nil
            superview.willRemoveSubview(self)
            willMove(toSuperview: nil)
            let moving = beginWindowMove(to: nil)
            guard let present = superviewStorage else { return }
            let oldWindow = windowStorage
            present.unlist(self)
            superviewStorage = nil
            layer.removeFromSuperlayer()
            finishWindowMove(of: moving, from: oldWindow)
            didMoveToSuperview()
            if let oldTint, oldTint !== effectiveTint { tellTintChanged() }
            if let oldTraits { tellTraitsChanged(from: oldTraits) }
        }
    }

    // MARK: Window

    /// Tells the subtree, superviews first, that its window is about to change; nothing if it does not (fact V-06).
    private func beginWindowMove(to window: UIWindow?) -> [UIView] {
        guard windowStorage !== window, !(self is UIWindow) else { return [] }
        let moving = subtree()
        if let old = windowStorage, let responder = old.firstResponder,
            moving.contains(where: { $0 === responder || $0.viewController === responder })
        {
            // Fact E-51: a first responder that leaves its window is none any more.
            if !responder.resignFirstResponder() { old.firstResponder = nil }
        }
        for view in moving {
            view.viewController?.viewWillMove(toWindow: window)
            view.willMove(toWindow: window)
        }
        return moving
    }

    /// Gives the subtree the window of its superview and tells it, superviews first. The subtree is walked again: the
    /// callbacks before may have changed it.
    private func finishWindowMove(of moving: [UIView], from oldWindow: UIWindow?) {
        guard let top = moving.first else { return }
        let window = top.superviewStorage?.windowStorage
        let views = top.subtree()
        for view in views where view.windowStorage !== window {
            view.windowStorage = window
            view.awaitsWindowMessage = true
            if let window { view.adoptScale(of: window) }
            if UIView.hasSafeAreas { view.setNeedsLayout() }
        }
        for view in views where view.awaitsWindowMessage {
            // A callback may have moved a part of the tree on; that move has sent its own messages.
            view.awaitsWindowMessage = false
            view.didMoveToWindow()
            view.viewController?.viewDidMove(toWindow: window)
            if oldWindow != nil { view.didLeaveWindow() }
        }
    }

    /// This view and everything in it, each before its subviews.
    final func subtree() -> [UIView] {
        guard !subviewStorage.isEmpty else { return [self] }
        var result: [UIView] = []
        var stack = [self]
        while let view = stack.popLast() {
            result.append(view)
            stack.append(contentsOf: view.subviewStorage.reversed())
        }
        return result
    }

    // MARK: Searching

    final func isInside(_ view: UIView) -> Bool {
        var current: UIView? = self
        while let candidate = current {
            if candidate === view { return true }
            current = candidate.superviewStorage
        }
        return false
    }

    final func firstView(withTag tag: Int) -> UIView? {
        var stack = [self]
        while let view = stack.popLast() {
            if view.tag == tag { return view }
            stack.append(contentsOf: view.subviewStorage.reversed())
        }
        return nil
    }

    // MARK: End

    /// Lets go of the subviews without nesting one deinitializer in the next.
    ///
    /// - Parameter isWindow: whether this is a window that ends: what survives of its tree is in none any more.
    final nonisolated func dismantle(isWindow: Bool = false) {
        guard !subviewStorage.isEmpty else { return }
        var subviews: [UIView] = []
        swap(&subviews, &subviewStorage)
        for view in subviews { view.superviewStorage = nil }
        // At once, on whatever thread: nobody may find a window that is gone.
        if isWindow { UIView.clearWindows(in: subviews) }
        if MainThread.isCurrent {
            MainActor.assumeIsolated { UIView.release(&subviews, isWindow: isWindow) }
        } else {
            // The last reference went on another thread; views may only be changed on the main one.
            DispatchQueue.main.async { [subviews] in
                var subviews = subviews
                UIView.release(&subviews, isWindow: isWindow)
            }
        }
    }

    private nonisolated static func clearWindows(in views: [UIView]) {
        var pending = views
        while let view = pending.popLast() {
            view.windowStorage = nil
            pending.append(contentsOf: view.subviewStorage)
        }
    }

    private static func release(_ pending: inout [UIView], isWindow: Bool) {
        while var view = pending.popLast() {
            if isKnownUniquelyReferenced(&view) {
                // Nobody else knows it. Its subviews are taken from it first, so that its end is not theirs.
                var subviews: [UIView] = []
                swap(&subviews, &view.subviewStorage)
                for subview in subviews { subview.superviewStorage = nil }
                pending.append(contentsOf: subviews)
            } else {
                view.layer.removeFromSuperlayer()
                if isWindow { for orphan in view.subtree() { orphan.didMoveToWindow() } }
            }
        }
    }
}
