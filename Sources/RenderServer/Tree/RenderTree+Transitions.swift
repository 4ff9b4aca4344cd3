internal import Motion

/// A layer on its way from one picture to another.
struct RunningTransition {
    var transition: LayerTransition
    /// The layer of the model, which shows the new picture and goes on changing.
    var layer: Int32
    /// A copy of the layer and everything below it as they were; `none` if the layer was not there.
    var old = NodeLinks.none

    /// The picture that rolls.
    var page: Int32? {
        switch transition.kind {
        case .curlUp: old == NodeLinks.none ? nil : old
        case .curlDown: layer
        case .fade, .moveIn, .push, .reveal: nil
        }
    }
}

/// Transitions. A node of their own takes the layer's place among its siblings and holds two: the layer, and a copy of
/// what it showed before. Both lie as they would without that node; they are only moved, or faded, against each other.
extension RenderTree {
    /// Layers in one old picture; what has more changes at once.
    private static let oldPictureLimit = 4096

    // MARK: Where things are

    /// The node that stands for a layer among its siblings.
    @inline(__always)
    func standIn(for index: Int32) -> Int32 {
        transitionNodes.isEmpty ? index : transitionNodes[index] ?? index
    }

    /// The layer that a node among its siblings stands for.
    @inline(__always)
    func layer(behind index: Int32) -> Int32 {
        transitions.isEmpty ? index : transitions[index]?.layer ?? index
    }

    // MARK: Beginning

    /// Before a commit: copies what its transitions start from.
    func keepOldPictures(_ updates: [Commit.TransitionUpdate]) {
        copyDepth += 1
        defer { copyDepth -= 1 }
        for update in updates {
            let index = Int32(clamping: update.layer.rawValue)
            var pending = RunningTransition(transition: update.transition, layer: index)
            if exists(index), !links.base[Int(index)].flags.contains(.isCopy) {
                guard let old = frozenCopy(of: index) else { continue }
                if update.transition.kind == .fade { addUp(old) }
                pending.old = old
            }
            pendingTransitions.append(pending)
        }
    }

    /// After the commit.
    func beginTransitions() {
        for pending in pendingTransitions { begin(pending) }
        pendingTransitions.removeAll(keepingCapacity: true)
    }

    private func begin(_ running: RunningTransition) {
        copyDepth += 1
        defer { copyDepth -= 1 }
        let layer = running.layer
        endTransition(of: layer)
        let parent = exists(layer) ? links.base[Int(layer)].parent : NodeLinks.none
        // The root has nothing it could pass in, and a mask is no picture.
        guard parent != NodeLinks.none, layer != root, !links.base[Int(layer)].flags.contains(.isMask),
            let node = makeCopyNode(of: NodeLinks.none)
        else {
            if running.old != NodeLinks.none { destroyCopies(at: running.old) }
            return
        }
        var traits: LayerTraits = .isTransition
        if running.transition.kind == .fade { traits.insert(.fadesAcross) }
        nodes.base[Int(node)].traits = traits
        nodes.base[Int(node)].zPosition = nodes.base[Int(layer)].zPosition
        let number = effectsNumber(layer)
        if number >= 0, running.transition.kind == .fade, effects.base[Int(number)].shown.blendMode != .normal {
            // The two make one picture, and that is what is mixed with what lies below.
            var mixed = LayerEffects.none
            mixed.blendMode = effects.base[Int(number)].shown.blendMode
            setEffects(node, mixed, shadowShape: nil)
        }
        transitions[node] = running
        transitionNodes[layer] = node
        let siblings = listed(of: parent)
        replaceSublayers(of: parent, siblings, 0..<siblings.count)
        var pictures = [LayerID(rawValue: UInt32(bitPattern: layer))]
        if running.old != NodeLinks.none {
            let isOldAbove = [.fade, .reveal, .curlUp].contains(running.transition.kind)
            pictures.insert(LayerID(rawValue: UInt32(bitPattern: running.old)), at: isOldAbove ? 1 : 0)
        }
        replaceSublayers(of: node, pictures, 0..<pictures.count)
        if let page = running.page { _ = ensureEffects(page) }
        presentTransition(0, of: layer)
    }

    /// A layer's sublayers in the order of its list.
    private func listed(of parent: Int32) -> [LayerID] {
        children(of: parent).sorted { nodes.base[Int($0)].listPosition < nodes.base[Int($1)].listPosition }
            .map { LayerID(rawValue: UInt32(bitPattern: $0)) }
    }

    // MARK: Under way

    /// Moves and fades the two pictures to where they are at `progress`.
    func presentTransition(_ progress: Double, of layer: Int32) {
        guard let number = transitionNodes[layer], let running = transitions[number] else { return }
        let progress = progress.isFinite ? progress : 1
        var travel = nodes.base[Int(layer)].bounds.highHalf
        if running.old != NodeLinks.none {
            let size = nodes.base[Int(running.old)].bounds.highHalf
            travel = SIMD2(max(travel.x, size.x), max(travel.y, size.y))
        }
        // In steps that add up exactly, so that pictures that touch go on touching.
        let way = (running.transition.heading * travel * 1024).rounded(.toNearestOrEven) / 1024
        let moved = (way * progress * 1024).rounded(.toNearestOrEven) / 1024
        var new = TransitionPlace()
        switch running.transition.kind {
        case .fade: new.share = (Float(max(0, min(1, progress))) * 255).rounded() / 255
        case .moveIn: new.layerShift = moved - way
        case .push:
            new.layerShift = moved - way
            new.oldShift = moved
        case .reveal: new.oldShift = moved
        case .curlUp, .curlDown: new.share = Float(max(0, min(1, progress)))
        }
        let node = nodes.base + Int(number)
        if node.pointee.transitionPlace == new { return }
        node.pointee.transitionPlace = new
        markDirty(layer)
        if running.old != NodeLinks.none { markDirty(running.old) }
    }

    /// The roll of a picture that is a page of a transition.
    func pageCurl(of index: Int32, _ node: UnsafePointer<RenderNode>, in parent: Int32) -> PageCurl? {
        guard parent != NodeLinks.none, nodes.base[Int(parent)].traits.contains(.isTransition),
            let running = transitions[parent], running.page == index
        else { return nil }
        var progress = Double(nodes.base[Int(parent)].transitionPlace.share)
        if node.pointee.orientation != .upright || node.pointee.world.a < 0 || node.pointee.world.d < 0 {
            reportOnce("a layer that is turned or mirrored does not curl; it changes at once")
            progress = 1
        }
        return PageCurl(rect: node.pointee.rect, progress: running.transition.kind == .curlUp ? progress : 1 - progress)
    }

    // MARK: The end

    /// The layer takes its place among its siblings again.
    func endTransition(of layer: Int32) {
        if transitionNodes.isEmpty { return }
        guard let node = transitionNodes.removeValue(forKey: layer) else { return }
        transitions[node] = nil
        copyDepth += 1
        defer { copyDepth -= 1 }
        let parent = links.base[Int(node)].parent
        if parent != NodeLinks.none {
            let siblings = listed(of: parent).map {
                $0.rawValue == UInt32(bitPattern: node) ? LayerID(rawValue: UInt32(bitPattern: layer)) : $0
            }
            replaceSublayers(of: parent, siblings, 0..<siblings.count)
        } else if links.base[Int(layer)].parent == node {
            unlink(layer)
        }
        destroyCopies(at: node)
    }

    func endAllTransitions() {
        for layer in transitionNodes.keys.sorted() { endTransition(of: layer) }
        for pending in pendingTransitions where pending.old != NodeLinks.none { destroyCopies(at: pending.old) }
        pendingTransitions.removeAll()
    }

    // MARK: The old picture

    /// A copy of the layer and all below it as they are on screen, which nothing changes any more. Nil if that would be
    /// too many.
    private func frozenCopy(of source: Int32) -> Int32? {
        copyDepth += 1
        defer { copyDepth -= 1 }
        guard let top = frozenNode(of: source) else { return nil }
        var open = [(source, top)]
        var count = 1
        while let (source, target) = open.popLast() {
            var copies: [LayerID] = []
            var isComplete = true
            var child = firstSublayer(of: source)
            while child != NodeLinks.none, isComplete {
                // What passes itself is shown as what it becomes.
                let shown = layer(behind: child)
                child = links.base[Int(child)].next
                if nodes.base[Int(shown)].traits.contains(.isHidden) { continue }
                guard count < Self.oldPictureLimit, let copy = frozenNode(of: shown) else {
                    isComplete = false
                    break
                }
                count += 1
                copies.append(LayerID(rawValue: UInt32(bitPattern: copy)))
                open.append((shown, copy))
            }
            if !copies.isEmpty { replaceSublayers(of: target, copies, 0..<copies.count) }
            let mask = self.mask(of: source)
            if mask != NodeLinks.none, isComplete {
                if let copy = frozenNode(of: mask) {
                    setMask(of: target, copy)
                    open.append((mask, copy))
                } else {
                    isComplete = false
                }
            }
            if !isComplete {
                reportOnce(
                    "a transition starts from more than \(Self.oldPictureLimit) layers, or other copies are too many: "
                        + "such layers change at once")
                destroyCopies(at: top)
                return nil
            }
        }
        return top
    }

    /// Where both pictures of a fade are the same, their shares add up to it.
    private func addUp(_ top: Int32) {
        let number = effectsNumber(top)
        var added = number < 0 ? LayerEffects.none : effects.base[Int(number)].shown
        added.blendMode = .plusLighter
        setEffects(top, added, shadowShape: number < 0 ? nil : effects.base[Int(number)].shadowShape)
    }

    private func frozenNode(of source: Int32) -> Int32? {
        guard let copy = makeCopyNode(of: NodeLinks.none) else { return nil }
        present(presentationState(at: source), at: copy)
        let contentsNumber = nodes.base[Int(source)].contents
        if contentsNumber >= 0 {
            let record = contents.base[Int(contentsNumber)].copied()
            contentsUse.add(record)
            nodes.base[Int(copy)].contents = contents.insert(record)
        }
        let effectsNumber = effectsNumber(source)
        if effectsNumber >= 0 {
            let record = effects.base[Int(effectsNumber)]
            setEffects(copy, record.shown, shadowShape: record.shadowShape)
        }
        switch nodes.base[Int(source)].specialKind {
        case .shape, .gradient, .pattern: setSpecial(copy, special(source).pointee.shown)
        // Instances are copied as the nodes they are; particles would begin anew.
        case .none, .replicator, .emitter: break
        }
        let sourceExtras = nodes.base[Int(source)].extras
        if sourceExtras >= 0, extras.base[Int(sourceExtras)].tint != 0 {
            let tint = extras.base[Int(sourceExtras)].tint
            let extra = ensureExtras(copy)
            extras.base[extra].tint = tint
        }
        markDirty(copy, .looksChanged)
        return copy
    }
}

/// Where a transition's two pictures are, each in its own coordinates, and the share of the new one, 0…1.
struct TransitionPlace: Equatable {
    var layerShift = SIMD2<Double>(0, 0)
    var oldShift = SIMD2<Double>(0, 0)
    var share: Float = 1
}

extension RenderNode {
    /// Of a transition's node, whose other geometry means nothing: kept where other nodes have that.
    var transitionPlace: TransitionPlace {
        get { TransitionPlace(layerShift: position, oldShift: anchorPoint, share: opacity) }
        set {
            position = newValue.layerShift
            anchorPoint = newValue.oldShift
            opacity = newValue.share
        }
    }
}
