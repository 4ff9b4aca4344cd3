public import Raster

/// Where the panel's picture lies in a window, upright as a person sees it, and which place of the panel a place of the
/// window is.
public struct WindowGeometry: Hashable, Sendable {
    /// Pixels, in the panel's native orientation.
    public let panelSize: PixelSize
    /// How the picture is turned on its way from the screen to the panel; the window turns it back.
    public let rotation: Rotation
    /// What there is to draw on, in the window's own units: pixels for the picture, the desktop's units for places.
    public let windowWidth: Double
    public let windowHeight: Double

    public init(panelSize: PixelSize, rotation: Rotation, windowWidth: Double, windowHeight: Double) {
        self.panelSize = panelSize
        self.rotation = rotation
        self.windowWidth = windowWidth
        self.windowHeight = windowHeight
    }

    /// Pixels of the screen, upright.
    public var screenSize: PixelSize { rotation.applied(to: panelSize) }

    /// The window's units for one pixel of the panel: as large as fits.
    public var zoom: Double {
        max(min(windowWidth / Double(screenSize.width), windowHeight / Double(screenSize.height)), 0)
    }

    /// The upright picture, in the middle of the window.
    public var picture: (x: Double, y: Double, width: Double, height: Double) {
        let width = Double(screenSize.width) * zoom
        let height = Double(screenSize.height) * zoom
        return ((windowWidth - width) / 2, (windowHeight - height) / 2, width, height)
    }

    /// The panel before it is turned back around its middle, so that it then lies on whole pixels of the window.
    public var unturnedPanel: (x: Double, y: Double, width: Double, height: Double) {
        let (x, y) = (picture.x.rounded(), picture.y.rounded())
        let (width, height) = (picture.width.rounded(), picture.height.rounded())
        if screenSize == panelSize { return (x, y, width, height) }
        return (x + (width - height) / 2, y + (height - width) / 2, height, width)
    }

    /// The place of the screen, 0…1, upright, under a place of the window; beyond that range beside the picture.
    public func screenPosition(x: Double, y: Double) -> SIMD2<Double> {
        let picture = picture
        guard picture.width > 0, picture.height > 0 else { return SIMD2(-1, -1) }
        return SIMD2((x - picture.x) / picture.width, (y - picture.y) / picture.height)
    }

    /// The place of the panel, 0…1 in its native orientation, for a place of the screen.
    public func panelPosition(ofScreen position: SIMD2<Double>) -> SIMD2<Double> {
        rotation.panelPosition(ofScreen: position)
    }

    /// Whether a place of the screen is on it.
    public static func contains(_ position: SIMD2<Double>) -> Bool {
        position.x >= 0 && position.x < 1 && position.y >= 0 && position.y < 1
    }

    /// The window's size for a panel shown `zoom` times as large; without a wish as large as the panel, or as fits a
    /// desktop of this size.
    public static func initialSize(
        screen: PixelSize, zoom: Double?, desktop: PixelSize
    ) -> PixelSize {
        let fit = min(
            Double(desktop.width) / Double(screen.width), Double(desktop.height) / Double(screen.height))
        let factor = zoom ?? (fit > 0 ? min(fit, 1) : 1)
        return PixelSize(
            width: max(Int((Double(screen.width) * factor).rounded()), 1),
            height: max(Int((Double(screen.height) * factor).rounded()), 1))
    }
}
