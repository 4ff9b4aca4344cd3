/// A display mode as written: `800x480`, `800x480@50`, `1920x1080i@60`.
public struct BoardMode: Hashable, Sendable, CustomStringConvertible {
    /// Pixels, in the panel's native orientation.
    public let width: Int
    public let height: Int
    public let isInterlaced: Bool
    /// In hertz; `nil` is whatever the panel offers for the size.
    public let refreshRate: Double?

    /// The widest and highest, in pixels.
    public static let maximumLength = 16_384
    public static let refreshRates = 1.0...1_000.0

    /// `nil` if `text` is not a mode.
    public init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count <= 2 else { return nil }
        var sizeText = parts[0]
        isInterlaced = sizeText.last == "i"
        if isInterlaced { sizeText.removeLast() }
        let lengths = sizeText.split(separator: "x", omittingEmptySubsequences: false)
        guard lengths.count == 2, lengths.allSatisfy(Self.isDigits), let width = Int(lengths[0]),
            let height = Int(lengths[1]), (1...Self.maximumLength).contains(width),
            (1...Self.maximumLength).contains(height)
        else { return nil }
        self.width = width
        self.height = height
        guard parts.count == 2 else {
            refreshRate = nil
            return
        }
        guard parts[1].allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let rate = Double(parts[1]),
            Self.refreshRates.contains(rate)
        else { return nil }
        refreshRate = rate
    }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// As it may be written in a file.
    public var description: String {
        let size = "\(width)x\(height)\(isInterlaced ? "i" : "")"
        guard let refreshRate else { return size }
        let whole = Int(refreshRate)
        return Double(whole) == refreshRate ? "\(size)@\(whole)" : "\(size)@\(refreshRate)"
    }
}
