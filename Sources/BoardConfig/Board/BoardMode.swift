/// A display mode as written: `800x480`, `800x480@50`, `1920x1080i@60`; or timings for a panel that offers none of its own,
/// `33.3 800 840 888 928 480 493 496 525 -hsync -vsync` (pixel clock in MHz, four horizontal numbers, four vertical ones, flags).
public struct BoardMode: Hashable, Sendable, CustomStringConvertible {
    /// Pixels, in the panel's native orientation.
    public private(set) var width: Int
    public private(set) var height: Int
    public private(set) var isInterlaced: Bool
    /// In hertz; `nil` is whatever the panel offers for the size.
    public private(set) var refreshRate: Double?
    /// The whole text, where it gives timings.
    public private(set) var timings: String?

    /// The widest and highest, in pixels.
    public static let maximumLength = 16_384
    public static let refreshRates = 1.0...1_000.0

    /// `nil` if `text` is not a mode.
    public init?(_ text: String) {
        if text.contains(" ") {
            guard let mode = Self.timed(text) else { return nil }
            self = mode
            return
        }
        timings = nil
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

    private static let flags: Set<String> = ["+hsync", "-hsync", "+vsync", "-vsync", "interlace", "doublescan"]

    private init(width: Int, height: Int, isInterlaced: Bool, refreshRate: Double, timings: String) {
        self.width = width
        self.height = height
        self.isInterlaced = isInterlaced
        self.refreshRate = refreshRate
        self.timings = timings
    }

    private static func timed(_ text: String) -> BoardMode? {
        let words = text.split(separator: " ").map(String.init)
        guard words.count >= 9, let clock = Double(words[0]), clock > 0, clock < 4_000,
            words.dropFirst(9).allSatisfy({ flags.contains($0.lowercased()) })
        else { return nil }
        let numbers = words[1..<9].compactMap { UInt16($0) }.map(Int.init)
        guard numbers.count == 8, isAscending(numbers[0..<4]), isAscending(numbers[4..<8]) else { return nil }
        let isInterlaced = words.dropFirst(9).contains { $0.lowercased() == "interlace" }
        let rate = clock * 1_000_000 / (Double(numbers[3]) * Double(numbers[7])) * (isInterlaced ? 2 : 1)
        guard (1...maximumLength).contains(numbers[0]), (1...maximumLength).contains(numbers[4]),
            refreshRates.contains(rate)
        else { return nil }
        return BoardMode(
            width: numbers[0], height: numbers[4], isInterlaced: isInterlaced, refreshRate: rate, timings: text)
    }

    /// Visible, start and end of the synchronisation, total.
    private static func isAscending(_ numbers: ArraySlice<Int>) -> Bool {
        zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 } && numbers.first! < numbers.last!
    }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// As it may be written in a file.
    public var description: String {
        if let timings { return timings }
        let size = "\(width)x\(height)\(isInterlaced ? "i" : "")"
        guard let refreshRate else { return size }
        let whole = Int(refreshRate)
        return Double(whole) == refreshRate ? "\(size)@\(whole)" : "\(size)@\(refreshRate)"
    }
}
