import Testing

@testable import Raster

@Suite("Writing out to scan-out memory")
struct ScanOutTests {
    /// A picture whose pixels all differ.
    private func picture(_ width: Int, _ height: Int) -> Canvas {
        let canvas = Canvas(width: width, height: height)
        for y in 0..<height { for x in 0..<width { canvas[x, y] = 0xFF00_0000 | UInt32(y * 1000 + x) } }
        return canvas
    }

    @Test("each pixel lands where panelRect says, and nothing else of the row is written", arguments: Rotation.allCases)
    func places(_ rotation: Rotation) {
        let screen = PixelSize(width: 37, height: 22)
        let panel = rotation.applied(to: screen)
        let source = picture(screen.width, screen.height)
        let destination = Canvas(width: panel.width, height: panel.height, format: .xrgb8888, padding: 12)
        Kernels.scanOut(source.surface, to: destination.surface, rotation: rotation)
        for y in 0..<screen.height {
            for x in 0..<screen.width {
                let place = rotation.panelRect(PixelRect(x: x, y: y, width: 1, height: 1), panel: panel)
                #expect(destination[place.minX, place.minY] == source[x, y])
            }
        }
        #expect(destination.surroundingsAreUntouched)
    }

    @Test("tiles written one by one equal the whole", arguments: Rotation.allCases)
    func tiles(_ rotation: Rotation) {
        let screen = PixelSize(width: 150, height: 90)
        let panel = rotation.applied(to: screen)
        let source = picture(screen.width, screen.height)
        for format in [PixelFormat.xrgb8888, .rgb565] {
            let whole = Canvas(width: panel.width, height: panel.height, format: format)
            let tiled = Canvas(width: panel.width, height: panel.height, format: format)
            Kernels.scanOut(source.surface, to: whole.surface, rotation: rotation)
            for x in stride(from: 0, to: 150, by: 41) {
                for y in stride(from: 0, to: 90, by: 17) {
                    let tile = PixelRect(minX: x, minY: y, maxX: min(x + 41, 150), maxY: min(y + 17, 90))
                    Kernels.scanOut(
                        source.surface.subsurface(tile),
                        to: tiled.surface.subsurface(rotation.panelRect(tile, panel: panel)), rotation: rotation)
                }
            }
            #expect(tiled.bytes == whole.bytes)
        }
    }

    @Test("a turn and its opposite give the picture back")
    func roundTrip() {
        let source = picture(45, 30)
        for (turn, back) in [(Rotation.quarter, Rotation.threeQuarter), (.half, .half), (.none, .none)] {
            let size = turn.applied(to: source.surface.size)
            let middle = Canvas(width: size.width, height: size.height)
            let result = Canvas(width: 45, height: 30)
            Kernels.scanOut(source.surface, to: middle.surface, rotation: turn)
            Kernels.scanOut(middle.surface, to: result.surface, rotation: back)
            #expect(result.pixels == source.pixels)
        }
    }

    @Test("a quarter turn puts the top of the screen at the right edge of the panel")
    func direction() {
        let source = picture(4, 2)
        let panel = Canvas(width: 2, height: 4)
        Kernels.scanOut(source.surface, to: panel.surface, rotation: .quarter)
        #expect((0..<4).map { panel[1, $0] } == (0..<4).map { source[$0, 0] })
    }
}
