import CoreGraphics
import Foundation
import Testing

@Suite struct ColorSpaceTests {
    private func space(_ name: String) throws -> CGColorSpace { try #require(CGColorSpace(name: name)) }

    private func near(_ left: [CGFloat]?, _ right: [CGFloat], within tolerance: CGFloat = 0.001) -> Bool {
        left.map { $0.count == right.count && zip($0, right).allSatisfy { abs($0 - $1) < tolerance } } ?? false
    }

    @Test("sRGB red in Display P3 is (0.9175, 0.2003, 0.1386), and comes back")
    func displayP3() throws {
        let p3 = try #require(red.converted(to: space(CGColorSpace.displayP3), intent: .defaultIntent, options: nil))
        #expect(near(p3.components, [0.9175, 0.2003, 0.1386, 1]))
        #expect(near(p3.converted(to: try space(CGColorSpace.sRGB))?.components, [1, 0, 0, 1]))
        // Pure P3 green lies outside sRGB: extended keeps it, drawing cuts it off.
        let green = try #require(CGColor(colorSpace: space(CGColorSpace.displayP3), components: [0, 1, 0, 1]))
        let wide = try #require(green.converted(to: space(CGColorSpace.extendedSRGB)))
        #expect(near(wide.components, [-0.5116, 1.0183, -0.3107, 1]))
        #expect(green.converted(to: try space(CGColorSpace.sRGB))?.components == [0, 1, 0, 1])
        #expect(green.rgba == SIMD4(0, 1, 0, 1))
    }

    @Test("Half of linear light is 0.735 in sRGB; greys keep their level; luminance makes greys of colours")
    func linearAndGray() throws {
        let half = try #require(CGColor(colorSpace: space(CGColorSpace.linearSRGB), components: [0.5, 0.5, 0.5, 1]))
        #expect(abs(half.rgba.x - 0.7354) < 0.001)
        #expect(near(half.converted(to: CGColorSpaceCreateDeviceGray())?.components, [0.7354, 1]))
        let gray = CGColor(gray: 0.3, alpha: 0.5)
        #expect(gray.converted(to: try space(CGColorSpace.sRGB))?.components == [0.3, 0.3, 0.3, 0.5])
        #expect(near(green.converted(to: CGColorSpaceCreateDeviceGray())?.components, [0.8627, 1], within: 0.01))
    }

    @Test("Inks: nothing is white, black is black, cyan takes the red away; equality needs equal spaces")
    func inks() throws {
        func ink(_ c: CGFloat, _ m: CGFloat, _ y: CGFloat, _ k: CGFloat) -> CGColor {
            CGColor(genericCMYKCyan: c, magenta: m, yellow: y, black: k, alpha: 1)
        }
        #expect(ink(0, 0, 0, 0).rgba == SIMD4(1, 1, 1, 1) && ink(0, 0, 0, 1).rgba == SIMD4(0, 0, 0, 1))
        #expect(ink(1, 0, 0, 0).rgba == SIMD4(0, 1, 1, 1) && ink(0, 0.5, 0, 0.5).rgba == SIMD4(0.5, 0.25, 0.5, 1))
        #expect(ink(1, 0, 0, 0).numberOfComponents == 5)
        #expect(red.converted(to: CGColorSpaceCreateDeviceCMYK())?.components == [0, 1, 1, 0, 1])
        #expect(CGColor(colorSpace: CGColorSpaceCreateDeviceCMYK(), components: [0, 0, 0, 0, 1]) != ink(0, 0, 0, 0))
        let (context, bitmap) = try makeContext(width: 2, height: 2)
        context.setFillColor(cyan: 1, magenta: 0, yellow: 0, black: 0, alpha: 1)
        context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
        #expect(bitmap.pixel(x: 0, y: 0) == 0xFF00_FFFF)
        context.setFillColorSpace(try space(CGColorSpace.linearSRGB))
        context.setFillColor([0.5, 0, 0, 1])
        context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
        #expect(isClose(bitmap.pixel(x: 0, y: 0), 0xFFBC_0000))
    }

    @Test("Every named space has a model and converts white to white")
    func names() throws {
        for name in [
            CGColorSpace.sRGB, CGColorSpace.extendedSRGB, CGColorSpace.linearSRGB, CGColorSpace.extendedLinearSRGB,
            CGColorSpace.displayP3, CGColorSpace.linearDisplayP3, CGColorSpace.adobeRGB1998,
        ] {
            let white = try #require(CGColor(colorSpace: space(name), components: [1, 1, 1, 1]))
            #expect(near(white.converted(to: try space(CGColorSpace.extendedSRGB))?.components, [1, 1, 1, 1]))
            #expect(try space(name) == space(name) && space(name).model == .rgb)
        }
        #expect(CGColorSpace(name: "kCGColorSpaceNothing") == nil)
        #expect(try space(CGColorSpace.displayP3).isWideGamutRGB && !CGColorSpaceCreateDeviceRGB().isWideGamutRGB)
    }
}
