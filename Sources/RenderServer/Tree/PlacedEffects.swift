internal import Raster

/// A gaussian blur along both axes of the screen, pixels.
struct PlanarBlur: Hashable {
    var x = GaussianBlur(sigma: 0)
    var y = GaussianBlur(sigma: 0)

    static let none = PlanarBlur()
    /// The largest standard deviation, pixels. A larger one counts as this: what has to be drawn around each pixel grows
    /// with it, and nobody sees more.
    static let maximumSigma = 128.0

    var isIdentity: Bool { x.isIdentity && y.isIdentity }

    init() {}

    /// - Parameters:
    ///   - radius: standard deviation, points; none if it is no number or not positive.
    ///   - scales: pixels per point along the axes of the screen.
    init(radius: Double, scales: SIMD2<Double>) {
        let sigmas = scales * radius
        guard radius > 0, sigmas.sum().isFinite else { return }
        x = GaussianBlur(sigma: min(sigmas.x, Self.maximumSigma))
        y = GaussianBlur(sigma: min(sigmas.y, Self.maximumSigma))
    }
}

extension ScreenRect {
    /// All pixels that a blur of these pixels may touch; also all that it has to see.
    @inline(__always)
    func grown(by blur: PlanarBlur) -> ScreenRect {
        if isEmpty { return self }
        let x = Int32(truncatingIfNeeded: blur.x.spread)
        let y = Int32(truncatingIfNeeded: blur.y.spread)
        return ScreenRect(minX: minX &- x, minY: minY &- y, maxX: maxX &+ x, maxY: maxY &+ y)
    }

    @inline(__always)
    func shifted(_ x: Int32, _ y: Int32) -> ScreenRect {
        isEmpty ? self : ScreenRect(minX: minX &+ x, minY: minY &+ y, maxX: maxX &+ x, maxY: maxY &+ y)
    }

    /// Without `left`, `top`, `right` and `bottom` pixels at its edges.
    @inline(__always)
    func inset(_ amount: Int32) -> ScreenRect {
        ScreenRect(minX: minX &+ amount, minY: minY &+ amount, maxX: maxX &- amount, maxY: maxY &- amount)
    }
}

/// A layer's effects in screen pixels, as the geometry pass found them.
struct PlacedEffects: Equatable {
    /// What casts the shadow.
    enum ShadowSource: UInt8 {
        case none
        /// The layer's rectangle with its corners, known to be opaque and to hold all that the layer shows.
        case rectangle
        /// The outline given.
        case outline
        /// Whatever the layer's picture shows.
        case picture
    }

    /// Of the layer's own picture.
    var blur = PlanarBlur.none
    var shadowSource = ShadowSource.none
    var shadowBlur = PlanarBlur.none
    /// Premultiplied.
    var shadowColour: UInt32 = 0
    /// Whole pixels: a shadow has no sharp edges to place between them.
    var shadowX: Int32 = 0
    var shadowY: Int32 = 0
    var backdropBlur = PlanarBlur.none
    var backdropSaturation = 1.0
    var hasBackdrop = false
    var blendMode = BlendMode.normal
    /// The layer's picture is on a page that rolls. Then it has neither blur nor shadow.
    var curl: PageCurl?

    /// The layer's picture is made by itself before it is drawn.
    var needsGroup: Bool { hasBackdrop || blendMode != .normal }
    /// The picture passes through something that moves or mixes its pixels.
    var isFilter: Bool { !blur.isIdentity || shadowSource == .picture || curl != nil }
    var isNone: Bool { self == PlacedEffects() }

    /// Whether the layer's own pixels are other ones, apart from the shadow of a rectangle or an outline below them.
    func isOtherwiseFiltered(than other: PlacedEffects) -> Bool {
        if (shadowSource == .picture) != (other.shadowSource == .picture) { return true }
        if shadowSource == .picture { return self != other }
        if curl != other.curl { return true }
        return blur != other.blur || backdropBlur != other.backdropBlur || hasBackdrop != other.hasBackdrop
            || backdropSaturation != other.backdropSaturation || blendMode != other.blendMode
    }

    /// The pixels of the screen that may depend on these pixels of the layer's picture.
    @inline(__always)
    func reach(of rect: ScreenRect) -> ScreenRect {
        if let curl { return curl.columns(of: rect) }
        let blurred = blur.isIdentity ? rect : rect.grown(by: blur)
        if shadowSource != .picture { return blurred }
        return blurred.union(blurred.shifted(shadowX, shadowY).grown(by: shadowBlur))
    }

    /// The pixels of the layer's picture that these pixels of the screen may depend on.
    @inline(__always)
    func origin(of rect: ScreenRect) -> ScreenRect {
        if let curl { return curl.columns(of: rect) }
        var needed = rect
        if shadowSource == .picture {
            needed = needed.union(rect.shifted(-shadowX, -shadowY).grown(by: shadowBlur))
        }
        return blur.isIdentity ? needed : needed.grown(by: blur)
    }

    /// How far from a pixel of the screen those of the picture lie that it may depend on, pixels.
    var sight: Int32 {
        if let curl { return curl.rect.height }
        let far = origin(of: ScreenRect(minX: 0, minY: 0, maxX: 1, maxY: 1))
        return max(max(-far.minX, -far.minY), max(far.maxX, far.maxY))
    }
}
