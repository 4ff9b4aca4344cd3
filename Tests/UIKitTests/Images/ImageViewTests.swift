import Foundation
import TestSupport
import Testing
import UIKit

@Suite("UIImageView")
@MainActor
struct ImageViewTests {
    private func picture(opaque: Bool) -> UIImage {
        let format = UIGraphicsImageRendererFormat()
        format.opaque = opaque
        return UIGraphicsImageRenderer(size: CGSize(width: 8, height: 6), format: format).image { _ in
            UIColor.red.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 8, height: 6))
        }
    }

    @Test("A view made with an image shows it", arguments: [true, false])
    func imageOfInitializer(opaque: Bool) throws {
        let image = picture(opaque: opaque)
        let view = UIImageView(image: image)
        #expect(view.bounds.size == CGSize(width: 8, height: 6))
        let contents = try #require(view.layer.contents as? CGImage)
        #expect(contents == image.cgImage)
    }

    @Test("The scale of an image given to the initializer is its layer's contents scale")
    func scaleOfInitializer() throws {
        let pixels = try #require(picture(opaque: true).cgImage)
        let view = UIImageView(image: UIImage(cgImage: pixels, scale: 2, orientation: .up))
        #expect(view.bounds.size == CGSize(width: 4, height: 3))
        #expect(view.layer.contentsScale == 2)
    }

    @Test("An image set later replaces the one before, and nil takes it away")
    func imageSetLater() {
        let view = UIImageView(image: picture(opaque: true))
        let other = picture(opaque: false)
        view.image = other
        #expect(view.layer.contents as? CGImage == other.cgImage)
        view.image = nil
        #expect(view.layer.contents == nil)
    }

    @Test("While highlighted the highlighted image shows")
    func highlighted() {
        let plain = picture(opaque: true)
        let bright = picture(opaque: true)
        let view = UIImageView(image: plain, highlightedImage: bright)
        #expect(view.layer.contents as? CGImage == plain.cgImage)
        view.isHighlighted = true
        #expect(view.layer.contents as? CGImage == bright.cgImage)
        view.isHighlighted = false
        #expect(view.layer.contents as? CGImage == plain.cgImage)
    }

    /// Red edges of two pixels around a middle of two by two: blue and white in turn.
    private func framed() -> UIImage {
        UIGraphicsImageRenderer(size: CGSize(width: 6, height: 6), format: UIGraphicsImageRendererFormat()).image { _ in
            UIColor.red.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 6, height: 6))
            for (x, y, color) in [(2, 2, UIColor.blue), (3, 2, .white), (2, 3, .white), (3, 3, .blue)] {
                color.setFill()
                UIRectFill(CGRect(x: x, y: y, width: 1, height: 1))
            }
        }.resizableImage(withCapInsets: UIEdgeInsets(top: 2, left: 2, bottom: 2, right: 2))
    }

    @Test("D-101: An image view tiles the middle of a resizable image, at whatever size it gets")
    func tiledMiddle() throws {
        let stage = try Stage(width: 64, height: 64)
        defer { stage.close() }
        let view = UIImageView(image: framed())
        stage.window.addSubview(view)
        for side in [6, 20, 31, 9] {
            view.frame = CGRect(x: 3, y: 5, width: side, height: side)
            stage.frame()
            for y in 0..<side {
                for x in 0..<side {
                    let isEdge = x < 2 || y < 2 || x >= side - 2 || y >= side - 2
                    if isEdge, side == 6 || (x < 2 || x >= side - 2) == (y < 2 || y >= side - 2) {
                        #expect(stage.pixel(3 + x, 5 + y) == 0xFFFF_0000, "\(x) \(y) of \(side)")
                    } else if !isEdge {
                        let expected: UInt32 = (x + y) % 2 == 0 ? 0xFF00_00FF : 0xFFFF_FFFF
                        #expect(stage.pixel(3 + x, 5 + y) == expected, "\(x) \(y) of \(side)")
                    }
                }
            }
        }
        view.image = framed().resizableImage(
            withCapInsets: UIEdgeInsets(top: 2, left: 2, bottom: 2, right: 2), resizingMode: .stretch)
        view.frame = CGRect(x: 0, y: 0, width: 44, height: 44)
        stage.frame()
        #expect(stage.pixel(5, 5) == stage.pixel(6, 6))
        #expect(view.layer.contentsCenter != CGRect(x: 0, y: 0, width: 1, height: 1))
    }
}
