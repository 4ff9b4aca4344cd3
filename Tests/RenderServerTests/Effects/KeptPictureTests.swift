import Motion
import Raster
import Testing

@testable import RenderServer

@Suite("Kept pictures of groups")
struct KeptPictureTests {
    private func sketch() -> Sketch {
        let sketch = Sketch(200, 120)
        sketch.layer(0) { $0.backgroundColor = .green }
        sketch.layer(1) {
            $0.frame(20, 20, 120, 80)
            $0.cornerRadius = 10
            $0.masksToBounds = true
            $0.backgroundColor = .white.alpha(0.5)
        }
        sketch.solid(2, 10, 10, 60, 50, .red.alpha(0.7))
        sketch.solid(3, 40, 30, 60, 60, .blue)
        sketch.sublayers(0, [1])
        sketch.sublayers(1, [2, 3])
        return sketch
    }

    /// Layers visited and pixels drawn into a picture, in a frame in which only the group's opacity changed.
    private func fade(_ sketch: Sketch, _ opacity: Float) -> RenderCounters {
        sketch.layer(1) { $0.opacity = opacity }
        sketch.update()
        let counters = sketch.render(into: 0)
        sketch.present(0)
        #expect(sketch.firstDifference(buffer: 0) == nil, "\(opacity)")
        return counters
    }

    @Test("a group that fades is drawn once; then a frame is one picture, byte for byte the same")
    func fades() {
        let sketch = sketch()
        sketch.show()
        #expect(fade(sketch, 0.9).keptPicturePixels == 0)
        #expect(fade(sketch, 0.8).keptPicturePixels == 120 * 80)
        for opacity in stride(from: Float(0.75), to: 0.1, by: -0.05) {
            let counters = fade(sketch, opacity)
            #expect(counters.keptPicturePixels == 0)
            #expect(counters.layersVisited == 2)
            #expect(counters.items == 2)
            #expect(counters.pixelsComposited == 120 * 80)
        }
        #expect(fade(sketch, 1).layersVisited == 4)
    }

    @Test("content that changes is shown at once: colour, order, contents, a part of them, place, clip, removal")
    func changes() throws {
        let sketch = sketch()
        sketch.contents(3, try picture(60, 60) { _, _ in 0xFF12_3456 })
        sketch.show()
        let changes: [() throws -> Void] = [
            { sketch.layer(2) { $0.backgroundColor = .white } },
            { sketch.sublayers(1, [3, 2]) },
            {
                sketch.contents(
                    3, try picture(60, 60) { x, _ in x < 9 ? 0xFF65_4321 : 0xFF12_3456 }, changed: rect(0, 0, 9, 60))
            },
            { sketch.layer(1) { $0.position.x += 7 } },
            { sketch.layer(1) { $0.bounds.z = 90 } },
            { sketch.layer(0) { $0.masksToBounds.toggle() } },
            { sketch.layer(3) { $0.zPosition = -1 } },
            { sketch.animate(3, animation(1, .positionX, from: .number(10), to: .number(10), duration: 50)) },
            { sketch.effects(2) { $0.shadowOpacity = 1 } },
            {
                sketch.solid(4, 0, 0, 30, 30, .white); sketch.mask(3, 4)
            },
            { sketch.sublayers(1, [3]) },
        ]
        for change in changes {
            for opacity in [0.9, 0.8, 0.7] as [Float] { _ = fade(sketch, opacity) }
            try change()
            sketch.show()
            #expect(sketch.firstDifference(buffer: 0) == nil)
        }
    }

    @Test("effects of the group itself are a part of its picture: every change of them is shown at once")
    func ownEffects() {
        let sketch = sketch()
        sketch.layer(1) { $0.masksToBounds = false }
        sketch.effects(1) { $0.shadowOpacity = 1 }
        sketch.show()
        let picture: (inout LayerEffects) -> Void = { $0.shadowOpacity = 1 }
        let changes: [() -> Void] = [
            { sketch.effects(1) { $0.shadowOpacity = 0.5 } },
            {
                sketch.effects(1) {
                    picture(&$0)
                    $0.shadowOffset.x = 9
                }
            },
            {
                sketch.effects(1) {
                    picture(&$0)
                    $0.shadowRadius = 7
                }
            },
            { sketch.effects(1) { $0.blurRadius = 3 } },
            { sketch.effects(1, shape: RectangleShape(0, 0, 150, 20), picture) },
            { sketch.effects(1, shape: RectangleShape(0, 0, 150, 40), picture) },
            // An opaque background lets the rectangle cast the shadow.
            {
                sketch.effects(1, picture)
                sketch.layer(1) { $0.backgroundColor = .white }
            },
            { sketch.effects(1) { $0.shadowOpacity = 0.2 } },
            { sketch.effects(1) { $0.shadowColor = .red } },
            { sketch.animate(1, animation(1, .shadowOpacity, from: .number(0.9), to: .number(0.9), duration: 50)) },
            { sketch.noEffects(1) },
        ]
        for (number, change) in changes.enumerated() {
            for opacity in [0.9, 0.8, 0.7] as [Float] { _ = fade(sketch, opacity) }
            change()
            sketch.show()
            let fault = sketch.firstDifference(buffer: 0)
            #expect(fault == nil, "change \(number)")
        }
    }

    @Test("a shape that begins or ends to clip a group changes its picture")
    func ownClip() {
        let sketch = Sketch(100, 100)
        sketch.layer(1) {
            $0.frame(-50, -50, 200, 200)
            $0.transform = .rotation(0.6, 0, 0, 1)
            $0.backgroundColor = .green
            $0.bounds = SIMD4(0, 0, 140, 60)
            $0.position = SIMD2(50, 50)
        }
        sketch.solid(2, -100, -100, 300, 300, .red)
        sketch.sublayers(0, [1])
        sketch.sublayers(1, [2])
        sketch.show()
        for _ in 0..<2 {
            for opacity in [0.9, 0.8, 0.7] as [Float] { _ = fade(sketch, opacity) }
            sketch.layer(1) { $0.masksToBounds.toggle() }
            sketch.show()
            #expect(sketch.firstDifference(buffer: 0) == nil)
        }
    }

    @Test("particles of an emitter that fades fly on")
    func ownParticles() throws {
        let sketch = Sketch(100, 100)
        var content = EmitterContent()
        content.position = SIMD2(50, 50)
        var cell = EmitterCell()
        cell.birthRate = 30
        cell.lifetime = 9
        cell.velocity = 20
        cell.contents = try picture(5, 3) { _, _ in 0xFFFF_FFFF }
        content.cells = [cell]
        sketch.layer(1) { $0.frame(0, 0, 100, 100) }
        sketch.special(1, .emitter(content))
        sketch.sublayers(0, [1])
        for frame in 0..<12 {
            sketch.layer(1) { $0.opacity = 0.9 - Float(frame) * 0.05 }
            sketch.show(at: Double(frame) * 0.1)
            #expect(sketch.firstDifference(buffer: 0) == nil, "\(frame)")
        }
    }
}
