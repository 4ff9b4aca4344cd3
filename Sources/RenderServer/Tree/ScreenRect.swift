internal import Raster

/// A rectangle of screen pixels in half the memory of a `PixelRect`; there are several in every render node.
///
/// Empty ones are all the same, so that two rectangles are equal exactly when they hold the same pixels.
struct ScreenRect: Equatable {
    var minX: Int32
    var minY: Int32
    var maxX: Int32
    var maxY: Int32

    static let empty = ScreenRect()

    private init() {
        minX = 0
        minY = 0
        maxX = 0
        maxY = 0
    }

    @inline(__always)
    init(minX: Int32, minY: Int32, maxX: Int32, maxY: Int32) {
        self.init()
        if minX < maxX, minY < maxY {
            self.minX = minX
            self.minY = minY
            self.maxX = maxX
            self.maxY = maxY
        }
    }

    /// Edges lie within a bitmap's or screen's size.
    init(_ rect: PixelRect) {
        self.init(
            minX: Int32(clamping: rect.minX), minY: Int32(clamping: rect.minY), maxX: Int32(clamping: rect.maxX),
            maxY: Int32(clamping: rect.maxY))
    }

    @inline(__always) var isEmpty: Bool { minX >= maxX }
    @inline(__always) var width: Int32 { maxX &- minX }
    @inline(__always) var height: Int32 { maxY &- minY }

    @inline(__always) var pixelRect: PixelRect {
        PixelRect(minX: Int(minX), minY: Int(minY), maxX: Int(maxX), maxY: Int(maxY))
    }

    @inline(__always)
    func intersection(_ other: ScreenRect) -> ScreenRect {
        ScreenRect(
            minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
            maxY: min(maxY, other.maxY))
    }

    @inline(__always)
    func union(_ other: ScreenRect) -> ScreenRect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return ScreenRect(
            minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
            maxY: max(maxY, other.maxY))
    }

    /// False when either is empty.
    @inline(__always)
    func intersects(_ other: ScreenRect) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }

    /// Whether `other` lies wholly inside. Only a rectangle that is not empty may be asked for.
    @inline(__always)
    func contains(_ other: ScreenRect) -> Bool {
        minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY
    }

    func grown(by amount: Int32) -> ScreenRect {
        isEmpty
            ? self
            : ScreenRect(minX: minX &- amount, minY: minY &- amount, maxX: maxX &+ amount, maxY: maxY &+ amount)
    }

    /// Calls `body` with up to four rectangles that together are this one without `other`.
    func subtract(_ other: ScreenRect, _ body: (ScreenRect) -> Void) {
        let hole = intersection(other)
        if hole.isEmpty {
            if !isEmpty { body(self) }
            return
        }
        if minY < hole.minY { body(ScreenRect(minX: minX, minY: minY, maxX: maxX, maxY: hole.minY)) }
        if minX < hole.minX { body(ScreenRect(minX: minX, minY: hole.minY, maxX: hole.minX, maxY: hole.maxY)) }
        if hole.maxX < maxX { body(ScreenRect(minX: hole.maxX, minY: hole.minY, maxX: maxX, maxY: hole.maxY)) }
        if hole.maxY < maxY { body(ScreenRect(minX: minX, minY: hole.maxY, maxX: maxX, maxY: maxY)) }
    }
}

extension ScreenRect: CustomStringConvertible {
    var description: String { "(\(minX),\(minY) \(width)x\(height))" }
}

extension Double {
    /// The pixel edge nearest to this screen coordinate; halves go up. Every edge is rounded by itself and sizes never
    /// are, so that neighbours meet (report C25).
    ///
    /// What is meant to be a half often arrives a hair below it, and differently in two neighbours; the hair is
    /// added back. Coordinates far outside any screen are limited, so that the sum of two stays a number of 32 bits.
    @inline(__always) var snapped: Int32 { (self + 0.5 + 1e-6).pixelFloor }

    /// Rounded down and up. By way of a whole number, because `rounded` is a call into the C library on older processors,
    /// and there are a dozen of these for every layer that moves.
    @inline(__always) var pixelFloor: Int32 {
        let limited = Swift.max(-16_777_216, Swift.min(16_777_216, self))
        let whole = Int32(limited)
        return Double(whole) > limited ? whole &- 1 : whole
    }

    @inline(__always) var pixelCeil: Int32 {
        let limited = Swift.max(-16_777_216, Swift.min(16_777_216, self))
        let whole = Int32(limited)
        return Double(whole) < limited ? whole &+ 1 : whole
    }
}
