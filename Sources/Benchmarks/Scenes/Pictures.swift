import UIKit

/// Pictures that the scenes share; peers get the same.
@MainActor
enum Pictures {
    /// An opaque picture with structure everywhere, so that no row is like another.
    static func background(width: Int, height: Int) -> UIImage {
        draw(CGSize(width: width, height: height), isOpaque: true) {
            UIColor(red: 0.10, green: 0.16, blue: 0.28, alpha: 1).setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: width, height: height))
            for index in 0..<220 {
                let x = CGFloat((index * 7919) % width)
                let y = CGFloat((index * 6007) % height)
                let radius = CGFloat(20 + (index * 37) % 160)
                UIColor(hue: CGFloat(index % 40) / 40, saturation: 0.5, brightness: 0.6, alpha: 0.25).setFill()
                UIBezierPath(ovalIn: CGRect(x: x - radius, y: y - radius, width: radius * 2, height: radius * 2)).fill()
            }
        }
    }

    /// The opaque picture of 400x400 that turns.
    static let photograph: UIImage = draw(CGSize(width: 400, height: 400), isOpaque: true) {
        for row in 0..<10 {
            for column in 0..<10 {
                let share = CGFloat(row * 10 + column) / 100
                UIColor(hue: share, saturation: 0.6, brightness: (row + column) % 2 == 0 ? 0.9 : 0.5, alpha: 1)
                    .setFill()
                UIRectFill(CGRect(x: column * 40, y: row * 40, width: 40, height: 40))
            }
        }
        UIColor.white.setFill()
        UIBezierPath(ovalIn: CGRect(x: 120, y: 120, width: 160, height: 160)).fill()
    }

    static func icon(side: CGFloat, hue: CGFloat) -> UIImage {
        draw(CGSize(width: side, height: side), isOpaque: false) {
            UIColor(hue: hue, saturation: 0.7, brightness: 0.9, alpha: 1).setFill()
            UIBezierPath(ovalIn: CGRect(x: 1, y: 1, width: side - 2, height: side - 2)).fill()
        }
    }

    static func font(_ size: CGFloat) -> UIFont { UIFont(name: "DejaVu Sans", size: size) ?? .systemFont(ofSize: size) }

    private static func draw(_ size: CGSize, isOpaque: Bool, _ body: () -> Void) -> UIImage {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        format.opaque = isOpaque
        return UIGraphicsImageRenderer(size: size, format: format).image { _ in body() }
    }
}
