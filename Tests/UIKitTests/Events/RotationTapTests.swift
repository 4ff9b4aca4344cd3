import Raster
import TestSupport
import Testing
import UIKit

/// The one value that turns the picture turns the fingers. Nothing here asks the mapping: the square is looked for on the panel
/// as it is lit, and touched there.
@MainActor
@Suite("Twelve ways to hang a panel", .serialized)
struct RotationTapTests {
    @Test(
        "C30 What is touched is what is lit under the finger, in four rotations at three scales",
        arguments: [Rotation.none, .quarter, .half, .threeQuarter], [1, 1.5, 2])
    func tap(rotation: Rotation, scale: Double) throws {
        let stage = try Stage(width: 200, height: 120, scale: scale, rotation: rotation)
        defer { stage.close() }
        let corners = [CGPoint(x: 0, y: 0), CGPoint(x: 180, y: 0), CGPoint(x: 0, y: 100), CGPoint(x: 180, y: 100)]
        var places: Set<[Int]> = []
        for corner in corners {
            let target = TouchRecordingView(frame: CGRect(origin: corner, size: CGSize(width: 20, height: 20)))
            target.backgroundColor = .red
            stage.window.addSubview(target)
            stage.frame()
            let panel = try stage.headless.panelBitmap()
            let lit = try #require(Self.redPixels(of: panel))
            // Side by side, not turned into another shape: twenty points square.
            #expect(lit.width == Int(20 * scale) && lit.height == Int(20 * scale))
            places.insert([lit.minX, lit.minY])
            // The middle, and a pixel inside the far corner.
            for (x, y) in [(lit.minX + lit.width / 2, lit.minY + lit.height / 2), (lit.maxX - 1, lit.maxY - 1)] {
                stage.headless.tapPanel(
                    x: (Double(x) + 0.5) / Double(panel.width), y: (Double(y) + 0.5) / Double(panel.height))
                stage.advance(by: 1)
            }
            #expect(target.log == ["began 1", "ended 1", "began 1", "ended 1"], "\(corner)")
            target.removeFromSuperview()
        }
        #expect(places.count == 4)
    }

    private static func redPixels(of panel: Bitmap) -> PixelRect? {
        var rect: PixelRect?
        for y in 0..<panel.height {
            for x in 0..<panel.width where panel.pixel(x: x, y: y) == 0xFFFF_0000 {
                let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
                rect =
                    rect.map {
                        let right = max($0.maxX, pixel.maxX)
                        let bottom = max($0.maxY, pixel.maxY)
                        let left = min($0.minX, x)
                        let top = min($0.minY, y)
                        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
                    } ?? pixel
            }
        }
        return rect
    }
}
