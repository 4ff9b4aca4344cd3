import Foundation
import QuartzCore

/// The arrow that shows where the mouse is: a layer above all windows. There is none until a mouse moves.
@MainActor
final class PointerPicture {
    private var layer: CALayer?
    private weak var screen: UIScreen?
    private var drawnScale: CGFloat = 0

    /// Points. The tip is at the upper left corner, one point in for the outline.
    static let size = CGSize(width: 14, height: 21)
    private static let tip = CGPoint(x: 1, y: 1)

    var isShown: Bool { layer?.superlayer != nil && layer?.isHidden == false }

    /// Shows the arrow with its tip at `point`, screen points.
    func show(at point: CGPoint, on screen: UIScreen) {
        CATransaction.nested(disablingActions: true) {
            let layer = self.layer ?? CALayer()
            self.layer = layer
            if drawnScale != screen.scale {
                layer.bounds = CGRect(origin: .zero, size: Self.size)
                layer.anchorPoint = .zero
                layer.contentsScale = screen.scale
                layer.contents = Self.arrow(scale: screen.scale)
                // In front of every window, whatever their levels; behind what dims the screen.
                layer.zPosition = 999_999
                drawnScale = screen.scale
            }
            if self.screen !== screen || layer.superlayer == nil {
                self.screen = screen
                screen.rootLayer.addSublayer(layer)
            }
            layer.isHidden = false
            // Whole pixels, so that the outline stays sharp.
            let scale = max(screen.scale, 0.1)
            layer.position = CGPoint(
                x: ((point.x - Self.tip.x) * scale).rounded() / scale,
                y: ((point.y - Self.tip.y) * scale).rounded() / scale)
        }
    }

    func hide() {
        guard isShown else { return }
        CATransaction.nested(disablingActions: true) { layer?.isHidden = true }
    }

    /// Black with a white outline: seen on every ground.
    private static func arrow(scale: CGFloat) -> CGImage? {
        let format = UIGraphicsImageRendererFormat()
        format.scale = scale
        format.opaque = false
        return UIGraphicsImageRenderer(size: size, format: format).image { _ in
            let path = UIBezierPath()
            let corners: [(CGFloat, CGFloat)] = [
                (0, 0), (0, 16), (3.7, 12.6), (6.2, 18.6), (8.6, 17.6), (6.1, 11.8), (11.2, 11.8),
            ]
            for (index, corner) in corners.enumerated() {
                let point = CGPoint(x: tip.x + corner.0, y: tip.y + corner.1)
                if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
            }
            path.close()
            path.lineJoinStyle = .round
            path.lineWidth = 2
            UIColor.white.setStroke()
            path.stroke()
            UIColor.black.setFill()
            path.fill()
        }.cgImage
    }
}
