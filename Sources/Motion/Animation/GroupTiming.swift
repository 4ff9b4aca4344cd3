/// The time in which the animations of a group run: the group's own timing inside the layer's time, or inside another
/// group's (fact A-109).
public final class GroupTiming: Sendable {
    public let timing: MediaTiming
    /// The pace of the group's rounds.
    public let curve: TimingCurve
    public let parent: GroupTiming?

    /// - Parameter timing: its begin time is already a time of the parent; its duration is greater than 0.
    public init(timing: MediaTiming, curve: TimingCurve = .linear, parent: GroupTiming? = nil) {
        self.timing = timing
        self.curve = curve
        self.parent = parent
    }

    /// What the group makes of a moment.
    public enum Moment: Hashable, Sendable {
        /// Not begun, and not filling backwards.
        case notStarted
        /// The time its animations see, seconds.
        case active(Double)
        /// Over; the time its animations go on seeing if it fills forwards.
        case ended(Double?)
    }

    /// - Parameter layerTime: the layer's time, seconds.
    public func moment(at layerTime: Double) -> Moment {
        var time = layerTime
        var isOver = false
        if let parent {
            switch parent.moment(at: layerTime) {
            case .notStarted: return .notStarted
            case .active(let inner): time = inner
            case .ended(nil): return .ended(nil)
            case .ended(let inner?):
                time = inner
                isOver = true
            }
        }
        let local: Double
        switch timing.phase(at: time) {
        case .before(let position):
            guard timing.fillsBackwards else { return isOver ? .ended(nil) : .notStarted }
            local = self.time(position)
        case .active(let position): local = self.time(position)
        case .after(let position):
            // Inside another group it is only this one that is over, not yet the whole.
            guard timing.fillsForwards else { return isOver || parent == nil ? .ended(nil) : .notStarted }
            local = self.time(position)
            if parent == nil { isOver = true }
        }
        return isOver ? .ended(local) : .active(local)
    }

    private func time(_ position: MediaTiming.Position) -> Double {
        let length = max(timing.duration, 0)
        return length.isFinite ? curve.value(at: position.progress) * length : 0
    }

    /// Start and end of the outermost group, in the layer's time.
    var outermost: GroupTiming {
        var group = self
        while let parent = group.parent { group = parent }
        return group
    }

    /// Whether time stands still for its animations.
    var isStill: Bool { timing.isStill || parent?.isStill ?? false }
}

extension GroupTiming: Hashable {
    public static func == (a: GroupTiming, b: GroupTiming) -> Bool { a === b }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
