import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@MainActor
@Suite("Image renderers")
struct ImageRendererTests {
    private let red: UInt32 = 0xFFFF_0000

    private func format(scale: CGFloat, opaque: Bool = false) -> UIGraphicsImageRendererFormat {
        let format = UIGraphicsImageRendererFormat()
        format.scale = scale
        format.opaque = opaque
        return format
    }

    @Test("The format: scale, opacity and bounds; the standard one has the screen's scale, others their traits'")
    func formats() throws {
        #expect(UIGraphicsImageRendererFormat().scale == 1)
        #expect(UIGraphicsImageRendererFormat.default().scale == UIScreen.main.scale)
        #expect(UIGraphicsImageRendererFormat.preferred().scale == UIScreen.main.scale)
        #expect(UIGraphicsImageRendererFormat(for: UITraitCollection(displayScale: 3)).scale == 3)
        #expect(!UIGraphicsImageRendererFormat().opaque)
        #expect(UIGraphicsImageRendererFormat().preferredRange == .standard)
        let renderer = UIGraphicsImageRenderer(bounds: r(5, 6, 7, 8), format: format(scale: 2))
        #expect(renderer.format.bounds == r(5, 6, 7, 8))
        let image = renderer.image { context in
            #expect(context.format === renderer.format)
            #expect(UIGraphicsGetCurrentContext() === context.cgContext)
            // The upper left corner is the bounds' origin.
            UIColor.red.setFill()
            context.fill(r(5, 6, 1, 1))
        }
        #expect(UIGraphicsGetCurrentContext() == nil)
        #expect(image.size == CGSize(width: 7, height: 8))
        #expect(image.scale == 2)
        let picture = try #require(image.cgImage)
        #expect(picture.width == 14 && picture.height == 16)
        #expect(picture.pixel(0, 0) == red && picture.pixel(1, 1) == red && picture.pixel(2, 2) == 0)
        let zero = UIGraphicsImageRenderer(size: CGSize(width: 1, height: 1), format: format(scale: 0))
        #expect(zero.image { _ in }.scale == UIScreen.main.scale)
    }

    @Test("An opaque image is black where nothing is drawn and has no alpha; an empty size gives an empty image")
    func opaque() throws {
        let size = CGSize(width: 2, height: 2)
        let picture = try #require(
            UIGraphicsImageRenderer(size: size, format: format(scale: 1, opaque: true)).image { _ in }.cgImage)
        #expect(picture.pixel(0, 0) | 0xFF00_0000 == 0xFF00_0000)
        #expect(picture.alphaInfo == .noneSkipFirst)
        #expect(UIGraphicsImageRenderer(size: .zero).image { _ in Issue.record("drawn") }.size == .zero)
        #expect(UIGraphicsImageRenderer(size: CGSize(width: CGFloat.nan, height: 1)).image { _ in }.size == .zero)
        #expect(UIGraphicsImageRenderer(size: CGSize(width: 1e9, height: 1e9)).image { _ in }.size == .zero)
    }

    @Test("The context: fill and frame replace, blend modes count, clips cut, and the image so far can be had")
    func context() throws {
        let renderer = UIGraphicsImageRenderer(size: CGSize(width: 8, height: 8), format: format(scale: 1))
        var early: UIImage?
        let image = renderer.image { context in
            UIColor.red.set()
            context.fill(r(0, 0, 8, 8))
            early = context.currentImage
            UIColor.clear.setFill()
            context.fill(r(0, 0, 2, 2))
            context.fill(r(4, 0, 2, 2), blendMode: .normal)
            UIColor.blue.set()
            context.stroke(r(0, 4, 4, 4))
            context.stroke(r(4, 4, 4, 4), blendMode: .clear)
            context.clip(to: r(2, 2, 1, 1))
            UIColor.green.setFill()
            context.fill(r(0, 0, 8, 8))
        }
        let picture = try #require(image.cgImage)
        #expect(picture.pixel(0, 0) == 0)
        #expect(picture.pixel(4, 0) == red)
        #expect(picture.pixel(0, 4) == 0xFF00_00FF && picture.pixel(1, 5) == red)
        #expect(picture.pixel(7, 7) == 0 && picture.pixel(5, 5) == red)
        #expect(picture.pixel(2, 2) == 0xFF00_FF00 && picture.pixel(3, 2) == red)
        #expect(early?.cgImage?.pixel(0, 0) == red)
    }

    @Test("PNG and JPEG come back as the picture; renderers inside each other keep their contexts apart")
    func data() throws {
        let renderer = UIGraphicsImageRenderer(size: CGSize(width: 8, height: 8), format: format(scale: 1))
        let draw: (UIGraphicsImageRendererContext) -> Void = { context in
            let inner = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4), format: format(scale: 1)).image {
                UIColor.red.setFill()
                $0.fill(r(0, 0, 4, 4))
            }
            #expect(UIGraphicsGetCurrentContext() === context.cgContext)
            UIColor.blue.setFill()
            UIRectFill(r(0, 0, 8, 8))
            inner.draw(at: .zero)
        }
        let png = try #require(UIImage(data: renderer.pngData(actions: draw))?.cgImage)
        #expect(png.pixel(1, 1) == red && png.pixel(6, 6) == 0xFF00_00FF)
        let jpeg = try #require(UIImage(data: renderer.jpegData(withCompressionQuality: 1, actions: draw))?.cgImage)
        #expect(jpeg.width == 8)
        let color = jpeg.pixel(6, 6)
        #expect(color & 0xFF > 200 && color >> 16 & 0xFF < 60)
        let small = renderer.jpegData(withCompressionQuality: 0, actions: draw)
        #expect(UIImage(data: small)?.size == CGSize(width: 8, height: 8))
    }

    @Test("D-24 UIRectClip cuts the current context; fills by list; frames of all kinds")
    func rects() throws {
        let image = UIGraphicsImageRenderer(size: CGSize(width: 8, height: 8), format: format(scale: 1)).image { _ in
            UIColor.red.set()
            UIRectClip(r(2, 2, 4, 4))
            UIRectFill(r(0, 0, 8, 8))
            UIColor.blue.set()
            UIRectFrameUsingBlendMode(r(2, 2, 4, 4), .normal)
        }
        let picture = try #require(image.cgImage)
        #expect(picture.pixel(1, 1) == 0 && picture.pixel(6, 6) == 0)
        #expect(picture.pixel(2, 2) == 0xFF00_00FF && picture.pixel(3, 3) == red)
    }
}
