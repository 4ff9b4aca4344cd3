/// Contents along one axis: whole, or in the three parts of a nine-slice picture, of which the middle one stretches.
struct AxisSlices {
    /// Edges in the bitmap, pixels.
    var source: SIMD4<Double>
    /// The same edges where they are drawn: screen pixels or points.
    var place: SIMD4<Double>
    /// 1 or 3.
    var count: Int

    /// - Parameters:
    ///   - source: from and to, in the bitmap.
    ///   - place: where that is drawn; the second may be less than the first, in a mirrored layer.
    ///   - start, length: the middle, as shares of the source.
    ///   - scale: lengths of place per source pixel in the parts that do not stretch.
    ///   - isRounded: place is counted in whole pixels.
    init(
        source: (Double, Double), place: (Double, Double), start: Double, length: Double, scale: Double, isRounded: Bool
    ) {
        self.source = SIMD4(source.0, source.1, 0, 0)
        self.place = SIMD4(place.0, place.1, 0, 0)
        count = 1
        if start == 0, length == 1 { return }
        guard start.isFinite, length.isFinite, scale.isFinite else { return }
        count = 3
        let pixels = source.1 - source.0
        var start = max(0, min(1, start))
        var length = max(0, min(1 - start, length))
        if length == 0 {
            // Nothing in the middle means the one pixel at that place (facts D-61, D-62).
            length = min(1, 1 / pixels)
            start = max(0, min(1 - length, start - length / 2))
        }
        let whole = (place.1 - place.0).magnitude
        var head = start * pixels * scale
        var tail = (1 - start - length) * pixels * scale
        if head + tail > whole {
            // No room: both shrink together (fact D-63).
            let share = whole / (head + tail)
            head *= share
            tail *= share
            if isRounded {
                head.round()
                tail = whole - head
            }
        } else if isRounded {
            head.round()
            tail.round()
            tail = min(tail, whole - head)
        }
        let sign: Double = place.1 < place.0 ? -1 : 1
        self.source = SIMD4(
            source.0, source.0 + start * pixels, source.0 + (start + length) * pixels, source.1)
        self.place = SIMD4(place.0, place.0 + sign * head, place.1 - sign * tail, place.1)
    }

    /// Part `k`'s edges.
    @inline(__always)
    func source(_ k: Int) -> (Double, Double) { (source[k], source[k + 1]) }
    @inline(__always)
    func place(_ k: Int) -> (Double, Double) { (place[k], place[k + 1]) }
}
