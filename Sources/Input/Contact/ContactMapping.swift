/// From a position on the panel, 0…1, to a point of the screen that views are laid out in.
///
/// The same rotation that turns the picture on its way to the panel turns touches on their way back; make a new mapping
/// whenever rotation, scale or mode change.
///
///     rotation 0          90              180             270         the panel, as it hangs in its native orientation;
///     ┌─────────┐     ┌─────────┐     ┌─────────┐     ┌─────────┐     ▲ points to the top of the screen
///     │    ▲    │     │    ►    │     │    ▼    │     │    ◄    │
///     └─────────┘     └─────────┘     └─────────┘     └─────────┘
public struct ContactMapping: Hashable, Sendable {
    /// The panel in its native orientation, in pixels.
    public let panelWidth: Int
    public let panelHeight: Int
    /// Degrees by which the picture is turned clockwise on its way from the screen to the panel: 0, 90, 180 or 270.
    public let rotation: Int
    /// Pixels per point.
    public let scale: Double
    /// Applied to the panel position before the rotation. For a digitiser that nobody below has calibrated.
    public let calibration: Calibration?

    /// - Parameter rotation: any multiple of 90, also negative.
    /// - Precondition: the panel has an area, the rotation is a multiple of 90 and the scale is positive and finite.
    public init(panelWidth: Int, panelHeight: Int, rotation: Int, scale: Double, calibration: Calibration? = nil) {
        precondition(panelWidth > 0 && panelHeight > 0, "a panel of \(panelWidth) x \(panelHeight) pixels has no area")
        precondition(rotation % 90 == 0, "a panel is rotated by 0, 90, 180 or 270 degrees, not by \(rotation)")
        precondition(scale > 0 && scale.isFinite, "a scale of \(scale) pixels per point shows nothing")
        self.panelWidth = panelWidth
        self.panelHeight = panelHeight
        self.rotation = (rotation % 360 + 360) % 360
        self.scale = scale
        self.calibration = calibration
    }

    /// Width and height of the screen, in points.
    public var screenSize: SIMD2<Double> {
        let panel = SIMD2(Double(panelWidth), Double(panelHeight))
        return (rotation % 180 == 0 ? panel : SIMD2(panel.y, panel.x)) / scale
    }

    /// The point under a position on the panel.
    ///
    /// Always inside the screen, whose right and bottom edges belong to nobody: a finger in the very corner of a turned
    /// panel would otherwise miss every view. At most half a pixel is taken for that.
    public func point(x: Double, y: Double) -> SIMD2<Double> {
        var position = SIMD2(x, y)
        if let calibration { position = calibration.applied(to: position) }
        let place = unheldPoint(of: position)
        let size = screenSize
        return SIMD2(inside(place.x, size.x), inside(place.y, size.y))
    }

    /// The same without calibration, to the very edges.
    func unheldPoint(of position: SIMD2<Double>) -> SIMD2<Double> {
        let pixel = position * SIMD2(Double(panelWidth), Double(panelHeight))
        let turned =
            switch rotation {
            case 90: SIMD2(pixel.y, Double(panelWidth) - pixel.x)
            case 180: SIMD2(Double(panelWidth) - pixel.x, Double(panelHeight) - pixel.y)
            case 270: SIMD2(Double(panelHeight) - pixel.y, pixel.x)
            default: pixel
            }
        return turned / scale
    }

    /// The point under a contact.
    public func point(of contact: Contact) -> SIMD2<Double> {
        point(x: contact.x, y: contact.y)
    }

    /// The position on the panel, 0…1, that lies under a point of the screen: where a script must touch to hit it.
    public func panelPosition(of point: SIMD2<Double>) -> SIMD2<Double> {
        let turned = point * scale
        let width = Double(panelWidth)
        let height = Double(panelHeight)
        let pixel =
            switch rotation {
            case 90: SIMD2(width - turned.y, turned.x)
            case 180: SIMD2(width - turned.x, height - turned.y)
            case 270: SIMD2(turned.y, height - turned.x)
            default: turned
            }
        let position = pixel / SIMD2(width, height)
        return calibration?.removed(from: position) ?? position
    }

    private func inside(_ value: Double, _ size: Double) -> Double {
        // Written so that what is not a number becomes 0.
        value > 0 ? min(value, size - 0.5 / scale) : 0
    }
}
