import Foundation
import Raster

/// GIF, still and animated, interlaced or not: giflib reads it, and here the pictures are laid over each other.
struct GIFDecoder {
    private let bytes: UnsafeRawBufferPointer
    private let source: String
    private let limits: ImageLimits
    private(set) var loopCount = 1

    /// What an extension says about the picture after it.
    private struct Control {
        var disposal = 0
        var milliseconds = 0
        var transparent = -1
    }

    init(_ bytes: UnsafeRawBufferPointer, source: String, limits: ImageLimits) {
        self.bytes = bytes
        self.source = source
        self.limits = limits
    }

    static func accepts(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8))
    }

    /// The frames in order, `most` at most, with what earlier ones left under them.
    mutating func frames(most: Int = .max) throws(ImageError) -> [(bitmap: Bitmap, milliseconds: Int)] {
        do {
            return try readFrames(most)
        } catch let error as GIFFile.Failure {
            throw damaged(error.text)
        } catch let error as ImageError {
            throw error
        } catch {
            throw damaged("\(error)")
        }
    }

    private func damaged(_ detail: String) -> ImageError {
        ImageError(source: source, reason: .damaged(detail: detail))
    }

    private mutating func readFrames(_ most: Int) throws -> [(bitmap: Bitmap, milliseconds: Int)] {
        let file = try GIFFile(bytes)
        let (width, height) = (file.width, file.height)
        // Checks the size before there is memory for it.
        let canvas = try ImageDecoder.makeBitmap(
            width: width, height: height, format: .argb8888, source: source, limits: limits)
        var control = Control()
        var result: [(bitmap: Bitmap, milliseconds: Int)] = []
        reading: while result.count < most {
            let record: GIFFile.Record
            do throws(GIFFile.Failure) {
                record = try file.next()
            } catch {
                // A file that ends between two blocks is taken for whole: many lack the mark at the end.
                if error.isEnd, !result.isEmpty { break }
                throw error
            }
            switch record {
            case .note: try read(file, &control)
            case .picture:
                guard (result.count + 1) * width * height <= limits.maximumPixels, result.count < limits.maximumFrames
                else {
                    throw ImageError(source: source, reason: .tooManyFrames(count: result.count + 1, limits: limits))
                }
                result.append((try drawFrame(file, control, on: canvas), control.milliseconds))
                control = Control()
            case .end: break reading
            }
        }
        guard !result.isEmpty else { throw damaged("no picture") }
        return result
    }

    private mutating func read(_ file: GIFFile, _ control: inout Control) throws(GIFFile.Failure) {
        var isNetscape = false
        var (found, loops) = (control, loopCount)
        try file.readNote { label, block, isFirst in
            if label == 0xF9, isFirst, block.count >= 4 {
                found.disposal = Int(block[0]) >> 2 & 7
                found.milliseconds = (Int(block[1]) | Int(block[2]) << 8) * 10
                found.transparent = block[0] & 1 != 0 ? Int(block[3]) : -1
            } else if label == 0xFF, isFirst {
                isNetscape = block.elementsEqual(Array("NETSCAPE2.0".utf8))
            } else if isNetscape, block.count >= 3, block[0] == 1 {
                loops = Int(block[1]) | Int(block[2]) << 8
            }
        }
        (control, loopCount) = (found, loops)
    }

    private func drawFrame(_ file: GIFFile, _ control: Control, on canvas: Bitmap) throws -> Bitmap {
        let frame = try file.beginPicture()
        guard limits.allow(width: frame.width, height: frame.height) else {
            throw ImageError(
                source: source, reason: .tooLarge(width: frame.width, height: frame.height, limits: limits))
        }
        let table = file.colors
        let saved = control.disposal == 3 ? try copy(of: canvas) : nil
        let columns = min(frame.width, canvas.width - frame.left)
        var numbers = [UInt8](repeating: 0, count: frame.width)
        for row in frame.isInterlaced ? Self.interlacedRows(frame.height) : Array(0..<frame.height) {
            try file.readRow(into: &numbers)
            guard frame.top + row < canvas.height, columns > 0 else { continue }
            let output = canvas.row(frame.top + row).assumingMemoryBound(to: UInt32.self) + frame.left
            for x in 0..<columns {
                let number = Int(numbers[x])
                if number != control.transparent { output[x] = number < table.count ? table[number] : 0xFF00_0000 }
            }
        }
        let shown = try copy(of: canvas)
        if control.disposal == 2, columns > 0 {
            for row in frame.top..<max(frame.top, min(frame.top + frame.height, canvas.height)) {
                memset(canvas.row(row) + frame.left * 4, 0, columns * 4)
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
}
