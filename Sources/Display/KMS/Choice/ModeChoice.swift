import Raster

/// Picks a mode from a connector's list.
enum ModeChoice {
    /// Without a wish or a preference, no more than this: CPU composition and small boards' memory set the limit.
    static let sensibleSize = PixelSize(width: 1920, height: 1200)
    /// A wanted rate may be this far from the real one, Hz: people write 60 for 59.94.
    static let rateTolerance = 0.6

    /// Nil when the wish is not offered, or nothing is.
    static func choose(from modes: [KMSMode], wanted: String?) -> KMSMode? {
        if let wanted {
            if KMSMode.isModeline(wanted) { return KMSMode(modeline: wanted) }
            return wish(wanted, in: modes) ?? modes.first { $0.name == wanted && !$0.size.isEmpty }
        }
        let progressive = modes.filter { !$0.isInterlaced && !$0.size.isEmpty }
        if let preferred = progressive.first(where: \.isPreferred) { return preferred }
        let sensible = progressive.filter {
            $0.size.width <= sensibleSize.width && $0.size.height <= sensibleSize.height
        }
        if let best = sensible.max(by: isWorse) { return best }
        // All too large: the smallest will do best.
        return progressive.min { area($0) < area($1) } ?? modes.first { !$0.size.isEmpty }
    }

    /// Smaller, or as large but farther from 60 Hz.
    private static func isWorse(_ one: KMSMode, _ other: KMSMode) -> Bool {
        if area(one) != area(other) { return area(one) < area(other) }
        return abs(one.refreshRate - 60) > abs(other.refreshRate - 60)
    }

    private static func area(_ mode: KMSMode) -> Int { mode.size.width * mode.size.height }

    /// "800x480", "800x480@50", "1920x1080i@60".
    private static func wish(_ text: String, in modes: [KMSMode]) -> KMSMode? {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        var sizeText = parts[0]
        let isInterlaced = sizeText.last == "i"
        if isInterlaced { sizeText.removeLast() }
        let lengths = sizeText.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard lengths.count == 2, let width = lengths[0], let height = lengths[1] else { return nil }
        let size = PixelSize(width: width, height: height)
        let sized = modes.filter { $0.size == size && $0.isInterlaced == isInterlaced }
        guard parts.count == 2 else { return sized.first(where: \.isPreferred) ?? sized.max(by: isWorse) }
        guard let rate = Double(parts[1]) else { return nil }
        return sized.filter { abs($0.refreshRate - rate) <= rateTolerance || Double($0.vrefresh) == rate }
            .min { abs($0.refreshRate - rate) < abs($1.refreshRate - rate) }
    }
}
