internal import Raster

/// A place on a gradient with its colour.
struct GradientStop: Equatable {
    /// 0…1, not less than that of the stop before.
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
        var last = 0.0
        for (index, color) in colors.enumerated() {
            var location = colors.count > 1 ? Double(index) / Double(colors.count - 1) : 0
            if hasLocations { location = locations[index].isNaN ? last : locations[index] }
            last = max(last, min(1, max(0, location)))
            let word = premultiplied(color)
            stops.append(
                GradientStop(
                    location: Float(last),
                    colour: SIMD4(
                        Float(word >> 24), Float(word >> 16 & 255), Float(word >> 8 & 255), Float(word & 255))))
        }
    }

    /// No pixel lets anything through.
    var isOpaque: Bool { !colors.isEmpty && colors.allSatisfy { $0.w.colorByte == 255 } }

    /// Some pixel is not transparent.
    var isVisible: Bool { colors.contains { $0.w.colorByte > 0 } }
}
