public import Raster

/// A small picture for the device to lay over everything: the pointer.
public struct CursorPicture: Hashable, Sendable {
    public let size: PixelSize
    /// 0xAARRGGBB, premultiplied, row by row from the top.
    public let pixels: [UInt32]
    /// The pixel that points, from the top left.
    public let hotSpot: SIMD2<Int>

    /// - Precondition: as many pixels as the size says.
    public init(size: PixelSize, pixels: [UInt32], hotSpot: SIMD2<Int>) {
        precondition(pixels.count == size.width * size.height, "a cursor of \(size) has another number of pixels")
        self.size = size
        self.pixels = pixels
        self.hotSpot = hotSpot
    }

    /// As it has to be on a panel that the picture is turned for.
    public func turned(by rotation: Rotation) -> CursorPicture {
        guard rotation != .none else { return self }
        let panel = rotation.applied(to: size)
        var turned = [UInt32](repeating: 0, count: pixels.count)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let place = rotation.panelPlace(of: SIMD2(x, y), panel: panel)
                turned[place.y * panel.width + place.x] = pixels[y * size.width + x]
            }
        }
        return CursorPicture(
            size: panel, pixels: turned, hotSpot: rotation.panelPlace(of: hotSpot, panel: panel))
    }
}

extension Rotation {
    /// Where a pixel of the screen is on the panel.
    public func panelPlace(of pixel: SIMD2<Int>, panel: PixelSize) -> SIMD2<Int> {
        let rect = panelRect(PixelRect(x: pixel.x, y: pixel.y, width: 1, height: 1), panel: panel)
        return SIMD2(rect.minX, rect.minY)
    }
}
