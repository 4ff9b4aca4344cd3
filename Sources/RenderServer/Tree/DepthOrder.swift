/// In which order, and each in which part of the screen, the layers in one space are drawn: those that one layer
/// flattens into its plane.
///
/// At every pixel the layers lie in the order of their planes' depths there, and layers of equal depth in the order of
/// the list (facts G-38, D-89). So what two layers do to each other depends on no third one.
final class DepthOrder {
    /// The part of one layer on one side of every plane that cuts it, back to front.
    struct Piece: Equatable {
        var node: Int32
        var firstEdge: Int32
        var edgeCount: Int32
    }

    var pieces = RecordStore<Piece>()
    var edges = RecordStore<ScreenHalf>()
    /// There were too many pieces: layers are drawn whole, in the order of the depths in their middles.
    var isCoarse = false

    /// Whether the same pieces of the same layers are drawn in the same order.
    func draws(sameAs other: DepthOrder) -> Bool {
        UnsafeBufferPointer(start: pieces.base, count: pieces.count)
            .elementsEqual(UnsafeBufferPointer(start: other.pieces.base, count: other.pieces.count))
            && UnsafeBufferPointer(start: edges.base, count: edges.count)
                .elementsEqual(UnsafeBufferPointer(start: other.edges.base, count: other.edges.count))
    }

    deinit {
        pieces.deallocate()
        edges.deallocate()
    }
}

/// The pixels on one side of a line, by their centres. Each pixel is in exactly one of the two halves.
struct ScreenHalf: Equatable {
    /// a · x + b · y + c, at least 0 on the near side.
    var a, b, c: Double
    var isFarSide = false

    @inline(__always)
    func contains(_ x: Int32, _ y: Int32) -> Bool {
        (value(Double(x) + 0.5, Double(y) + 0.5) >= 0) != isFarSide
    }

    @inline(__always)
    func value(_ x: Double, _ y: Double) -> Double { a * x + (b * y + c) }

    /// The columns from `low` up to `high` in row `y` that lie in this half.
    @inline(__always)
    func narrow(_ low: inout Int32, _ high: inout Int32, row y: Int32) {
        if low >= high { return }
        let atLow = contains(low, y)
        let atHigh = contains(high &- 1, y)
        if atLow == atHigh {
            if !atLow { high = low }
            return
        }
        // The value only grows, or only shrinks, along a row: there is one place where it changes sides.
        let guess = (-(b * (Double(y) + 0.5) + c) / a).pixelFloor
        var border = max(low &+ 1, min(high &- 1, guess))
        while border > low &+ 1, contains(border &- 1, y) != atLow { border &-= 1 }
        while border < high &- 1, contains(border, y) == atLow { border &+= 1 }
        if atLow { high = border } else { low = border }
    }
}
