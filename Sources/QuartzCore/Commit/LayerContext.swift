internal import Foundation
internal import Motion
package import RenderServer

/// The layers of one screen: what of their tree the render server has, and what it has yet to be sent.
///
/// A commit costs as much as has changed: layers enter a list when they change, and nothing else is looked at. Main
/// thread.
@preconcurrency @MainActor
package final class LayerContext {
    struct Change {
        var layer: CALayer
        /// Where the state from before the first change is; -1 if there is none.
        var savedState: Int32 = -1
        /// The same of effects and special content.
        var savedEffects: Int32 = -1
        var savedSpecial: Int32 = -1
    }

    /// The effects and what casts the shadow.
    struct Effects {
        var effects: LayerEffects
        var shadowShape: PathShape?
    }

    struct WeakStore { weak var store: LayerStore? }

    package let sink: any CommitSink
    /// The layer that fills the screen; its bounds are in points.
    package let rootLayer: CALayer
    /// Whether display links that name no screen follow its frames.
    package let isMain: Bool
    /// Screen pixels per point.
    package var scale: Double {
        didSet {
            if scale != oldValue {
                isRootSent = false
                CATransaction.openImplicit()
            }
        }
    }
    /// Time stamp of the newest contact that led to changes; goes with the next commit, seconds.
    package var newestContactTime = 0.0
    /// Layers that marked themselves for display while they drew for the commit that is being prepared.
    private var markedByThemselves: Set<ObjectIdentifier> = []
    /// Asked to call `startDueAnimations(at:)` at a media time, when a delayed animation begins and its delegate wants to
    /// know, or when bitmaps of layers that are in no window are to be given back. Without it delegates are told at the commit.
    package var scheduleWake: ((_ time: Double) -> Void)?
    /// Commits sent so far.
    package private(set) var commitCount = 0

    // Reused lists: a commit in the steady state allocates nothing.
    var changed: [Change] = []
    var savedStates: [LayerState] = []
    var savedEffects: [Effects] = []
    var savedSpecials: [LayerSpecial] = []
    var leaving: [CALayer] = []
    var removed: [LayerID] = []
    var stack: [CALayer] = []
    var identifiers = LayerIdentifiers()
    var running: [UInt64: AttachedAnimation] = [:]
    /// Animations whose delegates have not been told of the start, by identifier.
    var delayed: [UInt64: AttachedAnimation] = [:]
    /// Those with more than one bitmap.
    var stores: [WeakStore] = []
    /// Those in the tree.
    var tiledLayers: [WeakTiledLayer] = []
    /// Those that draw animated properties.
    var redrawn: [RedrawnLayer] = []
    /// When the frame in the making will be seen, seconds.
    var displayTime = 0.0
    /// Whether one of them moves, so that each frame shows other tiles.
    var watchesTiles = false
    /// Layers that left with bitmaps of theirs, longest gone first.
    var unseen: [UnseenLayer] = []
    /// When a call is due to look after them; infinite if none was asked for.
    var unseenWake = Double.infinity
    var isRootSent = false
    private var spareCommit: Commit?
    let ticker = DisplayTicker()

    // MARK: All contexts

    private struct Entry { weak var context: LayerContext? }

    /// Weak, so that a context that ends, on whatever thread, needs not take itself out of the list.
    private static var entries: [Entry] = []

    static var count: Int { entries.count }
    static func context(at index: Int) -> LayerContext? { entries[index].context }
    /// The newest main one that is alive: whose frames display links follow.
    package static var main: LayerContext? { entries.last { $0.context?.isMain == true }?.context }

    /// - Parameters:
    ///   - sink: the render server, or a recorder.
    ///   - rootLayer: on screen from the next commit on.
    ///   - scale: screen pixels per point.
    ///   - isMain: false for screens beside the main one.
    package init(sink: any CommitSink, rootLayer: CALayer, scale: Double, isMain: Bool = true) {
        self.isMain = isMain
        self.sink = sink
        self.rootLayer = rootLayer
        self.scale = scale
        Self.entries.removeAll { $0.context == nil }
        Self.entries.append(Entry(context: self))
        ticker.sink = sink
        if isMain { CADisplayLink.adoptWaitingLinks(ticker) }
        CATransaction.openImplicit()
    }

    deinit {
        // Layers that left since the last commit are not below the root any more, but still call this context theirs.
        orphan([rootLayer] + leaving)
    }

    /// Takes the context out of trees whose screen is gone.
    private nonisolated func orphan(_ tops: [CALayer]) {
        var pending = tops
        while let layer = pending.popLast() {
            if layer.context === self {
                layer.context = nil
                layer.identifier = 0
                layer.changeIndex = -1
                layer.flags.subtract([.changes, .isLeaving])
            }
            pending.append(contentsOf: layer.sublayerStorage)
            if let mask = layer.maskStorage { pending.append(mask) }
            if let underlay = layer.underlay { pending.append(underlay) }
        }
    }

    // MARK: Noting changes

    func note(_ layer: CALayer) {
        guard layer.changeIndex < 0 else { return }
        layer.changeIndex = Int32(changed.count)
        changed.append(Change(layer: layer))
    }

    /// Called before the record's first change since the last commit.
    func noteRecord(_ record: LayerFlags, of layer: CALayer) {
        note(layer)
        let index = Int(layer.changeIndex)
        if record == .stateChanged {
            changed[index].savedState = Int32(savedStates.count)
            savedStates.append(layer.renderState)
        } else if record == .effectsChanged {
            changed[index].savedEffects = Int32(savedEffects.count)
            savedEffects.append(Effects(effects: layer.renderEffects, shadowShape: layer.details?.look?.shadowShape))
        } else if record == .specialChanged, let special = layer.specialContent() {
            changed[index].savedSpecial = Int32(savedSpecials.count)
            savedSpecials.append(special)
        }
    }

    func noteLeaving(_ layer: CALayer) {
        guard !layer.flags.contains(.isLeaving) else { return }
        layer.flags.insert(.isLeaving)
        leaving.append(layer)
    }

    /// The state that the render server has of a changed layer.
    func savedState(at changeIndex: Int32) -> LayerState? {
        let index = changed[Int(changeIndex)].savedState
        return index < 0 ? nil : savedStates[Int(index)]
    }

    func savedEffects(at changeIndex: Int32) -> Effects? {
        let index = changed[Int(changeIndex)].savedEffects
        return index < 0 ? nil : savedEffects[Int(index)]
    }

    func savedSpecial(at changeIndex: Int32) -> LayerSpecial? {
        let index = changed[Int(changeIndex)].savedSpecial
        return index < 0 ? nil : savedSpecials[Int(index)]
    }

    // MARK: Committing

    /// Layout, tree, drawing, until nothing is left to do; then `submit` sends it.
    func prepare() {
        defer { if !markedByThemselves.isEmpty { markedByThemselves.removeAll() } }
        for _ in 0..<LayoutPass.roundLimit {
            let isClean = LayoutPass.run(from: rootLayer)
            updateTree()
            updateTiles()
            display()
            // Drawing should change no geometry (fact D-08), but may; an endless layout has had its rounds.
            guard isClean, rootLayer.flags.contains(.subtreeNeedsLayout) || !leaving.isEmpty || hasNewSublayers
            else { return }
        }
    }

    private func display() {
        var index = 0
        while index < changed.count {
            let layer = changed[index].layer
            index += 1
            guard layer.flags.contains(.needsDisplay), layer.context === self else { continue }
            if !markedByThemselves.isEmpty, markedByThemselves.contains(ObjectIdentifier(layer)) { continue }
            layer.displayIfNeeded()
            // What its own drawing marks is for the next commit, whatever else this one still has to do (fact D-10).
            if layer.flags.contains(.needsDisplay) { markedByThemselves.insert(ObjectIdentifier(layer)) }
        }
    }

    func submit(at time: Double) {
        let commit = spareCommit ?? sink.makeCommit()
        spareCommit = nil
        fill(commit, at: time)
        dropOldSpares(at: time)
        releaseUnseen(at: time)
        guard !commit.isEmpty else {
            spareCommit = commit
            // What changed nothing must not count for what something else changes later.
            newestContactTime = 0
            return
        }
        commit.time = time
        commit.newestContactTime = newestContactTime
        newestContactTime = 0
        commitCount += 1
        sink.submit(commit)
    }
}
