#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Foundation
#endif

/// The coverage of a rounded corner, computed once per radius and used for all corners of all rectangles that have it.
///
/// Each pixel is the area that a quarter circle or a continuous curve, or the ring of a border, covers in it, rounded to
/// 1/255; exact for the circle.
public struct CornerMask: Sendable {
    /// Pixels.
    public let radius: Double
    /// Width of a border whose corner this is, pixels; 0 for a filled corner.
    public let borderWidth: Int
    /// How far from the corner the curve begins, pixels; the radius of a circle.
    public let extent: Double
    /// Width and height of the corner, pixels: the extent (or the border, if that is wider) rounded up.
    public let side: Int
    /// `a8`, frozen, at least `2 * side` wide and `side` high: the top left corner, then the top right one. A bottom corner is
    /// the same rows from the last to the first.
    public let bitmap: Bitmap

    /// The largest radius and border, pixels.
    public static let maximumRadius = 8192.0

    /// A filled corner; `radius` in pixels, more than 0, may be fractional, limited to `maximumRadius`.
    public static func make(radius: Double) throws(Bitmap.Failure) -> CornerMask {
        var memory: Bitmap?
        return try CornerMask(radius: radius, borderWidth: 0, memory: &memory)
    }

    /// A corner, filled when `borderWidth` is 0, drawn in the bitmap of a mask that is not used any more, if nobody else
    /// holds it and it is large enough: a radius that changes with every frame then takes no memory.
    public static func make(
        radius: Double, borderWidth: Int, memory: inout Bitmap?
    ) throws(Bitmap.Failure) -> CornerMask {
        try CornerMask(radius: radius, borderWidth: max(0, borderWidth), memory: &memory)
    }

    /// The same with a continuous curve.
    public static func make(
        _ corner: ContinuousCorner, borderWidth: Int, memory: inout Bitmap?
    ) throws(Bitmap.Failure) -> CornerMask {
        try CornerMask(corner, borderWidth: max(0, borderWidth), memory: &memory)
    }

    /// A corner with a continuous curve, filled when `borderWidth` is 0; its extent is limited to `maximumRadius`.
    public static func make(_ corner: ContinuousCorner, borderWidth: Int = 0) throws(Bitmap.Failure) -> CornerMask {
        var memory: Bitmap?
        return try CornerMask(corner, borderWidth: max(0, borderWidth), memory: &memory)
    }

    /// The corner of a border `width` pixels wide (more than 0) along the inside of a rectangle with rounded corners.
    /// A radius of 0 gives a border with square corners.
    public static func makeBorder(radius: Double, width: Int) throws(Bitmap.Failure) -> CornerMask {
        assert(width > 0, "A border has a width.")
        var memory: Bitmap?
        return try CornerMask(radius: radius, borderWidth: max(width, 1), memory: &memory)
    }

    private init(radius: Double, borderWidth: Int, memory: inout Bitmap?) throws(Bitmap.Failure) {
        // The order of arguments makes a NaN 0.
        let radius = min(max(0, radius), Self.maximumRadius)
        let borderWidth = min(borderWidth, Int(Self.maximumRadius))
        let side = max(Int(radius.rounded(.up)), borderWidth, 1)
        let outer = QuarterCircle(radius: radius, inset: 0)
        let inner = QuarterCircle(radius: max(0, radius - Double(borderWidth)), inset: Double(borderWidth))
        bitmap = try Self.draw(side: side, memory: &memory) { x, y in
            outer.area(x: x, y: y) - (borderWidth > 0 ? inner.area(x: x, y: y) : 0)
        }
        self.radius = radius
        self.extent = radius
        self.borderWidth = borderWidth
        self.side = side
    }

    private init(_ corner: ContinuousCorner, borderWidth: Int, memory: inout Bitmap?) throws(Bitmap.Failure) {
        let corner = ContinuousCorner(
            radius: min(corner.radius, Self.maximumRadius), extent: min(corner.extent, Self.maximumRadius))
        let borderWidth = min(borderWidth, Int(Self.maximumRadius))
        let side = max(Int(corner.extent.rounded(.up)), borderWidth, 1)
        let outer = ContinuousCorner.Area(corner, inset: 0, side: side)
        let inner =
            borderWidth > 0
            ? ContinuousCorner.Area(
                corner.inset(by: Double(borderWidth)), inset: Double(borderWidth), side: side) : nil
        bitmap = try Self.draw(side: side, memory: &memory) { x, y in
            outer.area(x: x, y: y) - (inner?.area(x: x, y: y) ?? 0)
        }
        radius = corner.radius
        extent = corner.extent
        self.borderWidth = borderWidth
        self.side = side
    }

    /// - Parameter area: of the pixel at (x, y); asked for x >= y only.
    private static func draw(
        side: Int, memory: inout Bitmap?, area: (Int, Int) -> Double
    ) throws(Bitmap.Failure) -> Bitmap {
        let bitmap = try takeMemory(&memory, side: side)
        for y in 0..<side {
            for x in y..<side {
                let coverage = UInt8(max(0, min(255, (area(x, y) * 255).rounded())))
                // The corner is symmetrical; writing both halves from one number keeps it exactly so.
                for (column, row) in [(x, y), (y, x)] {
                    let bytes = bitmap.row(row)
                    bytes.storeBytes(of: coverage, toByteOffset: column, as: UInt8.self)
                    bytes.storeBytes(of: coverage, toByteOffset: 2 * side - 1 - column, as: UInt8.self)
                }
            }
        }
        bitmap.freeze()
        return bitmap
    }

    /// An unfrozen bitmap for a corner of this side: the one given, if it is free and fits, or a new one.
    private static func takeMemory(_ memory: inout Bitmap?, side: Int) throws(Bitmap.Failure) -> Bitmap {
        guard memory != nil else { return try Bitmap(width: 2 * side, height: side, format: .a8) }
        let isFree = isKnownUniquelyReferenced(&memory)
        if isFree, var bitmap = memory.take(), bitmap.width >= 2 * side, bitmap.height >= side {
            Bitmap.thaw(&bitmap)
            return bitmap
        }
        memory = nil
        // With room to grow, for the next one.
        let roomy = (side + 16) & ~15
        return try Bitmap(width: 2 * roomy, height: roomy, format: .a8)
    }
}

/// The top left corner of a rounded rectangle that begins at (inset, inset) and reaches far to the right and down.
private struct QuarterCircle {
    let radius: Double
    let inset: Double

    /// The part of the pixel at (x, y) that lies inside, 0 … 1.
    func area(x: Int, y: Int) -> Double {
        let left = max(Double(x) - inset, 0)
        let right = max(Double(x + 1) - inset, 0)
        let top = max(Double(y) - inset, 0)
        let bottom = max(Double(y + 1) - inset, 0)
        guard right > left, bottom > top else { return 0 }
        // Columns beyond the centre have a straight edge above them.
        let straight = max(right - max(left, radius), 0) * (bottom - top)
        let from = min(left, radius)
        let to = min(right, radius)
        guard to > from else { return straight }
        // The arc enters the pixel's rows where its height is `bottom` and leaves them where it is `top`.
        let enter = max(from, min(to, position(height: bottom)))
        let leave = max(from, min(to, position(height: top)))
        let underArc = (leave - enter) * (bottom - radius) + integral(radius - enter) - integral(radius - leave)
        return straight + underArc + (to - leave) * (bottom - top)
    }

    /// The column at which the arc, `radius - sqrt(radius² - (radius - x)²)` below the top edge, has this height.
    private func position(height: Double) -> Double {
        guard height < radius else { return 0 }
        let rise = radius - height
        return radius - max(radius * radius - rise * rise, 0).squareRoot()
    }

    /// The integral of sqrt(radius² - t²) from 0 to t.
    private func integral(_ t: Double) -> Double {
        guard radius > 0 else { return 0 }
        let ratio = max(-1, min(1, t / radius))
        return (t * max(radius * radius - t * t, 0).squareRoot() + radius * radius * asin(ratio)) / 2
    }
}
