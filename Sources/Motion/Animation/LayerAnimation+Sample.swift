/// What one animation contributes at one moment.
public enum AnimationSample: Hashable, Sendable {
    /// Not begun, and not filling backwards: contributes nothing.
    case notStarted
    /// Shows the value. Also said of an animation that fills backwards before its start.
    case active(MotionValue)
    /// Over; the value if it fills forwards and does not go away at its end.
    case ended(MotionValue?)

    /// The value to show in place of the one below; nil for none.
    @inlinable public var value: MotionValue? {
        switch self {
        case .notStarted: nil
        case .active(let value): value
        case .ended(let value): value
        }
    }
}

extension LayerAnimation {
    /// When it starts, in its layer's time, seconds.
    public var startTime: Double { (group?.outermost.timing ?? timing).startTime }
    /// When it is over, in its layer's time; infinite for one that repeats for ever or stands still. The last moment
    /// still shows the animation; later ones do not, unless it fills forwards.
    public var endTime: Double { (group?.outermost.timing ?? timing).endTime }
    /// Whether it shows the same at every moment of its active time, or nearly.
    public var isStill: Bool { timing.isStill || group?.isStill ?? false || isNearlyStill }

    /// A spring's way does not take longer with its duration.
    private var isNearlyStill: Bool {
        if case .spring = course { return false }
        return timing.isNearlyStill
    }

    /// Evaluates it at `layerTime`, its layer's time in seconds.
    ///
    /// - Parameter model: the value of `key` (the part, for a key that names a part) below this animation: the model's,
    ///   or what earlier animations made of it. Additive values come back already added to it.
    public func sample(model: MotionValue, at layerTime: Double) -> AnimationSample {
        var time = layerTime
        var isGroupOver = false
        if let group {
            switch group.moment(at: layerTime) {
            case .notStarted: return .notStarted
            case .active(let inner): time = inner
            case .ended(nil): return .ended(nil)
            case .ended(let inner?):
                if isRemovedOnCompletion { return .ended(nil) }
                time = inner
                isGroupOver = true
            }
        }
        let shown: MotionValue?
        switch timing.phase(at: time) {
        case .before(let position):
            shown = timing.fillsBackwards ? value(at: position, model: model, isBefore: true) : nil
        case .active(let position):
            shown = value(at: position, model: model, isBefore: false)
        case .after(let position):
            // In a group an animation that is over waits for the others.
            let fills = timing.fillsForwards && (group != nil || !isRemovedOnCompletion)
            let last = fills ? value(at: position, model: model, isBefore: false) : nil
            if group == nil { return .ended(last) }
            shown = last
        }
        if isGroupOver { return .ended(shown) }
        return shown.map { .active($0) } ?? .notStarted
    }

    /// Evaluates it on a whole property: reads the part it drives out of `whole` and puts the result back.
    ///
    /// - Returns: whether it is over.
    @discardableResult
    public func apply(to whole: inout MotionValue, at layerTime: Double) -> Bool {
        let sample = sample(model: key.part(of: whole), at: layerTime)
        if let value = sample.value { whole = key.replacingPart(of: whole, with: value) }
        if case .ended = sample { return true }
        return false
    }

    private func value(at position: MediaTiming.Position, model: MotionValue, isBefore: Bool) -> MotionValue {
        // With a value function the way is one of numbers, and only its result is of the model's kind.
        let below = valueFunction == nil ? model : neutralInput(like: model)
        let start: MotionValue
        let end: MotionValue
        var value: MotionValue
        switch course {
        case .basic(let from, let to, let by, let curve):
            (start, end) = ends(from: from, to: to, by: by, model: below)
            value = between(start, end, curve.value(at: position.progress), isBefore: isBefore)
        case .spring(let from, let to, let by, let spring):
            (start, end) = ends(from: from, to: to, by: by, model: below)
            value = between(
                start, end, spring.value(at: position.progress * max(timing.duration, 0)), isBefore: isBefore)
        case .keyframes(let track, let curve):
            (start, end) = (track.first, track.last)
            value = track.value(at: curve.value(at: position.progress))
        case .keyframeAngle(let track, let curve, let turn):
            value = .number(track.angle(at: curve.value(at: position.progress)) + turn)
            (start, end) = (value, value)
        }
        if isCumulative, position.round > 0 {
            let last = timing.autoreverses ? start : end
            value = value.added(to: last.repeated(position.round))
        }
        if let valueFunction {
            guard let matrix = valueFunction.matrix(value) else { return model }
            value = .matrix(matrix)
        }
        let shown = isAdditive ? value.added(to: model) : value
        return shown.isUsable ? shown : model
    }

    private func between(_ start: MotionValue, _ end: MotionValue, _ share: Double, isBefore: Bool) -> MotionValue {
        // Half hidden is nothing: it changes as soon as it starts (fact A-106).
        if key == .isHidden { return isBefore ? start : end }
        return share == 0 ? start : start.interpolated(to: end, share)
    }

    /// What a value function reads where an end is not given: nothing turned, moved or scaled.
    private func neutralInput(like model: MotionValue) -> MotionValue {
        switch valueFunction {
        case .scaleX?, .scaleY?, .scaleZ?: .number(1)
        case .scale?: MotionNumbers([1, 1, 1]).map { .numbers($0) } ?? model
        case .translate?: MotionNumbers([0, 0, 0]).map { .numbers($0) } ?? model
        case nil: model
        default: .number(0)
        }
    }

    /// Where the way starts and ends, from whatever of the three is given (fact A-104).
    func ends(
        from: MotionValue?, to: MotionValue?, by: MotionValue?, model: MotionValue
    ) -> (MotionValue, MotionValue) {
        // What is missing is the value below; in an additive animation, which is added to that, nothing.
        let base = isAdditive ? model.neutral : model
        switch (from, to, by) {
        case (let from?, let to?, _): return (from, to)
        case (let from?, nil, let by?): return (from, by.added(to: from))
        case (nil, let to?, let by?): return (to.subtracting(by), to)
        case (let from?, nil, nil): return (from, base)
        case (nil, let to?, nil): return (base, to)
        case (nil, nil, let by?): return (base, by.added(to: base))
        case (nil, nil, nil): return (base, base)
        }
    }
}
