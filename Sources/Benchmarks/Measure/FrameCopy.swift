import Foundation
import Raster

/// How long this machine takes to copy a whole frame: what times are compared with.
enum FrameCopy {
    /// The median, milliseconds.
    static func measure(_ size: PixelSize) -> Double {
        let bytes = size.width * size.height * 4
        let from = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        let to = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        defer {
            from.deallocate()
            to.deallocate()
        }
        memset(from, 1, bytes)
        memset(to, 2, bytes)
        var samples = FrameSamples(capacity: 41)
        for _ in 0..<41 { samples.measure { memcpy(to, from, bytes) } }
        return samples.median
    }
}
