import Foundation

/// A colour from its 8-bit components.
private func color(_ red: Int, _ green: Int, _ blue: Int, alpha: Double = 1) -> UIColor {
    UIColor(
        red: CGFloat(red) / 255, green: CGFloat(green) / 255, blue: CGFloat(blue) / 255, alpha: CGFloat(alpha))
}

/// A colour that is another one where things are dark.
private func color(
    _ light: (Int, Int, Int), _ dark: (Int, Int, Int), alpha: Double = 1, darkAlpha: Double? = nil
) -> UIColor {
    let bright = color(light.0, light.1, light.2, alpha: alpha)
    let dim = color(dark.0, dark.1, dark.2, alpha: darkAlpha ?? alpha)
    return UIColor { $0.userInterfaceStyle == .dark ? dim : bright }
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

    // MARK: The system's

    public static let systemRed = color((255, 59, 48), (255, 69, 58))
    public static let systemGreen = color((52, 199, 89), (48, 209, 88))
    public static let systemBlue = color((0, 122, 255), (10, 132, 255))
    public static let systemOrange = color((255, 149, 0), (255, 159, 10))
    public static let systemYellow = color((255, 204, 0), (255, 214, 10))
    public static let systemPink = color((255, 45, 85), (255, 55, 95))
    public static let systemPurple = color((175, 82, 222), (191, 90, 242))
    public static let systemTeal = color((48, 176, 199), (64, 200, 224))
    public static let systemIndigo = color((88, 86, 214), (94, 92, 230))
    public static let systemBrown = color((162, 132, 94), (172, 142, 104))
    public static let systemMint = color((0, 199, 190), (99, 230, 226))
    public static let systemCyan = color((50, 173, 230), (100, 210, 255))
    public static let systemGray = color(142, 142, 147)
    public static let systemGray2 = color((174, 174, 178), (99, 99, 102))
    public static let systemGray3 = color((199, 199, 204), (72, 72, 74))
    public static let systemGray4 = color((209, 209, 214), (58, 58, 60))
    public static let systemGray5 = color((229, 229, 234), (44, 44, 46))
    public static let systemGray6 = color((242, 242, 247), (28, 28, 30))

    // MARK: By purpose

    public static let label = color((0, 0, 0), (255, 255, 255))
    public static let secondaryLabel = color((60, 60, 67), (235, 235, 245), alpha: 0.6)
    public static let tertiaryLabel = color((60, 60, 67), (235, 235, 245), alpha: 0.3)
    public static let quaternaryLabel = color((60, 60, 67), (235, 235, 245), alpha: 0.18, darkAlpha: 0.16)
    public static let placeholderText = color((60, 60, 67), (235, 235, 245), alpha: 0.3)
    public static let separator = color((60, 60, 67), (84, 84, 88), alpha: 0.29, darkAlpha: 0.6)
    public static let opaqueSeparator = color((198, 198, 200), (56, 56, 58))
    public static let link = color((0, 122, 255), (9, 132, 255))
    /// Whatever the style.
    public static let darkText = UIColor(white: 0, alpha: 1)
    /// Whatever the style.
    public static let lightText = UIColor(white: 1, alpha: 0.6)
    public static let systemBackground = color((255, 255, 255), (0, 0, 0))
    public static let secondarySystemBackground = color((242, 242, 247), (28, 28, 30))
    public static let tertiarySystemBackground = color((255, 255, 255), (44, 44, 46))
    public static let systemGroupedBackground = color((242, 242, 247), (0, 0, 0))
    public static let secondarySystemGroupedBackground = color((255, 255, 255), (28, 28, 30))
    public static let tertiarySystemGroupedBackground = color((242, 242, 247), (44, 44, 46))
    public static let systemFill = color((120, 120, 128), (120, 120, 128), alpha: 0.2, darkAlpha: 0.36)
    public static let secondarySystemFill = color((120, 120, 128), (120, 120, 128), alpha: 0.16, darkAlpha: 0.32)
    public static let tertiarySystemFill = color((118, 118, 128), (118, 118, 128), alpha: 0.12, darkAlpha: 0.24)
    public static let quaternarySystemFill = color((116, 116, 128), (118, 118, 128), alpha: 0.08, darkAlpha: 0.18)
}
