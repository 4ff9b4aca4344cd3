/// What changed since the last pass that layers which show what lies below them have to know, and that the damage of the
/// screen does not say.
struct BackdropChanges {
    /// Changes in pictures that effects are applied to, in each picture on the way to the screen: some of these pixels
    /// lie beyond the screen's edge, or are cut off or covered by no mask later. Many are joined.
    private(set) var rects = RecordStore<Change>()
    /// Nodes whose sublayers are drawn in another order, or in other parts, because of their depths.
    var reordered = RecordStore<Int32>()
    /// Of one call to `settleBackdrops`.
    var areas = RecordStore<BackdropArea>()

    struct Change {
        var rect: ScreenRect
        /// The rasterised layer in whose picture it is; none for the screen.
        var space: Int32
    }

    private static let limit = 64

    mutating func add(_ rect: ScreenRect, in space: Int32) {
        if rects.count >= Self.limit {
            for k in stride(from: rects.count - 1, through: 0, by: -1) where rects.base[k].space == space {
                rects.base[k].rect = rects.base[k].rect.union(rect)
                return
            }
        }
        rects.append(Change(rect: rect, space: space))
    }

    mutating func forgetRects() { rects.removeAll() }

    func deallocate() {
        rects.deallocate()
        reordered.deallocate()
        areas.deallocate()
    }
}

/// A layer that shows what lies below it, while it is found out what of it changed.
struct BackdropArea {
    var index: Int32
    /// The pixels that it shows, and those that it sees.
    var extent, sees: ScreenRect
    var blur: PlanarBlur
    /// The rasterised layer in whose picture all this is; none for the screen.
    var space: Int32
    /// It is in a picture that effects are applied to.
    var isInside: Bool
    /// It is drawn in several parts, each of which sees the ones before.
    var seesItself: Bool
    var changed = ScreenRect.empty
    /// What of it was told to the others.
    var told = ScreenRect.empty

    mutating func see(_ rect: ScreenRect) {
        let seen = rect.intersection(sees)
        if seen.isEmpty { return }
        changed = changed.union(seen.grown(by: blur).intersection(extent))
    }
}
