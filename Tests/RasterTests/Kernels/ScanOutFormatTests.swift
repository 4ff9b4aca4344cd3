import CPixman
import Testing

@testable import Raster

@Suite("Formats of panels")
struct ScanOutFormatTests {
    private func picture() -> Canvas {
        var random = SeededGenerator(seed: 90)
        let canvas = Canvas(width: 67, height: 9)
        for y in 0..<9 { for x in 0..<67 { canvas[x, y] = random.pixel() | 0xFF00_0000 } }
        return canvas
    }

    @Test("are written as pixman writes them", arguments: PixelFormat.scanout)
    func pixman(_ format: PixelFormat) {
        let source = picture()
        let ours = Canvas(width: 67, height: 9, format: format, padding: 4 + 3 * (67 % 4))
        // Pixman wants rows of whole words.
        let padding = (4 - 67 * format.bytesPerPixel % 4) % 4
        let theirs = Canvas(width: 67, height: 9, format: format, padding: padding)
        Kernels.scanOut(source.surface, to: ours.surface, rotation: .none)
        Pixman.composite(
            PIXMAN_OP_SRC, .picture(source.surface.reinterpreted(as: .xrgb8888)), .none, onto: theirs.surface)
        for y in 0..<9 {
            for x in 0..<67 { #expect(ours.surface.pixel(x: x, y: y) == theirs.surface.pixel(x: x, y: y)) }
        }
        #expect(ours.surroundingsAreUntouched)
    }

    @Test("that lose nothing give the picture back", arguments: PixelFormat.scanout.filter { !$0.isLossy })
    func lossless(_ format: PixelFormat) {
        let source = picture()
        for rotation in Rotation.allCases {
            let size = rotation.applied(to: source.surface.size)
            let panel = Canvas(width: size.width, height: size.height, format: format, padding: 5)
            Kernels.scanOut(source.surface, to: panel.surface, rotation: rotation)
            for y in 0..<9 {
                for x in 0..<67 {
                    let place = rotation.panelRect(PixelRect(x: x, y: y, width: 1, height: 1), panel: size)
                    #expect(panel.surface.pixel(x: place.minX, y: place.minY) == source[x, y])
                }
            }
            #expect(panel.surroundingsAreUntouched)
        }
    }

    @Test("dithered: levels of the panel stay as they are, and between them the mean is right")
    func dithering() {
        for format in [PixelFormat.rgb565, .bgr565] {
            for level: UInt32 in 0...255 {
                let source = Canvas(width: 8, height: 8)
                source.fill(0xFF00_0000 | level * 0x0001_0101)
                let panel = Canvas(width: 8, height: 8, format: format)
                Kernels.scanOut(source.surface, to: panel.surface, rotation: .none, dithering: (x: 3, y: 6))
                var sums = SIMD3(0.0, 0, 0)
                var values: Set<UInt32> = []
                for y in 0..<8 {
                    for x in 0..<8 {
                        let pixel = panel.surface.pixel(x: x, y: y)
                        values.insert(pixel & 255)
                        sums += SIMD3(Double(pixel >> 16 & 255), Double(pixel >> 8 & 255), Double(pixel & 255))
                    }
                }
                for k in 0..<3 { #expect(abs(sums[k] / 64 - Double(level)) < (k == 1 ? 1.5 : 2)) }
                if level == (level >> 3) << 3 | level >> 5 { #expect(values == [level]) }
                #expect(values.count <= 2)
            }
        }
    }

    @Test("dithered: tiles written one by one equal the whole", arguments: Rotation.allCases)
    func ditheredTiles(_ rotation: Rotation) {
        let source = picture()
        let size = rotation.applied(to: source.surface.size)
        let whole = Canvas(width: size.width, height: size.height, format: .rgb565)
        let tiled = Canvas(width: size.width, height: size.height, format: .rgb565)
        Kernels.scanOut(source.surface, to: whole.surface, rotation: rotation, dithering: (x: 0, y: 0))
        for x in stride(from: 0, to: 67, by: 13) {
            for y in stride(from: 0, to: 9, by: 5) {
                let tile = PixelRect(minX: x, minY: y, maxX: min(x + 13, 67), maxY: min(y + 5, 9))
                let place = rotation.panelRect(tile, panel: size)
                Kernels.scanOut(
                    source.surface.subsurface(tile), to: tiled.surface.subsurface(place), rotation: rotation,
                    dithering: (x: place.minX, y: place.minY))
            }
        }
        #expect(tiled.bytes == whole.bytes)
    }
}
