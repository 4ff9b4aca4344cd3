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
    @inlinable public var startTime: Double { timing.startTime }
    /// When it is over, in its layer's time; infinite for one that repeats for ever or stands still. The last moment
    /// still shows the animation; later ones do not, unless it fills forwards.
    @inlinable public var endTime: Double { timing.endTime }

    /// Evaluates it at `layerTime`, its layer's time in seconds.
    ///
    /// - Parameter model: the value of `key` (the part, for a key that names a part) below this animation: the model's,
    ///   or what earlier animations made of it. Additive values come back already added to it.
    public func sample(model: MotionValue, at layerTime: Double) -> AnimationSample {
        switch timing.phase(at: layerTime) {
        case .before(let position):
            return timing.fillsBackwards ? .active(value(at: position, model: model, isBefore: true)) : .notStarted
        case .active(let position):
            return .active(value(at: position, model: model, isBefore: false))
        case .after(let position):
            guard timing.fillsForwards, !isRemovedOnCompletion else { return .ended(nil) }
            return .ended(value(at: position, model: model, isBefore: false))
        }
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
        let start: MotionValue
        let end: MotionValue
        let share: Double
        switch course {
        case .basic(let from, let to, let by, let curve):
            (start, end) = ends(from: from, to: to, by: by, model: model)
            share = curve.value(at: position.progress)
        case .spring(let from, let to, let by, let spring):
            (start, end) = ends(from: from, to: to, by: by, model: model)
            share = spring.value(at: position.progress * max(timing.duration, 0))
        }

        var value: MotionValue
        if key == .isHidden {
            // Half hidden is nothing: it changes as soon as it starts (fact A-106).
            value = isBefore ? start : end
        } else if share == 0 {
            value = start
        } else {
            value = start.interpolated(to: end, share)
        }
        if isCumulative, position.round > 0 {
            let last = timing.autoreverses ? start : end
            value = value.added(to: last.repeated(position.round))
        }
        return isAdditive ? value.added(to: model) : value
    }

    /// Where the way starts and ends, from whatever of the three is given (fact A-104).
    private func ends(
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
