import Foundation
import QuartzCore
import Testing

@testable import QuartzCore

@MainActor
private final class LaidOutLayer: CALayer {
    var layouts = 0
    var onLayout: ((LaidOutLayer) -> Void)?
    var journal: Journal?

    override func layoutSublayers() {
        layouts += 1
        journal?.lines.append(name ?? "?")
        onLayout?(self)
        super.layoutSublayers()
    }
}

@Suite("Layer layout")
@MainActor
struct LayoutTests {
    private func chain(_ names: String, journal: Journal? = nil) -> [LaidOutLayer] {
        var result: [LaidOutLayer] = []
        for name in names {
            let layer = LaidOutLayer()
            layer.name = String(name)
            layer.journal = journal
            result.last?.addSublayer(layer)
            result.append(layer)
        }
        result[0].layoutIfNeeded()
        for layer in result { layer.layouts = 0 }
        journal?.lines = []
        return result
    }

    @Test("L-23 a new layer needs no layout, one that got a sublayer does")
    func newLayer() {
        let layer = CALayer()
        #expect(!layer.needsLayout())
        layer.addSublayer(CALayer())
        #expect(layer.needsLayout())
    }

    @Test("L-21 marks only mark, and many give one layout")
    func marks() {
        let all = chain("ab")
        for _ in 0..<5 { all[1].setNeedsLayout() }
        #expect(all[1].needsLayout() && all[1].layouts == 0)
        all[1].layoutIfNeeded()
        #expect(all[1].layouts == 1 && all[0].layouts == 0 && !all[1].needsLayout())
        all[1].layoutIfNeeded()
        #expect(all[1].layouts == 1)
    }

    @Test("L-22 layoutIfNeeded starts at the topmost marked superlayer and goes down, parents first")
    func order() {
        let journal = Journal()
        let all = chain("abcd", journal: journal)
        all[3].setNeedsLayout()
        all[1].setNeedsLayout()
        all[2].setNeedsLayout()
        all[2].layoutIfNeeded()
        #expect(journal.lines == ["b", "c", "d"])
    }

    @Test("L-23 bounds and transform mark the layer and its superlayer, position marks nothing")
    func geometry() {
        let all = chain("ab")
        all[1].position = p(5, 5)
        #expect(!all[0].needsLayout() && !all[1].needsLayout())
        all[1].bounds = r(0, 0, 5, 5)
        #expect(all[0].needsLayout() && all[1].needsLayout())
        all[0].layoutIfNeeded()
        all[1].setAffineTransform(CGAffineTransform(scaleX: 2, y: 2))
        #expect(all[0].needsLayout() && all[1].needsLayout())
    }

    @Test("L-23 a layer that resizes its sublayers in its layout is not marked again")
    func insideLayout() {
        let all = chain("ab")
        all[0].onLayout = { $0.sublayers?[0].bounds.size.width += 1 }
        all[0].setNeedsLayout()
        all[0].layoutIfNeeded()
        #expect(all[0].layouts == 1 && all[1].layouts == 1)
        #expect(!all[0].needsLayout() && !all[1].needsLayout())
    }

    @Test("L-27 marks on layers already visited get another round in the same pass")
    func secondRound() {
        let all = chain("ab")
        var isDone = false
        all[1].onLayout = { layer in
            if !isDone { layer.superlayer?.setNeedsLayout() }
            isDone = true
        }
        all[1].setNeedsLayout()
        all[0].setNeedsLayout()
        all[0].layoutIfNeeded()
        #expect(all[0].layouts == 2 && !all[0].needsLayout())
    }

    @Test("L-27 endless layout is broken off after 100 rounds with one line that names the layer; the frame is sent")
    func endless() {
        let screen = Screen()
        let layer = LaidOutLayer()
        layer.name = "restless"
        layer.onLayout = { $0.setNeedsLayout() }
        screen.root.addSublayer(layer)
        layer.setNeedsLayout()
        let lines = logged { screen.flush() }
        #expect(lines.count == 1 && lines[0].contains("restless"))
        #expect(layer.layouts == 100)
        #expect(screen.recorder.commits.count == 1)
        layer.onLayout = nil
        screen.root.position.x += 1
        screen.flush()
        #expect(!layer.needsLayout())
    }

    @Test("L-26 a layer changed before it is on screen is laid out when its tree first is")
    func beforeScreen() {
        let layer = LaidOutLayer()
        layer.addSublayer(CALayer())
        let screen = Screen()
        screen.root.addSublayer(layer)
        screen.flush()
        #expect(layer.layouts == 1)
    }

    @Test("A sublayer that layout adds is laid out and committed in the same pass")
    func addedInLayout() {
        let screen = Screen()
        let layer = LaidOutLayer()
        screen.root.addSublayer(layer)
        let added = LaidOutLayer()
        layer.onLayout = { layer in
            guard added.superlayer == nil else { return }
            added.setNeedsLayout()
            layer.addSublayer(added)
        }
        layer.setNeedsLayout()
        screen.flush()
        #expect(added.layouts == 1 && added.identifier != 0)
        #expect(screen.recorder.commits.count == 1)
    }

    @Test("The delegate lays out for a layer that does not do so itself")
    func delegate() {
        final class Delegate: NSObject, CALayerDelegate {
            var count = 0
            func layoutSublayers(of layer: CALayer) { count += 1 }
        }
        let delegate = Delegate()
        let layer = CALayer()
        layer.delegate = delegate
        layer.setNeedsLayout()
        layer.layoutIfNeeded()
        #expect(delegate.count == 1)
    }
}
