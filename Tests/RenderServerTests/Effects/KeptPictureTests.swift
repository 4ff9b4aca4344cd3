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
}
