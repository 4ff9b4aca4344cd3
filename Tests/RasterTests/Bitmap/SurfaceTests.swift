import Testing

@testable import Raster

@Suite("Bitmaps and surfaces")
struct SurfaceTests {
    @Test("a new bitmap is transparent, with aligned rows", arguments: PixelFormat.allCases)
    func newBitmap(_ format: PixelFormat) throws {
        let bitmap = try Bitmap(width: 37, height: 5, format: format)
        #expect(bitmap.bytesPerRow % 64 == 0 && UInt(bitPattern: bitmap.pixels) % 64 == 0)
        for y in 0..<5 { for x in 0..<37 { #expect(bitmap.pixel(x: x, y: y) & 0xFF_FFFF == 0) } }
    }

    @Test("a size that cannot be gives an error before memory is taken")
    func sizes() {
        #expect(throws: Bitmap.Failure.unusableSize(width: 0, height: 5)) {
            try Bitmap(width: 0, height: 5, format: .a8)
        }
        #expect(throws: Bitmap.Failure.unusableSize(width: 32_768, height: 1)) {
            try Bitmap(width: 32_768, height: 1, format: .argb8888)
        }
    }

    @Test("a part of a part is where it should be")
    func parts() throws {
        let bitmap = try Bitmap(width: 40, height: 30, format: .argb8888)
        let part = bitmap.surface.subsurface(PixelRect(x: 10, y: 5, width: 20, height: 20))
            .subsurface(PixelRect(x: 3, y: 4, width: 5, height: 6))
        Kernels.fill(part, colour: 0xFF12_3456)
        for y in 0..<30 {
            for x in 0..<40 {
                let inside = PixelRect(x: 13, y: 9, width: 5, height: 6).contains(x: x, y: y)
                #expect(bitmap.pixel(x: x, y: y) == (inside ? 0xFF12_3456 : 0))
            }
        }
    }

    @Test("a source without alpha is drawn opaque, whatever its top byte")
    func opaqueSource() throws {
        let source = try Bitmap(width: 9, height: 1, format: .xrgb8888)
        Kernels.fill(source.surface, colour: 0x0011_2233)
        let target = try Bitmap(width: 9, height: 1, format: .argb8888)
        Kernels.over(source.surface, onto: target.surface)
        #expect(target.pixel(x: 8, y: 0) == 0xFF11_2233)
        Kernels.clear(target.surface)
        Kernels.copy(source.surface, to: target.surface)
        #expect(target.pixel(x: 8, y: 0) == 0xFF11_2233)
        Kernels.multiply(target.surface, by: source.surface)
        #expect(target.pixel(x: 0, y: 0) == 0xFF11_2233)
    }

    @Test("a panel's rectangle and the screen's have the same area and cover the panel", arguments: Rotation.allCases)
    func panelRects(_ rotation: Rotation) {
        let panel = PixelSize(width: 7, height: 5)
        let screen = rotation.applied(to: panel)
        #expect(rotation.panelRect(PixelRect(size: screen), panel: panel) == PixelRect(size: panel))
        var seen: Set<PixelRect> = []
        for y in 0..<screen.height {
            for x in 0..<screen.width {
                let place = rotation.panelRect(PixelRect(x: x, y: y, width: 1, height: 1), panel: panel)
                #expect(place.area == 1 && PixelRect(size: panel).contains(place))
                seen.insert(place)
            }
        }
        #expect(seen.count == 35)
    }
}
