import Foundation
import Raster

/// The memory of a context whose pixels lie in a way that cairo does not draw. Drawing goes to a bitmap beside it; before
/// each drawing call what the memory holds comes in, and afterwards what was drawn goes out.
final class ForeignPixels {
    enum Layout {
        /// Bytes A R G B.
        case alphaFirst
        /// Bytes A B G R.
        case alphaFirstReversed
        /// One byte of grey.
        case gray
    }

    let layout: Layout
    let memory: UnsafeMutableRawPointer
    let bytesPerRow: Int
    private let owned: Bool

    var bytesPerPixel: Int { layout == .gray ? 1 : 4 }

    /// Over the caller's memory, or over zeroed memory of its own; nil if there is none.
    init?(layout: Layout, data: UnsafeMutableRawPointer?, bytesPerRow: Int, height: Int) {
        guard let memory = data ?? calloc(height, bytesPerRow) else { return nil }
        self.layout = layout
        self.memory = memory
        self.bytesPerRow = bytesPerRow
        owned = data == nil
    }

    deinit { if owned { free(memory) } }

    func read(_ part: PixelRect, into pixels: UnsafeMutableRawPointer, bytesPerRow rowBytes: Int) {
        for y in part.minY..<part.maxY {
            let words = (pixels + y * rowBytes).assumingMemoryBound(to: UInt32.self)
            let row = memory + y * bytesPerRow
            switch layout {
            case .alphaFirst:
                for x in part.minX..<part.maxX {
                    words[x] = row.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self).byteSwapped
                }
            case .alphaFirstReversed:
                for x in part.minX..<part.maxX {
                    let word = row.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self)
                    words[x] = word >> 8 | word << 24
                }
            case .gray:
                let bytes = row.assumingMemoryBound(to: UInt8.self)
                for x in part.minX..<part.maxX { words[x] = UInt32(bytes[x]) * 0x010101 | 0xFF00_0000 }
            }
        }
    }

    func write(_ part: PixelRect, from pixels: UnsafeMutableRawPointer, bytesPerRow rowBytes: Int) {
        for y in part.minY..<part.maxY {
            let words = (pixels + y * rowBytes).assumingMemoryBound(to: UInt32.self)
            let row = memory + y * bytesPerRow
            switch layout {
            case .alphaFirst:
                for x in part.minX..<part.maxX {
                    row.storeBytes(of: words[x].byteSwapped, toByteOffset: x * 4, as: UInt32.self)
                }
            case .alphaFirstReversed:
                for x in part.minX..<part.maxX {
                    row.storeBytes(of: words[x] << 8 | words[x] >> 24, toByteOffset: x * 4, as: UInt32.self)
                }
            case .gray:
                let bytes = row.assumingMemoryBound(to: UInt8.self)
                for x in part.minX..<part.maxX { bytes[x] = Self.gray(words[x]) }
            }
        }
    }

    /// The grey of a pixel: what the eye makes of its colours; a grey pixel keeps its level.
    static func gray(_ word: UInt32) -> UInt8 {
        let (red, green, blue) = (word >> 16 & 0xFF, word >> 8 & 0xFF, word & 0xFF)
        // The weights add up to 65536.
        return UInt8((red * 19_595 + green * 38_470 + blue * 7_471 + 32_768) >> 16)
    }
}

extension CGContext {
    /// Makes the bitmap beside the memory agree with it before `body`, and the memory with the bitmap after.
    func withForeignPixels(_ body: () -> Void) {
        guard let foreign, !isExchanging else { return body() }
        isExchanging = true
        // Between the beginning and the end of a transparency layer nothing reaches the memory.
        if !savedStates.contains(where: \.beginsLayer) {
            foreign.read(state.clip, into: pixels, bytesPerRow: rowBytes)
            markWritten()
        }
        body()
        if !savedStates.contains(where: \.beginsLayer) {
            flushDrawing()
            foreign.write(state.clip, from: pixels, bytesPerRow: rowBytes)
        }
        isExchanging = false
    }
}
