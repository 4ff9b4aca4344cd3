import Foundation
import Testing

@testable import Raster

@Suite("Rounded rectangles")
struct RoundedRectTests {
    static let everything = PixelRect(minX: -1000, minY: -1000, maxX: 1000, maxY: 1000)

    /// Coverage by counting 32 x 32 points per pixel.
    private func counted(x: Int, y: Int, size: PixelSize, radius: Double, inset: Double = 0) -> Double {
        var inside = 0
        let radius = max(0, radius - inset)
        for row in 0..<32 {
            for column in 0..<32 {
                let px = Double(x) + (Double(column) + 0.5) / 32
                let py = Double(y) + (Double(row) + 0.5) / 32
                let fromLeft = min(px, Double(size.width) - px) - inset
                let fromTop = min(py, Double(size.height) - py) - inset
                if fromLeft < 0 || fromTop < 0 { continue }
                let dx = max(radius - fromLeft, 0)
                let dy = max(radius - fromTop, 0)
                if dx * dx + dy * dy <= radius * radius { inside += 1 }
            }
        }
        return Double(inside) / 1024
    }

    @Test("coverage is the area, for whole, fractional and tiny radii", arguments: [0.5, 1, 2.5, 3, 7.25, 12, 40])
    func area(radius: Double) throws {
        let mask = try CornerMask.make(radius: radius)
        #expect(mask.side == Int(radius.rounded(.up)))
        let size = PixelSize(width: 200, height: 200)
        for y in 0..<mask.side {
            for x in 0..<mask.side {
                let expected = counted(x: x, y: y, size: size, radius: radius) * 255
                let actual = Double(mask.bitmap.pixel(x: x, y: y) >> 24)
                #expect(abs(expected - actual) <= 6, "(\(x), \(y))")  // the counting is the coarse one
                #expect(mask.bitmap.pixel(x: y, y: x) == mask.bitmap.pixel(x: x, y: y))
                #expect(mask.bitmap.pixel(x: 2 * mask.side - 1 - x, y: y) == mask.bitmap.pixel(x: x, y: y))
            }
        }
        // The whole quarter: the circle's area plus the strips beside its centre.
        var sum = 0.0
        for y in 0..<mask.side { for x in 0..<mask.side { sum += Double(mask.bitmap.pixel(x: x, y: y) >> 24) / 255 } }
        let side = Double(mask.side)
        let expected = side * side - radius * radius * (1 - .pi / 4)
        #expect(abs(sum - expected) < 0.002 * side * side)
    }

    @Test(
        "a filled shape covers what it should: even, odd and circular",
        arguments: [
            (30, 20, 8.0), (25, 25, 12.5), (24, 24, 12.0), (5, 5, 2.5), (9, 31, 4.5), (31, 9, 4.5), (3, 3, 1.0),
            (1, 1, 0.5),
        ])
    func fill(width: Int, height: Int, radius: Double) throws {
        let mask = try CornerMask.make(radius: radius)
        let canvas = Canvas(width: width + 4, height: height + 4)
        canvas.fill(0)
        let rect = PixelRect(x: 2, y: 2, width: width, height: height)
        Kernels.over(
            0xFFFF_FFFF, in: RoundedRect(rect: rect, mask: mask), clip: Self.everything, onto: canvas.surface)
        for y in -2..<(height + 2) {
            for x in -2..<(width + 2) {
                let size = PixelSize(width: width, height: height)
                let expected = counted(x: x, y: y, size: size, radius: radius) * 255
                #expect(abs(expected - Double(canvas[x + 2, y + 2] >> 24)) <= 7, "(\(x), \(y))")
            }
        }
    }

    @Test("only the corners asked for are rounded")
    func corners() throws {
        let mask = try CornerMask.make(radius: 6)
        let rect = PixelRect(x: 0, y: 0, width: 20, height: 20)
        let places: [(Corners, Int, Int)] = [
            (.topLeft, 0, 0), (.topRight, 19, 0), (.bottomLeft, 0, 19), (.bottomRight, 19, 19),
        ]
        for raw in UInt8(0)..<16 {
            let corners = Corners(rawValue: raw)
            let canvas = Canvas(width: 20, height: 20)
            canvas.fill(0)
            Kernels.over(
                0xFFFF_FFFF, in: RoundedRect(rect: rect, corners: corners, mask: mask), clip: Self.everything,
                onto: canvas.surface)
            for (corner, x, y) in places {
                #expect((canvas[x, y] == 0) == corners.contains(corner))
            }
            #expect(canvas[10, 10] == 0xFFFF_FFFF)
        }
    }

    @Test("a shape with rounded top corners may be as high as its radius")
    func tab() throws {
        let mask = try CornerMask.make(radius: 6)
        let canvas = Canvas(width: 20, height: 6)
        canvas.fill(0)
        let shape = RoundedRect(rect: canvas.surface.bounds, corners: [.topLeft, .topRight], mask: mask)
        Kernels.over(0xFFFF_FFFF, in: shape, clip: Self.everything, onto: canvas.surface)
        for y in 0..<6 {
            for x in 0..<6 { #expect(canvas[x, y] >> 24 == mask.bitmap.pixel(x: x, y: y) >> 24) }
        }
    }

    @Test("a rectangle too small for its corners is drawn square, and nothing outside")
    func tooSmall() throws {
        let mask = try CornerMask.make(radius: 9)
        let canvas = Canvas(width: 8, height: 8)
        canvas.fill(0)
        Kernels.over(
            0xFFFF_FFFF, in: RoundedRect(rect: PixelRect(x: 2, y: 2, width: 4, height: 4), mask: mask),
            clip: Self.everything, onto: canvas.surface)
        #expect(canvas.pixels.filter { $0 == 0xFFFF_FFFF }.count == 16)
    }

    /// Every way of drawing, in one piece and through random clips.
    @Test("drawn through any clips, the pixels are those of one piece")
    func clips() throws {
        var random = SeededGenerator(seed: 30)
        for _ in 0..<60 {
            let radius = Double.random(in: 0.5...14, using: &random)
            let border = Int.random(in: 1...5, using: &random)
            let least = max(Int((2 * radius).rounded(.up)), 2 * border)
            let rect = PixelRect(
                x: Int.random(in: -9...9, using: &random), y: Int.random(in: -9...9, using: &random),
                width: Int.random(in: least...(least + 20), using: &random),
                height: Int.random(in: least...(least + 20), using: &random))
            let corners = Corners(rawValue: UInt8.random(in: 0...15, using: &random))
            let filled = RoundedRect(rect: rect, corners: corners, mask: try .make(radius: radius))
            let bordered = RoundedRect(
                rect: rect, corners: corners, mask: try .makeBorder(radius: radius, width: border))
            let source = Canvas(width: 80, height: 80)
            source.fill(using: &random)
            let whole = Canvas(width: 50, height: 50)
            whole.fill(using: &random)
            let pieces = Canvas(copying: whole)
            func draw(_ canvas: Canvas, _ clip: PixelRect) {
                Kernels.over(0x8040_2010, in: filled, clip: clip, onto: canvas.surface)
                Kernels.over(
                    source.surface, in: filled, sourceX: -15, sourceY: -15, clip: clip, onto: canvas.surface, alpha: 77)
                Kernels.multiply(canvas.surface, by: filled, clip: clip)
                Kernels.overBorder(0xFF00_FF00, of: bordered, clip: clip, onto: canvas.surface)
            }
            draw(whole, Self.everything)
            let splitX = Int.random(in: 0...50, using: &random)
            let splitY = Int.random(in: 0...50, using: &random)
            for (minX, maxX) in [(-5, splitX), (splitX, 70)] {
                for (minY, maxY) in [(-5, splitY), (splitY, 70)] {
                    draw(pieces, PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY))
                }
            }
            #expect(pieces.bytes == whole.bytes)
            #expect(whole.surroundingsAreUntouched)
        }
    }

    @Test("cutting corners out equals filling them")
    func multiply() throws {
        let shape = RoundedRect(
            rect: PixelRect(x: 1, y: 1, width: 21, height: 21), mask: try .make(radius: 10.5))
        let cut = Canvas(width: 23, height: 23)
        cut.fill(0)
        Kernels.fill(cut.surface.subsurface(shape.rect), colour: 0xFFFF_FFFF)
        Kernels.multiply(cut.surface, by: shape, clip: Self.everything)
        let filled = Canvas(width: 23, height: 23)
        filled.fill(0)
        Kernels.over(0xFFFF_FFFF, in: shape, clip: Self.everything, onto: filled.surface)
        #expect(cut.pixels == filled.pixels)
    }

    @Test(
        "a border covers the ring between two rounded rectangles",
        arguments: [
            (40, 30, 8.0, 2), (40, 30, 0.0, 3), (25, 25, 12.5, 1), (24, 24, 12.0, 4), (20, 20, 3.0, 6),
            (12, 12, 6.0, 6),
        ])
    func border(width: Int, height: Int, radius: Double, border: Int) throws {
        let canvas = Canvas(width: width, height: height)
        canvas.fill(0)
        let shape = RoundedRect(
            rect: canvas.surface.bounds, mask: try .makeBorder(radius: radius, width: border))
        Kernels.overBorder(0xFFFF_FFFF, of: shape, clip: Self.everything, onto: canvas.surface)
        let size = PixelSize(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                let outer = counted(x: x, y: y, size: size, radius: radius)
                let inner = counted(x: x, y: y, size: size, radius: radius, inset: Double(border))
                // In the one column two corners of an odd circle share, the ring's coverage is an estimate.
                let tolerance = 2 * radius > Double(width - 1) && width % 2 == 1 ? 12.0 : 8
                #expect(abs((outer - inner) * 255 - Double(canvas[x, y] >> 24)) <= tolerance, "(\(x), \(y))")
            }
        }
    }
}
