import Foundation
import Raster

/// GIF 87a and 89a, still and animated, interlaced or not. Written here and not taken from a library: nothing of the file
/// can reach memory that is not its own.
struct GIFDecoder {
    private var reader: ByteReader
    private let source: String
    private let limits: ImageLimits
    private var width = 0
    private var height = 0
    private var globalTable: [UInt32] = []
    private(set) var loopCount = 1

    /// What an extension says about the picture after it.
    private struct Control {
        var disposal = 0
        var milliseconds = 0
        var transparent = -1
    }

    init(_ bytes: UnsafeRawBufferPointer, source: String, limits: ImageLimits) {
        reader = ByteReader(bytes, at: 6)
        self.source = source
        self.limits = limits
    }

    static func accepts(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8))
    }

    /// The frames in order, `most` at most, with what earlier ones left under them.
    mutating func frames(most: Int = .max) throws(ImageError) -> [(bitmap: Bitmap, milliseconds: Int)] {
        try readScreen()
        let canvas = try ImageDecoder.makeBitmap(
            width: width, height: height, format: .argb8888, source: source, limits: limits)
        var control = Control()
        var result: [(bitmap: Bitmap, milliseconds: Int)] = []
        // A file that ends between two blocks is taken for whole: many lack the mark at the end.
        while result.count < most, let kind = reader.byte(), kind != 0x3B {
            switch kind {
            case 0x21:
                try readExtension(&control)
            case 0x2C:
                guard (result.count + 1) * width * height <= limits.maximumPixels else {
                    throw ImageError(source: source, reason: .tooManyFrames(count: result.count + 1, limits: limits))
                }
                result.append((try drawFrame(control, on: canvas), control.milliseconds))
                control = Control()
            case 0:
                break  // padding
            default:
                throw damaged("a block of unknown kind")
            }
        }
        guard !result.isEmpty else { throw damaged("no picture") }
        return result
    }

    private func damaged(_ detail: String) -> ImageError {
        ImageError(source: source, reason: .damaged(detail: detail))
    }

    private mutating func readScreen() throws(ImageError) {
        guard let width = reader.number16(), let height = reader.number16(), let flags = reader.byte(),
            reader.number16() != nil
        else { throw damaged("no size") }
        guard limits.allow(width: width, height: height) else {
            throw ImageError(source: source, reason: .tooLarge(width: width, height: height, limits: limits))
        }
        self.width = width
        self.height = height
        globalTable = try readTable(flags)
    }

    private mutating func readTable(_ flags: Int) throws(ImageError) -> [UInt32] {
        guard flags & 0x80 != 0 else { return [] }
        let count = 2 << (flags & 7)
        guard let bytes = reader.slice(count * 3) else { throw damaged("a colour table is cut off") }
        return (0..<count).map {
            0xFF00_0000 | UInt32(bytes[$0 * 3]) << 16 | UInt32(bytes[$0 * 3 + 1]) << 8 | UInt32(bytes[$0 * 3 + 2])
        }
    }

    private mutating func readExtension(_ control: inout Control) throws(ImageError) {
        guard let label = reader.byte() else { throw damaged("an extension is cut off") }
        var isFirst = true
        var isNetscape = false
        while true {
            guard let count = reader.byte(), let block = reader.slice(count) else {
                throw damaged("an extension is cut off")
            }
            if count == 0 { return }
            if label == 0xF9, isFirst, count >= 4 {
                control.disposal = Int(block[0]) >> 2 & 7
                control.milliseconds = (Int(block[1]) | Int(block[2]) << 8) * 10
                control.transparent = block[0] & 1 != 0 ? Int(block[3]) : -1
            } else if label == 0xFF, isFirst {
                isNetscape = block.elementsEqual(Array("NETSCAPE2.0".utf8))
            } else if isNetscape, count >= 3, block[0] == 1 {
                loopCount = Int(block[1]) | Int(block[2]) << 8
            }
            isFirst = false
        }
    }

    private mutating func drawFrame(_ control: Control, on canvas: Bitmap) throws(ImageError) -> Bitmap {
        guard let left = reader.number16(), let top = reader.number16(), let width = reader.number16(),
            let height = reader.number16(), let flags = reader.byte()
        else { throw damaged("a picture is cut off") }
        guard limits.allow(width: width, height: height) else {
            throw ImageError(source: source, reason: .tooLarge(width: width, height: height, limits: limits))
        }
        let local = try readTable(flags)
        let table = local.isEmpty ? globalTable : local
        let indices = try readIndices(count: width * height)
        let saved = control.disposal == 3 ? try copy(of: canvas) : nil
        let rows = flags & 0x40 != 0 ? Self.interlacedRows(height) : Array(0..<height)
        let columns = min(width, canvas.width - left)
        for (line, row) in rows.enumerated() where top + row < canvas.height && columns > 0 {
            let output = canvas.row(top + row).assumingMemoryBound(to: UInt32.self) + left
            for x in 0..<columns {
                let index = Int(indices[line * width + x])
                if index != control.transparent { output[x] = index < table.count ? table[index] : 0xFF00_0000 }
            }
        }
        let shown = try copy(of: canvas)
        if control.disposal == 2, columns > 0 {
            for row in top..<max(top, min(top + height, canvas.height)) {
                memset(canvas.row(row) + left * 4, 0, columns * 4)
            }
        } else if let saved {
            canvas.pixels.copyMemory(from: saved.pixels, byteCount: canvas.byteCount)
        }
        return shown
    }

    private func copy(of canvas: Bitmap) throws(ImageError) -> Bitmap {
        let copy = try ImageDecoder.makeBitmap(
            width: canvas.width, height: canvas.height, format: .argb8888, source: source, limits: limits)
        copy.pixels.copyMemory(from: canvas.pixels, byteCount: canvas.byteCount)
        return copy
    }

    /// Every eighth row, then those between, and so on.
    private static func interlacedRows(_ height: Int) -> [Int] {
        [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
    }

    // MARK: Compressed pixels

    /// `count` numbers of colours.
    private mutating func readIndices(count: Int) throws(ImageError) -> [UInt8] {
        guard let start = reader.byte(), (1...11).contains(start) else { throw damaged("codes of an unknown size") }
        var data: [UInt8] = []
        while true {
            guard let length = reader.byte(), let block = reader.slice(length) else {
                throw damaged("a picture is cut off")
            }
            if length == 0 { break }
            data.append(contentsOf: block)
        }
        guard let result = Self.expand(data, start, count) else { throw damaged("codes that make no sense") }
        return result
    }

    /// The inverse of the Lempel-Ziv-Welch code; nil if a code cannot be, or if there are too few.
    private static func expand(_ data: [UInt8], _ start: Int, _ count: Int) -> [UInt8]? {
        let clear = 1 << start
        let end = clear + 1
        // A code stands for the text of another one and a letter.
        var before = [UInt16](repeating: 0, count: 4096)
        var letter = [UInt8](repeating: 0, count: 4096)
        var length = [UInt16](repeating: 1, count: 4096)
        for code in 0..<clear { letter[code] = UInt8(truncatingIfNeeded: code) }
        var result = [UInt8](repeating: 0, count: count)
        var filled = 0
        var next = end + 1
        var size = start + 1
        var previous = -1
        var bits = 0
        var available = 0
        var position = 0
        while filled < count {
            while available < size {
                guard position < data.count else { return nil }
                bits |= Int(data[position]) << available
                available += 8
                position += 1
            }
            let code = bits & ((1 << size) - 1)
            bits >>= size
            available -= size
            if code == clear {
                next = end + 1
                size = start + 1
                previous = -1
                continue
            }
            if code == end { return nil }
            guard code < next || (code == next && previous >= 0 && next < 4096), code != end else { return nil }
            let isNew = code == next
            let known = isNew ? previous : code
            let total = Int(length[known])
            // The text comes out from its end.
            var walk = known
            for index in stride(from: filled + total - 1, through: filled, by: -1) {
                if index < count { result[index] = letter[walk] }
                walk = Int(before[walk])
            }
            let first = result[filled]
            filled += total
            if isNew {
                if filled < count { result[filled] = first }
                filled += 1
            }
            if previous >= 0, next < 4096 {
                before[next] = UInt16(previous)
                letter[next] = first
                length[next] = length[previous] &+ 1
                next += 1
                if next == 1 << size, size < 12 { size += 1 }
            }
            previous = code
        }
        return result
    }
}
