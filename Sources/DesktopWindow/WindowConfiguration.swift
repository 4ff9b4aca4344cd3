public import Raster

/// What kind of panel the window stands for, and how it is used.
public struct WindowConfiguration: Hashable, Sendable {
    /// What the mouse is.
    public enum Mouse: String, Sendable {
        /// A finger while its button is down; with Alt or Control, two fingers that mirror each other about the middle.
        case finger
        /// A mouse on the panel: it hovers, it has buttons, an arrow is drawn.
        case pointer
    }

    /// Shown in the title bar.
    public var title = "Vitrine"
    /// Pixels, in the panel's native orientation.
    public var panelSize = PixelSize(width: 800, height: 480)
    /// How the panel is mounted: the window shows the picture upright all the same.
    public var rotation = Rotation.none
    /// The desktop's units for one pixel of the panel at the start; nil: 1, or what fits the desktop. The window can be
    /// made larger and smaller.
    public var zoom: Double?
    public var bufferCount = 2
    public var mouse = Mouse.finger

    public init() {}
}
