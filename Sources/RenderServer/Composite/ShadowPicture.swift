internal import Raster

/// The blurred coverage that a shadow's colour is drawn through. Holds no references.
struct ShadowPicture {
    /// `a8`. Of a rectangle that is long enough, one column and one row stand for all in the middle.
    var mask: PixelSurface
    /// Where it lies on the screen, with the middle at its full length.
    var place = ScreenRect.empty
    /// Columns and rows at either end; what lies between them is the column, or row, after the first ones.
    var columns: Int32
    var rows: Int32
    /// Pixels that something opaque hides.
    var hole = ScreenRect.empty
}

/// Shadows in use, found again by what they are made from.
final class ShadowPictureCache {
    private enum Key: Hashable {
        case rectangle(width: Int32, height: Int32, radius: Double, corners: Corners, blur: PlanarBlur)
        case outline(Outline, placement: ShapePlacement, size: PixelSize, blur: PlanarBlur)
    }

    /// An outline, the same as any other that runs through the same points: a list's cards share one shadow.
    private struct Outline: Hashable {
        let shape: any LayerShape

        static func == (one: Outline, other: Outline) -> Bool {
            one.shape === other.shape || one.shape.isSameOutline(as: other.shape)
        }

        func hash(into hasher: inout Hasher) { hasher.combine(shape.digest) }
    }

    private struct Entry {
        var bitmap: Bitmap
        var lastUse: Int
    }

    private var entries: [Key: Entry] = [:]
    private var frame = 0
    private(set) var byteCount = 0
    /// Above it what the last frame did not need goes. Twice what that one needed, so that a screen full of shadows is
    /// looked through now and then, not in every frame.
    private var limit = ShadowPictureCache.budget

    /// Bytes kept at least.
    private static let budget = 8 << 20
    /// The largest outline whose shadow is made whole, pixels; of a larger one only what is seen.
    private static let largestOutline = 2 << 20

    func beginFrame() {
        frame += 1
        guard byteCount > limit || (byteCount > Self.budget && frame % 64 == 0) else { return }
        for (key, entry) in entries where entry.lastUse < frame - 1 {
            byteCount -= entry.bitmap.byteCount
            entries[key] = nil
        }
        limit = max(Self.budget, byteCount * 2)
    }

    private func find(_ key: Key) -> Bitmap? {
        guard let index = entries.index(forKey: key) else { return nil }
        entries.values[index].lastUse = frame
        return entries.values[index].bitmap
    }

    private func keep(_ bitmap: Bitmap, _ key: Key) {
        bitmap.freeze()
        entries[key] = Entry(bitmap: bitmap, lastUse: frame)
        byteCount += bitmap.byteCount
    }

    // MARK: Rectangles

    /// The shadow of a rectangle, whose middle is cut out where it is long enough: an edge far from the corners casts the
    /// same shadow everywhere. `place` and `hole` are left to the caller. Nil without memory.
    func rectangle(width: Int32, height: Int32, corner: CornerMask?, corners: Corners, blur: PlanarBlur)
        -> ShadowPicture?
    {
        let side = Int32(corner?.side ?? 0)
        let spreadX = Int32(blur.x.spread)
        let spreadY = Int32(blur.y.spread)
        let shortWidth = 2 * (spreadX + side) + 1
        let shortHeight = 2 * (spreadY + side) + 1
        let key = Key.rectangle(
            width: min(width, shortWidth), height: min(height, shortHeight), radius: corner?.radius ?? 0,
            corners: corner == nil ? [] : corners, blur: blur)
        var bitmap = find(key)
        if bitmap == nil {
            bitmap = Self.makeRectangle(
                ScreenRect(
                    minX: spreadX, minY: spreadY, maxX: spreadX + min(width, shortWidth),
                    maxY: spreadY + min(height, shortHeight)), corner, corners, blur)
            if let bitmap { keep(bitmap, key) }
        }
        guard let bitmap else { return nil }
        return ShadowPicture(
            mask: bitmap.surface, columns: width > shortWidth ? 2 * spreadX + side : Int32(bitmap.width),
            rows: height > shortHeight ? 2 * spreadY + side : Int32(bitmap.height))
    }

    /// `rect` in a bitmap with just enough room for the blur around it.
    private static func makeRectangle(
        _ rect: ScreenRect, _ corner: CornerMask?, _ corners: Corners, _ blur: PlanarBlur
    ) -> Bitmap? {
        guard
            let sharp = try? Bitmap(
                width: Int(rect.maxX + rect.minX), height: Int(rect.maxY + rect.minY), format: .a8)
        else { return nil }
        for y in rect.minY..<rect.maxY {
            (sharp.row(Int(y)) + Int(rect.minX)).initializeMemory(
                as: UInt8.self, repeating: 255, count: Int(rect.width))
        }
        if let corner {
            let item = DisplayItem(kind: .cornerClip, corners: corners, rect: rect, side: Int32(corner.side))
            item.forEachCorner { isRight, isBottom, square in
                if square.isEmpty { return }
                let column = isRight ? 2 * corner.side - Int(rect.maxX - square.minX) : Int(square.minX - rect.minX)
                for y in square.minY..<square.maxY {
                    let row = isBottom ? Int(rect.maxY - 1 - y) : Int(y - rect.minY)
                    (sharp.row(Int(y)) + Int(square.minX)).copyMemory(
                        from: corner.bitmap.row(row) + column, byteCount: Int(square.width))
                }
            }
        }
        return blurred(sharp, blur)
    }

    // MARK: Outlines

    /// The shadow of an outline in a layer that `world` brings to the screen.
    ///
    /// - Parameter seen: the pixels of the shadow that may be seen.
    func outline(_ shape: any LayerShape, world: Affine, _ placed: PlacedEffects, seen: ScreenRect) -> ShadowPicture? {
        guard let edges = shape.extent, edges.sum().isFinite, !seen.isEmpty else { return nil }
        let blur = placed.shadowBlur
        var area = world.pixels(around: edges).grown(by: blur)
        if Int(area.width) * Int(area.height) > Self.largestOutline {
            area = area.intersection(seen.shifted(-placed.shadowX, -placed.shadowY).grown(by: blur))
        }
        if area.isEmpty { return nil }
        let size = PixelSize(width: Int(area.width), height: Int(area.height))
        let placement = ShapePlacement(
            a: world.a, b: world.b, c: world.c, d: world.d, tx: Self.step(world.tx - Double(area.minX), blur.x),
            ty: Self.step(world.ty - Double(area.minY), blur.y))
        let key = Key.outline(Outline(shape: shape), placement: placement, size: size, blur: blur)
        var bitmap = find(key)
        if bitmap == nil, let sharp = try? Bitmap(width: size.width, height: size.height, format: .a8) {
            shape.writeFill(isEvenOdd: false, placement: placement, to: sharp.surface)
            bitmap = Self.blurred(sharp, blur)
            if let bitmap { keep(bitmap, key) }
        }
        guard let bitmap else { return nil }
        return ShadowPicture(
            mask: bitmap.surface, place: area.shifted(placed.shadowX, placed.shadowY), columns: Int32(bitmap.width),
            rows: Int32(bitmap.height))
    }

    /// The place of a blurred edge in quarters of a pixel: nobody sees less, and a moving layer's shadow is found again
    /// after at most sixteen places.
    private static func step(_ place: Double, _ blur: GaussianBlur) -> Double {
        blur.isIdentity ? place : (place * 4).rounded() / 4
    }

    private static func blurred(_ sharp: Bitmap, _ blur: PlanarBlur) -> Bitmap? {
        if blur.isIdentity { return sharp }
        guard let other = try? Bitmap(width: sharp.width, height: sharp.height, format: .a8) else { return nil }
        var source = sharp
        var result = other
        for (axis, gaussian) in [(Axis.horizontal, blur.x), (.vertical, blur.y)] {
            for box in [gaussian.first, gaussian.second, gaussian.third] where box.size > 1 {
                Kernels.boxBlur(source.surface, to: result.surface, axis: axis, box: box)
                swap(&source, &result)
            }
        }
        return source
    }
}
