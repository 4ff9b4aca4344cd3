import CoreGraphics
import Foundation
import QuartzCore
import Testing

@testable import QuartzCore

/// What presentation layers say and what is on the screen are one: for every animatable property, the picture of an
/// animation under way is the picture of a layer that simply has the value its presentation layer has at that moment.
@Suite("Pictures of animations under way", .serialized)
@MainActor
struct AnimatedPictureTests {
    private typealias Case = (path: String, from: Any, to: Any)

    private static func color(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat) -> CGColor {
        CGColor(red: red, green: green, blue: blue, alpha: 1)
    }

    private static var plain: [Case] {
        [
            ("position", CGPoint(x: 10, y: 10), CGPoint(x: 30, y: 20)), ("position.x", 12, 30), ("position.y", 8, 20),
            ("bounds", CGRect(x: 0, y: 0, width: 8, height: 8), CGRect(x: 4, y: 2, width: 24, height: 20)),
            ("bounds.origin.x", 0, 6), ("bounds.size.height", 4, 22),
            ("anchorPoint", CGPoint.zero, CGPoint(x: 1, y: 1)),
            ("opacity", 0, 1), ("backgroundColor", CGColor.red, CGColor.blue), ("cornerRadius", 0, 8),
            ("borderWidth", 0, 6), ("borderColor", CGColor.red, CGColor.green), ("zPosition", -1, 1),
            ("transform", CATransform3DIdentity, CATransform3DMakeRotation(2, 0, 0, 1)), ("transform.scale", 0.2, 1.6),
            ("transform.rotation.z", 0, 2), ("transform.translation.x", 0, 15), ("transform.rotation.y", 0, 1),
            ("sublayerTransform", CATransform3DIdentity, CATransform3DMakeScale(2, 0.5, 1)),
            ("sublayerTransform.translation.y", 0, 8),
            ("contentsRect", CGRect(x: 0, y: 0, width: 1, height: 1), CGRect(x: 0.5, y: 0.5, width: 0.5, height: 0.2)),
            (
                "contentsCenter", CGRect(x: 0, y: 0, width: 1, height: 1),
                CGRect(x: 0.4, y: 0.2, width: 0.2, height: 0.6)
            ),
            ("shadowOpacity", 0, 1), ("shadowRadius", 0, 6), ("shadowColor", CGColor.red, CGColor.blue),
            ("shadowOffset", CGSize.zero, CGSize(width: 6, height: 5)),
        ]
    }

    private static var shape: [Case] {
        let wide = CGPath(rect: CGRect(x: 0, y: 0, width: 30, height: 6), transform: nil)
        let high = CGPath(rect: CGRect(x: 2, y: 2, width: 8, height: 18), transform: nil)
        return [
            ("fillColor", CGColor.red, CGColor.blue), ("strokeColor", CGColor.green, CGColor.red), ("lineWidth", 0, 5),
            ("lineDashPhase", 0, 9), ("strokeStart", 0, 0.7), ("strokeEnd", 0.1, 1), ("miterLimit", 1, 9),
            ("path", wide, high), ("opacity", 0, 1), ("position.x", 12, 30),
        ]
    }

    private static var gradient: [Case] {
        [
            ("colors", [CGColor.red, CGColor.blue, CGColor.green], [CGColor.green, CGColor.red, CGColor.blue]),
            ("locations", [0, 0.2, 0.4], [0.5, 0.8, 1]), ("startPoint", CGPoint.zero, CGPoint(x: 0.4, y: 0.3)),
            ("endPoint", CGPoint(x: 0.5, y: 1), CGPoint(x: 1, y: 0)),
        ]
    }

    private static var replicator: [Case] {
        [
            ("instanceTransform", CATransform3DMakeTranslation(2, 0, 0), CATransform3DMakeTranslation(9, 4, 0)),
            ("instanceTransform.rotation.z", 0, 0.6), ("instanceTransform.translation.y", 0, 5),
            ("instanceColor", CGColor.red, color(1, 1, 1)), ("instanceRedOffset", 0, -0.3),
            ("instanceGreenOffset", 0, -0.3), ("instanceBlueOffset", 0, -0.3), ("instanceAlphaOffset", 0, -0.2),
        ]
    }

    @Test("every property of every kind of layer", arguments: ["plain", "shape", "gradient", "replicator"])
    func pictures(_ kind: String) throws {
        let cases =
            switch kind {
            case "shape": Self.shape
            case "gradient": Self.gradient
            case "replicator": Self.replicator
            default: Self.plain
            }
        for (path, from, to) in cases {
            for course in 0..<4 {
                let stage = try HostileStage()
                let layer = stage.add(try HostileInputTests.make(kind))
                if path.hasPrefix("contents") { layer.cornerRadius = 0 }
                stage.show()
                let before = self.pixels(stage)
                let animation = Self.animation(course, path, from, to)
                animation.duration = 1
                layer.add(animation, forKey: "moving")
                stage.show(after: 0)
                for step in [0.3, 0.25] {
                    stage.show(after: step)
                    let moving = self.pixels(stage)
                    let shown = try #require(layer.presentation()?.value(forKeyPath: path), "\(kind) \(path)")
                    #expect(try stage.isWell())
                    // The same value, without an animation.
                    let still = try HostileStage()
                    let twin = still.add(try HostileInputTests.make(kind))
                    if path.hasPrefix("contents") { twin.cornerRadius = 0 }
                    CATransaction.begin()
                    CATransaction.setDisableActions(true)
                    twin.setValue(shown, forKeyPath: path)
                    CATransaction.commit()
                    still.show()
                    let difference = zip(moving, self.pixels(still)).map(Self.distance).max() ?? 0
                    // Colours are kept with 8 bits on the screen, and as they are in the layer.
                    #expect(difference <= 2, "\(kind) \(path) \(course) differs by \(difference): \(shown)")
                    stage.resumeClock()
                }
                layer.removeAnimation(forKey: "moving")
                stage.show()
                stage.show()
                #expect(self.pixels(stage) == before, "\(kind) \(path) \(course) leaves something")
            }
        }
    }

    private static func animation(_ course: Int, _ path: String, _ from: Any, _ to: Any) -> CAAnimation {
        switch course {
        case 0, 1:
            let basic = course == 0 ? CABasicAnimation(keyPath: path) : CASpringAnimation(keyPath: path)
            basic.fromValue = from
            basic.toValue = to
            return basic
        default:
            let frames = CAKeyframeAnimation(keyPath: path)
            frames.values = [from, to, from]
            frames.calculationMode = path == "path" ? .linear : .cubic
            if course == 2 { return frames }
            frames.calculationMode = path == "path" ? .linear : .paced
            frames.duration = 1
            let group = CAAnimationGroup()
            group.animations = [frames]
            group.timingFunction = CAMediaTimingFunction(name: .easeIn)
            return group
        }
    }

    private func pixels(_ stage: HostileStage) -> [UInt32] {
        (0..<stage.size.height).flatMap { y in (0..<stage.size.width).map { stage.pixel($0, y) } }
    }

    /// The largest difference in one of the colours.
    private static func distance(_ a: UInt32, _ b: UInt32) -> Int {
        [0, 8, 16].map { abs(Int(a >> $0 & 0xFF) - Int(b >> $0 & 0xFF)) }.max() ?? 0
    }
}
