import CoreGraphics
import Foundation
import Raster
import Testing

/// A view's drawing context over a bitmap of its own.
func makeContext(
    width: Int = 40, height: Int = 30, scale: CGFloat = 1, origin: CGPoint = .zero, format: PixelFormat = .argb8888
) throws -> (CGContext, Bitmap) {
    let bitmap = try Bitmap(width: width, height: height, format: format)
    return (CGContext(bitmap: bitmap, scale: scale, boundsOrigin: origin), bitmap)
}

let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
let green = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

/// Alpha, red, green and blue of a pixel, premultiplied.
func channels(_ word: UInt32) -> [Int] {
    [Int(word >> 24), Int(word >> 16 & 0xFF), Int(word >> 8 & 0xFF), Int(word & 0xFF)]
}

/// Whether all channels of two pixels are within `tolerance`.
func isClose(_ left: UInt32, _ right: UInt32, within tolerance: Int = 1) -> Bool {
    zip(channels(left), channels(right)).allSatisfy { abs($0 - $1) <= tolerance }
}

/// What `body` throws; an issue if it does not.
func imageError(_ body: () throws(ImageError) -> CGImage) -> ImageError? {
    do {
        _ = try body()
    } catch {
        return error
    }
    Issue.record("no error")
    return nil
}

extension Bitmap {
    /// How many pixels are not fully transparent.
    var inkedPixels: Int {
        var count = 0
        for y in 0..<height {
            for x in 0..<width where pixel(x: x, y: y) >> 24 != 0 { count += 1 }
        }
        return count
    }

    /// Around the pixels that are not fully transparent.
    var inkBounds: PixelRect {
        var bounds = PixelRect.empty
        for y in 0..<height {
            for x in 0..<width where pixel(x: x, y: y) >> 24 != 0 {
                bounds = bounds.union(PixelRect(x: x, y: y, width: 1, height: 1))
            }
        }
        return bounds
    }
}

/// A stream of numbers that is the same on every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
