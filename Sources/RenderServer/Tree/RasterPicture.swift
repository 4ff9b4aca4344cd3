internal import Raster

/// The picture of a rasterised layer (fact D-86): what the layer and all below it show, with its mask, its filters and its
/// shadow, in pixels of its own. Its opacity, its transform and how it is mixed with what lies below come afterwards, so
/// the picture is good for as long as nothing in it changes.
final class RasterPicture {
    /// The longest side of a picture, pixels.
    static let longestSide: Int32 = 8192
    /// Pictures inside each other. A layer deeper inside is drawn as if it were not rasterised.
    static let maximumDepth = 8
    /// How far beyond the layer's bounds a picture may reach, pixels.
    private static let margin: Int32 = 4096

    // MARK: Derived by the geometry pass

    /// From the layer's own space, in points, to the picture's pixels.
    private(set) var map = Affine()
    /// What may be drawn in the picture at most, in its pixels.
    private(set) var area = ScreenRect.empty
    /// What is drawn in it.
    var extent = ScreenRect.empty
    var place = RasterPlace()
    /// It is shown otherwise than before, since the last pass.
    var isPlacedAnew = false
    /// Pixels that the tree's budget counts for it.
    var countedPixels = 0

    /// From the layer's own space to the pixels around the picture, nearly: the perspective of the middle is everywhere's.
    var outerWorld = Affine()

    // MARK: Pixels

    private(set) var bitmap: Bitmap?
    /// The pixels of the picture that the bitmap holds: `extent`, with one transparent pixel more on each side.
    private(set) var bitmapArea = ScreenRect.empty
    /// Every pixel of `extent` was covered when it was drawn.
    private(set) var isOpaque = false
    /// All of the bitmap has to be drawn again; or else `stale` has, rectangles that lie apart.
    private var isStale = true
    private(set) var stale: [ScreenRect] = []

    /// Rectangles that are told apart.
    private static let mostRects = 4
    /// Pixels that may be drawn in vain so that there is one rectangle less.
    private static let usableWaste = 512

    /// Another map from the layer to the picture; then all of it is drawn again.
    ///
    /// - Parameter size: of the layer's bounds, in the picture's pixels.
    func setMap(_ new: Affine, size: SIMD2<Double>) {
        if new != map { invalidate() }
        map = new
        let margin = Self.margin
        area = ScreenRect(
            minX: -margin, minY: -margin, maxX: margin &+ size.x.pixelCeil, maxY: margin &+ size.y.pixelCeil)
    }

    // MARK: Changes

    func invalidate() { isStale = true }

    /// Something in the picture changed. Returns the pixels around it that show the change.
    func change(_ rect: ScreenRect) -> ScreenRect {
        let changed = rect.intersection(area)
        if !isStale, !changed.isEmpty { addStale(changed) }
        return place.shown(changed)
    }

    private func addStale(_ rect: ScreenRect) {
        var best = 0
        var least = Int.max
        for number in stale.indices {
            let waste = stale[number].union(rect).area - stale[number].area - rect.area
            if waste < least {
                least = waste
                best = number
            }
        }
        if least > Self.usableWaste, stale.count < Self.mostRects {
            stale.append(rect)
        } else {
            stale[best] = stale[best].union(rect)
        }
    }

    /// It is not to be seen: its memory is free for others.
    func release() {
        bitmap = nil
        bitmapArea = .empty
        extent = .empty
        invalidate()
    }

    // MARK: Drawing

    /// Makes the bitmap large enough, and of `stale` what has to be drawn so that it is right. False when there is no
    /// memory for it.
    func prepare() -> Bool {
        let wanted = extent.grown(by: 1)
        let isRoomy = bitmapArea.area > 2 * wanted.area + 65_536
        if bitmap == nil || !bitmapArea.contains(wanted) || isRoomy {
            bitmap = try? Bitmap(width: Int(wanted.width), height: Int(wanted.height), format: .argb8888)
            bitmapArea = wanted
            isStale = true
        } else if isStale, let bitmap {
            Kernels.clear(bitmap.surface)
        }
        if isStale {
            stale.removeAll(keepingCapacity: true)
            stale.append(extent)
        } else {
            for number in stale.indices { stale[number] = stale[number].intersection(bitmapArea) }
            stale.removeAll { $0.isEmpty }
        }
        return bitmap != nil
    }

    /// - Parameter isCovered: nothing of what lies below the pixels drawn shows.
    func didDraw(isCovered: Bool) {
        if isStale { isOpaque = isCovered } else if !isCovered { isOpaque = false }
        isStale = false
        stale.removeAll(keepingCapacity: true)
    }
}

/// Where the picture of a rasterised layer is shown: on the screen, or in a picture that it is a part of.
struct RasterPlace: Equatable {
    /// From the picture's pixels to the pixels around it, and back.
    var outwards = Homography(Affine())
    var inwards = Homography(Affine())
    /// It is seen in perspective.
    var isProjected = false
    /// Pixels lie on pixels: it is moved by whole pixels, and perhaps mirrored or turned by a quarter.
    var isExact = false
    /// Nothing is seen outside.
    var clip = ScreenRect.empty
    /// The screen, or all of the picture that it is a part of.
    var room = ScreenRect.empty
    /// Which filter samples it.
    var filters: LayerTraits = []

    /// The whole pixels that it is moved by, if that is all.
    var shift: SIMD2<Int>? {
        let map = outwards.affine
        guard isExact, map.a == 1, map.d == 1, map.b == 0, map.c == 0 else { return nil }
        return SIMD2(Int(map.tx), Int(map.ty))
    }

    /// The pixels around it that show `rect` of the picture.
    func shown(_ rect: ScreenRect) -> ScreenRect {
        if rect.isEmpty { return rect }
        // A pixel is mixed with its neighbours.
        let reached = isExact ? rect : rect.grown(by: 1)
        let edges = SIMD4(
            Double(reached.minX), Double(reached.minY), Double(reached.maxX), Double(reached.maxY))
        if isProjected {
            return outwards.screenRect(of: edges, toPlane: inwards, screen: room.grown(by: 1024)).intersection(clip)
        }
        return outwards.affine.pixels(around: edges).intersection(clip)
    }
}
