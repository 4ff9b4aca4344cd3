/// Whether the panel shows the picture.
public enum PanelPower: Hashable, Sendable {
    case on
    /// Nothing is composited until it is on again; commits are taken, so that none pile up.
    case off(Darkness)

    /// How the panel is dark.
    public enum Darkness: Hashable, Sendable {
        /// Its signal is off.
        case signalOff
        /// It shows black.
        case blackPicture
        /// It keeps the last picture; somebody else switches its light off.
        case lightOff
    }
}
