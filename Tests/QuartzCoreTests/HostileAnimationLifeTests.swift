import CoreGraphics
import Foundation
import QuartzCore
import Testing

@testable import QuartzCore

/// Very many animations, and ends in the middle of things: everybody who waits is told exactly once.
@Suite("Ends of animations in odd places", .serialized)
@MainActor
struct HostileAnimationLifeTests {
    @Test("ten thousand groups in each other, and ten thousand animations in one: told once, and soon over")
    func masses() throws {
        try bounded("masses", seconds: 20) {
            let stage = try HostileStage()
            let layer = stage.add(CALayer())
            stage.show()
            var nested: CAAnimation = HostileTimingTests.make(.basic)
            for _ in 0..<10_000 {
                let group = CAAnimationGroup()
                group.animations = [nested]
                group.duration = 0.5
                nested = group
            }
            // From the outermost inwards, and each of forty twice in the next: more than any memory takes.
            let outermost = CAAnimationGroup()
            var chain = [outermost]
            for number in 0..<10_000 {
                let group = CAAnimationGroup()
                chain[number].animations = [group]
                chain.append(group)
            }
            var doubled: CAAnimation = HostileTimingTests.make(.basic)
            for _ in 0..<40 {
                let group = CAAnimationGroup()
                group.animations = [doubled, doubled]
                group.duration = 0.5
                doubled = group
            }
            let wide = CAAnimationGroup()
            wide.animations = (0..<10_000).map { _ in HostileTimingTests.make(.spring) }
            wide.duration = 0.5
            let listener = AnimationListener()
            listener.watch(nested, on: layer, key: "nested")
            listener.watch(wide, on: layer, key: "wide")
            listener.watch(outermost, on: layer, key: "outermost")
            listener.watch(doubled, on: layer, key: "doubled")
            // The chain is the test's own, and taken apart by it.
            for group in chain { group.animations = nil }
            stage.show()
            stage.show(after: 0.2)
            _ = layer.presentation()?.frame
            stage.show(after: 0.5)
            #expect(listener.stops == [true, true, true, true] && listener.blocks == 4)
            #expect(try stage.isWell())
        }
    }

    @Test("eight thousand keys on one layer: added, replaced, removed and over, each in a time that does not grow")
    func keys() throws {
        try bounded("keys", seconds: 1) {
            let stage = try HostileStage()
            let layer = stage.add(CALayer())
            stage.show()
            let count = 8_000
            let listener = AnimationListener()
            @MainActor func add(_ number: Int) {
                let animation = HostileTimingTests.make(.additive)
                animation.duration = 1
                listener.watch(animation, on: layer, key: "key \(number)")
            }
            for number in 0..<count { add(number) }
            #expect(layer.animationKeys() == (0..<count).map { "key \($0)" })
            stage.show()
            // In odd order, what came before the commit and what comes after it.
            for number in 0..<count { add(number * 7 % count) }
            #expect(layer.animationKeys() == (0..<count).map { "key \($0 * 7 % count)" })
            stage.show()
            #expect(listener.stops.count == count && !listener.stops.contains(true))
            for number in 0..<count where number % 2 == 0 {
                layer.removeAnimation(forKey: "key \(number)")
                #expect(layer.animation(forKey: "key \(number)") == nil)
                // One by one for the render server, too.
                if number < 200 { CATransaction.flush() }
            }
            #expect(layer.animation(forKey: "key 1") != nil)
            let left = (0..<count).map { $0 * 7 % count }.filter { $0 % 2 == 1 }
            #expect(layer.animationKeys() == left.map { "key \($0)" })
            stage.show(after: 0.5)
            #expect(listener.stops.count == count * 3 / 2 && !listener.stops.contains(true))
            stage.show(after: 1)
            #expect(layer.animationKeys() == nil)
            #expect(listener.stops.count == 2 * count && listener.blocks == 2 * count)
            #expect(listener.stops.filter { $0 }.count == count / 2)
            #expect(stage.nextWake == .infinity)
            #expect(try stage.isWell())
        }
    }

    @Test("layers that are freed while they move, alone and with a delegate that holds nothing")
    func freed() throws {
        let stage = try HostileStage()
        for kind in HostileTimingTests.Kind.allCases {
            let listener = AnimationListener()
            weak var gone: CALayer?
            do {
                let layer = stage.add(CALayer())
                gone = layer
                stage.show()
                let animation = HostileTimingTests.make(kind)
                animation.duration = 5
                listener.watch(animation, on: layer)
                stage.show(after: 0.1)
                layer.removeFromSuperlayer()
            }
            stage.show()
            stage.show(after: 10)
            #expect(gone == nil, "\(kind)")
            #expect(listener.stops == [false] && listener.blocks == 1, "\(kind)")
            #expect(stage.nextWake == .infinity, "\(kind)")
        }
        // One that never was on screen goes with the transaction that it was made in.
        let listener = AnimationListener()
        listener.watch(HostileTimingTests.make(.group), on: CALayer())
        stage.show()
        #expect(listener.stops == [false] && listener.blocks == 1)
    }

    @Test("a delegate that removes its own and other animations, their layers, and adds the same again")
    func removals() throws {
        let stage = try HostileStage()
        for change in 0..<5 {
            let layer = stage.add(CALayer())
            stage.show()
            let other = AnimationListener()
            let again = AnimationListener()
            let listener = Saboteur { layer, animation in
                switch change {
                case 0: layer.removeAllAnimations()
                case 1: layer.removeFromSuperlayer()
                case 2: again.watch(HostileTimingTests.make(.keyframes), on: layer, key: "odd")
                case 3: layer.superlayer?.sublayers = nil
                default:
                    CATransaction.flush()
                    layer.removeAnimation(forKey: "other")
                }
                _ = animation.duration
            }
            listener.layer = layer
            let first = HostileTimingTests.make(.basic)
            first.duration = 0.1
            first.delegate = listener
            layer.add(first, forKey: "odd")
            let second = HostileTimingTests.make(.spring)
            second.duration = 0.5
            other.watch(second, on: layer, key: "other")
            for _ in 0..<10 { stage.show(after: 0.2) }
            #expect(listener.count == 1, "\(change)")
            #expect(other.stops == [change == 2], "\(change)")
            if change == 2 { #expect(again.stops == [true]) }
            #expect(stage.nextWake == .infinity, "\(change)")
            layer.removeFromSuperlayer()
            stage.show()
        }
        #expect(try stage.isWell())
    }

    @MainActor
    private final class Saboteur: NSObject, CAAnimationDelegate {
        weak var layer: CALayer?
        var count = 0
        private let body: (CALayer, CAAnimation) -> Void

        init(_ body: @escaping (CALayer, CAAnimation) -> Void) { self.body = body }

        func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
            count += 1
            if let layer { body(layer, anim) }
        }
    }
}
