internal import Raster

/// A place on a gradient with its colour.
struct GradientStop: Equatable {
    /// Not less than that of the stop before; may lie before the start, 0, or beyond the end, 1.
    var location: Float
    /// Premultiplied alpha, red, green, blue as 0…255, rounded as those of a solid colour: where a gradient is flat it has
    /// exactly the colour that a background of the same value has.
    var colour: SIMD4<Float>
}

extension GradientContent {
    /// The stops as they are drawn: ascending, at least one; none when there is nothing to see.
    ///
    /// Locations that are missing or do not fit the colours in number are spread evenly; one that is no number or lies
    /// before its predecessor is taken for its predecessor's.
    func writeStops(to stops: inout RecordStore<GradientStop>) {
        let hasLocations = locations.count == colors.count
        var last = -1_000_000.0
        for (index, color) in colors.enumerated() {
            var location = colors.count > 1 ? Double(index) / Double(colors.count - 1) : 0
            if hasLocations { location = locations[index].isNaN ? max(last, 0) : locations[index] }
            // Far beyond everything, and still a number that can be reckoned with.
            last = max(last, min(max(location, -1_000_000), 1_000_000))
            let word = premultiplied(color)
            stops.append(
                GradientStop(
                    location: Float(last),
                    colour: SIMD4(
                        Float(word >> 24), Float(word >> 16 & 255), Float(word >> 8 & 255), Float(word & 255))))
        }
    }

    /// The colours along the gradient for the kernels; nil for no stops, and when several lie at the very beginning: what
    /// comes before it has a colour that no place in the table has.
    ///
    /// More of them where two stops lie in one place, so that the edge between them stays where it is.
    func makeTable() -> GradientTable? {
        var stops = RecordStore<GradientStop>(capacity: colors.count)
        defer { stops.deallocate() }
        writeStops(to: &stops)
        guard stops.count > 0, stops.count == 1 || stops.base[1].location > 0 else { return nil }
        var isSharp = false
        for index in 1..<max(stops.count, 1) where stops.base[index].location - stops.base[index - 1].location < 0.01 {
            isSharp = true
        }
        var segment = GradientSegment(at: 0, stops.base, stops.count)
        return GradientTable(count: isSharp ? 4096 : 1024) { position in
            let place = Float(position)
            if !segment.contains(place) { segment = GradientSegment(at: place, stops.base, stops.count) }
            let colour = segment.colour(at: place)
            // The table multiplies by alpha again.
            guard colour.x > 0 else { return SIMD4(0, 0, 0, 0) }
            return SIMD4(colour.y / colour.x, colour.z / colour.x, colour.w / colour.x, colour.x / 255)
        }
    }

    /// No pixel lets anything through.
    var isOpaque: Bool { !colors.isEmpty && colors.allSatisfy { $0.w.colorByte == 255 } }

    /// Some pixel is not transparent.
    var isVisible: Bool { colors.contains { $0.w.colorByte > 0 } }
}
