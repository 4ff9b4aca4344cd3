extension PixelSurface {
    /// One pixel as 0xAARRGGBB, premultiplied; fewer bits than eight are spread to eight, more are cut off. For tests,
    /// encoders and single probes, not for drawing.
    public func pixel(x: Int, y: Int) -> UInt32 {
        precondition(bounds.contains(x: x, y: y), "(\(x), \(y)) is outside \(width)x\(height).")
        let place = UnsafeRawPointer(row(y) + x * format.bytesPerPixel)
        var word: UInt32 = 0
        for k in 0..<format.bytesPerPixel {
            word |= UInt32(place.load(fromByteOffset: k, as: UInt8.self)) << UInt32(8 * k)
        }
        switch format {
        case .argb8888: return word
        case .xrgb8888, .rgb888: return word | 0xFF00_0000
        case .xbgr8888, .bgr888: return (word | 0xFF00_0000).redAndBlueExchanged
        case .a8: return word << 24
        case .rgb565: return word.widenedFrom565
        case .bgr565: return word.widenedFrom565.redAndBlueExchanged
        case .xrgb2101010:
            let red = word >> 22 & 255
            let green = word >> 12 & 255
            let blue = word >> 2 & 255
            return 0xFF00_0000 | red << 16 | green << 8 | blue
        }
    }
}

extension UInt32 {
    fileprivate var redAndBlueExchanged: UInt32 { self & 0xFF00_FF00 | self >> 16 & 255 | (self & 255) << 16 }

    fileprivate var widenedFrom565: UInt32 {
        let red = (self >> 11) & 31
        let green = (self >> 5) & 63
        let blue = self & 31
        // In steps with types: as one expression it is too much for Swift 6.0's type checker.
        let wideRed: UInt32 = red << 3 | red >> 2
        let wideGreen: UInt32 = green << 2 | green >> 4
        let wideBlue: UInt32 = blue << 3 | blue >> 2
        return 0xFF00_0000 | wideRed << 16 | wideGreen << 8 | wideBlue
    }
}
