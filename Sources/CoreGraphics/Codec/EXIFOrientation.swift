import Raster

/// How a camera was held: which way its picture must be turned to be upright. Raw values are those of the EXIF tag.
enum EXIFOrientation: UInt16, CaseIterable {
    case up = 1
    case upMirrored = 2
    case down = 3
    case downMirrored = 4
    case leftMirrored = 5
    case right = 6
    case rightMirrored = 7
    case left = 8

    var swapsAxes: Bool { rawValue >= 5 }

    /// Writes `source` upright into `destination`, which has its size, with axes exchanged if `swapsAxes`. Both have
    /// 32-bit pixels.
    func turn(_ source: Bitmap, into destination: Bitmap) {
        let width = source.width
        let height = source.height
        let pitch = source.bytesPerRow / 4
        // Where the upright picture's corner lies in the source, and the steps for one pixel right and one down.
        let (x, y, right, down): (Int, Int, Int, Int) =
            switch self {
            case .up: (0, 0, 1, pitch)
            case .upMirrored: (width - 1, 0, -1, pitch)
            case .down: (width - 1, height - 1, -1, -pitch)
            case .downMirrored: (0, height - 1, 1, -pitch)
            case .leftMirrored: (0, 0, pitch, 1)
            case .right: (0, height - 1, -pitch, 1)
            case .rightMirrored: (width - 1, height - 1, -pitch, -1)
            case .left: (width - 1, 0, pitch, -1)
            }
        let pixels = source.pixels.assumingMemoryBound(to: UInt32.self)
        let corner = y * pitch + x
        for row in 0..<destination.height {
            let output = destination.row(row).assumingMemoryBound(to: UInt32.self)
            var input = corner + row * down
            for column in 0..<destination.width {
                output[column] = pixels[input]
                input += right
            }
        }
    }

    /// Finds the tag in the header of a JPEG file; `up` when it is missing or makes no sense.
    init(jpeg bytes: UnsafeRawBufferPointer) {
        self = .up
        var position = 2  // after the start marker
        while position + 4 <= bytes.count, bytes[position] == 0xFF {
            let marker = bytes[position + 1]
            if marker == 0xFF {  // padding
                position += 1
                continue
            }
            // Pictures begin here; markers without a length do not occur before that.
            if marker == 0xDA || marker == 0xD9 || (0xD0...0xD8).contains(marker) || marker == 0x01 { return }
            let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
            let end = position + 2 + length
            guard length >= 2, end <= bytes.count else { return }
            if marker == 0xE1, let found = Self(segment: UnsafeRawBufferPointer(rebasing: bytes[position + 4..<end])) {
                self = found
                return
            }
            position = end
        }
    }

    /// The tag in the first directory of an EXIF segment; nil if this is not one or has no such tag.
    private init?(segment: UnsafeRawBufferPointer) {
        guard segment.count > 14, segment.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) else { return nil }
        let tiff = UnsafeRawBufferPointer(rebasing: segment[6...])
        let isLittle: Bool
        switch (tiff[0], tiff[1]) {
        case (0x49, 0x49): isLittle = true
        case (0x4D, 0x4D): isLittle = false
        default: return nil
        }
        func number(at offset: Int, bytes count: Int) -> Int? {
            guard offset >= 0, offset <= tiff.count - count else { return nil }
            var value = 0
            for index in 0..<count {
                value = value << 8 | Int(tiff[isLittle ? offset + count - 1 - index : offset + index])
            }
            return value
        }
        guard number(at: 2, bytes: 2) == 42, let directory = number(at: 4, bytes: 4),
            let entries = number(at: directory, bytes: 2)
        else { return nil }
        for entry in 0..<entries {
            let offset = directory + 2 + entry * 12
            guard let tag = number(at: offset, bytes: 2) else { return nil }
            if tag == 0x0112 {
                guard number(at: offset + 2, bytes: 2) == 3, let value = number(at: offset + 8, bytes: 2) else {
                    return nil
                }
                self.init(rawValue: UInt16(value))
                return
            }
        }
        return nil
    }
}
