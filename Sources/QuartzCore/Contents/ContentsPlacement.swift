internal import CoreGraphics
internal import Foundation
internal import RenderServer

/// Where contents of some size go in a layer's bounds (facts D-40 to D-43, D-60 to D-64).
enum ContentsPlacement {
    /// The rectangle that contents of `size` points fill; may be larger than the bounds.
    static func rect(of size: CGSize, gravity: ContentsGravity, in bounds: CGRect) -> CGRect {
        guard size.width > 0, size.height > 0 else { return .zero }
        var fitted = size
        switch gravity {
        case .resize: return bounds
        case .resizeAspect, .resizeAspectFill:
            let x = bounds.width / size.width
            let y = bounds.height / size.height
            let factor = gravity == .resizeAspect ? min(x, y) : max(x, y)
            fitted = CGSize(width: size.width * factor, height: size.height * factor)
        default: break
        }
        let x: CGFloat =
            switch gravity {
            case .left, .topLeft, .bottomLeft: bounds.minX
            case .right, .topRight, .bottomRight: bounds.maxX - fitted.width
            default: bounds.midX - fitted.width / 2
            }
        let y: CGFloat =
            switch gravity {
            case .top, .topLeft, .topRight: bounds.minY
            case .bottom, .bottomLeft, .bottomRight: bounds.maxY - fitted.height
            default: bounds.midY - fitted.height / 2
            }
        return CGRect(origin: CGPoint(x: x, y: y), size: fitted)
    }

    static func stretches(_ gravity: ContentsGravity) -> Bool {
        gravity == .resize || gravity == .resizeAspect || gravity == .resizeAspectFill
    }

    /// The lengths of head, middle and tail of one axis (fact D-62), of the contents in pixels and as drawn in points.
    ///
    /// - Parameters:
    ///   - pixels: length of the contents.
    ///   - start, share: the stretched part, in units of the contents.
    static func strips(
        pixels: CGFloat, scale: CGFloat, start: CGFloat, share: CGFloat, drawn: CGFloat
    ) -> (source: [CGFloat], drawn: [CGFloat]) {
        // A part of no length means one pixel.
        let middle = max(share * pixels, 1)
        var head = max(start * pixels, 0)
        if share == 0 { head = max(head - 0.5, 0) }
        let tail = max(pixels - head - middle, 0)
        var headDrawn = head / scale
        var tailDrawn = tail / scale
        if headDrawn + tailDrawn > drawn, headDrawn + tailDrawn > 0 {
            let factor = drawn / (headDrawn + tailDrawn)
            headDrawn *= factor
            tailDrawn *= factor
        }
        return ([head, middle, tail], [headDrawn, max(drawn - headDrawn - tailDrawn, 0), tailDrawn])
    }
}
