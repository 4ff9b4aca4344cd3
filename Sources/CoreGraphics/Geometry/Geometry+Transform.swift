public import Foundation

extension CGPoint {
    /// Where `transform` moves this point.
    @inlinable
    public func applying(_ transform: CGAffineTransform) -> CGPoint {
        CGPoint(
            x: transform.a * x + transform.c * y + transform.tx, y: transform.b * x + transform.d * y + transform.ty)
    }

    @inlinable
    public func equalTo(_ other: CGPoint) -> Bool { self == other }
}

extension CGSize {
    /// The transformed width and height as a vector: no translation, and a rotation may make them negative.
    @inlinable
    public func applying(_ transform: CGAffineTransform) -> CGSize {
        CGSize(width: transform.a * width + transform.c * height, height: transform.b * width + transform.d * height)
    }

    @inlinable
    public func equalTo(_ other: CGSize) -> Bool { self == other }
}

extension CGRect {
    /// The smallest upright rectangle around the transformed one. The null and the infinite rectangle stay as they are.
    public func applying(_ transform: CGAffineTransform) -> CGRect {
        if isNull || isInfinite { return self }
        let corners = (
            CGPoint(x: minX, y: minY).applying(transform), CGPoint(x: maxX, y: minY).applying(transform),
            CGPoint(x: minX, y: maxY).applying(transform), CGPoint(x: maxX, y: maxY).applying(transform)
        )
        let left = min(min(corners.0.x, corners.1.x), min(corners.2.x, corners.3.x))
        let right = max(max(corners.0.x, corners.1.x), max(corners.2.x, corners.3.x))
        let top = min(min(corners.0.y, corners.1.y), min(corners.2.y, corners.3.y))
        let bottom = max(max(corners.0.y, corners.1.y), max(corners.2.y, corners.3.y))
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    @inlinable
    public func equalTo(_ other: CGRect) -> Bool { self == other }
}
