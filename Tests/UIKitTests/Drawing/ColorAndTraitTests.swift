import Foundation
import Testing
import UIKit

@Suite("Colours and traits", .serialized)
@MainActor
struct ColorAndTraitTests {
    private let dark = UITraitCollection(userInterfaceStyle: .dark)
    private let light = UITraitCollection(userInterfaceStyle: .light)

    private func rgba(_ color: UIColor) -> [Int] {
        var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        color.getRed(&red, green: &green, blue: &blue, alpha: &alpha)
        return [red, green, blue, alpha].map { Int(($0 * 255).rounded()) }
    }

    /// Writes down what it is told and what is current then.
    private final class Watcher: UIView {
        var told: [(old: UIUserInterfaceStyle?, new: UIUserInterfaceStyle)] = []
        override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
            told.append((previousTraitCollection?.userInterfaceStyle, UITraitCollection.current.userInterfaceStyle))
        }
    }

    @Test("A dynamic colour is what its provider says for the traits; cgColor asks the current ones")
    func dynamic() {
        let color = UIColor { $0.userInterfaceStyle == .dark ? .white : .red }
        #expect(rgba(color) == [255, 0, 0, 255])
        #expect(color.resolvedColor(with: dark) == .white && color.resolvedColor(with: light) == .red)
        dark.performAsCurrent {
            #expect(rgba(color) == [255, 255, 255, 255])
            #expect(color.cgColor == UIColor.white.cgColor)
            light.performAsCurrent { #expect(rgba(color) == [255, 0, 0, 255]) }
        }
        #expect(UITraitCollection.current.userInterfaceStyle == .light)
        #expect(rgba(color.withAlphaComponent(0.5).resolvedColor(with: dark)) == [255, 255, 255, 128])
        #expect(color == color && color != UIColor { _ in .red } && color != UIColor.red)
    }

    @Test("System colours in light and dark")
    func system() {
        for (color, bright, dim) in [
            (UIColor.systemBlue, [0, 122, 255, 255], [10, 132, 255, 255]),
            (.label, [0, 0, 0, 255], [255, 255, 255, 255]),
            (.systemBackground, [255, 255, 255, 255], [0, 0, 0, 255]),
            (.secondaryLabel, [60, 60, 67, 153], [235, 235, 245, 153]),
            (.systemGray6, [242, 242, 247, 255], [28, 28, 30, 255]), (.red, [255, 0, 0, 255], [255, 0, 0, 255]),
        ] {
            #expect(rgba(color.resolvedColor(with: light)) == bright)
            #expect(rgba(color.resolvedColor(with: dark)) == dim)
        }
    }

    @Test("Hue, saturation and brightness come back; wide colours are brought into sRGB; patterns have none")
    func components() throws {
        let color = UIColor(hue: 0.6, saturation: 0.5, brightness: 0.8, alpha: 0.4)
        var (hue, saturation, brightness, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        #expect(color.getHue(&hue, saturation: &saturation, brightness: &brightness, alpha: &alpha))
        #expect(abs(hue - 0.6) < 1e-6 && abs(saturation - 0.5) < 1e-6 && abs(brightness - 0.8) < 1e-6 && alpha == 0.4)
        #expect(rgba(UIColor(displayP3Red: 0, green: 1, blue: 0, alpha: 1)) == [0, 255, 0, 255])
        #expect(
            rgba(UIColor(cgColor: CGColor(genericCMYKCyan: 1, magenta: 0, yellow: 0, black: 0, alpha: 1))) == [
                0, 255, 255, 255,
            ])
        let image = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4), format: UIGraphicsImageRendererFormat())
            .image { context in
                UIColor.red.setFill()
                context.fill(CGRect(x: 0, y: 0, width: 4, height: 2))
            }
        let pattern = UIColor(patternImage: image)
        #expect(!pattern.getRed(nil, green: nil, blue: nil, alpha: nil) && pattern.cgColor.pattern != nil)
        // Upright, from the upper left corner, at the image's own size.
        let painted = UIGraphicsImageRenderer(
            size: CGSize(width: 10, height: 10), format: UIGraphicsImageRendererFormat()
        ).image { _ in
            pattern.setFill()
            UIRectFill(CGRect(x: 1, y: 0, width: 8, height: 10))
        }
        let pixels = Pixels(try #require(painted.cgImage))
        #expect(pixels[1, 0] == pixels[8, 5] && pixels[1, 0] != pixels[1, 2] && pixels[0, 0] == pixels[1, 2])
        #expect(pixels[4, 9] == pixels[1, 0] && pixels[4, 7] == pixels[0, 0])
    }

    @Test("An archive brings a colour back")
    func archive() throws {
        let color = UIColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 0.5)
        let data = try NSKeyedArchiver.archivedData(withRootObject: color, requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: UIColor.self, from: data) == color)
        #expect(color.copy() as? UIColor === color)
    }

    @Test("A style asked for reaches the views inside, which are told once, with the new traits current")
    func override() {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let (outer, inner, other) = (Watcher(), Watcher(), Watcher())
        window.addSubview(outer)
        outer.addSubview(inner)
        window.addSubview(other)
        inner.backgroundColor = .systemBackground
        outer.overrideUserInterfaceStyle = .dark
        #expect(inner.traitCollection.userInterfaceStyle == .dark && other.traitCollection.userInterfaceStyle == .light)
        #expect(outer.told.map(\.new) == [.dark] && inner.told.map(\.old) == [.light] && other.told.isEmpty)
        #expect(inner.layer.backgroundColor == UIColor.systemBackground.resolvedColor(with: dark).cgColor)
        #expect(inner.backgroundColor === UIColor.systemBackground)
        outer.overrideUserInterfaceStyle = .dark
        #expect(inner.told.count == 1)
        // One with a style of its own hears nothing of the outer's.
        inner.overrideUserInterfaceStyle = .light
        #expect(inner.told.map(\.new) == [.dark, .light])
        outer.overrideUserInterfaceStyle = .unspecified
        #expect(inner.told.count == 2 && outer.told.map(\.new) == [.dark, .light])
        // Moving between styles is a change, too.
        other.overrideUserInterfaceStyle = .dark
        outer.addSubview(other)
        #expect(other.told.count == 1)
        let plain = Watcher()
        other.addSubview(plain)
        plain.removeFromSuperview()
        #expect(plain.told.map(\.new) == [.dark, .light])
    }

    @Test("A controller's style is its view's; drawing happens under the view's traits")
    func controllerAndDrawing() {
        final class Drawing: UIView {
            override func draw(_ rect: CGRect) {
                UIColor.systemBackground.setFill()
                UIRectFill(rect)
            }
        }
        let controller = UIViewController()
        controller.overrideUserInterfaceStyle = .dark
        let view = Drawing(frame: CGRect(x: 0, y: 0, width: 4, height: 4))
        view.isOpaque = false
        controller.view.addSubview(view)
        #expect(view.traitCollection.userInterfaceStyle == .dark && controller.traitCollection == view.traitCollection)
        view.layer.displayIfNeeded()
        let dim = Pixels(view.layer, width: 4, height: 4)
        controller.overrideUserInterfaceStyle = .light
        view.layer.displayIfNeeded()
        let bright = Pixels(view.layer, width: 4, height: 4)
        #expect(dim[1, 1] == 0xFF00_0000 && bright[1, 1] == 0xFFFF_FFFF)
        // A label's own colour follows, too.
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
        label.font = .systemFont(ofSize: 40)
        label.text = "█"
        func brightest() -> UInt32 {
            label.layer.displayIfNeeded()
            let pixels = Pixels(label.layer, width: 40, height: 40)
            return (0..<40).map { pixels[20, $0] }.filter { $0 >> 24 == 255 }.map { $0 & 0xFF }.max() ?? 1
        }
        controller.view.addSubview(label)
        #expect(brightest() == 0)
        controller.overrideUserInterfaceStyle = .dark
        #expect(brightest() == 255)
    }

    @Test("Collections combine, the last word counts; containing and equality")
    func combining() {
        let all = UITraitCollection(traitsFrom: [
            UITraitCollection(displayScale: 2), light, dark, UITraitCollection(layoutDirection: .rightToLeft),
        ])
        #expect(all.userInterfaceStyle == .dark && all.displayScale == 2 && all.layoutDirection == .rightToLeft)
        #expect(all.containsTraits(in: dark) && !all.containsTraits(in: light) && all.containsTraits(in: nil))
        #expect(UITraitCollection(displayScale: 3) == UITraitCollection(displayScale: 3) && light != dark)
        #expect(light.hasDifferentColorAppearance(comparedTo: dark))
    }
}
