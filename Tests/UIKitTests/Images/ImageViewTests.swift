import Foundation
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
}
