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
    /// What is laid through coverage, premultiplied.
    let color: UInt32
    /// What coverage and colour come to as a picture; retained once.
    private var picture: Unmanaged<Bitmap>?
    /// Smaller sizes of it; retained once.
    private var halves: Unmanaged<HalvedPictures>?

    /// Takes a reference.
    init(_ bitmap: Bitmap, color: UInt32) {
        self.bitmap = .passRetained(bitmap)
        pixels = bitmap.pixels
        bytesPerRow = bitmap.bytesPerRow
        width = Int32(bitmap.width)
        height = Int32(bitmap.height)
        format = bitmap.format
        isOpaque = bitmap.isOpaque
        self.color = color
    }

    /// The bitmap as it was committed.
    var committed: Bitmap { bitmap.takeUnretainedValue() }

    /// The same picture, once more.
    func copied() -> ContentsRecord { ContentsRecord(bitmap.takeUnretainedValue(), color: color) }

    func release() {
        bitmap.release()
        picture?.release()
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

    /// Whether both are the same bitmap in the same colour.
    func shows(the other: ContentsRecord) -> Bool {
        bitmap.toOpaque() == other.bitmap.toOpaque() && color == other.color
    }

    /// Whether what is the same in both bitmaps looks the same.
    func hasForm(of other: ContentsRecord) -> Bool {
        width == other.width && height == other.height && isOpaque == other.isOpaque
            && isCoverage == other.isCoverage && color == other.color
    }

    /// Whether it is one colour through coverage, which takes a quarter of the memory.
    var isCoverage: Bool { format == .a8 }

    /// The coverage.
    var coverage: PixelSurface {
        PixelSurface(
            pixels: pixels, bytesPerRow: bytesPerRow, width: Int(width), height: Int(height), format: format)
    }

    /// All pixels; read as opaque when they are or are promised to be, so that the promise cannot be broken halfway.
    /// Coverage becomes a picture first, once; nil if there is no memory for it.
    mutating func surface(isOpaque promise: Bool) -> PixelSurface? {
        if !isCoverage { return coverage.reinterpreted(as: isOpaque || promise ? .xrgb8888 : format) }
        if picture == nil {
            guard let made = try? Bitmap(width: Int(width), height: Int(height), format: .argb8888) else { return nil }
            Kernels.over(color, through: coverage, onto: made.surface)
            made.freeze()
            picture = .passRetained(made)
        }
        return picture?._withUnsafeGuaranteedRef { $0.surface.reinterpreted(as: promise ? .xrgb8888 : .argb8888) }
    }
}
