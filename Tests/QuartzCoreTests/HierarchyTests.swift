import QuartzCore
import Testing

@testable import QuartzCore

/// A layer that writes down which actions it is asked for.
@MainActor
private final class AskedLayer: CALayer {
    var journal: Journal?

    override func action(forKey event: String) -> (any CAAction)? {
        journal?.lines.append("\(name ?? "?") \(event)")
        return super.action(forKey: event)
    }
}

@Suite("Layer tree")
@MainActor
struct HierarchyTests {
    private func names(_ layer: CALayer) -> String { (layer.sublayers ?? []).map { $0.name ?? "?" }.joined() }

    private func layers(_ names: String) -> [CALayer] {
        names.map { name in
            let layer = CALayer()
            layer.name = String(name)
            return layer
        }
    }

    @Test("Adding, inserting and moving keep the order that was asked for")
    func order() {
        let root = CALayer()
        let all = layers("abcde")
        for layer in all.prefix(3) { root.addSublayer(layer) }
        #expect(names(root) == "abc")
        root.insertSublayer(all[3], at: 0)
        #expect(names(root) == "dabc")
        root.insertSublayer(all[4], at: 99)
        #expect(names(root) == "dabce")
        root.insertSublayer(all[3], above: all[0])
        #expect(names(root) == "adbce")
        root.insertSublayer(all[4], below: all[3])
        #expect(names(root) == "aedbc")
        root.insertSublayer(all[0], above: all[2])
        #expect(names(root) == "edbca")
        root.addSublayer(all[4])
        #expect(names(root) == "dbcae")
        root.insertSublayer(all[4], below: nil)
        #expect(names(root) == "edbca")
        root.insertSublayer(all[4], above: nil)
        #expect(names(root) == "dbcae")
        root.sublayers = [all[0], all[1]]
        #expect(names(root) == "ab" && all[2].superlayer == nil)
        root.sublayers = nil
        #expect(root.sublayers == nil && all[0].superlayer == nil)
    }

    @Test("A layer has one superlayer; replacing puts the new one in the old one's place")
    func oneParent() {
        let (first, second) = (CALayer(), CALayer())
        let all = layers("abcd")
        for layer in all.prefix(3) { first.addSublayer(layer) }
        second.addSublayer(all[1])
        #expect(names(first) == "ac" && all[1].superlayer === second)
        first.replaceSublayer(all[0], with: all[1])
        #expect(names(first) == "bc" && second.sublayers == nil && all[0].superlayer == nil)
        first.replaceSublayer(all[1], with: all[2])
        #expect(names(first) == "c" && all[1].superlayer == nil)
        for layer in all.prefix(2) { first.addSublayer(layer) }
        first.replaceSublayer(all[0], with: all[2])
        #expect(names(first) == "cb")
    }

    @Test("A layer is never added to itself or to one inside it")
    func cycles() {
        let all = layers("abc")
        all[0].addSublayer(all[1])
        all[1].addSublayer(all[2])
        let lines = logged {
            all[2].addSublayer(all[0])
            all[0].addSublayer(all[0])
        }
        #expect(lines.count == 2 && all[2].sublayers == nil && all[0].superlayer == nil && names(all[0]) == "b")
    }

    @Test("A-86 which actions are looked up, and in which order, when the tree changes")
    func actions() {
        let journal = Journal()
        func asked(_ name: String) -> AskedLayer {
            let layer = AskedLayer()
            layer.name = name
            layer.journal = journal
            return layer
        }
        func lines(_ body: () -> Void) -> [String] {
            journal.lines = []
            body()
            return journal.lines
        }
        let (parent, a, b, c) = (asked("p"), asked("a"), asked("b"), asked("c"))
        #expect(lines { parent.addSublayer(a) } == ["p sublayers", "a onOrderIn"])
        parent.addSublayer(b)
        #expect(lines { parent.insertSublayer(b, at: 0) } == ["p sublayers"])
        #expect(lines { parent.replaceSublayer(a, with: c) } == ["p sublayers", "a onOrderOut", "c onOrderIn"])
        #expect(lines { b.removeFromSuperlayer() } == ["p sublayers", "b onOrderOut"])
        #expect(lines { parent.layoutIfNeeded() }.filter { $0.hasPrefix("p") } == ["p onLayout"])
        #expect(lines { c.frame = r(1, 2, 3, 4) } == ["c position", "c bounds"])
    }

    @Test("Ten thousand layers inside each other are committed, hit, converted, presented and released")
    func deepTree() {
        weak var innermost: CALayer?
        do {
            let screen = Screen()
            var layer = screen.root
            for _ in 0..<10_000 {
                let next = CALayer()
                next.frame = r(0, 0, 100, 100)
                layer.addSublayer(next)
                layer = next
            }
            innermost = layer
            layer.setNeedsLayout()
            screen.flush()
            #expect(screen.recorder.last?.states.count == 10_001)
            #expect(layer.convert(p(1, 2), to: screen.root) == p(1, 2))
            #expect(screen.root.hitTest(p(5, 5)) === layer)
            #expect(layer.presentation()?.frame == r(0, 0, 100, 100))
            screen.root.sublayers?[0].removeFromSuperlayer()
            screen.flush()
            #expect(screen.recorder.last?.removed.count == 10_000)
            screen.recorder.forget()
        }
        #expect(innermost == nil)
    }

    @Test("Layers made at run time for a view's layer class are of that class")
    func layerClass() {
        final class Special: CALayer { var isReady = true }
        #expect(type(of: CALayer.make(CALayer.self)) == CALayer.self)
        #expect((CALayer.make(Special.self) as? Special)?.isReady == true)
    }
}
