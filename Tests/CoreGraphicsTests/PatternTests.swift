import CoreGraphics
import Foundation
import Raster
import Testing

@Suite struct PatternTests {
    private func pattern(
        step: CGFloat = 4, matrix: CGAffineTransform = .identity, isColored: Bool = true,
        draw: @escaping CGPatternDrawPatternCallback
    ) throws -> CGPattern {
        var callbacks = CGPatternCallbacks(version: 0, drawPattern: draw, releaseInfo: nil)
        return try #require(
            CGPattern(
                info: nil, bounds: CGRect(x: 0, y: 0, width: 4, height: 4), matrix: matrix, xStep: step, yStep: step,
                tiling: .constantSpacing, isColored: isColored, callbacks: &callbacks))
    }

    /// Red in the cell's upper left quarter, blue in its lower right one.
    private static let corners: @Sendable (UnsafeMutableRawPointer?, CGContext) -> Void = { _, context in
        context.setFillColor(red)
        context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
        context.setFillColor(blue)
        context.fill(CGRect(x: 2, y: 2, width: 2, height: 2))
    }

    private func set(_ pattern: CGPattern, in context: CGContext, alpha: CGFloat = 1) throws {
        context.setFillColorSpace(try #require(CGColorSpace(patternBaseSpace: nil)))
        context.setFillPattern(pattern, colorComponents: [alpha])
    }

    @Test("Cells repeat from the origin of the context, pixel for pixel, inside the shape only")
    func tiles() throws {
        let (context, bitmap) = try makeContext(width: 20, height: 20)
        try set(pattern(draw: Self.corners), in: context)
        context.translateBy(x: 1, y: 1)  // moves the shape, not the pattern
        context.fill(CGRect(x: 0, y: 0, width: 15, height: 15))
        for y in 0..<20 {
            for x in 0..<20 {
                let isInside = (1..<16).contains(x) && (1..<16).contains(y)
                let expected: UInt32 =
                    !isInside ? 0 : x % 4 < 2 && y % 4 < 2 ? 0xFFFF_0000 : x % 4 >= 2 && y % 4 >= 2 ? 0xFF00_00FF : 0
                #expect(bitmap.pixel(x: x, y: y) == expected, "(\(x), \(y))")
            }
        }
    }

    @Test("In a context whose y grows upwards the cells begin at the lower-left corner")
    func upwards() throws {
        let context = try #require(
            CGContext(
                data: nil, width: 10, height: 10, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        try set(pattern(draw: Self.corners), in: context)
        context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
        let bitmap = try #require(context.makeImage()).bitmap
        #expect(bitmap.pixel(x: 0, y: 9) == 0xFFFF_0000 && bitmap.pixel(x: 3, y: 6) == 0xFF00_00FF)
        #expect(bitmap.pixel(x: 0, y: 6) == 0)
    }

    @Test("The pattern's matrix and the phase place the cells; a wider step leaves gaps")
    func placed() throws {
        let (context, bitmap) = try makeContext(width: 40, height: 40)
        try set(pattern(step: 6, matrix: CGAffineTransform(scaleX: 2, y: 2), draw: Self.corners), in: context)
        context.setPatternPhase(CGSize(width: 3, height: 1))
        context.fill(CGRect(x: 0, y: 0, width: 40, height: 40))
        #expect(bitmap.pixel(x: 3, y: 1) == 0xFFFF_0000 && bitmap.pixel(x: 2, y: 1) == 0)
        #expect(bitmap.pixel(x: 6, y: 4) == 0xFFFF_0000 && bitmap.pixel(x: 7, y: 5) == 0xFF00_00FF)
        #expect(bitmap.pixel(x: 15, y: 13) == 0xFFFF_0000 && bitmap.pixel(x: 12, y: 10) == 0)
    }

    @Test("A pattern without colours takes the colour that was set, whatever its cell asks for")
    func stencil() throws {
        let (context, bitmap) = try makeContext(width: 8, height: 8)
        let space = try #require(CGColorSpace(patternBaseSpace: CGColorSpaceCreateDeviceRGB()))
        context.setFillColorSpace(space)
        context.setFillPattern(try pattern(isColored: false, draw: Self.corners), colorComponents: [0, 1, 0, 1])
        context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
        #expect(bitmap.pixel(x: 4, y: 4) == 0xFF00_FF00 && bitmap.pixel(x: 7, y: 7) == 0xFF00_FF00)
        #expect(bitmap.pixel(x: 0, y: 3) == 0)
        context.setFillPattern(try pattern(isColored: false, draw: Self.corners), colorComponents: [1, 0, 0, 0.5])
        context.setBlendMode(.copy)
        context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
        #expect(isClose(bitmap.pixel(x: 4, y: 4), 0x8080_0000))
    }

    @Test("Alpha, strokes and colours with patterns; a plain colour ends the pattern")
    func otherUses() throws {
        let (context, bitmap) = try makeContext(width: 20, height: 20)
        let space = try #require(CGColorSpace(patternBaseSpace: nil))
        let color = try #require(
            CGColor(patternSpace: space, pattern: pattern(draw: Self.corners), components: [0.5]))
        #expect(color.pattern != nil && color.numberOfComponents == 1 && color.components == [0.5])
        context.setFillColor(color)
        context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
        #expect(isClose(bitmap.pixel(x: 0, y: 0), 0x8080_0000))
        context.setStrokeColor(try #require(color.copy(alpha: 1)))
        context.setLineWidth(4)
        context.strokeLineSegments(between: [CGPoint(x: 0, y: 10), CGPoint(x: 20, y: 10)])
        #expect(bitmap.pixel(x: 0, y: 9) == 0xFFFF_0000 || bitmap.pixel(x: 0, y: 8) == 0xFFFF_0000)
        context.setFillColor(green)
        context.fill(CGRect(x: 0, y: 16, width: 4, height: 4))
        #expect(bitmap.pixel(x: 3, y: 16) == 0xFF00_FF00)
    }

    @Test("A pattern of no size is none; a huge one takes bounded memory; its info is released once")
    func hostile() throws {
        final class Counter { var count = 0 }
        let counter = Counter()
        var callbacks = CGPatternCallbacks(
            version: 0, drawPattern: { _, context in context.fill(CGRect(x: 0, y: 0, width: 1e9, height: 1e9)) },
            releaseInfo: { Unmanaged<Counter>.fromOpaque($0!).takeUnretainedValue().count += 1 })
        func make(_ size: CGFloat, _ step: CGFloat) -> CGPattern? {
            CGPattern(
                info: Unmanaged.passUnretained(counter).toOpaque(),
                bounds: CGRect(x: 0, y: 0, width: size, height: size), matrix: .identity, xStep: step, yStep: step,
                tiling: .noDistortion, isColored: true, callbacks: &callbacks)
        }
        #expect(make(1, 0) == nil && make(0, 1) == nil && make(1, .nan) == nil && make(.infinity, 1) == nil)
        let (context, bitmap) = try makeContext(width: 8, height: 8)
        for (size, step) in [(1e8, 1e8), (1e8, 1e-3), (1e-3, 1e-3)] as [(CGFloat, CGFloat)] {
            do {
                let pattern = try #require(make(size, step))
                try set(pattern, in: context)
                context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
            }
            #expect(bitmap.pixel(x: 4, y: 4) >> 24 == 255)
        }
        context.setFillColor(red)
        #expect(counter.count == 3)
    }

    @Test("A cell that is painted with its own pattern ends")
    func recursion() throws {
        final class Holder { var color: CGColor? }
        let holder = Holder()
        let cells = try self.pattern { _, context in
            if let color = holder.color { context.setFillColor(color) }
            context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
        }
        holder.color = CGColor(
            patternSpace: try #require(CGColorSpace(patternBaseSpace: nil)), pattern: cells, components: [1])
        let (context, bitmap) = try makeContext(width: 8, height: 8)
        context.setFillColor(try #require(holder.color))
        context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
        #expect(bitmap.inkedPixels == 0)
        holder.color = nil
    }
}
