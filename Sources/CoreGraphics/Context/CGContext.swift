internal import CCairo
package import Foundation
package import Raster

/// Draws into a bitmap: paths, pictures, gradients and, from UIKit, text.
///
/// Coordinates are user space units, mapped to pixels by the current transformation matrix. A context made with
/// `init(data:…)` starts with y growing upwards and one unit per pixel; the context a view draws in has its origin at
/// the view's upper-left corner, y growing downwards, and points for units.
///
/// A context is not for two threads at once. Drawing that makes no sense (a matrix that flattens the plane, numbers that
/// are not finite) draws nothing.
public final class CGContext {
    /// Pixels.
    public let width: Int
    /// Pixels.
    public let height: Int
    public var bytesPerRow: Int { isVector ? 0 : foreign?.bytesPerRow ?? rowBytes }
    /// The memory drawn into: the first byte of the top row. Nil for PDF.
    public var data: UnsafeMutableRawPointer? { isVector ? nil : foreign?.memory ?? pixels }

    /// What cairo draws into; one unused byte for PDF.
    let pixels: UnsafeMutableRawPointer
    let rowBytes: Int
    /// The context's memory, if cairo cannot draw into it.
    let foreign: ForeignPixels?
    var isExchanging = false
    /// The document that pages are drawn for; nil for a bitmap.
    var document: PDFDocument?
    var isVector: Bool { document != nil }
    let format: PixelFormat
    /// Whether bytes lie in memory as R G B A, the reverse of what cairo draws: colours then go in, and pictures come
    /// out, with red and blue exchanged.
    let isRedFirst: Bool
    private let memory: Memory
    var bitmapStorage: Bitmap?

    /// The matrix at the start of a drawing, from user space to pixels, y down.
    /// Shadows and patterns are measured in the space it starts from.
    var baseMatrix: CGAffineTransform
    /// Whether colours are given from outside: a pattern without colours of its own is being drawn.
    var locksColors = false
    /// How many patterns' cells this is drawn inside of.
    var patternDepth = 0
    var state: GraphicsState
    var savedStates: [SavedState] = []
    /// The current path, in pixels: points are mapped when they are added.
    var currentPath = PathElements()
    /// From text space to user space. Not part of the graphics state. Default the identity.
    public var textMatrix = CGAffineTransform.identity

    let surface: OpaquePointer
    private let cairo: OpaquePointer
    /// The clip that a new drawing starts with, while cairo has not been told of it. A drawing that never needs cairo,
    /// such as a line of text, never tells it.
    private var untoldClip: PixelRect?

    /// Who frees the pixels.
    private enum Memory { case bitmap, context, caller }

    struct SavedState {
        var state: GraphicsState
        /// Whether this is the outside of a transparency layer, which only `endTransparencyLayer()` may leave.
        var beginsLayer: Bool
        /// The clip of that layer.
        var layerClip = PixelRect.empty
    }

    private init?(
        pixels: UnsafeMutableRawPointer, width: Int, height: Int, bytesPerRow: Int, format: PixelFormat,
        isRedFirst: Bool, memory: Memory, bitmap: Bitmap?, foreign: ForeignPixels? = nil, baseMatrix: CGAffineTransform
    ) {
        let cairoFormat: cairo_format_t =
            switch format {
            case .argb8888: CAIRO_FORMAT_ARGB32
            case .xrgb8888: CAIRO_FORMAT_RGB24
            case .a8: CAIRO_FORMAT_A8
            default: CAIRO_FORMAT_INVALID
            }
        guard
            let surface = cairo_image_surface_create_for_data(
                pixels.assumingMemoryBound(to: UInt8.self), cairoFormat, Int32(width), Int32(height),
                Int32(bytesPerRow)), let cairo = cairo_create(surface)
        else { return nil }
        guard cairo_status(cairo) == CAIRO_STATUS_SUCCESS else {
            cairo_destroy(cairo)
            cairo_surface_destroy(surface)
            return nil
        }
        self.pixels = pixels
        self.width = width
        self.height = height
        rowBytes = bytesPerRow
        self.foreign = foreign
        self.format = format
        self.isRedFirst = isRedFirst
        self.memory = memory
        self.surface = surface
        self.cairo = cairo
        bitmapStorage = bitmap
        self.baseMatrix = baseMatrix
        state = GraphicsState(matrix: baseMatrix, clip: PixelRect(minX: 0, minY: 0, maxX: width, maxY: height))
    }

    /// Pages instead of pixels; takes over `surface`. `size` is in points.
    init?(document: PDFDocument, surface: OpaquePointer, size: CGSize) {
        guard let cairo = cairo_create(surface), cairo_status(cairo) == CAIRO_STATUS_SUCCESS,
            let pixels = malloc(1)
        else { return nil }
        self.pixels = pixels
        rowBytes = 0
        foreign = nil
        width = 0
        height = 0
        format = .argb8888
        isRedFirst = false
        memory = .context
        self.surface = surface
        self.cairo = cairo
        self.document = document
        // Nothing to draw on before the first page.
        baseMatrix = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: size.height)
        state = GraphicsState(matrix: baseMatrix, clip: .empty)
    }

    deinit {
        cairo_destroy(cairo)
        cairo_surface_destroy(surface)
        if memory == .context { free(pixels) }
    }

    // MARK: Making one

    /// A context over `data`, or over memory of its own (zeroed) when `data` is nil. The caller keeps `data` alive.
    ///
    /// Supported are 8 bits for a component: RGB with 32-bit pixels, colour multiplied by alpha or without alpha
    /// (`premultipliedFirst`, `premultipliedLast`, `noneSkipFirst`, `noneSkipLast`, in little-endian, big-endian or default
    /// order), grey without alpha, and `alphaOnly`. Fastest are `…First` in little-endian order and `…Last` in the others;
    /// the remaining layouts are converted at every drawing call. `bytesPerRow` must be a multiple of 4 for 32-bit pixels,
    /// and of 4 for `alphaOnly`; 0 chooses one, if `data` is nil. Anything else, or a side beyond 32767 pixels, gives nil.
    public convenience init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
        space: CGColorSpace?, bitmapInfo: UInt32
    ) {
        let order = CGBitmapInfo(rawValue: bitmapInfo & CGBitmapInfo.byteOrderMask.rawValue)
        let isLittle = order == .byteOrder32Little
        guard bitsPerComponent == 8, isLittle || order == .byteOrderDefault || order == .byteOrder32Big,
            bitmapInfo & CGBitmapInfo.floatComponents.rawValue == 0,
            let alpha = CGImageAlphaInfo(rawValue: bitmapInfo & CGBitmapInfo.alphaInfoMask.rawValue),
            width > 0, height > 0, width <= Bitmap.maximumSide, height <= Bitmap.maximumSide
        else { return nil }
        let format: PixelFormat
        var isRedFirst = false
        var layout: ForeignPixels.Layout?
        switch (alpha, space?.model) {
        case (.alphaOnly, _): format = .a8
        case (.none, .monochrome): (format, layout) = (.xrgb8888, .gray)
        case (.premultipliedFirst, .rgb): (format, layout) = (.argb8888, isLittle ? nil : .alphaFirst)
        case (.noneSkipFirst, .rgb): (format, layout) = (.xrgb8888, isLittle ? nil : .alphaFirst)
        case (.premultipliedLast, .rgb): (format, layout) = (.argb8888, isLittle ? .alphaFirstReversed : nil)
        case (.noneSkipLast, .rgb): (format, layout) = (.xrgb8888, isLittle ? .alphaFirstReversed : nil)
        default: return nil
        }
        isRedFirst = layout == nil && (alpha == .premultipliedLast || alpha == .noneSkipLast)
        let pixelBytes = layout == .gray ? 1 : format.bytesPerPixel
        let least = layout == .gray ? width : (width * pixelBytes + 3) & ~3
        let stride = bytesPerRow == 0 && data == nil ? least : bytesPerRow
        guard stride >= least, layout == .gray || stride % 4 == 0, stride <= Int(Int32.max) / 2 else { return nil }
        let base = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height))
        if let layout {
            guard
                let foreign = ForeignPixels(layout: layout, data: data, bytesPerRow: stride, height: height),
                let pixels = calloc(height, width * 4)
            else { return nil }
            self.init(
                pixels: pixels, width: width, height: height, bytesPerRow: width * 4, format: format,
                isRedFirst: false, memory: .context, bitmap: nil, foreign: foreign, baseMatrix: base)
            return
        }
        let own = data == nil ? calloc(height, stride) : nil
        guard let pixels = data ?? own else { return nil }
        self.init(
            pixels: pixels, width: width, height: height, bytesPerRow: stride, format: format, isRedFirst: isRedFirst,
            memory: data == nil ? .context : .caller, bitmap: nil, baseMatrix: base)
    }

    /// The context a view draws in: origin in the upper-left corner, y down, `scale` pixels per point, and the point
    /// `boundsOrigin` of the view at the bitmap's corner. The bitmap is `argb8888`, `xrgb8888` or `a8` and not frozen.
    package convenience init(bitmap: Bitmap, scale: CGFloat, boundsOrigin: CGPoint = .zero) {
        precondition(!bitmap.isFrozen, "A frozen bitmap cannot be drawn into.")
        precondition(
            bitmap.format.isDrawable || bitmap.format == .a8,
            "Drawing needs 32-bit or a8 pixels; convert on the way to the screen.")
        // Fails only when memory for cairo's own two small objects runs out.
        self.init(
            pixels: bitmap.pixels, width: bitmap.width, height: bitmap.height, bytesPerRow: bitmap.bytesPerRow,
            format: bitmap.format, isRedFirst: false, memory: .bitmap, bitmap: bitmap,
            baseMatrix: CGAffineTransform(
                a: scale, b: 0, c: 0, d: scale, tx: -boundsOrigin.x * scale, ty: -boundsOrigin.y * scale))!
    }

    // MARK: Properties

    public var bitsPerComponent: Int { isVector ? 0 : 8 }
    public var bitsPerPixel: Int { isVector ? 0 : (foreign?.bytesPerPixel ?? format.bytesPerPixel) * 8 }

    /// Nil where there are no colours (`alphaOnly`), and for PDF.
    public var colorSpace: CGColorSpace? {
        if isVector || format == .a8 { return nil }
        return foreign?.layout == .gray ? .deviceGray : .deviceRGB
    }

    public var alphaInfo: CGImageAlphaInfo {
        if isVector || foreign?.layout == .gray { return .none }
        let isLast = isRedFirst || foreign?.layout == .alphaFirstReversed
        return switch format {
        case .a8: .alphaOnly
        case .xrgb8888: isLast ? .noneSkipLast : .noneSkipFirst
        default: isLast ? .premultipliedLast : .premultipliedFirst
        }
    }

    public var bitmapInfo: CGBitmapInfo {
        let isBig = isVector || isRedFirst || format == .a8 || foreign.map { $0.layout != .alphaFirstReversed } ?? false
        return CGBitmapInfo(alphaInfo, order: isBig ? .byteOrderDefault : .byteOrder32Little)
    }

    /// Makes the present matrix the one that shadows and patterns are measured in: for contexts that are given to others
    /// with another space than their own.
    package func adoptBaseMatrix() { baseMatrix = state.matrix }

    /// From user space to the space that shadows and patterns are measured in.
    package var toBaseSpace: CGAffineTransform { state.matrix.concatenating(baseMatrix.inverted()) }

    /// Makes cairo finish what it has begun.
    func flushDrawing() { cairo_surface_flush(surface) }

    /// Nothing: drawing is in memory as soon as its call returns.
    public func flush() {}

    /// Nothing: drawing is in memory as soon as its call returns.
    public func synchronize() {}

    // MARK: cairo

    /// cairo's context with the clip brought up to date. Its matrix is the identity between calls.
    var cr: OpaquePointer {
        if let clip = untoldClip {
            untoldClip = nil
            cairo_rectangle(cairo, Double(clip.minX), Double(clip.minY), Double(clip.width), Double(clip.height))
            cairo_clip(cairo)
        }
        return cairo
    }

    /// Forgets states, layers, clip and path, and starts a drawing that touches only `clip`, pixels.
    func restart(clip: PixelRect) {
        while let saved = savedStates.popLast() {
            if saved.beginsLayer { cairo_pattern_destroy(cairo_pop_group(cairo)) }
            cairo_restore(cairo)
        }
        currentPath.removeAll()
        textMatrix = .identity
        cairo_reset_clip(cairo)
        let whole = isVector ? clip : PixelRect(minX: 0, minY: 0, maxX: width, maxY: height)
        let clip = clip.intersection(whole)
        untoldClip = clip == whole ? nil : clip
        state = GraphicsState(matrix: baseMatrix, clip: clip)
    }
}
