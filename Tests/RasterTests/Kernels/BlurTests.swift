import Foundation
import Testing

@testable import Raster

@Suite("Blur")
struct BlurTests {
    /// All three boxes along both axes, over a surface that has room for the spread.
    private func blurred(_ source: Canvas, _ blur: GaussianBlur, edge: BlurEdge = .transparent) -> Canvas {
        var current = source
        for axis in [Axis.horizontal, .vertical] {
            for box in [blur.first, blur.second, blur.third] {
                let next = Canvas(width: source.width, height: source.height, format: source.format)
                Kernels.boxBlur(current.surface, to: next.surface, axis: axis, box: box, edge: edge)
                current = next
            }
        }
        return current
    }

    @Test("D-82: three boxes spread nearly as far as the gaussian", arguments: [1.0, 1.5, 3, 5, 10, 40, 500])
    func variance(_ sigma: Double) {
        let blur = GaussianBlur(sigma: sigma)
        let boxes = [blur.first, blur.second, blur.third]
        let variance = boxes.reduce(0) { $0 + Double($1.size * $1.size - 1) / 12 }
        #expect(variance / (sigma * sigma) > (sigma < 1.25 ? 0.4 : 0.75) && variance <= 1.1 * sigma * sigma)
        // Centred: what lies before and after is the same.
        #expect(boxes.reduce(0) { $0 + $1.before } == boxes.reduce(0) { $0 + $1.after })
        #expect(boxes.reduce(0) { $0 + $1.before } == blur.spread)
    }

    @Test("a point becomes a gaussian, symmetrical, no wider than the spread", arguments: [2.0, 3, 4.5, 8])
    func point(_ sigma: Double) {
        let blur = GaussianBlur(sigma: sigma)
        let side = 2 * blur.spread + 41
        let middle = side / 2
        // A line, so that one axis is left and the values stay large.
        let source = Canvas(width: side, height: 3, format: .a8)
        for y in 0..<3 { for x in 0..<side { source.setByte(x, y, x == middle ? 255 : 0) } }
        var current = source
        for box in [blur.first, blur.second, blur.third] {
            let next = Canvas(width: side, height: 3, format: .a8)
            Kernels.boxBlur(current.surface, to: next.surface, axis: .horizontal, box: box)
            current = next
        }
        let peak = 255 / (sigma * (2 * Double.pi).squareRoot())
        for x in 0..<side {
            let distance = Double(x - middle)
            let wanted = peak * exp(-distance * distance / (2 * sigma * sigma))
            #expect(abs(Double(current.byte(x, 1)) - wanted) < 0.06 * peak + 1.5, "\(x)")
            #expect(current.byte(x, 1) == current.byte(side - 1 - x, 1))
            if abs(x - middle) > blur.spread { #expect(current.byte(x, 1) == 0) }
        }
    }

    @Test("any part blurred by itself has the bytes of the whole", arguments: [PixelFormat.a8, .argb8888])
    func parts(_ format: PixelFormat) {
        var random = SeededGenerator(seed: 70)
        let source = Canvas(width: 90, height: 70, format: format)
        source.fill(using: &random)
        for edge in [BlurEdge.transparent, .repeating] {
            for axis in [Axis.horizontal, .vertical] {
                for size in [1, 2, 5, 8, 31, 200] {
                    let box = GaussianBlur.Box(size: size, before: size / 2)
                    let whole = Canvas(width: 90, height: 70, format: format)
                    Kernels.boxBlur(source.surface, to: whole.surface, axis: axis, box: box, edge: edge)
                    let part = PixelRect(
                        x: Int.random(in: 0..<60, using: &random), y: Int.random(in: 0..<50, using: &random), width: 30,
                        height: 20)
                    let alone = Canvas(width: 30, height: 20, format: format)
                    let isHorizontal = axis == .horizontal
                    let strip =
                        isHorizontal
                        ? PixelRect(minX: 0, minY: part.minY, maxX: 90, maxY: part.maxY)
                        : PixelRect(minX: part.minX, minY: 0, maxX: part.maxX, maxY: 70)
                    Kernels.boxBlur(
                        source.surface.subsurface(strip), to: alone.surface, axis: axis, box: box,
                        offset: isHorizontal ? part.minX : part.minY, edge: edge)
                    for y in 0..<20 {
                        for x in 0..<(30 * format.bytesPerPixel) {
                            let place =
                                whole.base + (part.minY + y) * whole.stride + part.minX * format.bytesPerPixel + x
                            #expect(alone.byte(x, y) == place.load(as: UInt8.self))
                        }
                    }
                }
            }
        }
    }

    @Test("a flat colour stays as it is inside, and everywhere where the edge repeats", arguments: [0.8, 3.0, 20])
    func flat(_ sigma: Double) {
        let source = Canvas(width: 40, height: 30)
        source.fill(0xFFC8_0A01)
        #expect(blurred(source, GaussianBlur(sigma: sigma), edge: .repeating).pixels.allSatisfy { $0 == 0xFFC8_0A01 })
        let faded = blurred(source, GaussianBlur(sigma: 3))
        #expect(faded[20, 15] == 0xFFC8_0A01)
        #expect(faded[0, 15] >> 24 > 100 && faded[0, 15] >> 24 < 155, "half is left at the edge")
    }

    @Test("no blur for a sigma that is none, and a limit for one that is far too large")
    func limits() {
        for sigma in [Double.nan, 0, -1, -Double.infinity] { #expect(GaussianBlur(sigma: sigma).isIdentity) }
        #expect(GaussianBlur(sigma: 0.01).isIdentity)
        #expect(GaussianBlur(sigma: Double.infinity) == GaussianBlur(sigma: GaussianBlur.maximumSigma))
        #expect(GaussianBlur(sigma: 1e300).spread < 4000)
    }
}
