import CoreGraphics
import Foundation
import QuartzCore
import Testing

@testable import QuartzCore

/// Counts what an animation's delegate and the completion block around it hear.
@MainActor
final class AnimationListener: NSObject, CAAnimationDelegate {
    var starts = 0
    var stops: [Bool] = []
    var blocks = 0

    func animationDidStart(_ anim: CAAnimation) { starts += 1 }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { stops.append(flag) }

    /// Adds `animation` to `layer` and listens.
    func watch(_ animation: CAAnimation, on layer: CALayer, key: String? = "odd") {
        animation.delegate = self
        CATransaction.begin()
        CATransaction.setCompletionBlock { self.blocks += 1 }
        layer.add(animation, forKey: key)
        CATransaction.commit()
    }
}

/// Every number that times or shapes an animation, with every odd value. Always: the model and what is shown are numbers,
/// everybody who waits is told exactly once, and the render thread sleeps when nothing moves.
@Suite("Odd numbers for every property of animations", .serialized)
@MainActor
struct HostileTimingTests {
    nonisolated static let numbers: [Double] = [
        -1, 0, -0.0, .leastNonzeroMagnitude, 1e-300, 1e-9, 0.25, 1e9, 1e20, 1e300, .greatestFiniteMagnitude, .infinity,
        -.infinity, .nan, -1e300, -1e-300,
    ]

    enum Kind: String, CaseIterable, Sendable {
        case basic, additive, spring, keyframes, path, turning, group, nested, transition
    }

    static func make(_ kind: Kind) -> CAAnimation {
        switch kind {
        case .basic, .additive:
            let basic = CABasicAnimation(keyPath: "position.x")
            basic.fromValue = 3
            basic.toValue = 9
            basic.isAdditive = kind == .additive
            basic.isCumulative = kind == .additive
            return basic
        case .spring:
            let spring = CASpringAnimation(keyPath: "opacity")
            spring.fromValue = 0
            spring.toValue = 0.5
            return spring
        case .keyframes:
            let frames = CAKeyframeAnimation(keyPath: "bounds.size.width")
            frames.values = [4, 9, 2]
            frames.calculationMode = .cubicPaced
            return frames
        case .path, .turning:
            let frames = CAKeyframeAnimation(keyPath: "position")
            frames.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 20, height: 10), transform: nil)
            frames.rotationMode = kind == .turning ? .rotateAuto : nil
            return frames
        case .group, .nested:
            let group = CAAnimationGroup()
            group.animations = [make(.basic), make(.keyframes), kind == .nested ? make(.group) : make(.spring)]
            return group
        case .transition:
            let transition = CATransition()
            transition.type = .push
            return transition
        }
    }

    private typealias Setter = (name: String, set: @MainActor (CAAnimation, Double) -> Void)

    private static let timing: [Setter] = [
        ("beginTime", { $0.beginTime = $1 }), ("duration", { $0.duration = $1 }), ("speed", { $0.speed = Float($1) }),
        ("timeOffset", { $0.timeOffset = $1 }), ("repeatCount", { $0.repeatCount = Float($1) }),
        ("repeatDuration", { $0.repeatDuration = $1 }),
        (
            "speed and duration",
            {
                $0.duration = $1
                $0.speed = Float($1)
            }
        ),
        (
            "repeats of odd length",
            {
                $0.duration = $1
                $0.repeatCount = .infinity
                $0.repeatDuration = $1
            }
        ),
        (
            "an endless length that is cut off",
            {
                $0.duration = .infinity
                $0.repeatDuration = $1
            }
        ),
    ]

    private static let special: [(Kind, Setter)] = [
        (.spring, ("mass", { ($0 as? CASpringAnimation)?.mass = $1 })),
        (.spring, ("stiffness", { ($0 as? CASpringAnimation)?.stiffness = $1 })),
        (.spring, ("damping", { ($0 as? CASpringAnimation)?.damping = $1 })),
        (.spring, ("initialVelocity", { ($0 as? CASpringAnimation)?.initialVelocity = $1 })),
        (
            .spring,
            (
                "settlingDuration",
                {
                    guard let spring = $0 as? CASpringAnimation else { return }
                    spring.damping = $1
                    spring.allowsOverdamping = true
                    spring.duration = spring.settlingDuration
                }
            )
        ),
        (
            .transition,
            (
                "progress",
                {
                    ($0 as? CATransition)?.startProgress = Float($1)
                    ($0 as? CATransition)?.endProgress = Float(-$1)
                }
            )
        ),
        (.keyframes, ("keyTimes", { ($0 as? CAKeyframeAnimation)?.keyTimes = [0, n($1), 1] })),
        (.keyframes, ("all keyTimes", { ($0 as? CAKeyframeAnimation)?.keyTimes = [n($1), n(-$1), n($1)] })),
        (.keyframes, ("falling keyTimes", { ($0 as? CAKeyframeAnimation)?.keyTimes = [1, n($1), 0] })),
        (.keyframes, ("one keyTime", { ($0 as? CAKeyframeAnimation)?.keyTimes = [n($1)] })),
        (.keyframes, ("no keyTimes", { frames, _ in (frames as? CAKeyframeAnimation)?.keyTimes = [] })),
        (.keyframes, ("values", { ($0 as? CAKeyframeAnimation)?.values = [1, n($1), 3] })),
        (.keyframes, ("one value", { ($0 as? CAKeyframeAnimation)?.values = [n($1)] })),
        (.keyframes, ("no values", { frames, _ in (frames as? CAKeyframeAnimation)?.values = [] })),
        (
            .keyframes,
            (
                "bends",
                {
                    let frames = $0 as? CAKeyframeAnimation
                    frames?.tensionValues = [n($1), n($1)]
                    frames?.continuityValues = [0, n($1), 0]
                    frames?.biasValues = [n($1), n($1), n($1), n($1)]
                }
            )
        ),
        (
            .keyframes,
            (
                "timingFunctions",
                {
                    let odd = CAMediaTimingFunction(controlPoints: Float($1), Float($1), Float(-$1), Float($1))
                    ($0 as? CAKeyframeAnimation)?.timingFunctions = [odd]
                    $0.timingFunction = odd
                }
            )
        ),
        (
            .basic,
            (
                "timingFunction",
                { $0.timingFunction = CAMediaTimingFunction(controlPoints: 0, Float($1), 1, Float(-$1)) }
            )
        ),
        (
            .basic,
            (
                "values",
                {
                    ($0 as? CABasicAnimation)?.fromValue = $1
                    ($0 as? CABasicAnimation)?.byValue = -$1
                }
            )
        ),
        (
            .group,
            (
                "children's timing",
                {
                    for child in ($0 as? CAAnimationGroup)?.animations ?? [] {
                        child.beginTime = $1
                        child.duration = $1
                        child.repeatCount = Float($1)
                    }
                }
            )
        ),
        (
            .group,
            (
                "children's speed",
                {
                    for child in ($0 as? CAAnimationGroup)?.animations ?? [] {
                        child.speed = Float($1)
                        child.timeOffset = $1
                    }
                }
            )
        ),
    ]

    private nonisolated static func n(_ number: Double) -> NSNumber { NSNumber(value: number) }

    @Test("every kind of animation with every odd number for every property", arguments: Kind.allCases)
    func animations(_ kind: Kind) throws {
        let stage = try HostileStage()
        let setters = Self.timing + Self.special.filter { $0.0 == kind }.map(\.1)
        for (name, set) in setters {
            for number in Self.numbers {
                for (fill, stays, reverses) in [(CAMediaTimingFillMode.removed, false, false), (.both, true, true)] {
                    let animation = Self.make(kind)
                    animation.duration = 0.5
                    animation.fillMode = fill
                    animation.isRemovedOnCompletion = !stays
                    animation.autoreverses = reverses
                    set(animation, number)
                    try check(animation, on: stage, "\(kind) \(name) \(number) \(stays)")
                }
            }
        }
        #expect(try stage.isWell())
    }

    private func check(_ animation: CAAnimation, on stage: HostileStage, _ name: String) throws {
        let layer = stage.add(CALayer())
        stage.show()
        let listener = AnimationListener()
        let start = stage.now
        listener.watch(animation, on: layer)
        for step in [0, 0.02, 0.1, 0.3, 1, 10, 1000] {
            stage.show(after: step)
            if let shown = layer.presentation() {
                let sum = shown.position.x + shown.bounds.width + CGFloat(shown.opacity) + shown.transform.m11
                #expect(sum.isFinite, "\(name) shows \(sum)")
            }
        }
        // What is over is over; what is not yet has an end that is not yet, or none.
        let timing = animation.timing
        let length = timing.duration > 0 ? timing.duration : 0.25
        var rounds = timing
        rounds.duration = length
        rounds.beginTime = timing.beginTime == 0 ? start : timing.beginTime
        let isOver = rounds.endTime < stage.now - 0.1
        if isOver {
            #expect(listener.stops == [true], "\(name)")
            if stage.nextWake != .infinity { Issue.record("\(name) keeps the render thread awake after its end") }
        } else {
            #expect(listener.stops.isEmpty, "\(name) until \(rounds.endTime)")
            // Nothing moves before a start that is far away, nor in what stands still.
            let waits = rounds.startTime > stage.now + 1
            if waits || rounds.isStill { #expect(stage.nextWake > stage.now, "\(name) keeps the render thread awake") }
        }
        layer.removeAllAnimations()
        stage.show()
        stage.show()
        #expect(listener.stops == [isOver], "\(name)")
        #expect(listener.starts == 1 && listener.blocks == 1, "\(name)")
        #expect(stage.nextWake == .infinity, "\(name) keeps the render thread awake after its removal")
        layer.removeFromSuperlayer()
        stage.show()
    }

    @Test("a layer's clock with odd numbers: what runs in it is told of its end once, and ordinary time comes back")
    func clocks() throws {
        let stage = try HostileStage()
        let setters: [(String, @MainActor (CALayer, Double) -> Void)] = [
            ("speed", { $0.speed = Float($1) }), ("timeOffset", { $0.timeOffset = $1 }),
            ("beginTime", { $0.beginTime = $1 }), ("duration", { $0.duration = $1 }),
            ("repeatCount", { $0.repeatCount = Float($1) }), ("repeatDuration", { $0.repeatDuration = $1 }),
            (
                "all",
                {
                    $0.speed = Float($1)
                    $0.timeOffset = $1
                    $0.beginTime = $1
                }
            ),
        ]
        for (name, set) in setters {
            for number in Self.numbers {
                for isAbove in [false, true] {
                    for isSetBefore in [false, true] {
                        let above = stage.add(CALayer())
                        let layer = CALayer()
                        layer.frame = CGRect(x: 0, y: 0, width: 5, height: 5)
                        above.addSublayer(layer)
                        stage.show()
                        let listener = AnimationListener()
                        if isSetBefore { set(isAbove ? above : layer, number) }
                        for kind in [Kind.basic, .spring, .keyframes, .group] {
                            let animation = Self.make(kind)
                            animation.duration = 0.5
                            listener.watch(animation, on: layer, key: kind.rawValue)
                        }
                        stage.show()
                        if !isSetBefore { set(isAbove ? above : layer, number) }
                        for step in [0.02, 0.3, 10, 1000] {
                            stage.show(after: step)
                            let shown = layer.presentation()?.position.x ?? 0
                            #expect(shown.isFinite, "\(name) \(number)")
                        }
                        let isStopped = layer.speed == 0 || above.speed == 0
                        if isStopped { #expect(stage.nextWake == .infinity, "\(name) \(number)") }
                        for clock in [layer, above] {
                            clock.speed = 1
                            clock.timeOffset = 0
                            clock.beginTime = 0
                        }
                        // A begin time that the odd clock gave may be long ago or far away, but is a time.
                        stage.show(after: 1)
                        layer.removeAllAnimations()
                        stage.show()
                        #expect(listener.stops.count == 4 && listener.starts == 4, "\(name) \(number)")
                        #expect(listener.blocks == 4, "\(name) \(number)")
                        #expect(stage.nextWake == .infinity, "\(name) \(number)")
                        let last = AnimationListener()
                        let animation = Self.make(.basic)
                        animation.duration = 0.5
                        last.watch(animation, on: layer)
                        stage.show(after: 0.1)
                        stage.show(after: 0.6)
                        #expect(last.stops == [true], "\(name) \(number)")
                        above.removeFromSuperlayer()
                        stage.show()
                    }
                }
            }
        }
        #expect(try stage.isWell())
    }

    @Test("a transaction's duration and pace with odd numbers", arguments: numbers)
    func transactions(_ number: Double) throws {
        let stage = try HostileStage()
        let layer = stage.add(CALayer())
        stage.show()
        var blocks = 0
        CATransaction.begin()
        CATransaction.setAnimationDuration(number)
        CATransaction.setValue(NSNumber(value: number), forKey: kCATransactionAnimationDuration)
        CATransaction.setAnimationTimingFunction(
            CAMediaTimingFunction(controlPoints: Float(number), Float(number), Float(number), Float(number)))
        CATransaction.setCompletionBlock { blocks += 1 }
        layer.opacity = 0.5
        layer.position = CGPoint(x: 20, y: 10)
        layer.isHidden = true
        CATransaction.commit()
        for step in [0, 0.1, 1, 10] {
            stage.show(after: step)
            let shown = layer.presentation()?.opacity
            #expect(shown?.isFinite == true)
        }
        if number < 5 || number.isNaN { #expect(blocks == 1) }
        layer.removeAllAnimations()
        stage.show()
        stage.show()
        #expect(blocks == 1 && stage.nextWake == .infinity)
        #expect(try stage.isWell())
    }

    @Test("matrices that are singular or no numbers, and values of other types, in every kind")
    func values() throws {
        let stage = try HostileStage()
        var matrices = Self.numbers.map { number in
            var matrix = CATransform3DIdentity
            matrix.m11 = number
            return matrix
        }
        for number in Self.numbers {
            var matrix = CATransform3DMakeRotation(1, 0, 0, 1)
            (matrix.m34, matrix.m44) = (number, number)
            matrices.append(matrix)
        }
        matrices.append(CATransform3DMakeScale(0, 0, 0))
        let others: [Any] = ["x", NSNull(), [1, 2], CGRect.null, CGColor.red, CALayer(), Date(), CGPoint.zero]
        let values = matrices.map { $0 as Any } + others
        for (index, value) in values.enumerated() {
            let other = values[(index * 7 + 3) % values.count]
            for path in ["transform", "sublayerTransform", "transform.scale", "position", "opacity", "backgroundColor"]
            {
                for kind in 0..<4 {
                    let animation: CAAnimation
                    switch kind {
                    case 0, 1:
                        let basic = kind == 0 ? CABasicAnimation(keyPath: path) : CASpringAnimation(keyPath: path)
                        basic.fromValue = value
                        basic.toValue = index % 2 == 0 ? CATransform3DIdentity : other
                        basic.isAdditive = index % 3 == 0
                        animation = basic
                    case 2:
                        let frames = CAKeyframeAnimation(keyPath: path)
                        frames.values = [value, CATransform3DMakeRotation(2, 0, 0, 1), other, value]
                        frames.calculationMode = [.linear, .cubic, .paced, .cubicPaced, .discrete][index % 5]
                        animation = frames
                    default:
                        let frames = CAKeyframeAnimation(keyPath: path)
                        frames.values = [value, value]
                        frames.isAdditive = true
                        frames.isCumulative = true
                        frames.repeatCount = 3
                        let group = CAAnimationGroup()
                        group.animations = [frames]
                        animation = group
                    }
                    animation.duration = 0.5
                    try check(animation, on: stage, "\(path) \(value)")
                }
            }
        }
        #expect(try stage.isWell())
    }
}
