import Foundation
import QuartzCore
import RenderServer
import Testing

@testable import QuartzCore

@Suite("Masks", .serialized)
@MainActor
struct MaskTests {
    private final class Drawn: CALayer {
        var draws = 0
        var layouts = 0
        override func draw(in ctx: CGContext) { draws += 1 }
        override func layoutSublayers() { layouts += 1 }
    }

    private func mask(_ size: CGFloat = 4) -> Drawn {
        let layer = Drawn()
        layer.bounds = r(0, 0, size, size)
        return layer
    }

    @Test("D-83 a mask's superlayer is the masked layer; it is no sublayer; removing it from there unmasks")
    func links() {
        let layer = CALayer()
        let mask = CALayer()
        layer.mask = mask
        #expect(layer.mask === mask && mask.superlayer === layer && layer.sublayers == nil)
        let other = CALayer()
        layer.mask = other
        #expect(mask.superlayer == nil && other.superlayer === layer)
        other.removeFromSuperlayer()
        #expect(layer.mask == nil && other.superlayer == nil)
        layer.mask = mask
        layer.mask = nil
        #expect(mask.superlayer == nil)
    }

    @Test("D-83 a mask has no other superlayer: whoever takes it last has it")
    func oneSuperlayer() {
        let (a, b, mask) = (CALayer(), CALayer(), CALayer())
        a.addSublayer(mask)
        let lines = logged { b.mask = mask }
        #expect(lines.count == 1 && a.sublayers == nil && mask.superlayer === b)
        _ = logged { a.mask = mask }
        #expect(b.mask == nil && a.mask === mask)
        b.addSublayer(mask)
        #expect(a.mask == nil && mask.superlayer === b && b.sublayers?.count == 1)
        // From a sublayer of the same layer to its mask and back.
        _ = logged { b.mask = mask }
        #expect(b.sublayers == nil && b.mask === mask && mask.superlayer === b)
        b.insertSublayer(mask, at: 0)
        #expect(b.sublayers?.count == 1 && b.mask == nil && mask.superlayer === b)
    }

    @Test("D-83 a mask that is its own ancestor is refused with a message")
    func cycles() {
        let (a, b, c) = (CALayer(), CALayer(), CALayer())
        a.addSublayer(b)
        b.mask = c
        var lines = logged {
            a.mask = a
            c.mask = a
            c.mask = b
        }
        #expect(lines.count == 3 && a.mask == nil && c.mask == nil && b.mask === c && b.superlayer === a)
        lines = logged { c.addSublayer(a) }
        #expect(lines.count == 1 && c.sublayers == nil)
        a.mask = nil
        #expect(a.mask == nil)
    }

    @Test("D-83 a mask comes into the context and leaves it, with everything in it; it is laid out and drawn")
    func context() throws {
        let screen = Screen()
        let layer = screen.layer()
        screen.flush()
        let mask = mask()
        let inner = CALayer()
        mask.addSublayer(inner)
        mask.setNeedsDisplay()
        mask.setNeedsLayout()
        layer.mask = mask
        screen.flush()
        var commit = try #require(screen.recorder.last)
        #expect(mask.identifier != 0 && inner.identifier != 0 && mask.draws == 1 && mask.layouts == 1)
        #expect(commit.masks.count == 1 && commit.masks.first?.layer.rawValue == layer.identifier)
        #expect(commit.masks.first?.mask?.rawValue == mask.identifier)
        #expect(commit.sublayers.map(\.parent.rawValue) == [mask.identifier])
        #expect(Set(commit.states.map(\.layer.rawValue)) == [mask.identifier, inner.identifier])
        #expect(commit.contents.map(\.layer.rawValue) == [mask.identifier])

        // Changes of the mask travel like any layer's.
        mask.position = p(2, 2)
        mask.setNeedsDisplay()
        screen.flush()
        commit = try #require(screen.recorder.last)
        #expect(commit.states.map(\.layer.rawValue) == [mask.identifier] && mask.draws == 2 && commit.masks.isEmpty)
        #expect(mask.animation(forKey: "position") != nil)

        let numbers = [mask.identifier, inner.identifier]
        layer.mask = nil
        screen.flush()
        commit = try #require(screen.recorder.last)
        #expect(Set(commit.removed.map(\.rawValue)) == Set(numbers) && mask.identifier == 0 && inner.context == nil)
        #expect(commit.masks.count == 1 && commit.masks.first.map { $0.mask == nil } == true)
    }

    @Test("A mask comes and goes with the layer it belongs to")
    func together() throws {
        let screen = Screen()
        let layer = CALayer()
        let mask = mask()
        layer.mask = mask
        screen.root.addSublayer(layer)
        screen.flush()
        #expect(mask.identifier != 0 && screen.recorder.last?.masks.first?.mask?.rawValue == mask.identifier)
        layer.removeFromSuperlayer()
        screen.flush()
        #expect(mask.identifier == 0 && screen.recorder.last?.removed.count == 2)
        screen.root.addSublayer(layer)
        screen.flush()
        #expect(mask.identifier != 0 && screen.recorder.last?.masks.count == 1)
        // Passed on to another layer it keeps its number.
        let other = screen.layer()
        let number = mask.identifier
        _ = logged { other.mask = mask }
        screen.flush()
        #expect(mask.identifier == number && screen.recorder.last?.removed.isEmpty == true)
        #expect(screen.recorder.last?.masks.count == 2)
    }

    @Test("A-86 setting a mask asks for \"mask\", then for onOrderIn of the mask")
    func actions() {
        final class Asked: CALayer {
            var journal: [String] = []
            override func action(forKey event: String) -> (any CAAction)? {
                journal.append(event)
                return nil
            }
        }
        let (layer, mask) = (Asked(), Asked())
        layer.mask = mask
        #expect(layer.journal == ["mask"] && mask.journal == [kCAOnOrderIn])
        layer.mask = nil
        #expect(layer.journal == ["mask", "mask"] && mask.journal == [kCAOnOrderIn, kCAOnOrderOut])
    }

    @Test("A-110 the mask of a presentation layer is a presentation layer")
    func presentation() {
        let screen = Screen()
        let layer = screen.layer()
        let mask = mask()
        layer.mask = mask
        screen.flush()
        let shown = layer.presentation()?.mask
        #expect(shown != nil && shown !== mask && shown?.model() === mask)
        #expect(mask.presentation()?.superlayer?.model() === layer)
    }

    @Test("Ten thousand masks of masks come, go and end")
    func chain() {
        let screen = Screen()
        var layer: CALayer? = screen.layer()
        do {
            var last = layer!
            for _ in 0..<10_000 {
                let mask = CALayer()
                last.mask = mask
                last = mask
            }
        }
        screen.flush()
        #expect(screen.recorder.last?.masks.count == 10_000)
        layer?.removeFromSuperlayer()
        screen.flush()
        layer = nil
        #expect(screen.recorder.last?.removed.count == 10_001)
    }

    @Test("A mask left behind by its layer has no superlayer")
    func orphan() {
        let mask = CALayer()
        do {
            let layer = CALayer()
            layer.mask = mask
        }
        #expect(mask.superlayer == nil)
        let other = CALayer()
        let lines = logged { other.mask = mask }
        #expect(lines.isEmpty && other.mask === mask)
    }

    @Test("a mask is placed in its layer's coordinates, which a sublayerTransform does not move")
    func sublayerTransform() {
        let layer = CALayer()
        layer.bounds = r(0, 0, 40, 40)
        layer.sublayerTransform = CATransform3DMakeTranslation(7, 9, 0)
        let mask = CALayer()
        mask.frame = r(10, 10, 20, 20)
        layer.mask = mask
        let sublayer = CALayer()
        sublayer.frame = r(10, 10, 20, 20)
        layer.addSublayer(sublayer)
        #expect(mask.convert(p(0, 0), to: layer) == p(10, 10))
        #expect(sublayer.convert(p(0, 0), to: layer) == p(17, 19))
    }
}
