import Motion
import Raster
import Testing

@testable import RenderServer

@Suite("Pages that curl")
struct PageCurlTests {
    /// A red page of 40 × 100 at (10, 10) whose upper half is blue.
    private func sketch(alpha: Float = 1) -> Sketch {
        let sketch = Sketch(60, 120)
        sketch.layer(1) {
            $0.frame(10, 10, 40, 100)
            $0.backgroundColor = SIMD4(1, 0, 0, alpha)
        }
        sketch.solid(2, 0, 0, 40, 50, .blue)
        sketch.sublayers(0, [1])
        sketch.sublayers(1, [2])
        sketch.show()
        return sketch
    }

    private func begin(_ sketch: Sketch, _ kind: LayerTransition.Kind) {
        sketch.transition(1, LayerTransition(kind))
        sketch.animate(1, animation(9, .transition, from: .number(0), to: .number(1), duration: 1))
        sketch.layer(1) { $0.backgroundColor = .green }
        sketch.layer(2) { $0.isHidden = true }
    }

    @Test("curling up: the new look shows below the fold, the old one is untouched above, its back lies over it")
    func up() {
        let sketch = sketch()
        begin(sketch, .curlUp)
        sketch.show(at: 0)
        #expect(sketch.pixel(20, 20) == 0xFF00_00FF && sketch.pixel(20, 100) == 0xFFFF_0000)
        sketch.show(at: 0.5)
        #expect(sketch.firstDifference(buffer: 0) == nil)
        // The fold is 56 above the lower edge; the page reaches over it by half its length less half the roll's round.
        #expect(sketch.pixel(20, 105) == 0xFF00_FF00)
        #expect(sketch.pixel(20, 12) == 0xFF00_00FF)
        let back = sketch.pixel(20, 50)
        #expect(back >> 16 & 0xFF > 0xC0 && back >> 8 & 0xFF > 0xA0 && back & 0xFF > 0xA0)
        // Below the roll its shadow; beyond the page's sides nothing.
        let shadow = sketch.pixel(20, 68) >> 8 & 0xFF
        #expect(shadow > 0x80 && shadow < 0xFF)
        #expect(sketch.pixel(5, 68) == 0xFF00_0000 && sketch.pixel(55, 50) == 0xFF00_0000)
        sketch.show(at: 1.1)
        #expect(sketch.pixel(20, 12) == 0xFF00_FF00 && sketch.pixel(20, 50) == 0xFF00_FF00)
        #expect(sketch.renderer.nextAnimationTime == .infinity)
    }

    @Test("curling down: the new look unrolls over the old one, and is live")
    func down() {
        let sketch = sketch()
        begin(sketch, .curlDown)
        sketch.show(at: 0)
        #expect(sketch.pixel(20, 20) == 0xFF00_00FF && sketch.pixel(20, 100) == 0xFFFF_0000)
        sketch.show(at: 0.5)
        #expect(sketch.pixel(20, 12) == 0xFF00_FF00 && sketch.pixel(20, 105) == 0xFFFF_0000)
        sketch.layer(1) { $0.backgroundColor = .blue }
        sketch.show(at: 0.5)
        #expect(sketch.firstDifference(buffer: 0) == nil)
        #expect(sketch.pixel(20, 12) == 0xFF00_00FF)
        sketch.show(at: 1.1)
        #expect(sketch.pixel(20, 105) == 0xFF00_00FF)
    }

    @Test("every moment equals a full repaint, opaque or not", arguments: [LayerTransition.Kind.curlUp, .curlDown])
    func exact(_ kind: LayerTransition.Kind) {
        for alpha: Float in [1, 0.5] {
            let sketch = sketch(alpha: alpha)
            begin(sketch, kind)
            for step in 0...40 {
                sketch.show(at: Double(step) / 40)
                #expect(sketch.firstDifference(buffer: 0) == nil, "\(kind), step \(step)")
            }
        }
    }

    @Test("each row shows a row of the page or none, at every progress and height, however small")
    func rows() {
        for height: Int32 in [1, 2, 3, 10, 400, 3000] {
            let rect = ScreenRect(minX: 0, minY: 7, maxX: 10, maxY: 7 + height)
            for step in 0...50 {
                let curl = PageCurl(rect: rect, progress: Double(step) / 50)
                for y in rect.minY..<rect.maxY {
                    let row = curl.row(y)
                    if let source = row.source { #expect(source > 5.99 && source < Double(rect.maxY) + 0.01) }
                    if let caster = row.caster { #expect(caster >= rect.minY && caster < rect.maxY) }
                    #expect(row.light > 0.5 && row.light <= 1 && row.shadow >= 0 && row.shadow < 0.5)
                    if step == 0 { #expect(row.source == Double(y) && row.isPlain) }
                    if step == 50 { #expect(row.source == nil && row.shadow == 0) }
                }
            }
        }
    }

    @Test("a turned layer changes at once", arguments: [LayerTransition.Kind.curlUp, .curlDown])
    func turned(_ kind: LayerTransition.Kind) {
        let sketch = sketch()
        sketch.layer(1) { $0.transform = .rotation(0.3, 0, 0, 1) }
        sketch.show()
        begin(sketch, kind)
        sketch.show(at: 0.5)
        #expect(sketch.firstDifference(buffer: 0) == nil)
        #expect(sketch.pixel(30, 40) == 0xFF00_FF00 && sketch.pixel(30, 80) == 0xFF00_FF00)
    }
}
