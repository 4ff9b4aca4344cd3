import CoreGraphics
import Foundation
import QuartzCore
import Testing

@MainActor
@Suite("Drawing through no clip")
struct RenderClipTests {
    private final class Tiles: CATiledLayer {
        nonisolated(unsafe) static var boxes: [CGRect] = []
        override func draw(in context: CGContext) { Self.boxes.append(context.boundingBoxOfClipPath) }
    }

    @Test("render(in:) asks nobody to draw inside a clip that has no area", arguments: [CGFloat(0), 40])
    func emptyClip(side: CGFloat) throws {
        let outer = CALayer()
        outer.frame = CGRect(x: 0, y: 0, width: side, height: side)
        outer.masksToBounds = true
        let tiles = Tiles()
        tiles.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
        outer.addSublayer(tiles)
        Tiles.boxes = []
        let context = try #require(
            CGContext(
                data: nil, width: 50, height: 50, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue))
        outer.render(in: context)
        #expect(Tiles.boxes.isEmpty == (side == 0))
        #expect(Tiles.boxes.allSatisfy { !$0.isNull && !$0.isEmpty })
    }

    @Test("presentation() and model() have the layer's own type")
    func ownType() {
        let ring = CAShapeLayer()
        let model: CAShapeLayer = ring.model()
        #expect(model === ring)
        let shown: CAShapeLayer? = ring.presentation()
        #expect(shown == nil)
    }
}
