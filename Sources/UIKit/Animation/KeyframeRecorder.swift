import Foundation
import QuartzCore

/// What the changes inside `UIView.animateKeyframes` do to each property of each view, until the block is over and one
/// keyframe animation a property is made of it (fact A-60).
@MainActor
final class KeyframeRecorder {
    private struct Step {
        /// Shares of the duration.
        var start: Double
        var end: Double
        var value: Any?
    }

    private struct Track {
        var view: UIView
        var property: AnimatedProperty
        /// The value before the first change.
        var origin: Any?
        var steps: [Step]
    }

    let mode: CAAnimationCalculationMode
    private var tracks: [Track] = []
    /// The part of the duration that changes are for now.
    private var start = 0.0
    private var end = 1.0

    init(mode: CAAnimationCalculationMode) { self.mode = mode }

    /// Changes that `animations` makes take from `start` for `duration`, both shares of the whole; kept in 0…1.
    func addKeyframe(start: Double, duration: Double, _ animations: () -> Void) {
        let old = (self.start, end)
        self.start = min(max(start.isNaN ? 0 : start, 0), 1)
        end = min(max(self.start + (duration.isNaN ? 0 : duration), self.start), 1)
        animations()
        (self.start, end) = old
    }

    func record(_ view: UIView, _ property: AnimatedProperty, from old: Any?, to new: Any?) {
        let step = Step(start: start, end: end, value: new)
        if let index = tracks.firstIndex(where: { $0.view === view && $0.property == property }) {
            tracks[index].steps.append(step)
        } else {
            tracks.append(Track(view: view, property: property, origin: old, steps: [step]))
        }
    }

    /// One animation for each property that changed. `prepare` gives it the block's timing.
    func makeAnimations(_ add: (UIView, AnimatedProperty, CAKeyframeAnimation) -> Void) {
        for track in tracks {
            let steps = track.steps.sorted { $0.start < $1.start }
            var times = [0.0]
            var values = [track.origin]
            for step in steps {
                // Between two steps the value stays; a step that begins before the last one is over cuts it short.
                if step.start < times[times.count - 1] { times[times.count - 1] = step.start }
                if step.start > times[times.count - 1] {
                    times.append(step.start)
                    values.append(values[values.count - 1])
                }
                times.append(max(step.end, times[times.count - 1]))
                values.append(step.value)
            }
            if times[times.count - 1] < 1 {
                times.append(1)
                values.append(values[values.count - 1])
            }
            let animation = CAKeyframeAnimation(keyPath: track.property.rawValue)
            animation.calculationMode = mode
            animation.keyTimes = times.map { NSNumber(value: $0) }
            let present = values.compactMap { $0 ?? AnimatedProperty.absentColor(track.property, like: values) }
            guard present.count == values.count, let last = present.last else { continue }
            let relative = present.compactMap { track.property.relative(from: $0, to: last)?.start }
            if relative.count == present.count {
                animation.values = relative
                animation.isAdditive = true
            } else {
                animation.values = present
            }
            add(track.view, track.property, animation)
        }
        tracks = []
    }
}
