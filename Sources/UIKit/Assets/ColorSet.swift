import CoreGraphics
import Foundation

/// A colour in a catalogue, by style.
enum ColorSet {
    static func color(folder: String) throws(AssetError) -> UIColor {
        let entries = try AssetContents(folder: folder).entries("colors")
        func color(_ style: UIUserInterfaceStyle) -> UIColor? {
            entries.fitting(style).lazy.compactMap { $0.values["color"] as? [String: Any] }.compactMap(Self.color).first
        }
        let light = color(.light)
        let dark = color(.dark)
        guard let any = light ?? dark else {
            throw AssetError(path: folder + "/Contents.json", reason: .nothingUsable)
        }
        guard let light, let dark, light != dark else { return any }
        return UIColor { $0.userInterfaceStyle == .dark ? dark : light }
    }

    private static func color(_ values: [String: Any]) -> UIColor? {
        if let reference = values["reference"] as? String { return systemColors[reference] }
        guard let components = values["components"] as? [String: Any] else { return nil }
        let alpha = components["alpha"].flatMap(component) ?? 1
        if let white = components["white"].flatMap(component) { return UIColor(white: white, alpha: alpha) }
        guard let red = components["red"].flatMap(component), let green = components["green"].flatMap(component),
            let blue = components["blue"].flatMap(component)
        else { return nil }
        if values["color-space"] as? String == "display-p3" {
            return UIColor(displayP3Red: red, green: green, blue: blue, alpha: alpha)
        }
        return UIColor(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// "0.5" is a share, "128" and "0x80" are shares of 255; 0…1.
    private static func component(_ value: Any) -> CGFloat? {
        if let number = value as? NSNumber {
            return number.doubleValue.isFinite ? CGFloat(number.doubleValue) : nil
        }
        guard let text = (value as? String)?.trimmingCharacters(in: .whitespaces), text.utf8.count < 32 else {
            return nil
        }
        if text.lowercased().hasPrefix("0x") {
            return Int(text.dropFirst(2), radix: 16).map { CGFloat(min($0, 255)) / 255 }
        }
        if text.contains(".") {
            guard let share = Double(text), share.isFinite else { return nil }
            return CGFloat(share)
        }
        return Int(text).map { CGFloat(min(max($0, 0), 255)) / 255 }
    }

    /// What catalogues call the system's own colours.
    private static let systemColors: [String: UIColor] = [
        "systemRedColor": .systemRed, "systemGreenColor": .systemGreen, "systemBlueColor": .systemBlue,
        "systemOrangeColor": .systemOrange, "systemYellowColor": .systemYellow, "systemPinkColor": .systemPink,
        "systemPurpleColor": .systemPurple, "systemTealColor": .systemTeal, "systemIndigoColor": .systemIndigo,
        "systemBrownColor": .systemBrown, "systemMintColor": .systemMint, "systemCyanColor": .systemCyan,
        "systemGrayColor": .systemGray, "systemGray2Color": .systemGray2, "systemGray3Color": .systemGray3,
        "systemGray4Color": .systemGray4, "systemGray5Color": .systemGray5, "systemGray6Color": .systemGray6,
        "labelColor": .label, "secondaryLabelColor": .secondaryLabel, "tertiaryLabelColor": .tertiaryLabel,
        "quaternaryLabelColor": .quaternaryLabel, "placeholderTextColor": .placeholderText,
        "separatorColor": .separator, "opaqueSeparatorColor": .opaqueSeparator, "linkColor": .link,
        "systemBackgroundColor": .systemBackground, "secondarySystemBackgroundColor": .secondarySystemBackground,
        "tertiarySystemBackgroundColor": .tertiarySystemBackground,
        "systemGroupedBackgroundColor": .systemGroupedBackground,
        "secondarySystemGroupedBackgroundColor": .secondarySystemGroupedBackground,
        "tertiarySystemGroupedBackgroundColor": .tertiarySystemGroupedBackground, "systemFillColor": .systemFill,
        "secondarySystemFillColor": .secondarySystemFill, "tertiarySystemFillColor": .tertiarySystemFill,
        "quaternarySystemFillColor": .quaternarySystemFill, "darkTextColor": .darkText, "lightTextColor": .lightText,
    ]
}
