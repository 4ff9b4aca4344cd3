package import Raster

extension KMSMode {
    private enum Flag {
        static let interlace: UInt32 = 1 << 4
        static let doubleScan: UInt32 = 1 << 5
    }
    private static let preferredType: UInt32 = 1 << 3

    package var size: PixelSize { PixelSize(width: Int(hdisplay), height: Int(vdisplay)) }
    package var isInterlaced: Bool { flags & Flag.interlace != 0 }
    package var isPreferred: Bool { type & Self.preferredType != 0 }

    /// Refreshes (fields, if interlaced) a second, exactly; 0 when the timings say nothing.
    package var refreshRate: Double {
        guard htotal > 0, vtotal > 0 else { return 0 }
        var rate = Double(clock) * 1000 / (Double(htotal) * Double(vtotal))
        if isInterlaced { rate *= 2 }
        if flags & Flag.doubleScan != 0 { rate /= 2 }
        if vscan > 1 { rate /= Double(vscan) }
        return rate
    }

    /// What a display can plausibly do, Hz: 24 to 240, with room for 23.976. Serial panels report almost 0, or kilohertz.
    package static let plausibleRates = 23.9...240.1

    /// Seconds between refreshes, with `fallback` Hz for nonsense.
    package func refreshInterval(fallback: Double) -> Double {
        Self.plausibleRates.contains(refreshRate) ? 1 / refreshRate : 1 / fallback
    }

    /// "800x480@60", with "i" if interlaced; as the configuration takes it.
    package var text: String {
        "\(hdisplay)x\(vdisplay)\(isInterlaced ? "i" : "")@\(Int(refreshRate.rounded()))"
    }
}
