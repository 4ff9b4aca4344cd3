import CoreGraphics
import Foundation
import QuartzCore
import Raster
import Testing

@testable import QuartzCore

@Suite("Contents of layers out of sight, and their formats", .serialized)
@MainActor
struct ContentsTests {
    private final class Drawn: CALayer {
        var draws = 0
        override func draw(in ctx: CGContext) {
            draws += 1
            ctx.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
            ctx.fill(bounds)
        }
    }

    private func drawn(on screen: Screen) -> Drawn {
        let layer = Drawn()
        layer.frame = r(0, 0, 10, 10)
        layer.setNeedsDisplay()
        screen.root.addSublayer(layer)
        screen.flush()
        return layer
    }

    @Test("D-02 a layer that leaves keeps its bitmap a while, then gives it back and draws again when it is shown")
    func release() throws {
        let screen = Screen()
        var wakes: [Double] = []
        screen.context.scheduleWake = { wakes.append($0) }
        let layer = drawn(on: screen)
        layer.removeFromSuperlayer()
        screen.flush()
        #expect(layer.contents != nil && wakes == [5])
        screen.advance(to: 4)
        #expect(screen.context.startDueAnimations(at: 4) == nil)
        #expect(layer.contents != nil)
        screen.root.addSublayer(layer)
        screen.flush()
        #expect(layer.draws == 1 && screen.recorder.last?.contents.count == 1)
        layer.removeFromSuperlayer()
        screen.flush()
        screen.advance(to: 8)
        #expect(screen.context.startDueAnimations(at: 8) == 9)
        // The first leaving counts no more.
        #expect(layer.contents != nil)
        weak var bitmap: Bitmap?
        bitmap = layer.contentsBitmap
        screen.recorder.forget()
        screen.advance(to: 9)
        #expect(screen.context.startDueAnimations(at: 9) == nil)
        #expect(layer.contents == nil && bitmap == nil && layer.needsDisplay())
        screen.root.addSublayer(layer)
        screen.flush()
        #expect(layer.draws == 2 && layer.contents != nil && screen.recorder.last?.contents.count == 1)
    }

    @Test("Images that were given stay, and so do bitmaps of layers that came back")
    func kept() throws {
        let screen = Screen()
        let layer = drawn(on: screen)
        let pictured = screen.layer()
        pictured.contents = CGImage(bitmap: try Bitmap(width: 3, height: 2, format: .argb8888))
        layer.addSublayer(pictured)
        screen.flush()
        layer.removeFromSuperlayer()
        screen.flush()
        screen.root.addSublayer(layer)
        screen.flush()
        pictured.removeFromSuperlayer()
        screen.flush()
        screen.advance(to: 20)
        screen.root.opacity = 0.5
        screen.flush()
        #expect(layer.contents != nil && layer.draws == 1 && pictured.contents != nil)
    }

    @Test("A commit gives bitmaps back, too, and render(in:) draws a layer that gave its own back")
    func offScreen() throws {
        let screen = Screen()
        let layer = drawn(on: screen)
        layer.removeFromSuperlayer()
        screen.flush()
        screen.advance(to: 6)
        screen.root.opacity = 0.5
        screen.flush()
        #expect(layer.contents == nil)
        let bitmap = try Bitmap(width: 10, height: 10, format: .argb8888)
        layer.render(in: CGContext(bitmap: bitmap, scale: 1))
        #expect(bitmap.pixel(x: 5, y: 5) == 0xFFFF_0000)
    }

    @Test("gray8Uint: what is drawn becomes as grey as it is bright")
    func gray() throws {
        let screen = Screen()
        let layer = Drawn()
        layer.frame = r(0, 0, 4, 4)
        layer.contentsFormat = .gray8Uint
        screen.root.addSublayer(layer)
        layer.setNeedsDisplay()
        screen.flush()
        #expect(layer.contentsBitmap?.pixel(x: 1, y: 1) == 0xFF36_3636)
        layer.contentsFormat = .RGBA8Uint
        layer.setNeedsDisplay()
        screen.flush()
        #expect(layer.contentsBitmap?.pixel(x: 1, y: 1) == 0xFFFF_0000)
    }
}
