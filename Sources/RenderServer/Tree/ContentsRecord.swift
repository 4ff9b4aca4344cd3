internal import Raster

/// A layer's bitmap with the facts that drawing needs, so that a drawing loop counts no references.
struct ContentsRecord {
    /// Retained once; whoever drops the record releases it.
    private let bitmap: Unmanaged<Bitmap>
    let pixels: UnsafeMutableRawPointer
    let bytesPerRow: Int
    let width: Int32
    let height: Int32
    let format: PixelFormat
    let isOpaque: Bool
    /// Smaller sizes of it; retained once.
    private var halves: Unmanaged<HalvedPictures>?

    /// Takes a reference.
    init(_ bitmap: Bitmap) {
        self.bitmap = .passRetained(bitmap)
        pixels = bitmap.pixels
        bytesPerRow = bitmap.bytesPerRow
        width = Int32(bitmap.width)
        height = Int32(bitmap.height)
        format = bitmap.format
        isOpaque = bitmap.isOpaque
    }

    /// The same picture, once more.
    func copied() -> ContentsRecord { ContentsRecord(bitmap.takeUnretainedValue()) }

    func release() {
        bitmap.release()
        halves?.release()
    }

    /// Smaller sizes of the bitmap, made empty when there are none.
    mutating func makeHalves() -> Unmanaged<HalvedPictures> {
        if let halves { return halves }
        let made = Unmanaged.passRetained(HalvedPictures())
        halves = made
        return made
    }

    /// Takes over the smaller sizes of a picture that differs from this one in `changed` only.
    mutating func takeHalves(of other: inout ContentsRecord, changed: PixelRect) {
        halves = other.halves
        other.halves = nil
        halves?._withUnsafeGuaranteedRef { $0.invalidate(changed) }
    }

    /// The same for the same bitmap, as long as it lives.
    var identity: ObjectIdentifier { bitmap._withUnsafeGuaranteedRef { ObjectIdentifier($0) } }

    /// Memory taken by the pixels, bytes.
    var byteCount: Int { bytesPerRow * Int(height) }

    func isMade(of other: Bitmap) -> Bool { bitmap.toOpaque() == Unmanaged.passUnretained(other).toOpaque() }

    /// Only 32-bit pictures can be contents.
    var isDrawable: Bool { format == .argb8888 || format == .xrgb8888 }

    /// All pixels; read as opaque when they are or are promised to be, so that the promise cannot be broken halfway.
    func surface(isOpaque promise: Bool) -> PixelSurface {
        PixelSurface(
            pixels: pixels, bytesPerRow: bytesPerRow, width: Int(width), height: Int(height),
            format: isOpaque || promise ? .xrgb8888 : format)
    }
}
