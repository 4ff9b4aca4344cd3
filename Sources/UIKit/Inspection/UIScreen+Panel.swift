package import Foundation
import Input

/// The panel that shows a screen, for programs that measure panels.
extension UIScreen {
    /// The panel's pixels in its native orientation; those of the screen where nobody looks at it.
    package var panelSize: (width: Int, height: Int) {
        guard let size = server?.outputInfo.panelSize else {
            return (Int(nativeBounds.width), Int(nativeBounds.height))
        }
        return (size.width, size.height)
    }

    /// Degrees by which the picture is turned clockwise on its way to the panel.
    package var panelRotation: Int { server?.rotation.rawValue ?? 0 }

    /// The connector, for example `DSI-1`.
    package var panelName: String { server?.outputInfo.name ?? "" }

    /// Refreshes a second, as measured.
    package var panelRate: Double { server.map { 1 / $0.outputInfo.refreshInterval } ?? 0 }

    /// Where on the panel, 0…1 across and down as it hangs in its native orientation, a point of the screen is. What
    /// `Contact.x` and `y` are of a finger there.
    package func panelPosition(of point: CGPoint) -> SIMD2<Double> {
        let mapping = ContactMapping(
            panelWidth: panelSize.width, panelHeight: panelSize.height, rotation: panelRotation, scale: Double(scale))
        return mapping.panelPosition(
            of: SIMD2(Double(point.x + pixelShift.x / scale), Double(point.y + pixelShift.y / scale)))
    }

    /// The other way round.
    package func point(atPanelPosition position: SIMD2<Double>) -> CGPoint {
        let mapping = ContactMapping(
            panelWidth: panelSize.width, panelHeight: panelSize.height, rotation: panelRotation, scale: Double(scale))
        let point = mapping.point(x: position.x, y: position.y)
        return place(x: point.x, y: point.y)
    }
}
