internal import Motion
internal import Raster

/// Which class of special layer a node is.
enum SpecialKind: UInt8 {
    case none, shape, gradient, replicator, emitter, pattern

    init(_ special: LayerSpecial) {
        self =
            switch special {
            case .shape: .shape
            case .gradient: .gradient
            case .replicator: .replicator
            case .emitter: .emitter
            case .pattern: .pattern
            }
    }
}

/// What a layer of a special class shows: as committed, and as animations show it.
struct SpecialRecord {
    var model: LayerSpecial
    var shown: LayerSpecial
    /// Of a shape layer.
    var masks: ShapeMasks?
    /// What of its outline is shown.
    var outline = MotionBlend()
    /// Of a gradient layer, made when it is first drawn with these colours.
    var table: GradientTable?
    /// Of an emitter layer.
    var particles: ParticleSystem?

    init(_ special: LayerSpecial) {
        model = special
        shown = special
        if case .shape = special { masks = ShapeMasks() }
        if case .emitter(let content) = special {
            particles = ParticleSystem()
            particles?.setCells(content)
        }
    }

    /// Keeps what was made for the layer before, if it still is of the same class.
    mutating func takeMemory(of old: SpecialRecord) {
        if masks != nil, let kept = old.masks { masks = kept }
        if case .emitter(let content) = model, let kept = old.particles {
            kept.setCells(content)
            particles = kept
        }
    }

    /// Holds no references; takes the place of a record that goes.
    static var empty: SpecialRecord { SpecialRecord(.replicator(ReplicatorContent())) }
}

extension RenderTree {
    /// The node's record; only for a node whose `specialKind` is not `none`.
    @inline(__always)
    func special(_ index: Int32) -> UnsafeMutablePointer<SpecialRecord> { specials.base + Int(specialNumber(index)) }

    // MARK: Placing

    /// Adds what a special layer draws to the node's own extent.
    ///
    /// - Returns: whether it is drawn in another way than before.
    func placeSpecial(_ index: Int32, _ node: UnsafeMutablePointer<RenderNode>, clip: ScreenRect) -> Bool {
        let record = special(index)
        var extent = ScreenRect.empty
        var isElsewhere = false
        switch record.pointee.shown {
        case .gradient(let content):
            if content.isVisible { extent = node.pointee.rect }
        case .shape(let content):
            guard let masks = record.pointee.masks else { return false }
            let isProjected = node.pointee.orientation == .projected
            let placement =
                isProjected ? ShapePlacement(projected: node, content, scale: scale) : ShapePlacement(node)
            isElsewhere = masks.placement != placement
            masks.placement = placement
            extent = content.fillExtent(placement).union(content.strokeExtent(placement))
            if isProjected { extent = projectedExtent(extent, placement, node) }
        case .emitter(let content):
            guard let system = record.pointee.particles else { return false }
            let isCut = node.pointee.traits.contains(.masksToBounds)
            extent = placeParticles(
                system, content, index, clip: isCut ? clip.intersection(node.pointee.rect) : clip)
        case .pattern(let content):
            if content.isUsable { extent = node.pointee.rect }
        case .replicator:
            break
        }
        if node.pointee.traits.contains(.masksToBounds) { extent = extent.intersection(node.pointee.rect) }
        node.pointee.ownExtent = node.pointee.ownExtent.union(extent.intersection(clip))
        return isElsewhere
    }

    /// How many things a special layer draws one over the other.
    func specialPartCount(_ index: Int32) -> Int {
        switch special(index).pointee.shown {
        case .gradient(let content): content.isVisible ? 1 : 0
        case .shape(let content): (content.fills ? 1 : 0) + (content.strokes ? 1 : 0)
        // Particles lie over each other, too.
        case .emitter: 2
        case .pattern: 1
        case .replicator: 0
        }
    }
}

extension ShapePlacement {
    /// From a layer's own space to the screen. The origin of an upright layer's bounds lies where its background begins, on
    /// a whole pixel, so that the outline moves with it; anything else moves in fractions, but not in finer ones than a
    /// rasteriser tells apart.
    init(_ node: UnsafePointer<RenderNode>) {
        let world = node.pointee.world
        let bounds = node.pointee.bounds
        self.init(a: world.a, b: world.b, c: world.c, d: world.d, tx: world.tx, ty: world.ty)
        switch node.pointee.orientation {
        case .upright:
            tx = Double((a * bounds.x + tx).snapped) - a * bounds.x
            ty = Double((d * bounds.y + ty).snapped) - d * bounds.y
            (b, c) = (0, 0)
        case .quarterTurned:
            tx = Double((c * bounds.y + tx).snapped) - c * bounds.y
            ty = Double((b * bounds.x + ty).snapped) - b * bounds.x
            (a, d) = (0, 0)
        default:
            tx = (tx * 256).rounded() / 256
            ty = (ty * 256).rounded() / 256
        }
    }
}
