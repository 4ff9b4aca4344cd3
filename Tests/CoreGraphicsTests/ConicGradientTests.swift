import Foundation
import Testing

@testable import CoreGraphics

@Suite("Conic gradients")
struct ConicGradientTests {
    private func gradient(_ colors: [CGColor], _ locations: [CGFloat]? = nil) throws -> CGGradient {
        try #require(CGGradient(colorsSpace: nil, colors: colors, locations: locations))
    }

    private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    private let green = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
    private let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    private let white = CGColor(red: 1, green: 1, blue: 1, alpha: 1)

    private func context(_ side: Int = 40) throws -> CGContext {
        try #require(
            CGContext(
                data: nil, width: side, height: side, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue))
    }

    /// Rows from the top.
    private func pixel(_ context: CGContext, _ x: Int, _ y: Int) -> UInt32 {
        context.makeImage()?.bitmap.pixel(x: x, y: y) ?? 0
    }

    @Test("It goes round from its angle the way angles grow, in hard steps where stops meet")
    func quarters() throws {
        let context = try context()
        let gradient = try gradient(
            [red, red, green, green, blue, blue, white, white], [0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75, 1])
        context.drawConicGradient(gradient, center: CGPoint(x: 20, y: 20), angle: 0)
        // y grows up: the first quarter is the upper right one.
        #expect(pixel(context, 30, 10) == 0xFFFF_0000)
        #expect(pixel(context, 10, 10) == 0xFF00_FF00)
        #expect(pixel(context, 10, 30) == 0xFF00_00FF)
        #expect(pixel(context, 30, 30) == 0xFFFF_FFFF)
        context.drawConicGradient(gradient, center: CGPoint(x: 20, y: 20), angle: .pi / 2)
        #expect(pixel(context, 10, 10) == 0xFFFF_0000)
        // Mirrored, as in a view.
        context.translateBy(x: 0, y: 40)
        context.scaleBy(x: 1, y: -1)
        context.drawConicGradient(gradient, center: CGPoint(x: 20, y: 20), angle: 0)
        #expect(pixel(context, 30, 30) == 0xFFFF_0000)
    }

    @Test("It stays in the clip, follows alpha and blend mode, and changes evenly between stops")
    func state() throws {
        let context = try context()
        context.setFillColor(white)
        context.fill(CGRect(x: 0, y: 0, width: 40, height: 40))
        context.saveGState()
        context.clip(to: CGRect(x: 10, y: 10, width: 20, height: 20))
        context.setAlpha(0.5)
        context.drawConicGradient(try gradient([red, red]), center: CGPoint(x: 20, y: 20), angle: 1)
        context.restoreGState()
        #expect(pixel(context, 5, 20) == 0xFFFF_FFFF)
        let half = pixel(context, 20, 20)
        #expect(half >> 16 & 255 == 255 && abs(Int(half & 255) - 127) <= 1)
        context.drawConicGradient(
            try gradient([CGColor(gray: 0, alpha: 1), white]), center: CGPoint(x: 20, y: 20), angle: 0)
        for degree in stride(from: 10.0, to: 350, by: 20) {
            let angle = degree * .pi / 180
            let (x, y) = (20 + 15 * cos(angle), 20 - 15 * sin(angle))
            let grey = Double(pixel(context, Int(x), Int(y)) & 255)
            let exact = atan2(20 - (y.rounded(.down) + 0.5), x.rounded(.down) + 0.5 - 20) / (2 * .pi)
            #expect(abs(grey - (exact < 0 ? exact + 1 : exact) * 255) <= 2)
        }
    }

    @Test("Impossible numbers draw nothing")
    func hostile() throws {
        let context = try context()
        let gradient = try gradient([red, blue])
        for (x, y, angle) in [(CGFloat.nan, 0, 0), (0, CGFloat.infinity, 0), (0, 0, CGFloat.nan), (1e300, 0, 0)] {
            context.drawConicGradient(gradient, center: CGPoint(x: x, y: y), angle: angle)
        }
        #expect(pixel(context, 20, 20) == 0)
        context.scaleBy(x: 0, y: 1)
        context.drawConicGradient(gradient, center: .zero, angle: 0)
        #expect(pixel(context, 20, 20) == 0)
    }
}
