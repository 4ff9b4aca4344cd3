/// A rectangle of whole pixels. Empty when its width or height is zero; sizes are never negative.
///
/// The space (screen, tile, contents, scan-out buffer) is said by the name of the variable that holds it.
public struct PixelRect: Hashable, Sendable {
    /// Left edge, pixels, inclusive.
    public var minX: Int
    /// Top edge, pixels, inclusive.
    public var minY: Int
    /// Right edge, pixels, exclusive.
    public var maxX: Int
    /// Bottom edge, pixels, exclusive.
    public var maxY: Int

    @inlinable
    public init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
        self.minX = minX
        self.minY = minY
        self.maxX = max(maxX, minX)
        self.maxY = max(maxY, minY)
    }

    @inlinable
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.init(minX: x, minY: y, maxX: x &+ width, maxY: y &+ height)
    }

    @inlinable
    public init(size: PixelSize) {
        self.init(minX: 0, minY: 0, maxX: size.width, maxY: size.height)
    }

    public static let empty = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)

    @inlinable public var width: Int { maxX &- minX }
    @inlinable public var height: Int { maxY &- minY }
    @inlinable public var size: PixelSize { PixelSize(width: width, height: height) }
    @inlinable public var isEmpty: Bool { maxX <= minX || maxY <= minY }
    /// Number of pixels inside.
    @inlinable public var area: Int { width &* height }

    @inlinable
    public func intersection(_ other: PixelRect) -> PixelRect {
        let left = max(minX, other.minX)
        let top = max(minY, other.minY)
        return PixelRect(minX: left, minY: top, maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
    }

    /// The smallest rectangle that holds both; an empty one adds nothing.
    @inlinable
    public func union(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return PixelRect(
            minX: min(minX, other.minX), minY: min(minY, other.minY),
            maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
    }

    @inlinable
    public func intersects(_ other: PixelRect) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }

    /// Whether `other` lies wholly inside; every rectangle contains an empty one.
    @inlinable
    public func contains(_ other: PixelRect) -> Bool {
        other.isEmpty || (minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY)
    }

    @inlinable
    public func contains(x: Int, y: Int) -> Bool {
        x >= minX && x < maxX && y >= minY && y < maxY
    }

    @inlinable
    public func offset(x: Int, y: Int) -> PixelRect {
        PixelRect(minX: minX &+ x, minY: minY &+ y, maxX: maxX &+ x, maxY: maxY &+ y)
    }

    /// Grown by `amount` pixels on every side; negative shrinks, down to empty.
    @inlinable
    public func grown(by amount: Int) -> PixelRect {
        PixelRect(minX: minX &- amount, minY: minY &- amount, maxX: maxX &+ amount, maxY: maxY &+ amount)
    }
}

/// Width and height in whole pixels.
public struct PixelSize: Hashable, Sendable {
    public var width: Int
    public var height: Int

    @inlinable
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    @inlinable public var isEmpty: Bool { width <= 0 || height <= 0 }
}

extension PixelRect: CustomStringConvertible {
    public var description: String { "(\(minX),\(minY) \(width)x\(height))" }
}

extension PixelSize: CustomStringConvertible {
    public var description: String { "\(width)x\(height)" }
}
