public import Raster

/// Every display card of the machine with what it offers, and what `KMSOutput.open` would make of it. For programs that
/// help a person to bring a board up; nothing is shown, and nothing that is shown changes.
///
/// Each card is opened for a moment. While it is open, another program that starts at this very moment may find it in
/// use, and has to try again.
public struct DisplaySurvey: Hashable, Sendable {
    /// In the order of their numbers.
    public var cards: [Card] = []
    /// What `KMSOutput.open` takes; nil when no card has a display that it can use.
    public var choice: Choice?
    /// What `KMSOutput.open` would throw; nil when a picture can be shown. (Memory for the buffers is not tried.)
    public var error: DisplayError?

    /// A card in /dev/dri.
    public struct Card: Hashable, Sendable {
        /// "/dev/dri/card0"
        public var path: String
        /// The kernel driver's name, "vc4"; nil when the card could not be opened.
        public var driver: String?
        /// Buffers that the CPU paints into, without which the card is of no use here. Nil: not known.
        public var hasDumbBuffers: Bool?
        /// Atomic commits. Nil: not known.
        public var isAtomic: Bool?
        /// Whether it can show something at all, as against a card that only renders. Nil: not known.
        public var hasModeSetting: Bool?
        public var connectors: [Connector] = []
        public var isChosen = false
        /// Why it would be taken, or not; for a person, without a full stop at the end.
        public var reason = ""
        /// What could not be asked of it.
        public var error: DisplayError?

        init(path: String) { self.path = path }
    }

    /// Where a display is connected, or can be.
    public struct Connector: Hashable, Sendable {
        public enum Connection: String, Hashable, Sendable { case connected, disconnected, unknown }

        /// "DSI-1"
        public var name: String
        /// `unknown` where the hardware cannot tell; it is usable then if it has modes.
        public var connection: Connection
        /// Part of the device (DSI, DPI, eDP, LVDS, SPI), as against something plugged in.
        public var isBuiltIn: Bool
        /// Nil where the panel does not say.
        public var physicalSize: OutputInfo.PhysicalSize?
        /// In the kernel's order.
        public var modes: [Mode]
    }

    public struct Mode: Hashable, Sendable {
        /// Pixels, in the panel's native orientation.
        public var size: PixelSize
        /// Hz, from the mode's timings; 0 when these say nothing.
        public var refreshRate: Double
        public var isInterlaced: Bool
        /// The panel's own wish.
        public var isPreferred: Bool
        /// As `KMSConfiguration.mode` takes it: "800x480@60".
        public var text: String
    }

    /// What would be shown on.
    public struct Choice: Hashable, Sendable {
        /// The card with its driver: "/dev/dri/card0 (vc4)".
        public var card: String
        /// "DSI-1"
        public var connector: String
        /// Nil, as the format is, when the display has no mode or no plane that can be used; `error` says which.
        public var mode: Mode?
        /// The four letters of the scan-out format: "XR24".
        public var formatCode: String?
        /// As `OutputInfo.panelRotation`.
        public var panelRotation = Rotation.none
        /// The kernel's number of the plane that shows the picture; nil as for the mode.
        public var plane: UInt32?
        /// The kernel's number of the CRTC that the plane belongs to.
        public var crtc: UInt32?
        /// How far the plane says that it can turn a picture, `none` among them. A driver may still refuse.
        public var planeRotations: [Rotation] = [.none]
    }

    /// Looks at all cards.
    ///
    /// - Throws: `listCards` when /dev/dri cannot be read. That there is none is no error: then there are no cards.
    public static func take(
        _ configuration: KMSConfiguration = KMSConfiguration()
    ) throws(DisplayError) -> DisplaySurvey {
        try take(configuration, kernel: .system)
    }
}

extension DisplaySurvey {
    /// Nothing was found, for this reason.
    public init(error: DisplayError) { self.error = error }
}
