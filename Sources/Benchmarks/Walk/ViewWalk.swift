import Foundation
import Raster
import UIKit

/// A seeded random walk over views: after every frame the panel must equal a full repaint of the same tree.
@MainActor
enum ViewWalk {
    /// - Returns: one line per frame that differed; the walk of a set-up stops at its first.
    static func run(steps: Int, seed: UInt64) -> [String] {
        var failures: [String] = []
        var setUps: [(Rotation, PixelFormat, Int, Double)] = []
        for rotation in Rotation.allCases {
            for format in [PixelFormat.xrgb8888, .rgb565] {
                for buffers in [2, 3] { setUps.append((rotation, format, buffers, buffers == 2 ? 1 : 1.5)) }
            }
        }
        let share = max(steps / setUps.count, 1)
        for (index, setUp) in setUps.enumerated() {
            if let failure = walk(setUp, steps: share, seed: seed &+ UInt64(index)) { failures.append(failure) }
        }
        return failures
    }

    private static func walk(_ setUp: (Rotation, PixelFormat, Int, Double), steps: Int, seed: UInt64) -> String? {
        let (rotation, format, buffers, scale) = setUp
        let name = "seed \(seed), rotation \(rotation.rawValue), \(format), \(buffers) buffers, scale \(scale)"
        do {
            let stage = try HeadlessStage(
                panel: PixelSize(width: 131, height: 97), scale: scale, rotation: rotation, format: format,
                bufferCount: buffers)
            defer { stage.close() }
            var walker = ViewWalker(stage: stage, seed: seed)
            defer { walker.window.isHidden = true }
            for step in 1...steps {
                let change = walker.change()
                stage.advanceFrame()
                let shown = try stage.panelBitmap()
                let expected = try stage.referenceBitmap()
                if let place = difference(shown, expected) {
                    return "\(name): step \(step) (\(change)) differs at \(place)"
                }
            }
            return nil
        } catch {
            return "\(name): \(error)"
        }
    }

    private static func difference(_ a: Bitmap, _ b: Bitmap) -> String? {
        for y in 0..<a.height {
            for x in 0..<a.width where a.pixel(x: x, y: y) != b.pixel(x: x, y: y) {
                return "(\(x), \(y)): shown \(String(a.pixel(x: x, y: y), radix: 16)), "
                    + "full repaint \(String(b.pixel(x: x, y: y), radix: 16))"
            }
        }
        return nil
    }
}
