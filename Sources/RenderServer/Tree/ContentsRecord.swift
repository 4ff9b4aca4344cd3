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

    func release() { bitmap.release() }

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
