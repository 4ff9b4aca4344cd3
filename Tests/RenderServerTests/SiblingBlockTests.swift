import Raster
import Testing

@testable import RenderServer

@Suite("Many sublayers of one layer")
struct SiblingBlockTests {
    private static func row(_ sketch: Sketch, _ count: UInt32) {
        for id in 1...count {
            sketch.solid(id, Double(id % 100) * 10, Double(id / 100) * 10, 8, 8, id % 2 == 0 ? .red : .blue)
        }
        sketch.sublayers(0, Array(1...count))
        sketch.show()
    }

    @Test("a change of one of four thousand looks at few of them")
    func visits() {
        let sketch = Sketch(1000, 500)
        Self.row(sketch, 4000)
        sketch.layer(2055) { $0.backgroundColor = .white }
        sketch.update()
        let color = sketch.render(into: 0)
        #expect(sketch.pixel(555, 205) == 0xFFFF_FFFF)
        #expect(color.layersVisited <= 1 + 3 * SiblingBlock.length)
        sketch.layer(2055) { $0.position.x += 1 }
        sketch.update()
        let move = sketch.render(into: 0)
        #expect(move.layersVisited <= 1 + 3 * SiblingBlock.length)
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("what moves out of its block's place, comes, goes, hides, changes its order or its superlayer is drawn right")
    func walk() {
        var random = RandomNumbers(seed: 4711)
        let sketch = Sketch(120, 120)
        let count: UInt32 = 240
        var lists: [[UInt32]] = [Array(3...130), Array(131...count)]
        for id: UInt32 in 1...2 {
            sketch.layer(id) {
                $0.frame(Double(id - 1) * 20, 0, 100, 120)
                $0.opacity = id == 2 ? 0.7 : 1
            }
        }
        for id in 3...count { sketch.solid(id, Double(id % 15) * 6, Double(id / 15) * 7, 5, 5, .red) }
        sketch.sublayers(0, [1, 2])
        func list(_ which: Int) { sketch.sublayers(UInt32(which + 1), lists[which]) }
        list(0)
        list(1)
        sketch.show()
        for step in 0..<400 {
            for _ in 0..<random.int(1...3) {
                let id = UInt32(random.int(3...Int(count)))
                switch random.int(0...9) {
                case 0...3: sketch.layer(id) { $0.position += SIMD2(Double(random.int(-40...40)), 3) }
                case 4: sketch.layer(id) { $0.isHidden.toggle() }
                case 5: sketch.layer(id) { $0.zPosition = Double(random.int(-1...1)) }
                case 6: sketch.layer(id) { $0.backgroundColor = random.int(0...1) == 0 ? .blue : .white }
                case 7:
                    // To the other superlayer, and back to front there.
                    let from = lists[0].contains(id) ? 0 : 1
                    lists[from].removeAll { $0 == id }
                    lists[1 - from].insert(id, at: 0)
                    list(from)
                    list(1 - from)
                case 8: sketch.layer(1) { $0.isHidden.toggle() }
                default:
                    let which = random.int(0...1)
                    if lists[which].count > 100 {
                        let gone = lists[which].removeLast()
                        lists[which].insert(gone, at: lists[which].count / 2)
                    }
                    list(which)
                }
            }
            sketch.show()
            if let difference = sketch.firstDifference(buffer: 0) {
                Issue.record("step \(step): \(difference)")
                return
            }
        }
    }

    @Test("layers that are removed while their siblings stay, and a superlayer that is removed first, leave no trace")
    func removal() {
        let sketch = Sketch(1000, 500)
        Self.row(sketch, 300)
        sketch.remove(40, 41, 299)
        sketch.show()
        #expect(sketch.pixel(405, 5) == 0xFF00_0000)
        #expect(sketch.firstDifference(buffer: 0) == nil)
        sketch.layer(150) { $0.position.y += 100 }
        sketch.show()
        #expect(sketch.firstDifference(buffer: 0) == nil)
        sketch.layer(400) { $0.frame(0, 0, 1000, 500) }
        sketch.sublayers(400, Array(1...39))
        sketch.sublayers(0, [400])
        sketch.show()
        sketch.remove(400)
        sketch.show()
        #expect(sketch.pixel(15, 5) == 0xFF00_0000)
        sketch.sublayers(0, Array(1...39) + Array(42...120))
        sketch.show()
        #expect(sketch.firstDifference(buffer: 0) == nil)
        #expect(sketch.pixel(15, 5) == 0xFF00_00FF)
    }
}
