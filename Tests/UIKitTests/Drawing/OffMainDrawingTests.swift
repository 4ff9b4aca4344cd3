import Foundation
import Testing
import UIKit

@Suite("Drawing away from the main thread")
struct OffMainDrawingTests {
    private func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: body()) }
        }
    }

    @Test("Renderers and image contexts draw on any thread, each with contexts of its own")
    func threads() async throws {
        let results = await withTaskGroup(of: [UInt32].self) { group in
            for index in 0..<8 {
                group.addTask {
                    await onThread {
                        var colors: [UInt32] = []
                        for round in 0..<20 {
                            let share = CGFloat(index * 20 + round) / 160
                            let color = UIColor(red: share, green: 1 - share, blue: 0, alpha: 1)
                            UIGraphicsBeginImageContextWithOptions(CGSize(width: 4, height: 4), true, 1)
                            color.setFill()
                            UIRectFill(r(0, 0, 4, 4))
                            let inner = UIGraphicsImageRenderer(size: CGSize(width: 2, height: 2)).image { _ in
                                UIColor.blue.setFill()
                                UIRectFill(r(0, 0, 2, 2))
                            }
                            inner.draw(at: p(2, 2))
                            let image = UIGraphicsGetImageFromCurrentImageContext()
                            UIGraphicsEndImageContext()
                            colors.append(image?.cgImage?.pixel(0, 0) ?? 0)
                            colors.append(image?.cgImage?.pixel(3, 3) ?? 0)
                        }
                        return UIGraphicsGetCurrentContext() == nil ? [UInt32(index)] + colors : []
                    }
                }
            }
            return await group.reduce(into: [[UInt32]]()) { $0.append($1) }
        }
        #expect(results.count == 8)
        for colors in results {
            let index = Int(try #require(colors.first))
            for round in 0..<20 {
                let share = Double(index * 20 + round) / 160
                let pixel = colors[1 + 2 * round]
                #expect(abs(Double(pixel >> 16 & 255) - share * 255) <= 1)
                #expect(colors[2 + 2 * round] == 0xFF00_00FF)
            }
        }
    }

    @Test("byPreparingForDisplay and thumbnails leave the main thread to others")
    @MainActor
    func preparing() async throws {
        let image = UIGraphicsImageRenderer(size: CGSize(width: 64, height: 64)).image { _ in
            UIColor.red.setFill()
            UIRectFill(r(0, 0, 64, 64))
        }
        let turned = UIImage(cgImage: try #require(image.cgImage), scale: 1, orientation: .right)
        let prepared = try #require(await turned.byPreparingForDisplay())
        #expect(prepared.imageOrientation == .up)
        let small = try #require(await image.byPreparingThumbnail(ofSize: CGSize(width: 8, height: 8)))
        #expect(small.size == CGSize(width: 8, height: 8) && small.cgImage?.pixel(4, 4) == 0xFFFF_0000)
        let isMain: Bool = await withCheckedContinuation { continuation in
            image.prepareForDisplay { _ in continuation.resume(returning: Thread.isMainThread) }
        }
        #expect(!isMain)
    }
}
