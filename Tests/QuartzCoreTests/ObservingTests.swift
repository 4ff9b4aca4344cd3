import Foundation
import Testing

@testable import QuartzCore

/// What observers of one property were told.
@MainActor
final class Told<Value> {
    var changes: [NSKeyValueObservedChange<Value>] = []
    var news: [Value] { changes.compactMap(\.newValue) }
    var olds: [Value] { changes.compactMap(\.oldValue) }
}

@MainActor
@Suite("Observing layers")
struct ObservingTests {
    private let layer = CALayer()

    private func watch<Value>(
        _ keyPath: KeyPath<CALayer, Value>, _ options: NSKeyValueObservingOptions = [.new, .old]
    ) -> (told: Told<Value>, observation: NSKeyValueObservation) {
        let told = Told<Value>()
        return (told, layer.observe(keyPath, options: options) { told.changes.append($1) })
    }

    private func check<Value: Equatable>(
        _ keyPath: ReferenceWritableKeyPath<CALayer, Value>, _ value: Value, source: SourceLocation = #_sourceLocation
    ) {
        let (told, observation) = watch(keyPath)
        let old = layer[keyPath: keyPath]
        layer[keyPath: keyPath] = value
        #expect(told.news == [value], sourceLocation: source)
        #expect(told.olds == [old], sourceLocation: source)
        layer[keyPath: keyPath] = value
        #expect(told.changes.count == 1, sourceLocation: source)
        observation.invalidate()
    }

    @Test("G-22 each setter posts one change with both values; setting the value it has posts none")
    func eachSetter() {
        check(\.bounds, CGRect(x: 0, y: 0, width: 10, height: 20))
        check(\.position, CGPoint(x: 1, y: 2))
        check(\.anchorPoint, .zero)
        check(\.anchorPointZ, 3)
        check(\.zPosition, 4)
        check(\.opacity, 0.5)
        check(\.contentsScale, 2)
        check(\.masksToBounds, true)
        check(\.shadowOffset, CGSize(width: 1, height: 1))
        check(\.frame, CGRect(x: 7, y: 8, width: 9, height: 10))
        check(\.isHidden, true)
        check(\.cornerRadius, 5)
        check(\.borderWidth, 2)
        check(\.backgroundColor, CGColor(red: 1, green: 0, blue: 0, alpha: 1))
        check(\.backgroundColor, nil)
        check(\.shadowOpacity, 0.25)
        check(\.contentsRect, CGRect(x: 0, y: 0, width: 0.5, height: 1))
        check(\.mask, CALayer())
    }

    @Test("G-22 transforms post one change each, too")
    func transforms() {
        let (told, observation) = watch(\.transform)
        let (toldBelow, other) = watch(\.sublayerTransform)
        layer.transform = CATransform3DMakeScale(2, 2, 2)
        layer.transform = CATransform3DMakeScale(2, 2, 2)
        layer.sublayerTransform = CATransform3DMakeTranslation(1, 1, 1)
        layer.setAffineTransform(.identity)
        #expect(told.news.map(\.m11) == [2, 1])
        #expect(toldBelow.news.map(\.m41) == [1])
        observation.invalidate()
        other.invalidate()
    }

    @Test("G-22 setting the frame posts one change of frame, position and bounds each; the same frame none")
    func frame() {
        let (frame, first) = watch(\.frame)
        let (bounds, second) = watch(\.bounds)
        let (position, third) = watch(\.position)
        layer.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
        #expect(frame.olds == [.zero])
        #expect(frame.news == [CGRect(x: 10, y: 20, width: 30, height: 40)])
        #expect(bounds.news == [CGRect(x: 0, y: 0, width: 30, height: 40)])
        #expect(position.news == [CGPoint(x: 25, y: 40)])
        layer.frame = layer.frame
        #expect(frame.changes.count == 1 && bounds.changes.count == 1 && position.changes.count == 1)
        withExtendedLifetime((first, second, third)) {}
    }

    @Test("G-22 the frame's observers hear of whatever moves it, and of nothing else")
    func derivedFrame() {
        layer.bounds.size = CGSize(width: 10, height: 10)
        let (frame, observation) = watch(\.frame)
        layer.position = CGPoint(x: 50, y: 50)
        layer.anchorPoint = .zero
        layer.transform = CATransform3DMakeScale(2, 2, 1)
        layer.bounds.size.width = 5
        #expect(frame.news.map(\.origin.x) == [45, 50, 50, 50])
        #expect(frame.news.map(\.width) == [10, 10, 20, 10])
        layer.bounds.origin.x = 3
        layer.opacity = 0.5
        #expect(frame.changes.count == 4)
        observation.invalidate()
    }

    @Test("G-22 options: the initial value, a word before each change, and no values unless they are asked for")
    func options() {
        layer.opacity = 0.75
        let (initial, first) = watch(\.opacity, [.initial, .new])
        #expect(initial.news == [0.75])
        let (prior, second) = watch(\.opacity, [.prior, .new, .old])
        let (bare, third) = watch(\.opacity, [])
        layer.opacity = 0.5
        #expect(initial.news == [0.75, 0.5])
        #expect(prior.changes.map(\.isPrior) == [true, false])
        #expect(prior.changes.map(\.newValue) == [nil, 0.5])
        #expect(prior.changes.map(\.oldValue) == [0.75, 0.75])
        #expect(bare.changes.count == 1)
        #expect(bare.news.isEmpty && bare.olds.isEmpty)
        #expect(bare.changes.allSatisfy { $0.kind == .setting && $0.indexes == nil })
        withExtendedLifetime((first, second, third)) {}
    }

    @Test("G-22 an observation ends when it is invalidated or let go, on another thread, too, and holds no layer")
    func lifetime() async {
        let (told, observation) = watch(\.position)
        var held: NSKeyValueObservation? = observation
        layer.position.x = 1
        #expect(told.changes.count == 1)
        observation.invalidate()
        observation.invalidate()
        layer.position.x = 2
        #expect(told.changes.count == 1)
        held = layer.observe(\.position) { _, _ in told.changes.removeAll() }
        held = nil
        layer.position.x = 3
        #expect(told.changes.count == 1)

        let third = watch(\.position)
        await Task.detached { third.observation.invalidate() }.value
        layer.position.x = 4
        #expect(third.told.changes.isEmpty)

        weak var gone: CALayer?
        do {
            let short = CALayer()
            gone = short
            held = short.observe(\.position) { _, _ in }
        }
        #expect(gone == nil)
        held?.invalidate()
        _ = held
    }

    @Test("G-22 handlers may set again, end themselves and others, and begin new observations")
    func handlersThatChangeThings() {
        var seen: [CGFloat] = []
        var later: [CGFloat] = []
        var observations: [NSKeyValueObservation] = []
        let first = layer.observe(\.position, options: .new) { layer, change in
            seen.append(change.newValue?.x ?? -1)
            if layer.position.x < 3 { layer.position.x += 1 }
            if layer.position.x == 3, observations.count < 2 {
                observations.append(layer.observe(\.position) { layer, _ in later.append(layer.position.x) })
            }
        }
        var ended = 0
        var own: NSKeyValueObservation?
        own = layer.observe(\.position) { _, _ in
            ended += 1
            own?.invalidate()
            own = nil
        }
        observations.append(
            layer.observe(\.position, options: .new) { _, change in later.append(change.newValue?.x ?? -1) })
        layer.position.x = 1
        // From inside out; whoever waited for the outer change hears once, of the last value.
        #expect(seen == [1, 2, 3])
        #expect(later == [3])
        #expect(ended == 1)
        layer.position.x = 9
        #expect(seen == [1, 2, 3, 9])
        #expect(later == [3, 9, 9])
        #expect(ended == 1)
        first.invalidate()
    }

    @Test("G-22 a handler may let the layer go that tells it")
    func layerLetGo() {
        var last: CALayer? = CALayer()
        weak var gone: CALayer?
        gone = last
        let observation = last?.observe(\.frame, options: [.new, .prior]) { _, _ in last = nil }
        last?.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
        #expect(gone == nil)
        observation?.invalidate()
    }

    @Test("G-22 a layer nobody observes keeps no record; one that was observed tells again")
    func records() {
        layer.position.x = 1
        #expect(layer.details == nil)
        let (told, observation) = watch(\.position)
        observation.invalidate()
        let (again, second) = watch(\.position)
        layer.position.x = 2
        #expect(told.changes.isEmpty)
        #expect(again.news.map(\.x) == [2])
        second.invalidate()
    }

    @Test("G-22 what cannot be observed is said once in the log")
    func unknown() {
        var observations: [NSKeyValueObservation] = []
        let lines = logged {
            observations.append(layer.observe(\.name) { _, _ in Issue.record("told of what is never told") })
            observations.append(layer.observe(\.name) { _, _ in Issue.record("told of what is never told") })
            layer.name = "a"
        }
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("CALayer does not tell of changes of ") == true)
    }

    @Test("G-22 values that are refused, and layers on screen that move, tell what they should")
    func refusedAndAnimated() {
        let screen = Screen()
        let layer = screen.layer()
        CATransaction.flush()
        var xs: [CGFloat] = []
        let observation = layer.observe(\.position, options: .new) { _, change in xs.append(change.newValue?.x ?? -1) }
        _ = logged { layer.position.x = .nan }
        #expect(xs.isEmpty)
        layer.position.x = 50
        #expect(layer.animation(forKey: "position") != nil)
        CATransaction.flush()
        #expect(xs == [50])
        observation.invalidate()
    }
}
