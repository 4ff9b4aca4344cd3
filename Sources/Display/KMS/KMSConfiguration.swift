public import Raster

/// Which display to use, and how. The defaults suit a board with one panel.
public struct KMSConfiguration: Hashable, Sendable {
    /// A card's path ("/dev/dri/card1", or better a stable one such as "/dev/dri/by-path/platform-gpu-card": numbers change
    /// from boot to boot), or its driver's name ("vc4"). Nil: any card that can show something.
    public var card: String?
    /// The connector's name, "DSI-1". Nil: a built-in panel (DSI, DPI, eDP, LVDS, SPI), else the first that is connected.
    public var connector: String?
    /// "800x480" or "800x480@50" (Hz), or timings that the panel does not offer itself:
    /// "33.3 800 840 888 928 480 493 496 525 -hsync -vsync" (an X modeline, pixel clock in MHz). Nil: the mode the panel
    /// prefers; without one, the largest up to 1920x1200, then the one nearest to 60 Hz. Interlaced modes are used only
    /// when asked for. Timings together with `connector` are used even where no display is detected.
    public var mode: String?
    /// Tried first; one of `PixelFormat.scanout`. The others follow in the order XRGB8888, ARGB8888, XBGR8888, ABGR8888,
    /// RGB888, BGR888, XRGB2101010, RGB565, BGR565.
    public var format: PixelFormat
    /// 2, or 3 to paint the next picture while the last flip is pending.
    public var bufferCount: Int
    /// Paints one buffer while it is shown and tells the device what changed, instead of flipping. Drivers that know no page
    /// flips are found to need it by themselves. May tear.
    public var usesDirtyRectangles: Bool
    /// Uses the legacy calls even where the driver has atomic commits.
    public var forceLegacy: Bool
    /// Tells the device what changed, where it can use that.
    public var usesDamageClips: Bool
    /// How far the picture is to be turned on its way to the panel: the plane does it where it can, which is asked with a
    /// test commit; `OutputInfo.deviceRotation` tells.
    public var rotation: Rotation
    /// Whether the plane may turn the picture.
    public var usesPlaneRotation: Bool
    /// Whether the pointer may be in the cursor plane.
    public var usesCursorPlane: Bool
    /// Hz, for panels that report nonsense.
    public var fallbackRefreshRate: Double
    /// Pictures a second at the most, below the panel's own rate; nil: as many as it shows.
    public var maximumRate: Double?

    public init(
        card: String? = nil, connector: String? = nil, mode: String? = nil, format: PixelFormat = .xrgb8888,
        bufferCount: Int = 2, usesDirtyRectangles: Bool = false, forceLegacy: Bool = false,
        usesDamageClips: Bool = true, rotation: Rotation = .none, usesPlaneRotation: Bool = true,
        usesCursorPlane: Bool = true,
        fallbackRefreshRate: Double = 60, maximumRate: Double? = nil
    ) {
        self.card = card
        self.connector = connector
        self.mode = mode
        self.format = format
        self.bufferCount = bufferCount
        self.usesDirtyRectangles = usesDirtyRectangles
        self.forceLegacy = forceLegacy
        self.usesDamageClips = usesDamageClips
        self.rotation = rotation
        self.usesPlaneRotation = usesPlaneRotation
        self.usesCursorPlane = usesCursorPlane
        self.fallbackRefreshRate = fallbackRefreshRate
        self.maximumRate = maximumRate
    }
}
