import Raster
import Testing

@testable import RenderServer

/// Memory that a display scans out is slow to read, and what stands in it may not be ours.
@Suite("Scan-out memory is written, never read")
struct WriteOnlyTests {
    /// What stands in the buffer before a frame must not shine through.
    private static let scribble: UInt8 = 0xC3

    @Test(
        "half transparent layers, turned, in every format: what a frame writes does not depend on what was there",
        arguments: [Rotation.none, .quarter, .half, .threeQuarter])
    func neverRead(rotation: Rotation) {
        for format in PixelFormat.scanout {
            let sketch = Sketch(150, 90, rotation: rotation, format: format)
            sketch.layer(0) { $0.backgroundColor = .white }
            sketch.solid(1, 5, 5, 60, 60, .red.alpha(0.5))
            sketch.solid(2, 20, 10, 60, 50, .blue.alpha(0.25))
            sketch.layer(2) { $0.cornerRadius = 12 }
            sketch.sublayers(0, [1, 2])
            sketch.show()
            let buffer = sketch.buffers[0]
            let length = buffer.bytesPerRow * 90
            for step in 1...12 {
                sketch.solid(2, 20 + Double(step) * 1.5, 10 + Double(step) / 3, 40, 30, .green.alpha(0.4))
                sketch.update()
                let before = (0..<length).map { buffer.memory.load(fromByteOffset: $0, as: UInt8.self) }
                buffer.memory.initializeMemory(as: UInt8.self, repeating: Self.scribble, count: length)
                sketch.render(into: 0)
                sketch.present(0)
                var written = 0
                for offset in 0..<length {
                    if buffer.memory.load(fromByteOffset: offset, as: UInt8.self) == Self.scribble {
                        buffer.memory.storeBytes(of: before[offset], toByteOffset: offset, as: UInt8.self)
                    } else {
                        written += 1
                    }
                }
                #expect(written > 0 && written < length, "a part of it")
                #expect(sketch.firstDifference(buffer: 0) == nil, "\(format) \(rotation), step \(step)")
            }
        }
    }
}
