internal import Motion

/// Most animations are of a layer's own values. They are made ready once, when something about the layer's animations or
/// its model changed, and then only evaluated.
extension RenderTree {
    /// Makes tracks of the layer's animations, if all of them can be that.
    func settleTracks(of record: UnsafeMutablePointer<AnimatedLayer>) {
        dropTracks(of: record)
        record.pointee.tracksAreStale = false
        var driven = PropertySet()
        var last = NodeLinks.none
        var number = record.pointee.first
        while number != NodeLinks.none {
            let property = animations.base[Int(number)].animation.key.property
            if !driven.contains(property) {
                driven.formUnion(PropertySet(property))
                guard appendTracks(of: property, from: number, record, after: &last) else {
                    dropTracks(of: record)
                    return
                }
            }
            number = animations.base[Int(number)].next
        }
        if record.pointee.firstTrack == NodeLinks.none { return }
        release(record.pointee.driven.subtracting(driven), record)
        record.pointee.driven = driven
    }

    func dropTracks(of record: UnsafeMutablePointer<AnimatedLayer>) {
        var track = record.pointee.firstTrack
        while track != NodeLinks.none {
            if tracks.base[Int(track)].matrix >= 0 { matrixWays.remove(tracks.base[Int(track)].matrix) }
            if tracks.base[Int(track)].group >= 0 { steadyGroups.remove(tracks.base[Int(track)].group) }
            tracks.remove(track)
            track = tracks.base[Int(track)].next
        }
        record.pointee.firstTrack = NodeLinks.none
    }

    /// The tracks of one property, from its first animation on.
    private func appendTracks(
        of property: LayerKey, from first: Int32, _ record: UnsafeMutablePointer<AnimatedLayer>, after last: inout Int32
    ) -> Bool {
        guard property.family == .state else { return false }
        let model = layerModels.base[Int(record.pointee.model)].value(of: property)
        var number = first
        var isFirst = true
        while number != NodeLinks.none {
            let running = animations.base + Int(number)
            if running.pointee.animation.key.property == property {
                // An end that is not given is the value below, which only for the first is one that stays.
                guard isFirst || running.pointee.animation.givesBothEnds,
                    var track = track(running.pointee, number, model: model)
                else { return false }
                track.isFirst = isFirst
                isFirst = false
                let made = tracks.insert(track)
                if last == NodeLinks.none {
                    record.pointee.firstTrack = made
                } else {
                    tracks.base[Int(last)].next = made
                }
                last = made
            }
            number = running.pointee.next
        }
        tracks.base[Int(last)].isLast = true
        return true
    }

    private func track(_ running: RunningAnimation, _ number: Int32, model: MotionValue) -> AnimationTrack? {
        guard let animation = SteadyAnimation(running.animation) else { return nil }
        var track = AnimationTrack(
            animation: animation, way: .none, base: SIMD4(repeating: 0), matrix: -1, stops: nil, group: -1,
            number: number, property: running.animation.key.property, isFirst: false, isLast: false,
            isEndReported: running.isEndReported)
        var group: SteadyGroup?
        if let timing = running.animation.group {
            group = SteadyGroup(timing, isRemoved: running.animation.isRemovedOnCompletion)
            if group == nil { return nil }
        }
        if case .matrix = model {
            if case .keyframes(let stops, _) = running.animation.course {
                guard stops.leadsThroughMatrices, !running.animation.key.isPart else { return nil }
                track.stops = Unmanaged.passUnretained(stops)
            } else {
                guard let way = MatrixWay(running.animation, model: model) else { return nil }
                track.matrix = matrixWays.insert(way)
            }
        } else {
            guard let base = model.plainVector, let way = VectorWay(running.animation, model: model) else { return nil }
            track.base = base
            track.way = way
        }
        if let group { track.group = steadyGroups.insert(group) }
        return track
    }

    // MARK: One moment

    /// Shows the values of a moment, and brings `nextAnimationTime` forward.
    ///
    /// - Returns: whether an animation is over that was not before.
    func showTracks(of record: UnsafePointer<AnimatedLayer>, at clock: LayerTime) -> Bool {
        let layer = record.pointee.layer
        var hasEnded = false
        var value = SIMD4<Double>(repeating: 0)
        var number = record.pointee.firstTrack
        while number != NodeLinks.none {
            let track = tracks.base + Int(number)
            if track.pointee.isTransform {
                number = showMatrixTracks(from: track, of: record, at: clock, &hasEnded)
                continue
            }
            if track.pointee.isFirst { value = track.pointee.base }
            let phase: SteadyTiming.Phase
            if track.pointee.group < 0 {
                phase = track.pointee.animation.apply(track.pointee.way, to: &value, at: clock.time)
            } else {
                let inside = steadyGroups.base[Int(track.pointee.group)].moment(at: clock.time)
                if inside.isShown {
                    _ = track.pointee.animation.apply(track.pointee.way, to: &value, at: inside.time)
                }
                phase = inside.phase
            }
            if track.pointee.isLast { presentVector(value, of: track.pointee.property, at: layer) }
            note(phase, of: track, clock, &hasEnded)
            number = track.pointee.next
        }
        return hasEnded
    }

    /// Shows the tracks of a transform; returns the track after them.
    private func showMatrixTracks(
        from first: UnsafePointer<AnimationTrack>, of record: UnsafePointer<AnimatedLayer>, at clock: LayerTime,
        _ hasEnded: inout Bool
    ) -> Int32 {
        let property = first.pointee.property
        var track = first
        var value = Matrix4.identity
        while true {
            var phase: SteadyTiming.Phase
            var isShown = false
            var share = 0.0
            if track.pointee.group < 0 {
                let moment = track.pointee.animation.moment(at: clock.time)
                (phase, isShown, share) = (moment.phase, moment.isShown, moment.share)
            } else {
                let inside = steadyGroups.base[Int(track.pointee.group)].moment(at: clock.time)
                phase = inside.phase
                if inside.isShown {
                    let moment = track.pointee.animation.moment(at: inside.time)
                    (isShown, share) = (moment.isShown, moment.share)
                }
            }
            let isAdditive = track.pointee.animation.isAdditive
            if track.pointee.isFirst, isAdditive || !isShown { value = model(property, record) }
            if isShown {
                let number = track.pointee.matrix
                if !isAdditive, number >= 0, matrixWays.base[Int(number)].isBounded,
                    share.magnitude < MatrixWay.greatestShare
                {
                    value = MatrixWay.value(of: UnsafePointer(matrixWays.base + Int(number)), at: share)
                } else {
                    show(track, share, of: record, in: &value)
                }
            }
            note(phase, of: track, clock, &hasEnded)
            if track.pointee.isLast { break }
            track = UnsafePointer(tracks.base + Int(track.pointee.next))
        }
        presentMatrix(value, of: property, at: record.pointee.layer)
        return track.pointee.next
    }

    /// The same for sums, for ways through stops and for odd ones, which may be no numbers and then show nothing.
    @inline(never)
    private func show(
        _ track: UnsafePointer<AnimationTrack>, _ share: Double, of record: UnsafePointer<AnimatedLayer>,
        in value: inout Matrix4
    ) {
        var shown =
            track.pointee.stops?._withUnsafeGuaranteedRef { $0.matrix(at: share) }
            ?? MatrixWay.value(of: UnsafePointer(matrixWays.base + Int(track.pointee.matrix)), at: share)
        if track.pointee.animation.isAdditive { shown = shown.concatenating(value) }
        if shown.isUsable {
            value = shown
        } else if track.pointee.isFirst {
            value = model(track.pointee.property, record)
        }
    }

    private func model(_ property: LayerKey, _ record: UnsafePointer<AnimatedLayer>) -> Matrix4 {
        let model = layerModels.base + Int(record.pointee.model)
        return property == .transform ? model.pointee.transform : model.pointee.sublayerTransform
    }

    @inline(__always)
    private func note(
        _ phase: SteadyTiming.Phase, of track: UnsafePointer<AnimationTrack>, _ clock: LayerTime,
        _ hasEnded: inout Bool
    ) {
        // While time stands still nothing moves and nothing ends.
        if clock.isStopped { return }
        switch phase {
        case .active:
            let next =
                track.pointee.animation.isStill
                ? clock.rootTime(at: track.pointee.animation.endTime) : -.infinity
            nextAnimationTime = min(nextAnimationTime, next)
        case .before:
            nextAnimationTime = min(nextAnimationTime, clock.rootTime(at: track.pointee.animation.startTime))
        case .after:
            if !track.pointee.isEndReported { hasEnded = true }
        }
    }

    private func presentVector(_ value: SIMD4<Double>, of property: LayerKey, at index: Int32) {
        let node = nodes.base + Int(index)
        switch property {
        case .position:
            if node.pointee.position == value.lowHalf { return }
            node.pointee.position = value.lowHalf
            markDirty(index)
        case .opacity:
            if node.pointee.opacity == Float(value.x) { return }
            node.pointee.opacity = Float(value.x)
            markDirty(index)
        case .anchorPoint:
            presentValue(.vector2(value.lowHalf), of: property, at: index)
        case .bounds, .contentsRect, .contentsCenter:
            presentValue(.vector4(value), of: property, at: index)
        case .backgroundColor, .borderColor:
            presentValue(.color(SIMD4<Float>(value)), of: property, at: index)
        default:
            presentValue(.number(value.x), of: property, at: index)
        }
    }

    private func presentMatrix(_ value: Matrix4, of property: LayerKey, at index: Int32) {
        let number = nodes.base[Int(index)].extras
        guard property == .transform, number >= 0 else {
            presentValue(.matrix(value), of: property, at: index)
            return
        }
        let shown = extras.base + Int(number)
        if shown.pointee.transform == value { return }
        shown.pointee.transform = value
        markDirty(index)
    }
}
