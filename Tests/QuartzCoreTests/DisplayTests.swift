import Foundation
import QuartzCore
import Raster
import RenderServer
import Testing

@testable import QuartzCore

@MainActor
private final class DrawnLayer: CALayer {
    var rects: [CGRect] = []
    var color = CGColor(red: 1, green: 0, blue: 0, alpha: 1)

    override func draw(in ctx: CGContext) {
        rects.append(displayRect)
        ctx.setFillColor(color)
        ctx.fill(bounds)
    }
}

private let red: UInt32 = 0xFFFF_0000
private let green: UInt32 = 0xFF00_FF00

@Suite("Layer display")
@MainActor
struct DisplayTests {
    private func drawn(_ frame: CGRect = r(0, 0, 20, 10), on screen: Screen) -> DrawnLayer {
        let layer = DrawnLayer()
        layer.frame = frame
        screen.root.addSublayer(layer)
        return layer
    }

    @Test("D-01 marks only mark; any number gives one drawing, in the commit")
    func marks() {
        let screen = Screen()
        let layer = drawn(on: screen)
        for _ in 0..<5 { layer.setNeedsDisplay() }
        #expect(layer.rects.isEmpty && layer.needsDisplay() && layer.contents == nil)
        screen.flush()
        #expect(layer.rects == [r(0, 0, 20, 10)] && !layer.needsDisplay() && layer.contents != nil)
        #expect(screen.recorder.last?.contents.first?.bitmap?.pixel(x: 19, y: 9) == red)
        #expect(screen.recorder.last?.contents.first?.bitmap?.isFrozen == true)
    }

    @Test("D-02 moving, resizing, fading, hiding and transforming do not draw again")
    func keptBitmap() {
        let screen = Screen()
        let layer = drawn(on: screen)
        layer.setNeedsDisplay()
        screen.flush()
        layer.position = p(50, 50)
        layer.bounds.size.width = 40
        layer.opacity = 0.5
        layer.isHidden = true
        layer.setAffineTransform(CGAffineTransform(scaleX: 2, y: 2))
        screen.flush()
        #expect(layer.rects.count == 1)
        #expect(screen.recorder.last?.contents.isEmpty == true)
    }

    @Test("D-03 drawing gets the union of the marked parts, clipped to the bounds; nothing for an empty one")
    func parts() {
        let screen = Screen()
        let layer = drawn(r(0, 0, 100, 100), on: screen)
        layer.setNeedsDisplay()
        screen.flush()
        layer.setNeedsDisplay(r(0, 0, 10, 10))
        layer.setNeedsDisplay(r(50, 50, 10, 10))
        screen.flush()
        #expect(layer.rects.last == r(0, 0, 60, 60))
        #expect(screen.recorder.last?.contents.first?.changed == PixelRect(x: 0, y: 0, width: 60, height: 60))
        layer.setNeedsDisplay(r(90, 90, 50, 50))
        screen.flush()
        #expect(layer.rects.last == r(90, 90, 10, 10))
        let count = layer.rects.count
        layer.setNeedsDisplay(r(200, 200, 10, 10))
        layer.setNeedsDisplay(r(10, 10, 0, 10))
        screen.flush()
        #expect(layer.rects.count == count)
        layer.setNeedsDisplay(r(1, 1, 1, 1))
        layer.setNeedsDisplay()
        screen.flush()
        #expect(layer.rects.last == r(0, 0, 100, 100))
    }

    @Test("Drawing a part keeps the rest, whichever bitmap it goes into")
    func partialRedraw() {
        let screen = Screen()
        let layer = drawn(r(0, 0, 8, 8), on: screen)
        layer.setNeedsDisplay()
        screen.flush()
        // Every commit is kept here, so no bitmap comes free; then none is kept, and they go round.
        for step in 0..<12 {
            screen.recorder.keeps = step < 4
            if step == 4 { screen.recorder.forget() }
            layer.color = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
            let column = CGFloat(step % 8)
            layer.setNeedsDisplay(r(column, 0, 1, 8))
            screen.flush()
            let bitmap = layer.contentsBitmap
            for x in 0..<8 {
                let expected = x <= step ? green : red
                #expect(bitmap?.pixel(x: x, y: 3) == expected, "step \(step), column \(x)")
            }
        }
    }

    @Test("Bitmaps go round while the render server holds two, three in all, and each has everything that was drawn")
    func roundOfThree() {
        let screen = Screen()
        screen.recorder.keeps = false
        let layer = drawn(r(0, 0, 8, 8), on: screen)
        layer.setNeedsDisplay()
        screen.flush()
        layer.color = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
        var held: [Bitmap] = []
        var used: Set<UnsafeMutableRawPointer> = []
        for step in 0..<8 {
            if let shown = layer.contentsBitmap { held = held.suffix(1) + [shown] }
            layer.setNeedsDisplay(r(CGFloat(step), 0, 1, 8))
            screen.flush()
            guard let bitmap = layer.contentsBitmap else { continue }
            used.insert(bitmap.pixels)
            for x in 0..<8 {
                #expect(bitmap.pixel(x: x, y: 3) == (x <= step ? green : red), "step \(step), column \(x)")
            }
        }
        #expect(used.count == 3)
    }

    @Test("A bitmap that the render server holds never changes")
    func immutable() throws {
        let screen = Screen()
        let layer = drawn(on: screen)
        layer.setNeedsDisplay()
        screen.flush()
        let held = try #require(screen.recorder.last?.contents.first?.bitmap)
        layer.color = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
        layer.setNeedsDisplay()
        screen.flush()
        #expect(held.pixel(x: 0, y: 0) == red)
        #expect(screen.recorder.last?.contents.first?.bitmap?.pixel(x: 0, y: 0) == green)
    }

    @Test("D-05 display asks the delegate, and draws only if the delegate does not supply contents")
    func delegates() {
        final class Drawer: NSObject, CALayerDelegate {
            var calls: [String] = []
            func draw(_ layer: CALayer, in ctx: CGContext) { calls.append("draw") }
            func layerWillDraw(_ layer: CALayer) { calls.append("willDraw") }
        }
        final class Supplier: NSObject, CALayerDelegate {
            var calls: [String] = []
            func display(_ layer: CALayer) { calls.append("display") }
            func draw(_ layer: CALayer, in ctx: CGContext) { calls.append("draw") }
        }
        let layer = CALayer()
        layer.bounds = r(0, 0, 5, 5)
        let (drawer, supplier) = (Drawer(), Supplier())
        layer.delegate = drawer
        layer.setNeedsDisplay()
        layer.displayIfNeeded()
        #expect(drawer.calls == ["willDraw", "draw"] && layer.contents != nil)
        layer.delegate = supplier
        layer.contents = nil
        layer.setNeedsDisplay()
        layer.displayIfNeeded()
        #expect(supplier.calls == ["display"] && layer.contents == nil && !layer.needsDisplay())
    }

    @Test("D-06 a change of bounds draws again only with needsDisplayOnBoundsChange")
    func boundsChange() {
        let screen = Screen()
        let layer = drawn(on: screen)
        layer.setNeedsDisplay()
        screen.flush()
        layer.bounds.size.width += 1
        #expect(!layer.needsDisplay())
        layer.needsDisplayOnBoundsChange = true
        layer.bounds.size.width += 1
        screen.flush()
        #expect(layer.rects.count == 2 && layer.contentsBitmap?.width == 22)
        #expect(screen.recorder.last?.contents.first?.changed == nil)
    }

    @Test("D-07 display clears the mark; a layer with empty bounds is never drawn, and keeps its mark for better ones")
    func emptyBounds() {
        let screen = Screen()
        let layer = drawn(.zero, on: screen)
        layer.setNeedsDisplay()
        screen.flush()
        #expect(layer.rects.isEmpty && layer.needsDisplay() && layer.contents == nil)
        #expect(screen.context.changed.isEmpty)
        layer.bounds = r(0, 0, 4, 4)
        screen.flush()
        #expect(layer.rects == [r(0, 0, 4, 4)] && !layer.needsDisplay() && layer.contents != nil)
        layer.setNeedsDisplay()
        layer.display()
        #expect(layer.rects.count == 2 && !layer.needsDisplay())
    }

    @Test("D-20 the bitmap has contentsScale pixels per point and begins at the bounds' origin")
    func scaleAndOrigin() {
        let screen = Screen()
        final class Corner: CALayer {
            override func draw(in ctx: CGContext) {
                ctx.setFillColor(CGColor(red: 0, green: 1, blue: 0, alpha: 1))
                ctx.fill(CGRect(x: 10, y: 20, width: 1, height: 1))
            }
        }
        let layer = Corner()
        layer.contentsScale = 2
        layer.bounds = r(10, 20, 5, 4)
        layer.setNeedsDisplay()
        screen.root.addSublayer(layer)
        screen.flush()
        let bitmap = layer.contentsBitmap
        #expect(bitmap?.width == 10 && bitmap?.height == 8)
        #expect(bitmap?.pixel(x: 1, y: 1) == green && bitmap?.pixel(x: 2, y: 1) == 0 && bitmap?.pixel(x: 1, y: 2) == 0)
    }

    @Test("G-73 a bitmap of the nearest whole number of pixels is filled to its edges, in parts as at once")
    func fractionalSize() {
        final class Filled: CALayer {
            override func draw(in ctx: CGContext) {
                ctx.setFillColor(CGColor(red: 0, green: 1, blue: 0, alpha: 1))
                ctx.fill(bounds)
            }
        }
        for (width, pixels) in [(5.2, 10), (5.3, 11), (5.25, 11), (0.1, 1)] as [(CGFloat, Int)] {
            let screen = Screen()
            let layer = Filled()
            layer.contentsScale = 2
            layer.bounds = r(10, 20, width, 4.1)
            layer.setNeedsDisplay()
            screen.root.addSublayer(layer)
            screen.flush()
            #expect(layer.contentsBitmap?.width == pixels)
            #expect(layer.contentsBitmap?.height == 8)
            layer.setNeedsDisplay(r(10 + width / 2, 20, width, 5))
            screen.flush()
            for y in 0..<8 { for x in 0..<pixels { #expect(layer.contentsBitmap?.pixel(x: x, y: y) == green) } }
        }
    }

    @Test("D-21, D-23 an opaque layer has no alpha and is not cleared; another one is")
    func opaque() {
        final class Once: CALayer {
            var draws = 0
            override func draw(in ctx: CGContext) {
                draws += 1
                if draws > 1 { return }
                ctx.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
                ctx.fill(CGRect(x: 0, y: 0, width: 2, height: 4))
            }
        }
        for isOpaque in [true, false] {
            let layer = Once()
            layer.isOpaque = isOpaque
            layer.bounds = r(0, 0, 4, 4)
            layer.setNeedsDisplay()
            layer.displayIfNeeded()
            #expect(layer.contentsBitmap?.format == (isOpaque ? .xrgb8888 : .argb8888))
            #expect(layer.contentsBitmap?.pixel(x: 3, y: 0) == (isOpaque ? 0xFF00_0000 : 0))
            layer.setNeedsDisplay()
            layer.displayIfNeeded()
            #expect(layer.contentsBitmap?.pixel(x: 0, y: 0) == (isOpaque ? red : 0))
        }
    }

    @Test("A layer too large for any bitmap is not drawn, and says so once")
    func tooLarge() {
        let screen = Screen()
        let layer = drawn(r(0, 0, 100_000, 10), on: screen)
        let lines = logged {
            for _ in 0..<3 {
                layer.setNeedsDisplay()
                screen.flush()
            }
        }
        #expect(lines.count == 1 && layer.contents == nil && layer.rects.isEmpty)
    }

    @Test("D-66 an image as contents is sent once; another layer's contents are shared as they are now")
    func images() throws {
        let screen = Screen()
        let bitmap = try Bitmap(width: 3, height: 2, format: .argb8888)
        let image = CGImage(bitmap: bitmap)
        let layer = screen.layer()
        layer.contents = image
        screen.flush()
        #expect(screen.recorder.last?.contents.map { $0.bitmap === bitmap } == [true])
        #expect(layer.preferredFrameSize() == CGSize(width: 3, height: 2))
        layer.contents = image
        layer.opacity = 0.5
        screen.flush()
        #expect(screen.recorder.last?.contents.isEmpty == true)
        layer.contents = nil
        screen.flush()
        #expect(screen.recorder.last?.contents.count == 1 && screen.recorder.last?.contents.first?.bitmap == nil)

        let source = drawn(on: screen)
        source.setNeedsDisplay()
        screen.flush()
        layer.contents = source.contents
        source.color = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
        source.setNeedsDisplay()
        screen.flush()
        #expect(layer.contentsBitmap?.pixel(x: 0, y: 0) == red && source.contentsBitmap?.pixel(x: 0, y: 0) == green)
    }

    @Test("A layer that marks itself while it draws draws again with the next transaction, not for ever")
    func marksWhileDrawing() {
        let screen = Screen()
        final class Restless: CALayer {
            var draws = 0
            override func draw(in ctx: CGContext) {
                draws += 1
                setNeedsDisplay()
            }
        }
        let layer = Restless()
        layer.bounds = r(0, 0, 4, 4)
        screen.root.addSublayer(layer)
        layer.setNeedsDisplay()
        screen.flush()
        #expect(layer.draws == 1)
        screen.root.opacity = 0.9
        screen.flush()
        #expect(layer.draws == 2)
    }

    @Test("Bitmaps that a layer no longer draws into are given back")
    func spares() {
        let screen = Screen()
        let layer = drawn(on: screen)
        for _ in 0..<3 {
            layer.setNeedsDisplay()
            screen.flush()
        }
        let store = layer.contents as? BackingStore
        #expect(store?.hasSpares == true)
        screen.advance(to: 10)
        screen.root.opacity = 0.5
        screen.flush()
        #expect(store?.hasSpares == false && store?.bitmap != nil)
    }
}
