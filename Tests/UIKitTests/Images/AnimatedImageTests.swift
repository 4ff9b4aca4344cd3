import Foundation
import Testing
import UIKit

@Suite("Animated and prepared images")
@MainActor
struct AnimatedImageTests {
    private func picture(_ color: UIColor, width: CGFloat = 4, height: CGFloat = 4) -> UIImage {
        UIGraphicsImageRenderer(
            size: CGSize(width: width, height: height), format: UIGraphicsImageRendererFormat()
        ).image { context in
            color.setFill()
            context.fill(CGRect(x: 0, y: 0, width: width, height: height))
        }
    }

    @Test("An animated image has its images and a thirtieth of a second for each; variants keep them")
    func animated() throws {
        let images = [picture(.red), picture(.green), picture(.blue)]
        let image = try #require(UIImage.animatedImage(with: images, duration: 0))
        #expect(image.images == images && abs(image.duration - 0.1) < 1e-9 && image.size == images[0].size)
        #expect(
            image.withRenderingMode(.alwaysTemplate).images?.map(\.renderingMode)
                == Array(repeating: .alwaysTemplate, count: 3))
        #expect(UIImage.animatedImage(with: [], duration: 1) == nil && images[0].images == nil)
    }

    @Test("A GIF as data is a still image; its pictures come by animatedImage(with:), each for its time")
    func gif() throws {
        // One frame of one pixel, then another: for 0.05 and 0.1 seconds.
        var bytes: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 255, 0]
        for (delay, index) in [(5, 0), (10, 1)] as [(UInt8, UInt8)] {
            bytes += [
                0x21, 0xF9, 4, 0, delay, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, index == 0 ? 0x44 : 0x4C, 1, 0,
            ]
        }
        bytes.append(0x3B)
        let still = try #require(UIImage(data: Data(bytes)))
        #expect(still.images == nil && still.size == CGSize(width: 1, height: 1))
        let moving = try UIImage.animatedImage(with: Data(bytes))
        #expect(moving.images?.count == 3 && abs(moving.duration - 0.15) < 1e-9)
        #expect(throws: (any Error).self) { try UIImage.animatedImage(with: Data("GIF89a".utf8)) }
    }

    @Test("A view shows the first image at once, plays in a window, and shows its image again when stopped")
    func view() throws {
        let plain = picture(.red)
        let view = UIImageView(image: plain)
        let images = [picture(.green), picture(.blue)]
        view.startAnimating()
        #expect(!view.isAnimating)
        view.animationImages = images
        view.startAnimating()
        #expect(view.isAnimating && view.layer.contents as? CGImage == images[0].cgImage)
        view.image = picture(.black)
        #expect(view.layer.contents as? CGImage == images[0].cgImage)
        view.stopAnimating()
        #expect(!view.isAnimating && view.layer.contents as? CGImage == view.image?.cgImage)
        view.image = UIImage.animatedImage(with: images, duration: 1)
        #expect(view.layer.contents as? CGImage == images[0].cgImage && !view.isAnimating)
    }

    @Test("A thumbnail fits, keeps the shape, and is never larger; prepared images are upright")
    func prepared() async throws {
        let image = picture(.red, width: 40, height: 20)
        let small = try #require(image.preparingThumbnail(of: CGSize(width: 10, height: 10)))
        #expect(small.size == CGSize(width: 10, height: 5))
        #expect(image.preparingThumbnail(of: CGSize(width: 100, height: 100))?.size == image.size)
        #expect(image.preparingThumbnail(of: .zero) == nil && UIImage().preparingForDisplay() == nil)
        let turned = UIImage(cgImage: try #require(image.cgImage), scale: 1, orientation: .right)
        let upright = try #require(await turned.byPreparingForDisplay())
        #expect(upright.imageOrientation == .up && upright.cgImage?.width == 20 && upright.size == turned.size)
        #expect(
            await image.byPreparingThumbnail(ofSize: CGSize(width: 4, height: 4))?.size == CGSize(width: 4, height: 2))
    }

    @Test("D-101: a resizable image tiles its middle by default and stretches it when told")
    func tiling() throws {
        // Columns: red, green, blue, red; the middle two repeat.
        let image = UIGraphicsImageRenderer(
            size: CGSize(width: 4, height: 1), format: UIGraphicsImageRendererFormat()
        ).image { context in
            for (x, color) in [UIColor.red, .green, .blue, .red].enumerated() {
                color.setFill()
                context.fill(CGRect(x: x, y: 0, width: 1, height: 1))
            }
        }
        func columns(_ mode: UIImage.ResizingMode) throws -> String {
            let insets = UIEdgeInsets(top: 0, left: 1, bottom: 0, right: 1)
            let drawn = UIGraphicsImageRenderer(
                size: CGSize(width: 8, height: 1), format: UIGraphicsImageRendererFormat()
            ).image { context in
                context.cgContext.interpolationQuality = .none
                image.resizableImage(withCapInsets: insets, resizingMode: mode)
                    .draw(in: CGRect(x: 0, y: 0, width: 8, height: 1))
            }
            let pixels = Pixels(try #require(drawn.cgImage))
            let original = Pixels(try #require(image.cgImage))
            return (0..<8).map { x in
                pixels[x, 0] == original[0, 0]
                    ? "R" : pixels[x, 0] == original[1, 0] ? "G" : pixels[x, 0] == original[2, 0] ? "B" : "?"
            }.joined()
        }
        #expect(try columns(.tile) == "RGBGBGBR")
        #expect(try columns(.stretch) == "RGGGBBBR")
    }
}
