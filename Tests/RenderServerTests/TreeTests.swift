import Motion
import Raster
import Testing

@testable import RenderServer

@Suite("The render tree")
struct TreeTests {
    @Test("ten thousand layers inside each other: built, moved, faded, shown, removed")
    func deep() {
        let sketch = Sketch(100, 100)
        let count: UInt32 = 10_000
        for id in 1...count {
            sketch.layer(id) {
                $0.frame(0.002, 0, 50, 50)
                $0.opacity = id == 7000 ? 0.5 : 1
                $0.masksToBounds = id % 3 == 0
                $0.backgroundColor = id == count ? .red : SIMD4(0, 0, 0, 0)
            }
        }
        for id in 0..<count { sketch.sublayers(id, [id + 1]) }
        sketch.show()
        #expect(sketch.pixel(40, 25) == 0xFF80_0000)
        sketch.layer(1) { $0.frame(30, 0, 50, 50) }
        sketch.layer(count) { $0.backgroundColor = .blue }
        sketch.show()
        #expect(sketch.pixel(75, 25) == 0xFF00_0080)
        #expect(sketch.firstDifference(buffer: 0) == nil)
        sketch.sublayers(0, [])
        sketch.remove(list: Array(1...count))
        sketch.show()
        #expect(sketch.pixel(75, 25) == 0xFF00_0000)
    }

    @Test("every one of ten thousand nested layers a translucent group with round corners: bounded, and still exact")
    func deepGroups() {
        let sketch = Sketch(60, 60)
        let count: UInt32 = 10_000
        for id in 1...count {
            sketch.layer(id) {
                $0.frame(0, 0, 50, 50)
                $0.opacity = 0.99
                $0.masksToBounds = true
                $0.cornerRadius = 5
                $0.backgroundColor = SIMD4(1, 0, 0, 0.01)
            }
        }
        for id in 0..<count { sketch.sublayers(id, [id + 1]) }
        sketch.show()
        sketch.layer(count) { $0.backgroundColor = .white }
        sketch.show()
        #expect(sketch.firstDifference(buffer: 0, pieces: PixelSize(width: 7, height: 5)) == nil)
    }

    @Test("only layers that meet the damage are looked at")
    func visits() {
        let sketch = Sketch(1000, 1000)
        for group: UInt32 in 0..<25 {
            let id = 1 + group * 26
            sketch.layer(id) { $0.frame(Double(group % 5) * 200, Double(group / 5) * 200, 200, 200) }
            for leaf in 1...25 as ClosedRange<UInt32> {
                sketch.solid(id + leaf, Double(leaf % 5) * 40, Double((leaf - 1) / 5) * 40, 30, 30, .red)
            }
            sketch.sublayers(id, Array((id + 1)...(id + 25)))
        }
        sketch.sublayers(0, (0..<25).map { 1 + $0 * 26 })
        sketch.show()
        sketch.layer(30) { $0.backgroundColor = .green }
        sketch.update()
        let counters = sketch.render(into: 0)
        #expect(counters.pixelsComposited == 900)
        #expect(counters.bytesWritten == 3600)
        #expect(counters.layersVisited == 1 + 25 + 25)
        #expect(counters.items == 1)
    }

    @Test("a number that comes back is a new layer")
    func reuse() {
        let sketch = Sketch()
        sketch.solid(1, 0, 0, 10, 10, .red)
        sketch.layer(1) { $0.cornerRadius = 3 }
        sketch.sublayers(0, [1])
        sketch.show()
        sketch.remove(1)
        sketch.update()
        sketch.states[1] = nil
        sketch.solid(1, 0, 0, 10, 10, .green)
        sketch.sublayers(0, [1])
        sketch.show()
        #expect(sketch.pixel(0, 0) == 0xFF00_FF00)
    }

    @Test("another panel size and another scale place everything again")
    func outputChanges() {
        let sketch = Sketch(100, 100, buffers: 2)
        sketch.solid(1, 10, 10, 20, 20, .red)
        sketch.sublayers(0, [1])
        sketch.show()
        sketch.renderer.outputChanged(panelSize: PixelSize(width: 100, height: 100), bufferCount: 2)
        #expect(sketch.show() == [rect(0, 0, 100, 100)])
        #expect(sketch.firstDifference(buffer: 1) == nil)
        sketch.commit.root = LayerID(rawValue: 0)
        sketch.commit.scale = 2
        sketch.show()
        #expect(sketch.pixel(25, 25) == 0xFFFF_0000)
        #expect(sketch.pixel(59, 59) == 0xFFFF_0000)
        #expect(sketch.pixel(61, 61) == 0xFF00_0000)
    }

    @Test("the tree as text")
    func text() {
        let sketch = Sketch()
        sketch.solid(1, 10, 10, 20, 20, .red)
        sketch.layer(1) {
            $0.opacity = 0.5
            $0.masksToBounds = true
        }
        sketch.solid(2, 5, 5, 5, 5, .blue)
        sketch.layer(3) { $0.isHidden = true }
        sketch.sublayers(0, [1, 3])
        sketch.sublayers(1, [2])
        sketch.show()
        #expect(
            sketch.renderer.treeDescription == """
                #0 (0,0 100x100)
                  #1 (10,10 20x20) background ffff0000 clips group alpha 128
                    #2 (15,15 5x5) background ff0000ff
                  #3 not visible

                """)
    }
}
