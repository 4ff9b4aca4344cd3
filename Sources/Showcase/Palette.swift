import UIKit

/// The colours and measures of the whole program in one place.
@MainActor
enum Palette {
    static let background = UIColor(red: 0.055, green: 0.067, blue: 0.098, alpha: 1)
    static let card = UIColor(red: 0.106, green: 0.125, blue: 0.176, alpha: 1)
    static let cardPressed = UIColor(red: 0.157, green: 0.184, blue: 0.251, alpha: 1)
    static let text = UIColor(red: 0.945, green: 0.953, blue: 0.969, alpha: 1)
    static let secondaryText = UIColor(red: 0.580, green: 0.620, blue: 0.700, alpha: 1)
    static let line = UIColor(red: 0.176, green: 0.200, blue: 0.267, alpha: 1)
    static let blue = UIColor(red: 0.306, green: 0.612, blue: 1.000, alpha: 1)
    static let green = UIColor(red: 0.290, green: 0.827, blue: 0.557, alpha: 1)
    static let orange = UIColor(red: 1.000, green: 0.643, blue: 0.278, alpha: 1)
    static let red = UIColor(red: 1.000, green: 0.400, blue: 0.427, alpha: 1)
    static let violet = UIColor(red: 0.667, green: 0.541, blue: 1.000, alpha: 1)
    static let teal = UIColor(red: 0.259, green: 0.800, blue: 0.820, alpha: 1)

    static let margin: CGFloat = 20
    static let gap: CGFloat = 14
    static let cornerRadius: CGFloat = 18
}
