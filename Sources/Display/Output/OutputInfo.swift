public import Raster

/// What is known of a display.
public struct OutputInfo: Hashable, Sendable {
    /// Width and height of the visible area, millimetres.
    public struct PhysicalSize: Hashable, Sendable {
        public var width: Int
        public var height: Int

        public init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    /// What shows the picture; raw values as `VITRINE_OUTPUT` has them.
    public enum Kind: String, Hashable, Sendable {
        /// A panel by mode setting.
        case kms
        /// A panel by the old framebuffer interface.
        case fbdev
        /// A window of a desktop.
        case window
        /// Nothing: pictures are in memory.
        case headless
    }

    public var kind = Kind.kms
    /// The connector as the kernel names it: "DSI-1", "HDMI-A-1".
    public var name: String
    /// The card and its driver: "/dev/dri/card0 (vc4)".
    public var card: String
    /// Pixels, in the panel's native orientation.
    public var panelSize: PixelSize
    /// How buffers are to be written.
    public var format: PixelFormat
    /// The kernel's four letters for the format that is scanned out: "XR24", "AR24", "RG16".
    public var formatCode: String
    /// Seconds between refreshes, from the mode's pixel clock and totals. Where those make no sense (below 24 or above
    /// 240 Hz, as serial panels report), the configured fallback.
    public var refreshInterval: Double
    /// What the mode says, Hz, sensible or not; 0 when it says nothing.
    public var reportedRefresh: Double
    /// Nil where the panel does not say.
    public var physicalSize: PhysicalSize?
    /// How the panel is mounted: the rotation that makes the picture upright, from the connector's "panel orientation".
    public var panelRotation: Rotation
    /// How far the device turns the picture by itself on its way to the panel: buffers are painted unturned by so much.
    public var deviceRotation = Rotation.none
    public var bufferCount: Int
    /// False where flips complete at once instead of at a vertical blank: pacing must then be timed.
    public var hasVerticalBlank: Bool
    /// Whether the device makes use of the damage given to `present`.
    public var supportsDamageClips: Bool
    /// Atomic commits, as against the legacy mode-setting calls.
    public var isAtomic: Bool

    /// Pixels of a buffer.
    public var bufferSize: PixelSize { deviceRotation.applied(to: panelSize) }

    public init(
        name: String, card: String, panelSize: PixelSize, format: PixelFormat = .xrgb8888, formatCode: String = "XR24",
        refreshInterval: Double = 1.0 / 60, reportedRefresh: Double = 60, physicalSize: PhysicalSize? = nil,
        panelRotation: Rotation = .none, bufferCount: Int = 2, hasVerticalBlank: Bool = true,
        supportsDamageClips: Bool = false, isAtomic: Bool = false
    ) {
        self.name = name
        self.card = card
        self.panelSize = panelSize
        self.format = format
        self.formatCode = formatCode
        self.refreshInterval = refreshInterval
        self.reportedRefresh = reportedRefresh
        self.physicalSize = physicalSize
        self.panelRotation = panelRotation
        self.bufferCount = bufferCount
        self.hasVerticalBlank = hasVerticalBlank
        self.supportsDamageClips = supportsDamageClips
        self.isAtomic = isAtomic
    }
}
