internal import Foundation

extension CALayer {
    /// A mark that the application makes.
    final func requestLayout() {
        guard canSet("layout") else { return }
        CATransaction.openImplicit()
        flags.insert(.needsLayout)
        layoutManager?.invalidateLayout(of: self)
        climbForLayout()
    }

    final func setLayoutManager(_ manager: (any CALayoutManager)?) {
        guard manager !== details?.look?.layoutManager, canSet("layoutManager") else { return }
        made.madeLook.layoutManager = manager
        requestLayout()
    }

    /// A delegate that does not place sublayers leaves it to the layout manager.
    final func layOutByDelegate() {
        if let delegate {
            delegate.layoutSublayers(of: self)
        } else {
            details?.look?.layoutManager?.layoutSublayers(of: self)
        }
    }

    /// A mark that a change makes; not while the layer is placing its own sublayers (fact L-23).
    final func markForLayout() {
        guard !flags.contains(.needsLayout), !flags.contains(.isInLayout) else { return }
        flags.insert(.needsLayout)
        details?.look?.layoutManager?.invalidateLayout(of: self)
        climbForLayout()
    }

    /// Lets the pass from above find this layer. Stops at the first layer that is marked: those above are then, too.
    final func climbForLayout() {
        var layer: CALayer? = self
        while let next = layer, !next.flags.contains(.subtreeNeedsLayout) {
            next.flags.insert(.subtreeNeedsLayout)
            layer = next.superlayerStorage
        }
    }

    /// Fact L-22.
    final func layOutNow() {
        var top = self
        while let parent = top.superlayerStorage, parent.flags.contains(.needsLayout) { top = parent }
        LayoutPass.run(from: top)
    }
}

/// Lays out a tree: parents before their sublayers, until nothing is marked.
@MainActor
enum LayoutPass {
    /// So many rounds and no more: layout that marks itself again would never end (fact L-27).
    static let roundLimit = 100

    /// Reused, so that a pass takes no memory; emptied by the pass that took it.
    private static var spare: [CALayer] = []

    /// False if it gave up.
    @discardableResult
    static func run(from top: CALayer) -> Bool {
        guard top.flags.contains(.subtreeNeedsLayout) else { return true }
        // A pass inside a pass finds the spare taken and makes its own.
        var stack: [CALayer] = []
        swap(&stack, &spare)
        defer {
            if stack.capacity > LayerContext.keptListLength { stack = [] }
            swap(&stack, &spare)
        }
        var round = 0
        while top.flags.contains(.subtreeNeedsLayout) {
            if round == roundLimit {
                let culprit = firstMarked(from: top)
                LayerLog.note(
                    "Layout of \(culprit?.label ?? top.label) was asked for again in each of \(roundLimit) rounds; "
                        + "it goes on with the next change.")
                return false
            }
            round += 1
            stack.append(top)
            while let layer = stack.popLast() { visit(layer, &stack) }
        }
        return true
    }

    private static func visit(_ layer: CALayer, _ stack: inout [CALayer]) {
        if layer.flags.contains(.needsLayout) {
            layer.flags.remove(.needsLayout)
            let isOuter = !layer.flags.contains(.isInLayout)
            layer.flags.insert(.isInLayout)
            layer.layoutSublayers()
            if isOuter { layer.flags.remove(.isInLayout) }
            if layer.mayHaveAction {
                layer.run(layer.prepareAction(forKey: "onLayout"), "onLayout")
            }
        }
        // Marks made in the meantime on layers below are found in this round. Only now is the mark removed; where a mark
        // came back on the layer itself, another round must find it.
        layer.flags.remove(.subtreeNeedsLayout)
        for sublayer in layer.sublayerStorage.reversed() where sublayer.flags.contains(.subtreeNeedsLayout) {
            stack.append(sublayer)
        }
        if let mask = layer.maskStorage, mask.flags.contains(.subtreeNeedsLayout) { stack.append(mask) }
        if layer.flags.contains(.needsLayout) { layer.climbForLayout() }
    }

    private static func firstMarked(from top: CALayer) -> CALayer? {
        var layer: CALayer? = top
        while let next = layer, !next.flags.contains(.needsLayout) {
            layer = next.sublayerStorage.first { $0.flags.contains(.subtreeNeedsLayout) } ?? next.maskStorage
        }
        return layer
    }
}
