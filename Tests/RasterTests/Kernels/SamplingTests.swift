import CPixman
import CRaster
import Foundation
import Testing

@testable import Raster

@Suite("Drawing through a transform")
struct SamplingTests {
    /// Maps destination to source: turned by `angle`, `scale` source pixels per destination pixel, centres aligned.
    private func transform(
        angle: Double, scale: Double, destination: PixelSize, source: PixelSize, shift: Double = 0
    ) throws -> SamplingTransform {
        let a = cos(angle) * scale
        let b = -sin(angle) * scale
        let centreX = Double(destination.width) / 2
        let centreY = Double(destination.height) / 2
        return try #require(
            SamplingTransform(
                a: a, b: b, c: -b, d: a, tx: Double(source.width) / 2 - a * centreX + b * centreY + shift,
                ty: Double(source.height) / 2 - b * centreX - a * centreY + shift))
    }

    private func random(in range: ClosedRange<Int>, _ generator: inout SeededGenerator) -> Int {
        Int.random(in: range, using: &generator)
    }

    @Test("fast equals reference for random transforms, sizes and alphas", arguments: KernelSet.available)
    func equality(_ set: KernelSet) {
        var generator = SeededGenerator(seed: 20)
        for round in 0..<400 {
            let source = Canvas(
                width: random(in: 1...40, &generator), height: random(in: 1...40, &generator),
                padding: 4 * random(in: 0...6, &generator))
            source.fill(using: &generator)
            let destination = Canvas(
                width: random(in: 0...70, &generator), height: random(in: 1...40, &generator),
                offset: 4 * random(in: 0...7, &generator), padding: 4 * random(in: 0...6, &generator))
            destination.fill(using: &generator)
            let turns = round % 3 == 0
            let angle = turns ? Double(round % 4) * .pi / 2 : Double.random(in: 0...7, using: &generator)
            let scale = exp(Double.random(in: -3...2, using: &generator))
            func fixed(_ value: Double) -> Int64 { Int64(value * 4_294_967_296) }
            let a = cos(angle) * scale
            let b = sin(angle) * scale
            let x = Double(destination.width) / 2
            let y = Double(destination.height) / 2
            var sampling = cr_sampling(
                pixels: source.base, stride: source.stride, width: Int32(source.width), height: Int32(source.height),
                u: fixed(Double(source.width) / 2 - a * x + b * y), v: fixed(Double(source.height) / 2 - b * x - a * y),
                u_per_x: fixed(a), v_per_x: fixed(b), u_per_y: fixed(-b), v_per_y: fixed(a), u0: 0, v0: 0,
                u1: Int64(source.width) << 32, v1: Int64(source.height) << 32)
            if round % 5 == 0 {  // beyond the taps on two sides, short of them on a third
                sampling.u0 -= fixed(3.3)
                sampling.v1 += fixed(2.5)
                sampling.u1 -= fixed(0.4)
            }
            let alpha = round % 2 == 0 ? 255 : UInt8.random(in: 0...255, using: &generator)
            let colour = generator.pixel()
            for kind in 0..<5 {
                let expected = Canvas(copying: destination)
                let actual = Canvas(copying: destination)
                for (kernels, canvas) in [(KernelSet.reference.kernels, expected), (set.kernels, actual)] {
                    let bits: UInt32 = kind & 1 == 0 ? 0 : 0xFF00_0000
                    if kind == 4 {
                        kernels.sample_solid(
                            canvas.base, canvas.stride, canvas.width, canvas.height, &sampling, colour)
                    } else {
                        let kernel = kind < 2 ? kernels.sample_bilinear : kernels.sample_nearest
                        kernel(canvas.base, canvas.stride, canvas.width, canvas.height, &sampling, bits, alpha)
                    }
                }
                #expect(actual.bytes == expected.bytes, "round \(round), kind \(kind)")
                #expect(expected.surroundingsAreUntouched)
            }
        }
    }

    @Test("bilinear equals pixman's within 1 of 255 for transforms that 16.16 holds exactly")
    func pixmanTolerance() throws {
        // pixman rounds positions to 1/65536, half a step included, and cuts the weighted sum where we round it.
        var generator = SeededGenerator(seed: 21)
        let source = Canvas(width: 41, height: 37)
        source.fill(using: &generator)
        for round in 0..<60 {
            func step() -> Double { Double(random(in: -65536...65536, &generator)) / 32768 }
            let (a, b, c, d) = round == 0 ? (1, 0, 0, 1) : (step(), step(), step(), step())
            let tx = Double(random(in: -40...1000, &generator)) / 64
            let ty = Double(random(in: -40...1000, &generator)) / 64
            let expected = Canvas(width: 50, height: 30)
            let actual = Canvas(width: 50, height: 30)
            func fixed(_ value: Double) -> pixman_fixed_t { pixman_fixed_t(value * 65536) }
            let matrix = pixman_transform_t(
                matrix: (
                    (fixed(a), fixed(c), fixed(tx)), (fixed(b), fixed(d), fixed(ty)), (0, 0, fixed(1))
                ))
            Pixman.composite(PIXMAN_OP_SRC, .transformed(source.surface, matrix), .none, onto: expected.surface)
            let transform = try #require(SamplingTransform(a: a, b: b, c: c, d: d, tx: tx, ty: ty))
            let sampling = Sampling(
                transform: transform, taps: source.surface.bounds, minX: -10000, minY: -10000, maxX: 10000, maxY: 10000)
            Kernels.clear(actual.surface)
            Kernels.over(source.surface, sampling: sampling, onto: actual.surface, originX: 0, originY: 0)
            var worst = 0
            for (ours, theirs) in zip(actual.pixels, expected.pixels) {
                for shift: UInt32 in [0, 8, 16, 24] {
                    worst = max(worst, abs(Int((ours >> shift) & 255) - Int((theirs >> shift) & 255)))
                }
            }
            #expect(worst <= 1, "round \(round): off by \(worst)")
        }
    }

    @Test("without a transform a picture arrives unchanged, in both filters")
    func identity() throws {
        var generator = SeededGenerator(seed: 22)
        let source = Canvas(width: 33, height: 17)
        source.fill(using: &generator)
        let transform = try #require(SamplingTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0))
        for filter in [Sampling.Filter.bilinear, .nearest] {
            let destination = Canvas(width: 33, height: 17)
            Kernels.clear(destination.surface)
            let sampling = Sampling(transform: transform, taps: source.surface.bounds, filter: filter)
            Kernels.over(source.surface, sampling: sampling, onto: destination.surface, originX: 0, originY: 0)
            #expect(destination.pixels == source.pixels)
        }
    }

    @Test("no pixel outside the taps is ever read")
    func taps() throws {
        var generator = SeededGenerator(seed: 23)
        let source = Canvas(width: 40, height: 40)
        for _ in 0..<100 {
            let x = random(in: 1...20, &generator)
            let y = random(in: 1...20, &generator)
            let taps = PixelRect(
                x: x, y: y, width: random(in: 1...(39 - x), &generator), height: random(in: 1...(39 - y), &generator))
            source.fill(0xFFFF_0000)
            Kernels.fill(source.surface.subsurface(taps), colour: 0xFF00_FF00)
            let destination = Canvas(width: 60, height: 60)
            destination.fill(0xFF00_FF00)
            let transform = try transform(
                angle: Double.random(in: 0...7, using: &generator),
                scale: Double.random(in: 0.1...3, using: &generator),
                destination: PixelSize(width: 60, height: 60),
                source: PixelSize(width: taps.minX + taps.maxX, height: taps.minY + taps.maxY))
            for filter in [Sampling.Filter.bilinear, .nearest] {
                let sampling = Sampling(
                    transform: transform, taps: taps, minX: Double(taps.minX) - 4, minY: Double(taps.minY) - 4,
                    maxX: Double(taps.maxX) + 4, maxY: Double(taps.maxY) + 4, filter: filter)
                Kernels.over(source.surface, sampling: sampling, onto: destination.surface, originX: 0, originY: 0)
            }
            #expect(destination.pixels.allSatisfy { $0 == 0xFF00_FF00 })
        }
    }

    @Test("quadrilaterals that share an edge draw each pixel exactly once")
    func adjoiningQuads() throws {
        var generator = SeededGenerator(seed: 24)
        let source = Canvas(width: 40, height: 40)
        source.fill(0x1010_1010)
        for round in 0..<200 {
            // Quarter turns put many pixel centres exactly on the edge.
            let angle =
                round % 4 == 0
                ? Double(random(in: 0...3, &generator)) * .pi / 2 : Double.random(in: 0...7, using: &generator)
            let size = PixelSize(width: 70, height: 70)
            let transform = try transform(
                angle: angle, scale: round % 4 == 0 ? 0.5 : Double.random(in: 0.3...1.5, using: &generator),
                destination: size, source: source.surface.size, shift: round % 4 == 0 ? 0.25 : 0)
            let splitX = round % 2 == 0 ? 20.5 : Double.random(in: 1...39, using: &generator)
            let splitY = round % 2 == 0 ? 20 : Double.random(in: 1...39, using: &generator)
            let parts = Canvas(width: 70, height: 70)
            let whole = Canvas(width: 70, height: 70)
            parts.fill(0)
            whole.fill(0)
            let taps = source.surface.bounds
            for (minX, maxX) in [(0, splitX), (splitX, 40)] {
                for (minY, maxY) in [(0, splitY), (splitY, 40)] {
                    let part = Sampling(
                        transform: transform, taps: taps, minX: minX, minY: minY, maxX: maxX, maxY: maxY)
                    Kernels.over(0x1010_1010, sampling: part, onto: parts.surface, originX: 0, originY: 0)
                }
            }
            Kernels.over(
                0x1010_1010, sampling: Sampling(transform: transform, taps: taps), onto: whole.surface, originX: 0,
                originY: 0)
            #expect(parts.pixels == whole.pixels, "round \(round)")
            #expect(whole.pixels.contains(0x1010_1010))
            #expect(whole.pixels.allSatisfy { $0 == 0 || $0 == 0x1010_1010 })
        }
    }

    @Test("a picture drawn in tiles has the pixels of one drawn whole, at the far end of 4096 pixels too")
    func tiles() throws {
        var generator = SeededGenerator(seed: 25)
        let source = Canvas(width: 4096, height: 8)
        source.fill(using: &generator)
        let transform = try #require(
            SamplingTransform(a: 0.999_7, b: 0.001_3, c: -0.001_3, d: 0.999_7, tx: 0.3, ty: -0.7))
        let sampling = Sampling(transform: transform, taps: source.surface.bounds)
        let whole = Canvas(width: 4100, height: 12)
        let tiled = Canvas(width: 4100, height: 12)
        whole.fill(0xFF80_8080)
        tiled.fill(0xFF80_8080)
        Kernels.over(source.surface, sampling: sampling, onto: whole.surface, originX: 0, originY: 0, alpha: 200)
        var x = 0
        while x < 4100 {
            let width = min(random(in: 1...90, &generator), 4100 - x)
            for rows in [0..<5, 5..<12] {
                let tile = PixelRect(minX: x, minY: rows.lowerBound, maxX: x + width, maxY: rows.upperBound)
                Kernels.over(
                    source.surface, sampling: sampling, onto: tiled.surface.subsurface(tile), originX: x,
                    originY: rows.lowerBound, alpha: 200)
            }
            x += width
        }
        #expect(tiled.pixels == whole.pixels)
    }

    @Test("positions 4096 pixels away are right to a thousandth of a pixel")
    func precision() throws {
        // A ramp in blue: with 1/3 of a source pixel per step, the colour says where the sample was taken.
        let source = Canvas(width: 4096, height: 1)
        for x in 0..<4096 { source[x, 0] = 0xFF00_0000 | UInt32(x & 1) * 128 }
        let destination = Canvas(width: 4096 * 3, height: 1)
        destination.fill(0)
        let transform = try #require(SamplingTransform(a: 1.0 / 3, b: 0, c: 0, d: 1, tx: 0, ty: 0))
        Kernels.over(
            source.surface, sampling: Sampling(transform: transform, taps: source.surface.bounds),
            onto: destination.surface, originX: 0, originY: 0)
        for x in 3..<(4096 * 3 - 3) {
            let position = (Double(x) + 0.5) / 3 - 0.5
            let odd = abs(position.truncatingRemainder(dividingBy: 2) - 1)
            let expected = (1 - min(odd, 1)) * 128
            let actual = Double(destination[x, 0] & 255)
            #expect(abs(expected - actual) <= 1.6, "pixel \(x)")
        }
    }

    @Test("a transform that cannot be drawn is refused")
    func refusal() {
        #expect(SamplingTransform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0) == nil)
        #expect(SamplingTransform(a: 1, b: .infinity, c: 0, d: 1, tx: 0, ty: 0) == nil)
        #expect(SamplingTransform(a: 1, b: 0, c: 0, d: 1, tx: 1e12, ty: 0) == nil)
        #expect(SamplingTransform(a: 8193, b: 0, c: 0, d: 1, tx: 0, ty: 0) == nil)
    }

    @Test("the largest steps, offsets and regions neither trap nor draw outside")
    func extremes() throws {
        let source = Canvas(width: 3, height: 3)
        source.fill(0xFF12_3456)
        for sign in [-1.0, 1] {
            let transform = try #require(
                SamplingTransform(
                    a: 8192 * sign, b: 8192, c: 8192, d: -8192 * sign, tx: 268_435_456 * sign, ty: -268_435_456))
            let sampling = Sampling(
                transform: transform, taps: source.surface.bounds, minX: -1e300, minY: -.infinity, maxX: .infinity,
                maxY: 1e300)
            let destination = Canvas(width: 64, height: 64)
            for origin in [-65536, 0, 65536] {
                Kernels.over(
                    source.surface, sampling: sampling, onto: destination.surface, originX: origin, originY: origin)
            }
            #expect(destination.surroundingsAreUntouched)
        }
    }
}
