import Foundation

/// A colour from its 8-bit components.
private func color(_ red: Int, _ green: Int, _ blue: Int, alpha: Double = 1) -> UIColor {
    UIColor(
        red: CGFloat(red) / 255, green: CGFloat(green) / 255, blue: CGFloat(blue) / 255, alpha: CGFloat(alpha))
}

extension UIColor {
    // MARK: Plain colours

    public static let black = UIColor(white: 0, alpha: 1)
    public static let darkGray = UIColor(white: 1.0 / 3, alpha: 1)
    public static let lightGray = UIColor(white: 2.0 / 3, alpha: 1)
    public static let white = UIColor(white: 1, alpha: 1)
    public static let gray = UIColor(white: 0.5, alpha: 1)
    public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
    public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
    public static let cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
    public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
    public static let magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
    public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
    public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
    public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)
    /// Black with alpha 0.
    public static let clear = UIColor(white: 0, alpha: 0)

    // MARK: The system's, in their light form

    public static let systemRed = color(255, 59, 48)
    public static let systemGreen = color(52, 199, 89)
    public static let systemBlue = color(0, 122, 255)
    public static let systemOrange = color(255, 149, 0)
    public static let systemYellow = color(255, 204, 0)
    public static let systemPink = color(255, 45, 85)
    public static let systemPurple = color(175, 82, 222)
    public static let systemTeal = color(48, 176, 199)
    public static let systemIndigo = color(88, 86, 214)
    public static let systemBrown = color(162, 132, 94)
    public static let systemMint = color(0, 199, 190)
    public static let systemCyan = color(50, 173, 230)
    public static let systemGray = color(142, 142, 147)
    public static let systemGray2 = color(174, 174, 178)
    public static let systemGray3 = color(199, 199, 204)
    public static let systemGray4 = color(209, 209, 214)
    public static let systemGray5 = color(229, 229, 234)
    public static let systemGray6 = color(242, 242, 247)

    // MARK: By purpose

    public static let label = UIColor(white: 0, alpha: 1)
    public static let secondaryLabel = color(60, 60, 67, alpha: 0.6)
    public static let tertiaryLabel = color(60, 60, 67, alpha: 0.3)
    public static let quaternaryLabel = color(60, 60, 67, alpha: 0.18)
    public static let placeholderText = color(60, 60, 67, alpha: 0.3)
    public static let separator = color(60, 60, 67, alpha: 0.29)
    public static let opaqueSeparator = color(198, 198, 200)
    public static let link = color(0, 122, 255)
    public static let darkText = UIColor(white: 0, alpha: 1)
    public static let lightText = UIColor(white: 1, alpha: 0.6)
    public static let systemBackground = UIColor(white: 1, alpha: 1)
    public static let secondarySystemBackground = color(242, 242, 247)
    public static let tertiarySystemBackground = UIColor(white: 1, alpha: 1)
    public static let systemGroupedBackground = color(242, 242, 247)
    public static let secondarySystemGroupedBackground = UIColor(white: 1, alpha: 1)
    public static let tertiarySystemGroupedBackground = color(242, 242, 247)
    public static let systemFill = color(120, 120, 128, alpha: 0.2)
    public static let secondarySystemFill = color(120, 120, 128, alpha: 0.16)
    public static let tertiarySystemFill = color(118, 118, 128, alpha: 0.12)
    public static let quaternarySystemFill = color(116, 116, 128, alpha: 0.08)
}
