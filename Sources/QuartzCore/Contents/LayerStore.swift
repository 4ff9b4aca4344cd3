internal import Raster

/// The bitmaps of a layer that draws: the one that is shown, and those that the render server may still be reading while
/// the next is drawn. Steady redrawing goes round among them and allocates nothing.
@MainActor
class LayerStore {
    /// One shown, one drawn, one that the render server has not let go of yet.
    static let slotLimit = 3
    /// More than this would take all the memory there is: 256 MB, seven screens of 3840 × 2160.
    static let pixelLimit = 64 << 20

    /// What was drawn since the commit that last took the contents; nil before the first.
    final var change: PixelRect?
    /// When it last drew, media time.
    final var lastDrawTime = 0.0
    /// When its layer last left every window, media time.
    final var leavingTime = 0.0
    /// Whether a context looks after its spare bitmaps.
    final var isListed = false

    /// What is shown, as a picture; frozen.
    var bitmap: Bitmap? { nil }
    /// What is shown, in the form that is committed, and the colour that belongs to it.
    var committed: (bitmap: Bitmap?, color: UInt32) { (bitmap, 0) }
    /// Whether it keeps bitmaps besides the one that is shown.
    var hasSpares: Bool { false }

    /// Lets go of all bitmaps but the one that is shown.
    func dropSpares() {}

    /// The part that differs from what was last taken, nil if all of it may; begins anew.
    final func takeChange() -> PixelRect? {
        let taken = change
        change = .empty
        return taken
    }

    /// The layer comes to a render server that has nothing of it.
    final func forgetTaken() { change = nil }

    /// A part is different from what was taken.
    final func noteDrawn(_ part: PixelRect) { if let sofar = change { change = sofar.union(part) } }
}
