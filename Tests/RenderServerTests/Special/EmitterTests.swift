import Motion
import Raster
import Testing

@testable import RenderServer

@Suite("Emitters")
struct EmitterTests {
    private let black: UInt32 = 0xFF00_0000

    private func spark(_ size: Int = 4) -> Bitmap? { try? picture(size, size) { _, _ in 0xFFFF_FFFF } }

    private func emit(
        _ sketch: Sketch, _ id: UInt32 = 1, _ change: (inout EmitterContent, inout EmitterCell) -> Void = { _, _ in }
    ) {
        var content = EmitterContent()
        var cell = EmitterCell()
        content.position = SIMD2(50, 50)
        cell.birthRate = 20
        cell.lifetime = 1
        cell.contents = spark()
        change(&content, &cell)
        content.cells = [cell] + content.cells
        sketch.special(id, .emitter(content))
    }

    private func sketch(_ change: (inout EmitterContent, inout EmitterCell) -> Void = { _, _ in }) -> Sketch {
        let sketch = Sketch()
        sketch.layer(1) { $0.frame(0, 0, 100, 100) }
        sketch.sublayers(0, [1])
        emit(sketch, 1, change)
        return sketch
    }

    private func screen(of sketch: Sketch) -> [UInt32] {
        (0..<100).flatMap { y in (0..<100).map { sketch.pixel($0, y) } }
    }

    @Test("particles fly from the place of the emitter, in the direction of the cell, and die")
    func flight() {
        let sketch = sketch { content, cell in
            content.position = SIMD2(10, 50)
            cell.birthRate = 1
            cell.lifetime = 0.9
            cell.velocity = 40
            cell.contents = spark(8)
        }
        sketch.show(at: 0)
        #expect(Set(screen(of: sketch)) == [black])
        // Born after one second, 40 points a second to the right.
        sketch.show(at: 1.5)
        #expect(sketch.pixel(30, 50) == 0xFFFF_FFFF)
        #expect(sketch.pixel(20, 50) == black)
        sketch.show(at: 1.875)
        #expect(sketch.pixel(45, 50) == 0xFFFF_FFFF)
        #expect(sketch.pixel(30, 50) == black)
        sketch.show(at: 1.99)
        #expect(Set(screen(of: sketch)) == [black])
    }

    @Test("the picture at a moment follows from the moment and the seed, whatever the frames before")
    func deterministic() {
        let change: (inout EmitterContent, inout EmitterCell) -> Void = { content, cell in
            content.seed = 7
            content.shape = .circle
            content.size = SIMD2(20, 20)
            cell.birthRate = 200
            cell.velocityRange = 60
            cell.emissionRange = 2 * .pi
            cell.scaleRange = 1
            cell.spinRange = 5
            cell.colorRange = SIMD4(1, 1, 1, 0.5)
            cell.acceleration = SIMD3(0, 30, 0)
        }
        let one = sketch(change)
        one.show(at: 3)
        let other = sketch(change)
        for frame in 0...180 { other.show(at: Double(frame) / 60) }
        #expect(screen(of: one) == screen(of: other))
        #expect(Set(screen(of: one)).count > 50)
        let seeded = sketch { content, cell in
            change(&content, &cell)
            content.seed = 8
        }
        seeded.show(at: 3)
        #expect(screen(of: one) != screen(of: seeded))
    }

    @Test("damage is where particles were and are; every frame equals a full repaint")
    func damage() {
        let sketch = sketch { _, cell in
            cell.birthRate = 30
            cell.velocity = 30
            cell.emissionRange = 2 * .pi
        }
        for frame in 0..<40 {
            let clips = sketch.show(at: Double(frame) / 30)
            #expect(sketch.firstDifference(buffer: 0) == nil)
            if frame > 0 { #expect(clips.allSatisfy { rect(0, 0, 100, 100).contains($0) && $0.area < 9000 }) }
        }
        #expect(sketch.renderer.nextAnimationTime == -.infinity)
    }

    @Test("without births and with all dead, nothing wakes up; neither does a hidden emitter")
    func rest() {
        let sketch = sketch()
        sketch.show(at: 0.5)
        #expect(sketch.renderer.nextAnimationTime == -.infinity)
        emit(sketch, 1) { content, _ in content.birthRate = 0 }
        sketch.show(at: 0.6)
        #expect(sketch.renderer.nextAnimationTime == -.infinity)
        sketch.show(at: 5)
        sketch.show(at: 5.1)
        #expect(sketch.renderer.nextAnimationTime == .infinity)
        #expect(Set(screen(of: sketch)) == [black])
        emit(sketch)
        sketch.layer(1) { $0.isHidden = true }
        sketch.show(at: 6)
        sketch.show(at: 6.1)
        #expect(sketch.renderer.nextAnimationTime == .infinity)
        sketch.layer(1) { $0.isHidden = false }
        sketch.show(at: 7)
        #expect(sketch.renderer.nextAnimationTime == -.infinity)
        #expect(sketch.pixel(50, 50) == 0xFFFF_FFFF)
    }

    @Test("colour, alpha and scale change with age; additive particles add up")
    func looks() {
        let sketch = sketch { _, cell in
            cell.birthRate = 1
            cell.lifetime = 0.95
            cell.color = SIMD4(1, 0, 0, 1)
            cell.colorSpeed = SIMD4(0, 0, 1, -1)
            cell.scaleSpeed = 2
        }
        sketch.show(at: 1.5)
        let pixel = sketch.pixel(50, 50)
        #expect(abs(Int(pixel >> 16 & 255) - 127) <= 2 && abs(Int(pixel & 255) - 64) <= 2, "\(pixel.hex)")
        // Twice as large: 8 pixels.
        #expect(sketch.pixel(46, 50) != black && sketch.pixel(53, 50) != black && sketch.pixel(55, 50) == black)
        let sum = self.sketch { content, cell in
            content.order = .additive
            cell.birthRate = 3
            cell.lifetime = 0.99
            cell.color = SIMD4(0.25, 0, 0, 1)
        }
        sum.show(at: 1.01)
        #expect((126...200).contains(sum.pixel(50, 50) >> 16 & 255), "\(sum.pixel(50, 50).hex)")
    }

    @Test("cells in cells are emitted by each particle; masksToBounds alone cuts")
    func cellsAndClip() {
        var trail = EmitterCell()
        trail.birthRate = 60
        trail.lifetime = 5
        trail.color = SIMD4(0, 1, 0, 1)
        trail.contents = spark(2)
        let sketch = sketch { content, cell in
            content.position = SIMD2(10, 50)
            cell.birthRate = 1
            cell.lifetime = 1
            cell.velocity = 60
            cell.contents = nil
            cell.cells = [trail]
        }
        sketch.show(at: 1.95)
        for x in stride(from: 14, to: 60, by: 6) {
            let greens = (x..<(x + 4)).filter {
                sketch.pixel($0, 50) == 0xFF00_FF00 || sketch.pixel($0, 49) == 0xFF00_FF00
            }
            #expect(!greens.isEmpty, "\(x)")
        }
        sketch.layer(1) { $0.frame(0, 0, 30, 100) }
        sketch.show(at: 1.95)
        #expect((40..<60).contains { sketch.pixel($0, 50) != black })
        sketch.layer(1) { $0.masksToBounds = true }
        sketch.show(at: 1.95)
        #expect(!(30..<100).contains { sketch.pixel($0, 50) != black })
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("an absurd rate, an endless life, numbers that are none: bounded and defined")
    func badInput() {
        for number in [Float.infinity, .nan, -1, 1e9] {
            let sketch = sketch { content, cell in
                content.size = SIMD2(Double(number), 1)
                content.shape = .sphere
                cell.birthRate = 1e9
                cell.lifetime = number
                cell.velocity = Double(number)
                cell.scaleSpeed = Double(number)
                cell.colorSpeed = SIMD4(repeating: number)
                cell.emissionLongitude = Double(number)
                cell.contentsRect = SIMD4(0, 0, Double(number), 1)
            }
            sketch.show(at: 0.1)
            sketch.show(at: 1e9)
            #expect(sketch.firstDifference(buffer: 0) == nil)
        }
        let system = ParticleSystem()
        var content = EmitterContent()
        var cell = EmitterCell()
        cell.birthRate = 1e9
        cell.lifetime = 3
        content.cells = [cell]
        system.setCells(content)
        system.advance(to: 2, content)
        #expect(system.particles.count == ParticleSystem.limit)
        #expect(system.refusedCount > 0)
    }
}
