internal import CoreGraphics
internal import Foundation
internal import Motion

extension CGRect {
    /// With a size that is not negative, covering the same area; unlike `standardized` it keeps everything that is not
    /// finite as it is, to be refused.
    var standardizedForLayers: CGRect {
        guard size.width < 0 || size.height < 0 else { return self }
        return CGRect(
            x: size.width < 0 ? origin.x + size.width : origin.x,
            y: size.height < 0 ? origin.y + size.height : origin.y,
            width: abs(size.width), height: abs(size.height))
    }
}

extension CALayer {
    final var transformMatrix: Matrix4 { details?.depth?.transform ?? .identity }

    final func didChangeBounds(isResized: Bool) {
        markForLayout()
        // Another origin, as in every step of a scroll, changes nothing for the superlayer (fact L-24).
        if isResized { superlayerStorage?.markForLayout() }
        if flags.contains(.redrawsOnBoundsChange) { setNeedsDisplay() }
    }

    /// The bounding box of the bounds, relative to `position`, for bounds of `size`.
    private func extent(of size: CGSize) -> CGRect {
        let anchor = anchorPoint
        let corner = CGRect(
            x: -anchor.x * size.width, y: -anchor.y * size.height, width: size.width, height: size.height)
        guard let matrix = details?.depth?.transform, !matrix.isIdentity else { return corner }
        return PlaneMap(matrix)(corner)
    }

    final var frameFromGeometry: CGRect {
        let position = position
        return extent(of: bounds.size).offsetBy(dx: position.x, dy: position.y)
    }

    /// Position first, then bounds, as Core Animation does (fact A-86). The origin of the bounds stays (fact G-07).
    final func setFrame(_ frame: CGRect) {
        let frame = frame.standardizedForLayers
        guard canSet("frame", frame.isFinite) else { return }
        let size = sizeBeforeTransform(frame.size)
        let extent = extent(of: size)
        let place = CGPoint(x: frame.minX - extent.minX, y: frame.minY - extent.minY)
        if isObserved {
            // The frame changes once, though two setters make it.
            return tellAfterwards {
                position = place
                bounds = CGRect(origin: bounds.origin, size: size)
            }
        }
        position = place
        bounds = CGRect(origin: bounds.origin, size: size)
    }

    /// The bounds' size that `transform` turns into `size`; `size` itself where nothing sensible does.
    private func sizeBeforeTransform(_ size: CGSize) -> CGSize {
        guard let matrix = details?.depth?.transform, !matrix.isIdentity else { return size }
        guard let inverse = PlaneMap(matrix).inverse else { return size }
        let result = inverse(CGRect(origin: .zero, size: size)).size
        return result.width.isFinite && result.height.isFinite ? result : size
    }
}
