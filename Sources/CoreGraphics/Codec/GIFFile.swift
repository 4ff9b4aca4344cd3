internal import CGIF
import Foundation

/// A GIF file in memory, read record by record with giflib. Nothing of it is kept but what the last record said.
final class GIFFile {
    enum Record { case picture, note, end }

    /// Why reading failed; giflib's words.
    struct Failure: Error {
        var text: String
        /// The bytes ended.
        var isEnd: Bool
    }

    private let file: UnsafeMutablePointer<GifFileType>
    private let input: Input

    private final class Input {
        let bytes: UnsafeRawBufferPointer
        var position = 0

        init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

        func read(_ target: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
            let count = min(count, bytes.count - position)
            guard count > 0, let start = bytes.baseAddress else { return 0 }
            target.update(from: (start + position).assumingMemoryBound(to: UInt8.self), count: count)
            position += count
            return count
        }
    }

    /// Reads the size and the colours all pictures share. The bytes stay where they are as long as this lives.
    init(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        let input = Input(bytes)
        var code: Int32 = 0
        let made = DGifOpen(
            Unmanaged.passUnretained(input).toOpaque(),
            { file, target, count in
                guard let data = file?.pointee.UserData, let target, count > 0 else { return 0 }
                return Int32(Unmanaged<Input>.fromOpaque(data).takeUnretainedValue().read(target, Int(count)))
            }, &code)
        guard let made else { throw GIFFile.failure(code) }
        file = made
        self.input = input
    }

    deinit { DGifCloseFile(file, nil) }

    private static func failure(_ code: Int32) -> Failure {
        Failure(
            text: GifErrorString(code).map { String(cString: $0) } ?? "no reason given",
            isEnd: code == D_GIF_ERR_READ_FAILED || code == D_GIF_ERR_EOF_TOO_SOON)
    }

    private func check(_ result: Int32) throws(Failure) {
        if result == GIF_ERROR { throw Self.failure(file.pointee.Error) }
    }

    // MARK: The whole

    var width: Int { Int(file.pointee.SWidth) }
    var height: Int { Int(file.pointee.SHeight) }

    // MARK: Records

    func next() throws(Failure) -> Record {
        var type = UNDEFINED_RECORD_TYPE
        try check(DGifGetRecordType(file, &type))
        switch type {
        case IMAGE_DESC_RECORD_TYPE: return .picture
        case EXTENSION_RECORD_TYPE: return .note
        case TERMINATE_RECORD_TYPE: return .end
        default: throw Failure(text: "a block of unknown kind", isEnd: false)
        }
    }

    /// Calls `body` with the label and each block of what lies between pictures.
    func readNote(_ body: (_ label: Int, _ block: UnsafeRawBufferPointer, _ isFirst: Bool) -> Void) throws(Failure) {
        var label: Int32 = 0
        var block: UnsafeMutablePointer<GifByteType>?
        try check(DGifGetExtension(file, &label, &block))
        var isFirst = true
        while let found = block {
            // Its first byte is its length.
            body(Int(label), UnsafeRawBufferPointer(start: found + 1, count: Int(found[0])), isFirst)
            isFirst = false
            try check(DGifGetExtensionNext(file, &block))
        }
    }

    /// A picture's place and how its rows lie.
    struct Frame {
        var left, top, width, height: Int
        var isInterlaced: Bool
    }

    func beginPicture() throws(Failure) -> Frame {
        try check(DGifGetImageDesc(file))
        // The library keeps what it read of every picture; of very many small ones that would be much.
        GifFreeSavedImages(file)
        file.pointee.SavedImages = nil
        file.pointee.ImageCount = 0
        let image = file.pointee.Image
        return Frame(
            left: Int(image.Left), top: Int(image.Top), width: Int(image.Width), height: Int(image.Height),
            isInterlaced: image.Interlace)
    }

    /// The picture's own colours, else those of the file: opaque, 0xAARRGGBB.
    var colors: [UInt32] {
        guard let map = file.pointee.Image.ColorMap ?? file.pointee.SColorMap, let colors = map.pointee.Colors else {
            return []
        }
        return (0..<Int(map.pointee.ColorCount)).map {
            0xFF00_0000 | UInt32(colors[$0].Red) << 16 | UInt32(colors[$0].Green) << 8 | UInt32(colors[$0].Blue)
        }
    }

    /// The next row, as numbers of colours.
    func readRow(into row: inout [UInt8]) throws(Failure) {
        let count = Int32(row.count)
        let result = row.withUnsafeMutableBufferPointer { DGifGetLine(file, $0.baseAddress, count) }
        try check(result)
    }
}
