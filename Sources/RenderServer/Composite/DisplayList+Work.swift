internal import Raster

extension DisplayList {
    /// About how much drawing the list takes, in pixels copied. Counted from what is to be drawn, so that it is the same on
    /// every machine and in every run; what hides behind something in some places is counted as if it showed.
    ///
    /// - Parameters:
    ///   - bounds: around all that is drawn.
    ///   - pixels: how many are drawn.
    func estimatedWork(within bounds: ScreenRect, pixels: Int) -> Int {
        var drawn = 0
        for index in 0..<items.count {
            let part = extents.base[index].intersection(bounds)
            if part.isEmpty { continue }
            let item = items.base + index
            // Nothing that came before shows.
            if item.pointee.isCover, item.pointee.corners.isEmpty, part == bounds { drawn = 0 }
            drawn += min(Int(part.width) * Int(part.height), pixels) * item.pointee.workPerPixel
        }
        // And everything is written once, to memory that is no faster than that.
        return drawn / 4 + pixels
    }
}

extension DisplayItem {
    /// What drawing one pixel of it costs, in fourths of copying one.
    fileprivate var workPerPixel: Int {
        switch kind {
        case .fill, .roundedFill: isCover ? 2 : 6
        case .copy: isCover ? 4 : 10
        case .border, .roundedBorder: 1
        case .sample, .turnedFill: 40
        case .shapeFill: 40
        case .projectedSample, .projectedFill: 80
        case .halfClip: 10
        case .mixedSample: 90
        case .particles: 60
        case .gradient: 16
        case .coverageFill: 8
        case .group: 12
        case .effectGroup: 36
        case .filterGroup: 120
        case .shadow: 12
        case .cornerClip, .rectClip: 1
        case .shapeClip: 48
        }
    }
}
