import CAllocationCounter
import Foundation
import Motion
import Raster
import RenderServer

/// What running animations cost the render thread in every frame: finding their values, and then placing what moved.
enum AnimationCost {
    private static let counts = [200, 1_000, 5_000]
    private static let frames = 400
    /// Nanoseconds for finding one value.
    private static let limit = 150.0

    private enum Kind: String, CaseIterable {
        /// A third each of the first three.
        case position, opacity, transform, all
        case spring, keyframes, cubic, path, colours
        case turns = "keyed turns"
        case group, turning = "rotation.z"

        /// Those whose values have to be found within the limit.
        static let limited: [Kind] = [.position, .opacity, .transform, .all]
    }

    static func run(size: PixelSize) {
        print("processor nanoseconds for each animation and frame; requests for memory for each frame")
        let table = TextTable([("animations", 12), ("of", 12), ("values", 10), ("placed too", 12), ("requests", 10)])
        var worst = 0.0
        for kind in Kind.allCases {
            for count in counts {
                let (values, placed, requests) = measure(count, kind, size)
                if Kind.limited.contains(kind) { worst = max(worst, values) }
                table.row([
                    "\(count)", kind.rawValue, String(format: "%.1f", values), String(format: "%.1f", placed),
                    String(format: "%.2f", requests),
                ])
            }
        }
        print(String(format: "values of the first four: at most %.1f, limit %.0f", worst, limit))
    }

    private static func measure(_ count: Int, _ kind: Kind, _ size: PixelSize) -> (Double, Double, Double) {
        let renderer = FrameRenderer(panelSize: size, rotation: .none, bufferCount: 2)
        renderer.apply(commit(count, kind, size))
        var time = 0.0
        for _ in 0..<60 {
            time += 1.0 / 60
            renderer.update(at: time)
        }
        let requests = allocation_count()
        var values = 0.0
        let begin = CPUClock.thread
        for _ in 0..<frames {
            time += 1.0 / 60
            let start = CPUClock.thread
            renderer.evaluateAnimations(at: time)
            values += CPUClock.thread - start
            renderer.placeLayers()
        }
        let whole = CPUClock.thread - begin
        let requested = allocation_count() - requests
        let each = Double(frames * count)
        return (values / each * 1e9, whole / each * 1e9, Double(requested) / Double(frames))
    }

    /// Layers of 8 × 8 points in one, each with an animation that never ends.
    private static func commit(_ count: Int, _ kind: Kind, _ size: PixelSize) -> Commit {
        let commit = Commit()
        let root = LayerID(rawValue: 0)
        var screen = LayerState()
        screen.bounds = SIMD4(0, 0, Double(size.width), Double(size.height))
        screen.position = screen.bounds.highHalf / 2
        commit.states.append(.init(layer: root, state: screen))
        for index in 1...count {
            let layer = LayerID(rawValue: UInt32(index))
            var state = LayerState()
            state.bounds = SIMD4(0, 0, 8, 8)
            state.position = SIMD2(Double(index % 180 * 10 + 20), Double(index / 180 * 10 + 20))
            state.backgroundColor = SIMD4(0.3, 0.5, 0.7, 1)
            commit.states.append(.init(layer: layer, state: state))
            commit.sublayerIDs.append(layer)
            var animation = animation(kind == .all ? Kind.limited[index % 3] : kind, state, UInt64(index))
            animation.timing.duration = 1 + Double(index % 7) / 8
            if animation.group == nil {
                animation.timing.repeatCount = .infinity
                animation.timing.autoreverses = true
            }
            commit.animations.append(.add(layer: layer, animation))
        }
        commit.sublayers.append(.init(parent: root, range: 0..<count))
        commit.root = root
        return commit
    }

    private static func animation(_ kind: Kind, _ state: LayerState, _ identifier: UInt64) -> LayerAnimation {
        let (key, course) = course(kind, state)
        var animation = LayerAnimation(
            identifier: identifier, key: key, timing: MediaTiming(fillMode: .both), course: course)
        if kind == .group {
            let timing = MediaTiming(duration: 3, repeatCount: .infinity, autoreverses: true, fillMode: .both)
            animation.group = GroupTiming(timing: timing)
        }
        return animation
    }

    private static func course(_ kind: Kind, _ state: LayerState) -> (LayerKey, LayerAnimation.Course) {
        let place = state.position
        func basic(_ from: MotionValue, _ to: MotionValue) -> LayerAnimation.Course {
            .basic(from: from, to: to, by: nil, curve: .easeInEaseOut)
        }
        func stops(_ values: [MotionValue], _ mode: KeyframeTrack.CalculationMode = .linear) -> LayerAnimation.Course {
            KeyframeTrack(values: values, mode: mode).map { .keyframes($0, curve: .easeInEaseOut) }
                ?? basic(values[0], values[1])
        }
        let places = [SIMD2(0.0, 0), SIMD2(9, 5), SIMD2(2, 8), SIMD2(7, 1)].map { MotionValue.vector2(place + $0) }
        switch kind {
        case .position, .all, .group: return (.position, basic(.vector2(place), .vector2(place + SIMD2(9, 5))))
        case .opacity: return (.opacity, basic(.number(0.2), .number(1)))
        case .transform: return (.transform, basic(.matrix(.identity), .matrix(.rotation(1.2, 0, 0, 1))))
        case .turning: return (.transformRotationZ, basic(.number(0), .number(1.2)))
        case .spring:
            return (.position, .spring(from: places[0], to: places[1], by: nil, SpringCurve(stiffness: 200)))
        case .keyframes: return (.position, stops(places))
        case .cubic: return (.position, stops(places, .cubic))
        case .path: return (.position, stops(places, .cubicPaced))
        case .colours:
            let colors = [SIMD4<Float>(1, 0, 0, 1), SIMD4(0, 1, 0, 1), SIMD4(0, 0, 1, 1)]
            return (.backgroundColor, stops(colors.map { .color($0) }))
        case .turns:
            return (.transform, stops([0, 1, 2, 1.5].map { .matrix(.rotation($0, 0, 0, 1)) }))
        }
    }
}
