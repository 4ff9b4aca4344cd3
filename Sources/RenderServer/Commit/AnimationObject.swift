public import Raster

/// What an animation goes from and to that is no number.
public enum AnimationObject: Sendable {
    /// Transparent, or an empty outline.
    case nothing
    /// Frozen.
    case picture(Bitmap)
    case outline(any LayerShape)
}
