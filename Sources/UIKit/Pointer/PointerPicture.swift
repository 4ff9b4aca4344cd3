import CoreGraphics
import Display
import Foundation
import QuartzCore
import Raster
import RenderServer

/// The arrow that shows where the mouse is: in the device's cursor plane where there is one, so that a moving mouse costs no
/// frames, else a layer above all windows. There is none until a mouse moves.
@MainActor
final class PointerPicture {
    private var layer: CALayer?
    /// The arrow for the cursor plane.
    private var cursor: CursorPicture?
    private var cursorScale: CGFloat = 0
    /// Where the device shows it, screen points; nil: it does not.
    private var cursorPlace: CGPoint?
    private weak var screen: UIScreen?
    private var drawnScale: CGFloat = 0

    /// Points. The tip is at the upper left corner, one point in for the outline.
    static let size = CGSize(width: 14, height: 21)
    private static let tip = CGPoint(x: 1, y: 1)

    var isShown: Bool { cursorPlace != nil || isLayerShown }
    private var isLayerShown: Bool { layer?.superlayer != nil && layer?.isHidden == false }

    /// Shows the arrow with its tip at `point`, screen points.
    func show(at point: CGPoint, on screen: UIScreen) {
        if let server = screen.server, server.canShowCursor, showCursor(at: point, on: screen, server) {
            if isLayerShown { CATransaction.nested(disablingActions: true) { layer?.isHidden = true } }
            return
        }
        hideCursor()
        showLayer(at: point, on: screen)
    }

    /// Answers false where there is no picture for it.
    private func showCursor(at point: CGPoint, on screen: UIScreen, _ server: RenderServer) -> Bool {
        if cursor == nil || cursorScale != screen.scale {
            cursor = Self.arrow(scale: screen.scale).flatMap { Self.cursorPicture($0, scale: screen.scale) }
            cursorScale = screen.scale
        }
        guard let cursor else { return false }
        if self.screen !== screen { hideCursor() }
        self.screen = screen
        cursorPlace = point
        // The picture may have wandered, and the arrow with it.
        server.setCursor(
            cursor,
            at: SIMD2(
                Self.pixel(point.x * screen.scale + screen.pixelShift.x, screen.nativeBounds.width),
                Self.pixel(point.y * screen.scale + screen.pixelShift.y, screen.nativeBounds.height)))
        return true
    }

    private static func pixel(_ value: CGFloat, _ side: CGFloat) -> Int {
        value > 0 ? Int(min(value, max(side - 1, 0))) : 0
    }

    private func hideCursor() {
        guard cursorPlace != nil else { return }
        cursorPlace = nil
        screen?.server?.setCursor(nil, at: .zero)
    }

    /// From now on the layer shows it.
    func cursorRefused(on screen: UIScreen) {
        guard self.screen === screen, let place = cursorPlace else { return }
        cursorPlace = nil
        showLayer(at: place, on: screen)
    }

    private func showLayer(at point: CGPoint, on screen: UIScreen) {
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
        hideCursor()
        guard isLayerShown else { return }
        CATransaction.nested(disablingActions: true) { layer?.isHidden = true }
    }

    private static func cursorPicture(_ image: CGImage, scale: CGFloat) -> CursorPicture? {
        let bitmap = image.bitmap
        guard bitmap.format.bytesPerPixel == 4, bitmap.format.hasAlpha else { return nil }
        var pixels: [UInt32] = []
        pixels.reserveCapacity(bitmap.width * bitmap.height)
        for y in 0..<bitmap.height {
            let row = bitmap.row(y).assumingMemoryBound(to: UInt32.self)
            for x in 0..<bitmap.width { pixels.append(row[x]) }
        }
        return CursorPicture(
            size: bitmap.size, pixels: pixels,
            hotSpot: SIMD2(
                min(Int(tip.x * scale), bitmap.width - 1), min(Int(tip.y * scale), bitmap.height - 1)))
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
