import Foundation
import Raster

/// BMP files of Windows and OS/2: 1, 4, 8, 16, 24 and 32 bits, with bit masks and run lengths, either way up.
struct BMPDecoder {
    private var reader: ByteReader
    private let bytes: UnsafeRawBufferPointer
    private let source: String
    private let limits: ImageLimits
    private var width = 0
    private var height = 0
    private var isTopDown = false
    private var bits = 0
    private var compression = 0
    private var palette: [UInt32] = []
    private var masks: [UInt32] = [0, 0, 0, 0]

    init(_ bytes: UnsafeRawBufferPointer, source: String, limits: ImageLimits) {
        self.bytes = bytes
        self.source = source
        self.limits = limits
        reader = ByteReader(bytes, at: 10)
    }

    static func accepts(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count > 26 && bytes.starts(with: [0x42, 0x4D])
    }

    mutating func bitmap() throws(ImageError) -> Bitmap {
        let pixels = try readHeader()
        let bitmap = try ImageDecoder.makeBitmap(
            width: width, height: height, format: masks[3] != 0 ? .argb8888 : .xrgb8888, source: source,
            limits: limits)
        reader.position = pixels
        if compression == 1 || compression == 2 {
            try readRuns(into: bitmap)
        } else {
            try readRows(into: bitmap)
        }
        if masks[3] != 0 { AlphaMultiplication.premultiply(bitmap) }
        return bitmap
    }

    private func damaged(_ detail: String) -> ImageError {
        ImageError(source: source, reason: .damaged(detail: detail))
    }

    /// Returns where the pixels begin.
    private mutating func readHeader() throws(ImageError) -> Int {
        guard let offset = reader.number32(), let size = reader.number32() else { throw damaged("no header") }
        let signedHeight: Int
        var colors = 0
        if size == 12 {
            guard let width = reader.number16(), let height = reader.number16(), reader.number16() != nil,
                let bits = reader.number16()
            else { throw damaged("no header") }
            (self.width, signedHeight, self.bits) = (width, height, bits)
        } else {
            guard size >= 40, size <= 1024, let width = reader.signed32(), let height = reader.signed32(),
                reader.number16() != nil, let bits = reader.number16(), let compression = reader.number32(),
                reader.slice(12) != nil, let used = reader.number32(), reader.number32() != nil
            else { throw damaged("no header") }
            (self.width, signedHeight, self.bits) = (width, height, bits)
            self.compression = Int(compression)
            colors = Int(min(used, 256))
        }
        isTopDown = signedHeight < 0
        height = abs(signedHeight)
        guard limits.allow(width: width, height: height) else {
            throw ImageError(source: source, reason: .tooLarge(width: width, height: height, limits: limits))
        }
        let isKnown =
            switch compression {
            case 0: [1, 4, 8, 16, 24, 32].contains(bits)
            case 1: bits == 8 && !isTopDown
            case 2: bits == 4 && !isTopDown
            case 3, 6: bits == 16 || bits == 32
            default: false
            }
        guard isKnown else {
            throw ImageError(
                source: source, reason: .unsupported(detail: "BMP with \(bits) bits, compression \(compression)"))
        }
        try readMasks(headerSize: Int(size))
        if bits <= 8 { try readPalette(at: 14 + Int(size), colors, entry: size == 12 ? 3 : 4) }
        return Int(offset)
    }

    private mutating func readMasks(headerSize: Int) throws(ImageError) {
        switch (compression, bits) {
        case (3, _), (6, _):
            reader.position = 14 + 40
            // The masks follow a short header, and lie in a long one at the same place.
            let count = compression == 6 || headerSize >= 56 ? 4 : 3
            for index in 0..<count {
                guard let mask = reader.number32() else { throw damaged("the bit masks are cut off") }
                // Masks are one block of bits each.
                let block = mask == 0 ? 0 : mask >> UInt32(mask.trailingZeroBitCount)
                guard block & (block &+ 1) == 0 else { throw damaged("a bit mask with holes") }
                masks[index] = mask
            }
        case (_, 16): masks = [0x7C00, 0x03E0, 0x001F, 0]
        case (_, 32): masks = [0xFF_0000, 0xFF00, 0xFF, 0]
        default: break
        }
    }

    private mutating func readPalette(at position: Int, _ colors: Int, entry: Int) throws(ImageError) {
        reader.position = position
        let count = colors == 0 ? 1 << bits : min(colors, 1 << bits)
        guard let table = reader.slice(count * entry) else { throw damaged("the palette is cut off") }
        palette = (0..<count).map {
            0xFF00_0000 | UInt32(table[$0 * entry + 2]) << 16 | UInt32(table[$0 * entry + 1]) << 8
                | UInt32(table[$0 * entry])
        }
    }

    private func color(_ index: Int) -> UInt32 { index < palette.count ? palette[index] : 0xFF00_0000 }

    // MARK: Rows

    private mutating func readRows(into bitmap: Bitmap) throws(ImageError) {
        let stride = (width * bits + 31) / 32 * 4
        let used = (width * bits + 7) / 8
        for line in 0..<height {
            guard let row = reader.slice(line == height - 1 ? used : stride) else { throw damaged("rows are missing") }
            let output = bitmap.row(isTopDown ? line : height - 1 - line).assumingMemoryBound(to: UInt32.self)
            for x in 0..<width {
                switch bits {
                case 24:
                    output[x] =
                        0xFF00_0000 | UInt32(row[x * 3 + 2]) << 16 | UInt32(row[x * 3 + 1]) << 8 | UInt32(row[x * 3])
                case 32: output[x] = pixel(row.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self))
                case 16: output[x] = pixel(UInt32(row.loadUnaligned(fromByteOffset: x * 2, as: UInt16.self)))
                default:
                    let bit = x * bits
                    let byte = Int(row[bit >> 3])
                    output[x] = color(byte >> (8 - bits - (bit & 7)) & ((1 << bits) - 1))
                }
            }
        }
    }

    private func pixel(_ word: UInt32) -> UInt32 {
        func component(_ mask: UInt32) -> UInt32 {
            if mask == 0 { return 0 }
            let shift = UInt32(mask.trailingZeroBitCount)
            let most = UInt64(mask >> shift)
            return UInt32((UInt64((word & mask) >> shift) * 255 + most / 2) / most)
        }
        let alpha = masks[3] == 0 ? 255 : component(masks[3])
        return alpha << 24 | component(masks[0]) << 16 | component(masks[1]) << 8 | component(masks[2])
    }

    // MARK: Run lengths

    /// Counts of equal pixels, stretches of different ones, and jumps; what is jumped over has colour 0.
    private mutating func readRuns(into bitmap: Bitmap) throws(ImageError) {
        for y in 0..<height {
            let row = bitmap.row(y).assumingMemoryBound(to: UInt32.self)
            for x in 0..<width { row[x] = color(0) }
        }
        var x = 0
        var line = 0
        func put(_ index: Int) {
            if x < width, line < height {
                bitmap.row(height - 1 - line).assumingMemoryBound(to: UInt32.self)[x] = color(index)
            }
            x += 1
        }
        func nibble(_ byte: Int, _ isSecond: Bool) -> Int { bits == 8 ? byte : isSecond ? byte & 15 : byte >> 4 }
        while line < height {
            guard let count = reader.byte(), let value = reader.byte() else { throw damaged("runs are cut off") }
            if count > 0 {
                for index in 0..<count { put(nibble(value, index & 1 == 1)) }
                continue
            }
            switch value {
            case 0: (x, line) = (0, line + 1)
            case 1: return
            case 2:
                guard let right = reader.byte(), let down = reader.byte() else { throw damaged("runs are cut off") }
                x += right
                line += down
            default:
                let length = bits == 8 ? value : (value + 1) / 2
                guard let stretch = reader.slice(length) else { throw damaged("runs are cut off") }
                for index in 0..<value {
                    put(nibble(Int(stretch[bits == 8 ? index : index / 2]), index & 1 == 1))
                }
                if length & 1 == 1 { reader.position += 1 }
            }
        }
    }
}
