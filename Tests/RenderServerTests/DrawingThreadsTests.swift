import Display
import Raster
import Testing

@testable import RenderServer

/// More than one core: the same bytes and the same counters, and no thread where none is needed.
///
/// These are the tests to run under the thread sanitizer.
@Suite("Drawing on several threads")
struct DrawingThreadsTests {
    /// Wakes the others for every frame that has two rectangles.
    private static func eager(_ count: Int) -> DrawingThreads { DrawingThreads(count: count, leastWork: 0) }

    @Test("random changes are exact with 1, 2 and 3 helpers", arguments: 1...3, Rotation.allCases)
    func walk(_ helpers: Int, _ rotation: Rotation) {
        let walk = RandomLayerWalk(
            seed: 500 + UInt64(rotation.rawValue) + UInt64(helpers), width: 311, height: 203, scale: 1.25,
            rotation: rotation, buffers: 2, format: helpers == 2 ? .rgb565 : .xrgb8888, features: WalkFeature.all,
            threads: Self.eager(helpers + 1))
        let fault = walk.run(steps: 40)
        #expect(fault == nil, "\(fault ?? "")")
        #expect(walk.sketch.renderer.crew.helperCount == helpers)
    }

    @Test("the counters do not depend on the number of threads")
    func counters() {
        var all: Set<[RenderCounters]> = []
        for count in 1...4 {
            let sketch = Self.cards(threads: Self.eager(count))
            var frames: [RenderCounters] = []
            for step in 0..<4 {
                sketch.solid(3, Double(step) * 9, 40, 300, 300, .red.alpha(0.5))
                sketch.update()
                frames.append(sketch.render(into: 0))
                sketch.present(0)
            }
            all.insert(frames)
        }
        #expect(all.count == 1)
    }

    @Test("a frame that is not worth it starts no thread")
    func threshold() {
        let sketch = Self.cards(threads: DrawingThreads(count: 3, leastWork: 200_000))
        sketch.show()
        #expect(sketch.renderer.crew.helperCount == 2)
        let idle = Self.cards(threads: DrawingThreads(count: 3, leastWork: 10_000_000))
        idle.show()
        #expect(idle.renderer.crew.helperCount == 0)
        let alone = Self.cards(threads: .one)
        alone.show()
        #expect(alone.renderer.crew.helperCount == 0)
    }

    @Test("another screen size: helpers draw on that one from then on")
    func otherSize() throws {
        let sketch = Self.cards(threads: Self.eager(3))
        sketch.show()
        let size = PixelSize(width: 300, height: 900)
        sketch.renderer.outputChanged(panelSize: size, bufferCount: 1)
        sketch.renderer.update(at: 0)
        let shown = try Bitmap(width: size.width, height: size.height, format: .xrgb8888)
        _ = sketch.renderer.render(
            into: ScanoutBuffer(
                index: 0, pixels: shown.pixels, bytesPerRow: shown.bytesPerRow, size: size, format: .xrgb8888, age: 0))
        let wanted = try Bitmap(width: size.width, height: size.height, format: .xrgb8888)
        sketch.renderer.renderReference(into: wanted)
        for y in 0..<size.height {
            for x in stride(from: 0, to: size.width, by: 7) {
                try #require(shown.pixel(x: x, y: y) == wanted.pixel(x: x, y: y), "(\(x), \(y))")
            }
        }
    }

    @Test("numbers of threads and thresholds are limited to what makes sense")
    func limits() {
        #expect(DrawingThreads(count: 0).count == 1)
        #expect(DrawingThreads(count: .max).count == DrawingThreads.maximumCount)
        #expect(DrawingThreads(count: 2, leastWork: -5).leastWork == 0)
        #expect(DrawingThreads.automatic.count >= 1)
    }

    /// A screen of 700x500 with a background and layers of several kinds.
    private static func cards(threads: DrawingThreads) -> Sketch {
        let sketch = Sketch(700, 500, threads: threads)
        sketch.layer(0) { $0.backgroundColor = .white }
        sketch.solid(1, 10, 10, 600, 400, .green)
        sketch.solid(2, 50, 60, 300, 300, .blue)
        sketch.layer(2) {
            $0.cornerRadius = 20
            $0.masksToBounds = true
            $0.borderWidth = 3
        }
        sketch.solid(3, 0, 40, 300, 300, .red.alpha(0.5))
        sketch.solid(4, 20, 20, 100, 300, .red)
        sketch.layer(4) { $0.transform = .rotation(0.4, 0, 0, 1) }
        sketch.sublayers(0, [1, 2, 3])
        sketch.sublayers(2, [4])
        return sketch
    }
}
