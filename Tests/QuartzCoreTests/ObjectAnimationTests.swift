import CoreGraphics
import Foundation
import Motion
import QuartzCore
import RenderServer
import Testing

@testable import QuartzCore

@Suite("Animations of contents and paths", .serialized)
@MainActor
struct ObjectAnimationTests {
    private func image() throws -> CGImage {
        let context = try #require(
            CGContext(
                data: nil, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        return try #require(context.makeImage())
    }

    private func box(_ x: CGFloat) -> CGPath { CGPath(rect: r(x, 0, 10, 10), transform: nil) }

    @Test("A-85 new contents of a committed layer dissolve; the old picture goes along")
    func contents() throws {
        let screen = Screen()
        let layer = screen.layer()
        let first = try image()
        layer.contents = first
        screen.flush()
        #expect(layer.animationKeys() == nil)
        layer.contents = try image()
        let animation = layer.animation(forKey: "contents") as? CABasicAnimation
        #expect(animation?.fromValue as? CGImage === first && animation?.toValue == nil)
        #expect(animation?.keyPath == "contents" && animation?.duration == 0.25)
        screen.flush()
        let sent = screen.recorder.last
        #expect(sent?.objects.count == 1 && sent?.animations.count == 1)
        guard case .picture(let bitmap)? = sent?.objects.first?.object else {
            Issue.record("no picture was sent")
            return
        }
        #expect(bitmap === first.bitmap)
        #expect(layer.value(forKey: "contents") as? CGImage === layer.contents as? CGImage)
    }

    @Test("A-35 a view's layer changes its contents at once")
    func view() throws {
        let screen = Screen()
        let layer = screen.layer()
        layer.actions = ["contents": NSNull()]
        screen.flush()
        layer.contents = try image()
        #expect(layer.animationKeys() == nil)
    }

    @Test("A-106 a path animates point by point; the presentation layer has the path that is on screen")
    func path() {
        let screen = Screen()
        let layer = CAShapeLayer()
        layer.frame = r(0, 0, 50, 50)
        layer.path = box(0)
        screen.root.addSublayer(layer)
        screen.flush()
        CATransaction.begin()
        CATransaction.setAnimationDuration(1)
        CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
        layer.path = box(40)
        CATransaction.commit()
        screen.flush()
        #expect(layer.path?.boundingBox == r(40, 0, 10, 10))
        screen.advance(to: 0.25)
        #expect(layer.presentation()?.path?.boundingBox == r(10, 0, 10, 10))
        // Back, from where it is.
        layer.path = box(0)
        let back = layer.animation(forKey: "path") as? CABasicAnimation
        #expect((back?.fromValue as! CGPath?)?.boundingBox == r(10, 0, 10, 10))
    }

    @Test("a path appears at once where none was, and other steps wait for the end")
    func others() {
        let screen = Screen()
        let layer = CAShapeLayer()
        layer.frame = r(0, 0, 50, 50)
        screen.root.addSublayer(layer)
        screen.flush()
        layer.path = box(0)
        #expect(layer.animationKeys() == nil)
        screen.flush()
        layer.path = CGPath(ellipseIn: r(0, 0, 30, 30), transform: nil)
        screen.flush()
        screen.advance(to: 0.2)
        #expect(layer.presentation()?.path?.boundingBox == r(0, 0, 10, 10))
    }

    @Test("A-85 a shadow's path animates by itself")
    func shadowPath() {
        let screen = Screen()
        let layer = screen.layer()
        layer.shadowOpacity = 1
        layer.shadowPath = box(0)
        screen.flush()
        CATransaction.begin()
        CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
        CATransaction.setAnimationDuration(1)
        layer.shadowPath = box(20)
        CATransaction.commit()
        screen.flush()
        #expect(layer.animationKeys() == ["shadowPath"])
        screen.advance(to: 0.5)
        #expect(layer.presentation()?.shadowPath?.boundingBox == r(10, 0, 10, 10))
        #expect(layer.value(forKey: "shadowPath") as! CGPath? === layer.shadowPath)
    }

    @Test("keyframes of pictures are jumps or dissolves, never curves; a value of another type is refused")
    func keyframes() throws {
        let screen = Screen()
        let layer = screen.layer()
        screen.flush()
        let film = CAKeyframeAnimation(keyPath: "contents")
        film.values = [try image(), try image(), try image()]
        film.calculationMode = .cubicPaced
        film.duration = 2
        layer.add(film, forKey: nil)
        screen.flush()
        guard case .add(_, let motion)? = screen.recorder.last?.animations.first,
            case .active(.blend(let shown)) = motion.sample(model: .blend(MotionBlend()), at: 0.5)
        else {
            Issue.record("no film")
            return
        }
        #expect(shown.from != shown.to && shown.share == 0.5)
        #expect(screen.recorder.last?.objects.map(\.number).contains(shown.to) == true)
        let wrong = CABasicAnimation(keyPath: "contents")
        wrong.fromValue = 5
        let lines = logged {
            layer.add(wrong, forKey: nil)
            screen.flush()
        }
        #expect(!lines.isEmpty)
    }

    @Test("the number of a replicator's copies animates")
    func instanceCount() {
        let screen = Screen()
        let layer = CAReplicatorLayer()
        screen.root.addSublayer(layer)
        screen.flush()
        CATransaction.begin()
        CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
        CATransaction.setAnimationDuration(1)
        layer.instanceCount = 9
        CATransaction.commit()
        screen.flush()
        screen.advance(to: 0.5)
        #expect(layer.instanceCount == 9 && layer.presentation()?.instanceCount == 5)
    }
}
