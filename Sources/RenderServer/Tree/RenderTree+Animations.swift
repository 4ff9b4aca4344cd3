internal import Motion

extension RenderTree {
    // MARK: Coming and going

    func add(_ animation: LayerAnimation, to index: Int32, isSilent: Bool = false) {
        guard exists(index) else {
            // Nothing to move; but whoever waits for the end must not wait for ever.
            ended.append(animation.identifier)
            return
        }
        nextAnimationTime = -.infinity
        if nodes.base[Int(index)].animated < 0 {
            nodes.base[Int(index)].animated = Int32(animatedLayers.count)
            animatedLayers.append(
                AnimatedLayer(layer: index, model: layerModels.insert(presentationState(at: index))))
        }
        let number = animations.insert(RunningAnimation(animation: animation, isSilent: isSilent))
        let record = animatedLayers.base + Int(nodes.base[Int(index)].animated)
        record.pointee.tracksAreStale = true
        let last = record.pointee.last
        record.pointee.last = number
        record.pointee.count += 1
        if last == NodeLinks.none {
            record.pointee.first = number
        } else {
            animations.base[Int(last)].next = number
            animations.base[Int(number)].previous = last
        }
        if record.pointee.isIndexed {
            enter(number, of: index)
        } else if record.pointee.count > Self.searchedAnimations {
            record.pointee.isIndexed = true
            var number = record.pointee.first
            while number != NodeLinks.none {
                enter(number, of: index)
                number = animations.base[Int(number)].next
            }
        }
    }

    /// Up to here looking at all of a layer's animations is faster than a table.
    private static var searchedAnimations: Int32 { 16 }

    private func enter(_ number: Int32, of index: Int32) {
        let name = AnimationName(layer: index, identifier: animations.base[Int(number)].animation.identifier)
        if animationPlaces[name] == nil { animationPlaces[name] = number }
    }

    /// Whether it was there.
    func removeAnimation(_ identifier: UInt64, from index: Int32) -> Bool {
        guard exists(index), nodes.base[Int(index)].animated >= 0 else { return false }
        let count = animations.count
        nextAnimationTime = -.infinity
        let record = animatedLayers.base + Int(nodes.base[Int(index)].animated)
        guard record.pointee.isIndexed else {
            removeAnimations(of: record) { $0.animation.identifier == identifier }
            return animations.count < count
        }
        guard var number = animationPlaces[AnimationName(layer: index, identifier: identifier)] else { return false }
        record.pointee.tracksAreStale = true
        while number != NodeLinks.none, animations.base[Int(number)].animation.identifier == identifier {
            let next = animations.base[Int(number)].next
            removeAnimation(number, of: record)
            number = next
        }
        return true
    }

    /// The layer goes: its animations are over.
    func removeAnimations(of index: Int32) {
        let number = nodes.base[Int(index)].animated
        guard number >= 0 else { return }
        let record = animatedLayers.base + Int(number)
        removeAnimations(of: record) {
            if !$0.isEndReported, !$0.isSilent { ended.append($0.animation.identifier) }
            return true
        }
        dropAnimatedLayer(Int(number))
    }

    private func removeAnimations(
        of record: UnsafeMutablePointer<AnimatedLayer>, where shouldGo: (RunningAnimation) -> Bool
    ) {
        record.pointee.tracksAreStale = true
        var number = record.pointee.first
        while number != NodeLinks.none {
            let next = animations.base[Int(number)].next
            if shouldGo(animations.base[Int(number)]) { removeAnimation(number, of: record) }
            number = next
        }
    }

    private func removeAnimation(_ number: Int32, of record: UnsafeMutablePointer<AnimatedLayer>) {
        let running = animations.base + Int(number)
        let identifier = running.pointee.animation.identifier
        if !objectNumbers.isEmpty, !running.pointee.isSilent { forgetObjects(of: identifier) }
        if record.pointee.isIndexed {
            animationPlaces[AnimationName(layer: record.pointee.layer, identifier: identifier)] = nil
        }
        let (previous, next) = (running.pointee.previous, running.pointee.next)
        if previous == NodeLinks.none {
            record.pointee.first = next
        } else {
            animations.base[Int(previous)].next = next
        }
        if next == NodeLinks.none {
            record.pointee.last = previous
        } else {
            animations.base[Int(next)].previous = previous
        }
        record.pointee.count -= 1
        if record.pointee.count == 0 { record.pointee.isIndexed = false }
        // The ways of keyframes are objects, and a record out of use must not keep them.
        running.pointee.animation.course = .basic(from: nil, to: nil, by: nil, curve: .linear)
        running.pointee.animation.group = nil
        animations.remove(number)
    }

    /// Takes the record out of the list, whose last record takes its place.
    private func dropAnimatedLayer(_ number: Int) {
        let last = animatedLayers.count - 1
        dropTracks(of: animatedLayers.base + number)
        layerModels.remove(animatedLayers.base[number].model)
        nodes.base[Int(animatedLayers.base[number].layer)].animated = -1
        if number != last {
            animatedLayers.base[number] = animatedLayers.base[last]
            nodes.base[Int(animatedLayers.base[number].layer)].animated = Int32(number)
        }
        animatedLayers.removeLast()
    }

    // MARK: One moment

    /// Sets the values of all animated properties to those of `time`, seconds of the root's superlayer, collects the
    /// animations that are over, and finds out when something moves next. Visits layers with animations only.
    func evaluateAnimations(at time: Double) {
        nextAnimationTime = .infinity
        // From the last to the first: a record that goes is replaced by one that was done already.
        for number in stride(from: animatedLayers.count - 1, through: 0, by: -1) {
            let record = animatedLayers.base + number
            let clock = layerTime(of: record.pointee.layer, at: time)
            if record.pointee.tracksAreStale { settleTracks(of: record) }
            if record.pointee.firstTrack != NodeLinks.none {
                // Ends are not frequent.
                if showTracks(of: record, at: clock) {
                    collectEnded(of: record, clock: clock, at: time)
                    record.pointee.tracksAreStale = true
                }
                if record.pointee.first == NodeLinks.none, record.pointee.driven.isEmpty { dropAnimatedLayer(number) }
                continue
            }
            let wasDriven = record.pointee.driven
            let isDriven = applyAnimations(of: record, at: clock.time)
            release(wasDriven.subtracting(isDriven), record)
            record.pointee.driven = isDriven
            collectEnded(of: record, clock: clock, at: time)
            if record.pointee.first == NodeLinks.none, record.pointee.driven.isEmpty { dropAnimatedLayer(number) }
        }
        if !emitters.isEmpty { advanceEmitters(at: time) }
    }

    /// Returns the properties that show something else than the model.
    private func applyAnimations(of record: UnsafeMutablePointer<AnimatedLayer>, at layerTime: Double) -> PropertySet {
        var driven = PropertySet()
        var number = record.pointee.first
        while number != NodeLinks.none {
            let property = animations.base[Int(number)].animation.key.property
            if !driven.contains(property), var value = modelValue(of: property, record) {
                driven.formUnion(PropertySet(property))
                // This one and all later ones of the same property, each on top of what is below.
                var other = number
                while other != NodeLinks.none {
                    let running = animations.base + Int(other)
                    if running.pointee.animation.key.property == property {
                        running.pointee.animation.apply(to: &value, at: layerTime)
                    }
                    other = running.pointee.next
                }
                presentValue(value, of: property, at: record.pointee.layer)
            }
            number = animations.base[Int(number)].next
        }
        return driven
    }

    /// Reports ends, drops what is removed at its end, and brings `nextAnimationTime` forward.
    private func collectEnded(of record: UnsafeMutablePointer<AnimatedLayer>, clock: LayerTime, at time: Double) {
        // While time stands still nothing moves and nothing ends.
        if clock.isStopped { return }
        var hasGone = false
        var number = record.pointee.first
        while number != NodeLinks.none {
            let running = animations.base + Int(number)
            let start = running.pointee.animation.startTime
            if clock.time > running.pointee.animation.endTime {
                if !running.pointee.isEndReported {
                    running.pointee.isEndReported = true
                    if !running.pointee.isSilent { ended.append(running.pointee.animation.identifier) }
                }
                if running.pointee.animation.isRemovedOnCompletion { hasGone = true }
            } else if clock.time < start {
                nextAnimationTime = min(nextAnimationTime, clock.rootTime(at: start))
            } else {
                let end = running.pointee.animation.endTime
                let next = running.pointee.animation.isStill ? clock.rootTime(at: end) : -.infinity
                nextAnimationTime = min(nextAnimationTime, next)
            }
            number = running.pointee.next
        }
        if hasGone {
            removeAnimations(of: record) { $0.isEndReported && $0.animation.isRemovedOnCompletion }
            releaseUndriven(record)
        }
    }

    /// Properties that no animation is left for show the model again, now and not one frame later.
    private func releaseUndriven(_ record: UnsafeMutablePointer<AnimatedLayer>) {
        var left = PropertySet()
        var number = record.pointee.first
        while number != NodeLinks.none {
            left.formUnion(PropertySet(animations.base[Int(number)].animation.key))
            number = animations.base[Int(number)].next
        }
        release(record.pointee.driven.subtracting(left), record)
        record.pointee.driven = left
    }

    /// Shows the model's values of the properties.
    func release(_ released: PropertySet, _ record: UnsafePointer<AnimatedLayer>) {
        if released.isEmpty { return }
        for property in LayerKey.properties where released.contains(property) { presentModel(of: property, record) }
    }

    private func presentModel(of property: LayerKey, _ record: UnsafePointer<AnimatedLayer>) {
        if property == .transition { return endTransition(of: record.pointee.layer) }
        guard let value = modelValue(of: property, record) else { return }
        presentValue(value, of: property, at: record.pointee.layer)
    }

    // MARK: Clocks

    struct LayerTime {
        var time: Double
        /// The root's time at the same moment.
        let root: Double
        /// Some clock on the way has speed 0, or is so far away that one frame is like the next.
        var isStopped = false
        /// No clock on the way differs from the root's.
        var isRootTime = true
        /// Own seconds per second of the root.
        var rate = 1.0

        /// Seconds, beyond which numbers cannot tell frames apart.
        static let limit = 1e13

        /// When the root's clock will be there as the layer's clock comes to `local`; infinity if it never does.
        func rootTime(at local: Double) -> Double {
            if isRootTime { return local }
            return rate > 0 ? root + (local - time) / rate : .infinity
        }
    }

    /// A layer's own time: the root's, through the clocks of all layers above it and its own (fact G-60).
    func layerTime(of index: Int32, at time: Double) -> LayerTime {
        var result = LayerTime(time: time, root: time)
        if clockCount == 0 { return result }
        chain.removeAll()
        var above = index
        while above != NodeLinks.none {
            if nodes.base[Int(above)].extras >= 0 { chain.append(above) }
            above = links.base[Int(above)].parent
        }
        for place in stride(from: chain.count - 1, through: 0, by: -1) {
            let clock = extras.base[Int(nodes.base[Int(chain.base[place])].extras)].clock
            if clock.isParentTime { continue }
            result.isRootTime = false
            if clock.speed == 0 { result.isStopped = true }
            result.time = clock.time(fromParent: result.time)
            result.rate *= clock.speed
        }
        if !(result.time.magnitude < LayerTime.limit) { result.isStopped = true }
        return result
    }
}
