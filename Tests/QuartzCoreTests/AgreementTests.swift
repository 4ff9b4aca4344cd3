import Foundation
import Motion
import QuartzCore
import Raster
import Testing

@testable import QuartzCore
@testable import RenderServer

/// The render server's tree, fed by commits without a server around it.
@MainActor
private final class TreeSink: CommitSink {
    let tree = RenderTree(screenSize: PixelSize(width: 100, height: 100))

    nonisolated init() {}
    nonisolated func makeCommit() -> Commit { Commit() }
    nonisolated func submit(_ commit: Commit) {
        MainActor.assumeIsolated { tree.apply(commit) }
    }
    nonisolated func requestTick() {}
}

/// Numbers that look random and are the same every time.
private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        var x = state
        x ^= x >> 33
        x = x &* 0xff51_afd7_ed55_8ccd
        return x ^ (x >> 33)
    }
}

@Suite("What presentation layers say and what is on screen", .serialized)
@MainActor
struct AgreementTests {
    private static let keys: [LayerKey] = [
        .position, .positionX, .boundsSizeWidth, .bounds, .opacity, .isHidden, .transform, .transformRotationZ,
        .transformScale, .transformTranslationX, .zPosition, .anchorPoint, .cornerRadius, .borderWidth,
        .backgroundColor,
        .contentsRect,
    ]

    private func value(for key: LayerKey, _ random: inout Seeded) -> Any {
        let a = Double.random(in: 0...1, using: &random)
        let b = Double.random(in: 0...1, using: &random)
        switch key {
        case .position: return p(CGFloat(a * 50), CGFloat(b * 50))
        case .anchorPoint: return p(CGFloat(a), CGFloat(b))
        case .bounds: return r(CGFloat(a * 9), CGFloat(b * 9), CGFloat(10 + a * 20), CGFloat(10 + b * 20))
        case .contentsRect: return r(0, 0, CGFloat(a), CGFloat(b))
        case .transform: return CATransform3DMakeRotation(CGFloat(a * 9 - 4), 0, 0, 1)
        case .isHidden: return a > 0.5
        case .backgroundColor: return CGColor(red: CGFloat(a), green: CGFloat(b), blue: 0.5, alpha: 1)
        case .opacity: return a
        default: return 0.5 + a * 3
        }
    }

    private func animation(_ random: inout Seeded, depth: Int = 0) -> CAAnimation {
        let key = Self.keys.randomElement(using: &random)!
        let animation: CAAnimation
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1:
            let frames = CAKeyframeAnimation(keyPath: key.rawValue)
            frames.values = (0..<Int.random(in: 2...4, using: &random)).map { _ in value(for: key, &random) }
            frames.calculationMode = [.linear, .discrete, .paced, .cubic, .cubicPaced].randomElement(using: &random)!
            frames.isAdditive = key == .positionX && Bool.random(using: &random)
            animation = frames
        case 2 where depth < 2:
            let group = CAAnimationGroup()
            group.animations = (0..<3).map { _ in self.animation(&random, depth: depth + 1) }
            animation = group
        case let kind:
            let basic =
                kind == 3 ? CASpringAnimation(keyPath: key.rawValue) : CABasicAnimation(keyPath: key.rawValue)
            if Bool.random(using: &random) { basic.fromValue = value(for: key, &random) }
            if Bool.random(using: &random) { basic.toValue = value(for: key, &random) }
            basic.isAdditive = key == .positionX && Bool.random(using: &random)
            animation = basic
        }
        animation.duration = Double.random(in: 0.1...3, using: &random)
        animation.repeatCount = Float(Int.random(in: 0...2, using: &random))
        animation.autoreverses = Bool.random(using: &random)
        animation.fillMode = [.removed, .forwards, .backwards, .both].randomElement(using: &random)!
        animation.isRemovedOnCompletion = Bool.random(using: &random)
        if Bool.random(using: &random), depth == 0 {
            animation.beginTime = CACurrentMediaTime() + Double.random(in: -1...1, using: &random)
        }
        if Bool.random(using: &random) { animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut) }
        return animation
    }

    /// The first property of which the two states differ; nil if none does.
    private func difference(_ a: LayerState, _ b: LayerState) -> String? {
        for key in LayerKey.allCases where !key.isPart {
            let (x, y) = (a.value(of: key), b.value(of: key))
            let isSame =
                switch (x, y) {
                // Springs swing beyond 0; the model tree's state is cut there, the render server cuts when it draws.
                case (.number(let x), .number(let y)): near(max(x, 0), max(y, 0))
                case (.vector2(let x), .vector2(let y)): near(x.x, y.x) && near(x.y, y.y)
                case (.vector4(let x), .vector4(let y)): (0..<4).allSatisfy { near(x[$0], y[$0]) }
                // The render server keeps colours with 8 bits, and cuts what swings beyond when it draws.
                case (.color(let x), .color(let y)):
                    (0..<4).allSatisfy { abs(x[$0] - min(max(y[$0], 0), 1)) <= 1.01 / 255 }
                case (.matrix(let x), .matrix(let y)):
                    near(x.m11, y.m11) && near(x.m12, y.m12) && near(x.m21, y.m21) && near(x.m22, y.m22)
                        && near(x.m41, y.m41) && near(x.m42, y.m42)
                default: false
                }
            if !isSame { return "\(key.rawValue): \(x) in the model tree's presentation, \(y) on screen" }
        }
        return nil
    }

    private func near(_ x: Double, _ y: Double) -> Bool { abs(x - y) <= 1e-4 * max(1, abs(x)) }

    @Test("Both evaluate the same animations to the same values at every moment", arguments: 1...12)
    func randomWalk(seed: UInt64) {
        CATransaction.flush()
        MediaClock.setVirtual(5)
        var random = Seeded(state: seed)
        let sink = TreeSink()
        let root = CALayer()
        root.bounds = r(0, 0, 100, 100)
        let context = LayerContext(sink: sink, rootLayer: root, scale: 1)
        var layers = [root]
        for _ in 0..<6 {
            let layer = CALayer()
            layer.frame = r(5, 5, 40, 40)
            layer.backgroundColor = CGColor(red: 1, green: 0.5, blue: 0.25, alpha: 1)
            layers.randomElement(using: &random)!.addSublayer(layer)
            layers.append(layer)
        }
        layers[1].speed = 0.5
        layers[1].timeOffset = 3
        var time = 5.0
        for step in 0..<60 {
            let layer = layers.dropFirst().randomElement(using: &random)!
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1: layer.add(animation(&random), forKey: ["a", "b", "c", nil].randomElement(using: &random)!)
            case 2: layer.position = p(CGFloat(step), 3)
            case 3: layer.removeAnimation(forKey: "a")
            default: layer.opacity = Float.random(in: 0...1, using: &random)
            }
            CATransaction.flush()
            time += Double.random(in: 0...0.4, using: &random)
            MediaClock.setVirtual(time)
            sink.tree.evaluateAnimations(at: time)
            for layer in layers {
                guard let shown = layer.presentation() else {
                    Issue.record("A layer on screen has no presentation.")
                    continue
                }
                let server = sink.tree.presentationState(at: Int32(layer.identifier))
                #expect(difference(shown.renderState, server) == nil, "seed \(seed), step \(step)")
            }
            // What the render thread would report.
            for index in 0..<sink.tree.ended.count {
                context.handle(.animationEnded(identifier: sink.tree.ended.base[index]))
            }
            sink.tree.ended.removeAll()
        }
    }
}
