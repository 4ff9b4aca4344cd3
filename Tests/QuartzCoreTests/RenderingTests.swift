import Foundation
import QuartzCore
import Raster
import Testing

@testable import QuartzCore

@Suite("Drawing the tree into a context")
@MainActor
struct RenderingTests {
    private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    private let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

    private func drawn(_ layer: CALayer, _ width: Int = 20, _ height: Int = 20) throws -> Bitmap {
        let bitmap = try Bitmap(width: width, height: height, format: .argb8888)
        let context = CGContext(bitmap: bitmap, scale: 1)
        layer.render(in: context)
        return try #require(context.finish())
    }

    private func layer(_ frame: CGRect, _ color: CGColor?) -> CALayer {
        let layer = CALayer()
        layer.frame = frame
        layer.backgroundColor = color
        return layer
    }

    @Test("D-28 the layer's own place does not count, sublayers' places and transforms do")
    func places() throws {
        let root = layer(r(500, 500, 20, 20), red)
        root.setAffineTransform(CGAffineTransform(scaleX: 3, y: 3))
        let child = layer(r(10, 10, 4, 4), blue)
        child.setAffineTransform(CGAffineTransform(scaleX: 2, y: 2))
        root.addSublayer(child)
        let picture = try drawn(root)
        #expect(picture.pixel(x: 0, y: 0) == 0xFFFF_0000 && picture.pixel(x: 7, y: 7) == 0xFFFF_0000)
        #expect(picture.pixel(x: 8, y: 8) == 0xFF00_00FF && picture.pixel(x: 15, y: 15) == 0xFF00_00FF)
        #expect(picture.pixel(x: 16, y: 16) == 0xFFFF_0000)
    }

    @Test("D-29 opacity is over all, as one group")
    func opacity() throws {
        let root = layer(r(0, 0, 20, 20), red)
        root.opacity = 0.5
        root.addSublayer(layer(r(0, 0, 10, 20), red))
        let picture = try drawn(root)
        for x in [2, 15] {
            let pixel = picture.pixel(x: x, y: 5)
            #expect(abs(Int(pixel >> 24) - 128) <= 1 && abs(Int(pixel >> 16 & 255) - 128) <= 1)
        }
    }

    @Test("D-29 the border is inside and over sublayers; corners clip sublayers only with masksToBounds")
    func borderAndCorners() throws {
        let root = layer(r(0, 0, 20, 20), red)
        root.borderWidth = 2
        root.borderColor = blue
        root.addSublayer(layer(r(0, 0, 20, 20), red))
        #expect(try drawn(root).pixel(x: 1, y: 10) == 0xFF00_00FF && drawn(root).pixel(x: 3, y: 10) == 0xFFFF_0000)
        root.borderWidth = 0
        root.cornerRadius = 10
        #expect(try drawn(root).pixel(x: 0, y: 0) == 0xFFFF_0000)
        root.masksToBounds = true
        #expect(try drawn(root).pixel(x: 0, y: 0) == 0)
        root.maskedCorners = [.layerMaxXMaxYCorner]
        #expect(try drawn(root).pixel(x: 0, y: 0) == 0xFFFF_0000 && drawn(root).pixel(x: 19, y: 19) == 0)
    }

    @Test("Hidden layers are left out; greater z is in front")
    func order() throws {
        let root = layer(r(0, 0, 20, 20), nil)
        let (front, back) = (layer(r(0, 0, 20, 20), red), layer(r(0, 0, 20, 20), blue))
        root.addSublayer(front)
        root.addSublayer(back)
        #expect(try drawn(root).pixel(x: 5, y: 5) == 0xFF00_00FF)
        front.zPosition = 1
        #expect(try drawn(root).pixel(x: 5, y: 5) == 0xFFFF_0000)
        front.isHidden = true
        #expect(try drawn(root).pixel(x: 5, y: 5) == 0xFF00_00FF)
    }

    private func image() throws -> CGImage {
        // Left half red, right half blue.
        let bitmap = try Bitmap(width: 4, height: 2, format: .argb8888)
        for y in 0..<2 {
            for x in 0..<4 {
                bitmap.row(y).storeBytes(of: x < 2 ? 0xFFFF_0000 : 0xFF00_00FF, toByteOffset: x * 4, as: UInt32.self)
            }
        }
        return CGImage(bitmap: bitmap)
    }

    @Test(
        "D-43 contents go where the gravity says",
        arguments: [
            (CALayerContentsGravity.resizeAspect, r(0, 25, 100, 50)), (.resizeAspectFill, r(-50, 0, 200, 100)),
            (.center, r(30, 40, 40, 20)), (.bottomRight, r(60, 0, 40, 20)), (.top, r(30, 80, 40, 20)),
            (.resize, r(0, 0, 100, 100)), (.left, r(0, 40, 40, 20)),
        ])
    func gravity(gravity: CALayerContentsGravity, expected: CGRect) {
        let rect = ContentsPlacement.rect(
            of: CGSize(width: 40, height: 20), gravity: gravity.visual, in: r(0, 0, 100, 100))
        #expect(rect == expected)
    }

    @Test("Contents are drawn upright, cut by contentsRect, placed by gravity")
    func contents() throws {
        let root = layer(r(0, 0, 20, 20), nil)
        root.contents = try image()
        root.contentsGravity = .bottomLeft
        let picture = try drawn(root)
        #expect(picture.pixel(x: 1, y: 1) == 0xFFFF_0000 && picture.pixel(x: 3, y: 0) == 0xFF00_00FF)
        #expect(picture.pixel(x: 4, y: 0) == 0 && picture.pixel(x: 0, y: 2) == 0)
        root.contentsRect = r(0.5, 0, 0.5, 1)
        root.contentsGravity = .resize
        #expect(try drawn(root).pixel(x: 0, y: 0) == 0xFF00_00FF)
    }

    @Test("D-62 fixed and stretched parts of nine-part contents")
    func strips() {
        let wide = ContentsPlacement.strips(pixels: 100, scale: 1, start: 0.25, share: 0.5, drawn: 300)
        #expect(wide.drawn == [25, 250, 25])
        let pixel = ContentsPlacement.strips(pixels: 40, scale: 2, start: 0.5, share: 0, drawn: 100)
        #expect(pixel.drawn == [9.75, 80.5, 9.75])
        let small = ContentsPlacement.strips(pixels: 100, scale: 1, start: 0.25, share: 0.5, drawn: 30)
        #expect(small.drawn == [15, 0, 15])
    }

    @Test("A layer that waits to be drawn is drawn for the picture")
    func undrawn() throws {
        final class Blue: CALayer {
            override func draw(in ctx: CGContext) {
                ctx.setFillColor(CGColor(red: 0, green: 0, blue: 1, alpha: 1))
                ctx.fill(bounds)
            }
        }
        let root = Blue()
        root.frame = r(0, 0, 20, 20)
        root.setNeedsDisplay()
        #expect(try drawn(root).pixel(x: 5, y: 5) == 0xFF00_00FF)
    }
}
