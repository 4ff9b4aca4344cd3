import CoreGraphics
import Raster
import Testing

/// One colour over another in every mode that has a simple formula, inside and outside the shape.
@Suite struct BlendModeTests {
    /// Half-transparent red under, 3/4 blue-green over.
    private func blend(_ mode: CGBlendMode, throughStroke: Bool = false) throws -> (inside: UInt32, outside: UInt32) {
        let (context, bitmap) = try makeContext()
        context.setFillColor(red: 1, green: 0.2, blue: 0, alpha: 0.5)
        context.fill(CGRect(x: 0, y: 0, width: 40, height: 30))
        context.setBlendMode(mode)
        context.setFillColor(red: 0, green: 0.8, blue: 1, alpha: 0.75)
        if throughStroke {
            context.setStrokeColor(red: 0, green: 0.8, blue: 1, alpha: 0.75)
            context.setLineWidth(10)
            context.strokeLineSegments(between: [CGPoint(x: 5, y: 15), CGPoint(x: 35, y: 15)])
        } else {
            context.fill(CGRect(x: 5, y: 10, width: 30, height: 10))
        }
        return (bitmap.pixel(x: 20, y: 15), bitmap.pixel(x: 20, y: 2))
    }

    private func word(_ a: Double, _ r: Double, _ g: Double, _ b: Double) -> UInt32 {
        [a, r, g, b].reduce(0) { $0 << 8 | UInt32(($1 * 255).rounded()) }
    }

    typealias Factors = @Sendable (Double, Double) -> (source: Double, destination: Double)

    static let modes: [(CGBlendMode, Factors)] = [
        (.normal, { s, _ in (1, 1 - s) }), (.clear, { _, _ in (0, 0) }), (.copy, { _, _ in (1, 0) }),
        (.sourceIn, { _, d in (d, 0) }), (.sourceOut, { _, d in (1 - d, 0) }),
        (.sourceAtop, { s, d in (d, 1 - s) }), (.destinationOver, { _, d in (1 - d, 1) }),
        (.destinationIn, { s, _ in (0, s) }), (.destinationOut, { s, _ in (0, 1 - s) }),
        (.destinationAtop, { s, d in (1 - d, s) }), (.xor, { s, d in (1 - d, 1 - s) }),
        (.plusLighter, { _, _ in (1, 1) }),
    ]

    @Test(
        "D-30: Porter-Duff modes, filled and stroked, change the inside by their factors and the outside not at all",
        arguments: 0..<12)
    func porterDuff(index: Int) throws {
        let (mode, factors) = Self.modes[index]
        let f = factors(0.75, 0.5)
        let s = [0.75, 0, 0.6, 0.75]
        let d = [0.5, 0.5, 0.1, 0]
        let expected = zip(s, d).map { min($0 * f.source + $1 * f.destination, 1) }
        for throughStroke in [false, true] {
            let result = try blend(mode, throughStroke: throughStroke)
            #expect(
                isClose(result.inside, word(expected[0], expected[1], expected[2], expected[3]), within: 2),
                "\(mode) \(channels(result.inside)) \(expected.map { $0 * 255 })")
            #expect(isClose(result.outside, word(0.5, 0.5, 0.1, 0)), "\(mode) outside the shape")
        }
    }

    @Test("plusDarker adds up the darknesses; multiply and screen are themselves")
    func others() throws {
        let (context, bitmap) = try makeContext()
        func over(_ mode: CGBlendMode) -> UInt32 {
            context.setBlendMode(.copy)
            context.setFillColor(red: 0.8, green: 0.6, blue: 0.2, alpha: 1)
            context.fill(CGRect(x: 0, y: 0, width: 40, height: 30))
            context.setBlendMode(mode)
            context.setFillColor(red: 0.5, green: 0.6, blue: 0.4, alpha: 1)
            context.fillEllipse(in: CGRect(x: 0, y: 0, width: 40, height: 30))
            return bitmap.pixel(x: 20, y: 15)
        }
        #expect(isClose(over(.plusDarker), word(1, 0.3, 0.2, 0), within: 2))
        #expect(isClose(over(.multiply), word(1, 0.4, 0.36, 0.08), within: 2))
        #expect(isClose(over(.screen), word(1, 0.9, 0.84, 0.52), within: 2))
        #expect(isClose(over(.darken), word(1, 0.5, 0.6, 0.2), within: 2))
        #expect(isClose(over(.difference), word(1, 0.3, 0, 0.2), within: 2))
    }
}
