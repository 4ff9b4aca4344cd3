internal import Motion
internal import Raster

/// The tree that is drawn: layers with the values now on screen, their places in pixels, and what of them changed since
/// the last frame.
///
/// Nodes are records in plain memory, addressed by `LayerID`; links between them are numbers. So walking the tree counts
/// no references, and a layer ten thousand levels down needs no deeper stack than the first.
///
/// Changes come from commits (`apply`) and from time (`evaluateAnimations`); both only store values and set flags.
/// `updateGeometry` then visits the flagged nodes and adds what changed on screen to `damage`.
///
/// The stores are reached through their base pointers and by one thread; checking each of those accesses for exclusivity
/// at run time would be a third of the cost of a pass.
final class RenderTree {
    /// The changed pixels of the coming frame. The owner takes them and empties it.
    @exclusivity(unchecked) var damage: DamageGrid
    /// Pixels.
    private(set) var screen: ScreenRect
    /// Pixels.
    var screenArea: Int { Int(screen.width) * Int(screen.height) }
    /// Screen pixels per point.
    var scale = 1.0
    var root = NodeLinks.none

    @exclusivity(unchecked) var links = RecordStore<NodeLinks>()
    @exclusivity(unchecked) var nodes = RecordStore<RenderNode>()
    @exclusivity(unchecked) var extras = RecordPool<NodeExtras>()
    @exclusivity(unchecked) var contents = RecordPool<ContentsRecord>()
    @exclusivity(unchecked) var projections = RecordPool<NodeProjection>()
    @exclusivity(unchecked) var blocks = RecordPool<SiblingBlock>()

    /// What the bitmaps in `contents` take.
    @exclusivity(unchecked) var contentsUse = ContentsUse()

    /// Few layers have these two; `NodeExtras` holds their numbers.
    @exclusivity(unchecked) var effects = RecordPool<EffectsRecord>()
    @exclusivity(unchecked) var specials = RecordPool<SpecialRecord>()
    /// Of nodes with `isDepthOrdered`.
    var depthOrders: [Int32: DepthOrder] = [:]
    // MARK: Rasterised layers

    /// Of the pictures that are seen, as `RasterPicture.countedPixels`.
    var rasterPixels = 0
    /// Layers whose pictures were found too large in this pass.
    var refusedRasters: [Int32] = []
    var isRasterRefusalReported = false
    /// Geometry passes so far.
    var passNumber = 0

    // MARK: Pictures of more than one layer

    /// Of groups that fade.
    var keptPictures: [KeptPicture] = []
    /// Layers that show what lies below them, or did.
    var backdrops = RecordStore<Int32>()
    @exclusivity(unchecked) var backdropChanges = BackdropChanges()

    /// Layers that were emitters when they were given their content.
    var emitters: [Int32] = []

    // MARK: Copies

    @exclusivity(unchecked) var instances = RecordStore<InstanceLinks>()
    var replicators: [Int32: ReplicatorCopies] = [:]
    var staleReplicators: [Int32] = []
    /// Nodes that are copies or instances.
    var copyCount = 0
    var refusedCopyCount = 0
    var freeCopies: [Int32] = []
    var nextCopy = NodeLinks.none
    /// More than 0 while copies are worked on: their numbers are meant.
    var copyDepth = 0

    // MARK: Transitions

    /// By the node that holds both pictures.
    var transitions: [Int32: RunningTransition] = [:]
    /// That node, by the layer that passes.
    var transitionNodes: [Int32: Int32] = [:]
    /// Of the commit that is being applied.
    var pendingTransitions: [RunningTransition] = []

    // MARK: Animations

    @exclusivity(unchecked) var animatedLayers = RecordStore<AnimatedLayer>()
    @exclusivity(unchecked) var layerModels = RecordPool<LayerState>()
    @exclusivity(unchecked) var animations = RecordPool<RunningAnimation>()
    /// The first animation of each identifier, of layers with many: those of a group follow each other.
    var animationPlaces: [AnimationName: Int32] = [:]
    @exclusivity(unchecked) var tracks = RecordPool<AnimationTrack>()
    @exclusivity(unchecked) var matrixWays = RecordPool<MatrixWay>()
    @exclusivity(unchecked) var steadyGroups = RecordPool<SteadyGroup>()
    /// Identifiers of animations whose end was not reported yet.
    var ended = RecordStore<UInt64>()
    /// When something moves next: minus infinity when now.
    var nextAnimationTime = Double.infinity
    /// What animations call by numbers, and the numbers of each.
    var animationObjects: [UInt32: AnimationObject] = [:]
    var objectNumbers: [UInt64: [UInt32]] = [:]
    /// Layers whose contents are animated.
    var contentsBlends: [Int32: ContentsBlend] = [:]
    /// Layers whose clock is not simply their superlayer's.
    var clockCount = 0

    /// Visible layers that cannot be drawn because a number in their geometry is no number or far too large.
    var unusableCount = 0

    // MARK: Scratch

    var order = RecordStore<SiblingOrder>()
    let depthSorter = DepthSorter()
    var chain = RecordStore<Int32>()

    init(screenSize: PixelSize) {
        damage = DamageGrid(size: screenSize)
        screen = ScreenRect(PixelRect(size: screenSize))
    }

    deinit {
        for index in 0..<nodes.count {
            dropContents(index)
            nodes.base[index].releaseDetails()
        }
        links.deallocate()
        nodes.deallocate()
        extras.deallocate()
        contents.deallocate()
        effects.deallocate()
        specials.deallocate()
        projections.deallocate()
        blocks.deallocate()
        backdrops.deallocate()
        backdropChanges.deallocate()
        animatedLayers.deallocate()
        layerModels.deallocate()
        animations.deallocate()
        tracks.deallocate()
        matrixWays.deallocate()
        steadyGroups.deallocate()
        ended.deallocate()
        order.deallocate()
        instances.deallocate()
        chain.deallocate()
    }

    /// Another screen: everything is placed again and has to be drawn.
    func setScreenSize(_ size: PixelSize) {
        damage = DamageGrid(size: size)
        screen = ScreenRect(PixelRect(size: size))
        placeEverythingAgain()
    }

    /// Another tree, or another scale.
    func setRoot(_ layer: LayerID, scale newScale: Double) {
        let index = Int32(clamping: layer.rawValue)
        // A scale that is no scale would make every layer unusable.
        let newScale = newScale > 0 && newScale.isFinite ? newScale : 1
        if index == root, newScale == scale { return }
        endTransition(of: index)
        if root != NodeLinks.none, exists(root) { vanish(root) }
        ensure(index)
        root = index
        scale = newScale
        placeEverythingAgain()
    }

    private func placeEverythingAgain() {
        damage.add(screen.pixelRect)
        guard root != NodeLinks.none, exists(root) else { return }
        vanish(root)
        markDirty(root)
    }

    // MARK: Nodes

    @inline(__always)
    func exists(_ index: Int32) -> Bool {
        index >= 0 && Int(index) < links.count && links.base[Int(index)].flags.contains(.exists)
    }

    /// Makes the node if it is not there.
    func ensure(_ index: Int32) {
        precondition(index >= 0, "Layer numbers are small.")
        if Int(index) >= links.count {
            if Int(index) >= links.capacity { makeRoom(for: Int(index) + 1, spare: links.capacity / 8 + 16) }
            links.extend(to: Int(index) + 1, with: NodeLinks())
            nodes.extend(to: Int(index) + 1, with: RenderNode())
        }
        if links.base[Int(index)].flags.contains(.exists) {
            guard copyDepth == 0, links.base[Int(index)].flags.contains(.isCopy) else { return }
            giveUpCopies()
        }
        links.base[Int(index)] = NodeLinks()
        links.base[Int(index)].flags = .exists
        nodes.base[Int(index)].releaseDetails()
        nodes.base[Int(index)] = RenderNode()
    }

    /// Numbers below `count` can be used without moving nodes, and `spare` more if they have to be moved. Nodes are most
    /// of what the tree takes: doubling what there is would leave half of it idle.
    func makeRoom(for count: Int, spare: Int = 0) {
        guard count > links.capacity else { return }
        links.reserve(count + spare)
        nodes.reserve(count + spare)
    }

    /// Sets the flags, and tells the nodes above that there is something to visit.
    func markDirty(_ index: Int32, _ flags: NodeFlags = []) {
        let links = links.base
        links[Int(index)].flags.formUnion(flags.union(.isDirty))
        markBlock(of: index)
        var above = links[Int(index)].parent
        while above != NodeLinks.none, !links[Int(above)].flags.contains(.hasDirtyDescendant) {
            links[Int(above)].flags.insert(.hasDirtyDescendant)
            markBlock(of: above)
            above = links[Int(above)].parent
        }
    }

    @inline(__always)
    private func markBlock(of index: Int32) {
        let block = links.base[Int(index)].block
        if block >= 0 { blocks.base[Int(block)].isDirty = true }
    }

    @inline(__always)
    func extrasOf(_ node: UnsafePointer<RenderNode>) -> NodeExtras {
        node.pointee.extras < 0 ? .none : extras.base[Int(node.pointee.extras)]
    }

    func dropContents(_ index: Int) {
        let number = nodes.base[index].contents
        guard number >= 0 else { return }
        contentsUse.remove(contents.base[Int(number)])
        contents.base[Int(number)].release()
        contents.remove(number)
        nodes.base[index].contents = -1
    }

    // MARK: Leaving the screen

    /// The subtree is not on screen any more: what it showed is damage, and it comes back as if new.
    func vanish(_ top: Int32) {
        let links = links.base
        let nodes = nodes.base
        addDamage(links[Int(top)].subtreeExtent, around: top)
        var index = top
        while true {
            links[Int(index)].subtreeExtent = .empty
            extentChanged(index)
            let node = nodes + Int(index)
            let wasVisible = node.pointee.isVisible
            node.pointee.isVisible = false
            node.pointee.ownExtent = .empty
            if node.pointee.extras >= 0 { releaseRaster(of: index) }
            // Nothing below an invisible node is visible.
            if wasVisible, links[Int(index)].firstChild != NodeLinks.none {
                index = links[Int(index)].firstChild
                continue
            }
            while index != top, links[Int(index)].next == NodeLinks.none { index = links[Int(index)].parent }
            if index == top { return }
            index = links[Int(index)].next
        }
    }
}
