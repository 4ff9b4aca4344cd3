import Raster
import RenderServer
import Synchronization
import TestSupport
import Testing

@testable import UIKit

@MainActor
@Suite("Copies of what the panel shows")
struct FrameTapTests {
    private func equal(_ one: Bitmap, _ other: Bitmap) -> Bool {
        guard one.size == other.size, one.format == other.format else { return false }
        for y in 0..<one.height {
            for x in 0..<one.width where one.pixel(x: x, y: y) != other.pixel(x: x, y: y) { return false }
        }
        return true
    }

    @Test(
        "every copy is the panel's picture, pixel for pixel, in its format and orientation",
        arguments: [
            (Rotation.none, PixelFormat.xrgb8888), (.quarter, .rgb565), (.half, .xrgb8888), (.threeQuarter, .bgr888),
        ])
    func exact(rotation: Rotation, format: PixelFormat) throws {
        let stage = try Stage(width: 60, height: 90, rotation: rotation, format: format)
        defer { stage.close() }
        let tap = FrameTap(.frames) { _ in }
        stage.headless.server.attach(tap)
        let moving = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
        stage.window.addSubview(moving)
        var copies = 0
        for step in 0..<12 {
            moving.frame.origin = CGPoint(x: step * 3, y: step * 5)
            moving.backgroundColor = UIColor(hue: CGFloat(step) / 12, saturation: 1, brightness: 1, alpha: 0.7)
            stage.frame()
            // Every third is not taken: the next one must hold what it missed.
            if step % 3 == 2 { continue }
            while let picture = tap.take() {
                copies += 1
                if picture.number == stage.frameCount {
                    let panel = try stage.headless.panelBitmap()
                    #expect(equal(picture.bitmap, panel), "step \(step)")
                }
                #expect(picture.rotation == rotation)
                tap.giveBack(picture)
            }
        }
        #expect(copies >= 10 && tap.dropped == 0)
        let single = FrameTap(.now) { _ in }
        stage.headless.server.attach(single)
        stage.headless.server.runFrame(at: stage.now)
        let picture = try #require(single.take())
        let panel = try stage.headless.panelBitmap()
        #expect(equal(picture.bitmap, panel))
        let screen = try PanelPictures.upright(picture)
        #expect(screen.width == 60 && screen.height == 90)
        for (x, y) in [(0, 0), (34, 56), (45, 70), (59, 89)] { #expect(screen.pixel(x: x, y: y) == stage.pixel(x, y)) }
    }

    @Test("one who takes nothing loses frames, which are counted; the panel goes on, exact")
    func slow() throws {
        let stage = try Stage(width: 60, height: 90)
        defer { stage.close() }
        let told = Atomic(0)
        let tap = FrameTap(.frames) { _ in told.add(1, ordering: .relaxed) }
        stage.headless.server.attach(tap)
        let before = stage.frameCount
        for step in 0..<10 {
            stage.window.backgroundColor = step % 2 == 0 ? .red : .blue
            stage.frame()
        }
        #expect(stage.frameCount - before == 10)
        #expect(told.load(ordering: .relaxed) == 3 && tap.dropped == 7)
        let first = try #require(tap.take())
        let second = try #require(tap.take())
        #expect(first.number < second.number && first.time < second.time)
        let isExact = try stage.isExact()
        #expect(isExact)
        stage.headless.server.detach(tap)
        stage.window.backgroundColor = .green
        stage.frame()
        #expect(told.load(ordering: .relaxed) == 3, "none is made after the end")
    }
}
