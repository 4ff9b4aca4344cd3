import UIKit

/// One documented scene: builds its views in a window, then changes one frame after the other.
@MainActor
protocol Scene {
    static var name: String { get }
    static var title: String { get }
    /// Milliseconds per frame at 1920x1080.
    static var goal: Double? { get }

    init(window: UIWindow)
    /// Makes the change of frame `index`.
    func step(_ index: Int)
}

/// Pictures that the scenes share, made once.
@MainActor
enum Pictures {
    /// An opaque picture with structure everywhere, so that no row is like another.
    static func background(width: Int, height: Int) -> UIImage {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        format.opaque = true
        return UIGraphicsImageRenderer(size: CGSize(width: width, height: height), format: format).image { _ in
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

    static func icon(side: CGFloat, hue: CGFloat) -> UIImage {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        return UIGraphicsImageRenderer(size: CGSize(width: side, height: side), format: format).image { _ in
            UIColor(hue: hue, saturation: 0.7, brightness: 0.9, alpha: 1).setFill()
            UIBezierPath(ovalIn: CGRect(x: 1, y: 1, width: side - 2, height: side - 2)).fill()
        }
    }

    static func font(_ size: CGFloat) -> UIFont { UIFont(name: "DejaVu Sans", size: size) ?? .systemFont(ofSize: size) }
}
