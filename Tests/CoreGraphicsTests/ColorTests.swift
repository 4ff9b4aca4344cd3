import CoreGraphics
import Testing

@Suite struct ColorTests {
    @Test("Components, alpha and space come back; equality needs both")
    func components() {
        let color = CGColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 0.5)
        #expect(color.components == [0.25, 0.5, 0.75, 0.5] && color.alpha == 0.5 && color.numberOfComponents == 4)
        #expect(color.colorSpace?.name == CGColorSpace.sRGB && color.rgba == SIMD4(0.25, 0.5, 0.75, 0.5))
        #expect(CGColor.black.components == [0, 1] && CGColor.black.colorSpace?.model == .monochrome)
        #expect(CGColor(gray: 0.5, alpha: 1).rgba == SIMD4(0.5, 0.5, 0.5, 1))
        #expect(CGColor.black != CGColor(red: 0, green: 0, blue: 0, alpha: 1))
        #expect(color == CGColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 0.5))
        #expect(color.copy(alpha: 1)?.components == [0.25, 0.5, 0.75, 1])
        #expect(
            CGColor(colorSpace: CGColorSpaceCreateDeviceRGB(), components: [1, 0, 0, 1])?.rgba == SIMD4(1, 0, 0, 1))
    }

    @Test("Components beyond 0 … 1 are kept but drawn as the nearest")
    func clamped() {
        let color = CGColor(red: 2, green: -1, blue: 0.5, alpha: 1)
        #expect(color.components == [2, -1, 0.5, 1] && color.rgba == SIMD4(1, 0, 0.5, 1))
    }
}
