public import Motion
public import Raster

/// One transaction's delta: what changed in the model tree since the last commit, and nothing else.
///
/// Filled on the main thread, then given to the render server with `RenderServer.submit(_:)`, which owns it from then on
/// and hands emptied ones back through `RenderServer.makeCommit()`, so that steady state allocates nothing.
///
/// Applied in the order of the properties below: transitions keep what is there, then come removals, states, sublayers,
/// contents, effects, specials, masks, objects, animations; then transitions begin.
public final class Commit: @unchecked Sendable {
    // Unchecked because ownership passes whole: the main thread does not touch a commit after `submit`.

    public struct StateUpdate: Sendable {
        public var layer: LayerID
        public var state: LayerState

        public init(layer: LayerID, state: LayerState) {
            self.layer = layer
            self.state = state
        }
    }

    /// The whole ordered list of sublayers of `parent`, as a range of `sublayerIDs`; back to front.
    public struct SublayersUpdate: Sendable {
        public var parent: LayerID
        public var range: Range<Int>

        public init(parent: LayerID, range: Range<Int>) {
            self.parent = parent
            self.range = range
        }
    }

    public struct ContentsUpdate: Sendable {
        public var layer: LayerID
        /// Frozen; nil for no contents. 32-bit pixels, or coverage (`a8`) that one colour is laid through.
        public var bitmap: Bitmap?
        /// What is laid through coverage, 0xAARRGGBB, premultiplied.
        public var color: UInt32
        /// The part that differs from the layer's previous contents, in contents pixels; nil when all may differ or the
        /// size changed.
        public var changed: PixelRect?

        public init(layer: LayerID, bitmap: Bitmap?, color: UInt32 = 0, changed: PixelRect?) {
            self.layer = layer
            self.bitmap = bitmap
            self.color = color
            self.changed = changed
        }
    }

    /// Nil effects for none.
    public struct EffectsUpdate: Sendable {
        public var layer: LayerID
        public var effects: LayerEffects?
        /// What casts the shadow in place of the layer's picture; filled by the non-zero rule (fact D-82).
        public var shadowShape: (any LayerShape)?

        public init(layer: LayerID, effects: LayerEffects?, shadowShape: (any LayerShape)?) {
            self.layer = layer
            self.effects = effects
            self.shadowShape = shadowShape
        }
    }

    public struct SpecialUpdate: Sendable {
        public var layer: LayerID
        public var special: LayerSpecial?

        public init(layer: LayerID, special: LayerSpecial?) {
            self.layer = layer
            self.special = special
        }
    }

    /// The mask's own state, sublayers and contents travel like any layer's; it is no sublayer.
    public struct MaskUpdate: Sendable {
        public var layer: LayerID
        public var mask: LayerID?

        public init(layer: LayerID, mask: LayerID?) {
            self.layer = layer
            self.mask = mask
        }
    }

    /// What the layer and its sublayers show before this commit passes to what they show after it. An animation of
    /// `LayerKey.transition` with the same commit says how far it is.
    public struct TransitionUpdate: Sendable {
        public var layer: LayerID
        public var transition: LayerTransition

        public init(layer: LayerID, transition: LayerTransition) {
            self.layer = layer
            self.transition = transition
        }
    }

    /// What an animation calls by a number (`MotionBlend`). It is kept as long as the animation.
    public struct ObjectUpdate: Sendable {
        public var animation: UInt64
        public var number: UInt32
        public var object: AnimationObject

        public init(animation: UInt64, number: UInt32, object: AnimationObject) {
            self.animation = animation
            self.number = number
            self.object = object
        }
    }

    public enum AnimationUpdate: Sendable {
        /// Adds on top of the layer's animations. `beginTime` is already a time, never "when committed".
        case add(layer: LayerID, LayerAnimation)
        case remove(layer: LayerID, identifier: UInt64)
    }

    public var transitions: [TransitionUpdate] = []
    /// Layers that left the tree; their numbers are free afterwards.
    public var removed: [LayerID] = []
    /// New layers and layers of which any value changed.
    public var states: [StateUpdate] = []
    public var sublayers: [SublayersUpdate] = []
    public var sublayerIDs: [LayerID] = []
    public var contents: [ContentsUpdate] = []
    public var effects: [EffectsUpdate] = []
    public var specials: [SpecialUpdate] = []
    public var masks: [MaskUpdate] = []
    public var objects: [ObjectUpdate] = []
    public var animations: [AnimationUpdate] = []
    /// The layer whose tree is on screen, set once and when it changes. Its bounds are in points.
    public var root: LayerID?
    /// Screen pixels per point; set together with `root`.
    public var scale = 1.0
    /// When the model tree was committed, seconds of the media clock.
    public var time = 0.0
    /// Time stamp of the newest contact that led to this commit, seconds; 0 if none did. Feeds latency statistics.
    public var newestContactTime = 0.0

    public init() {}

    public var isEmpty: Bool {
        transitions.isEmpty && removed.isEmpty && states.isEmpty && sublayers.isEmpty && contents.isEmpty
            && effects.isEmpty
            && specials.isEmpty && masks.isEmpty && animations.isEmpty && root == nil
    }

    /// Empties it, keeping the memory of its lists unless they were very long.
    public func removeAll() {
        transitions.empty()
        removed.empty()
        states.empty()
        sublayers.empty()
        sublayerIDs.empty()
        contents.empty()
        effects.empty()
        specials.empty()
        masks.empty()
        objects.empty()
        animations.empty()
        root = nil
        scale = 1
        time = 0
        newestContactTime = 0
    }
}

extension Array {
    /// The first commit of a large screen names every layer; what it took would be kept for ever.
    fileprivate mutating func empty() { removeAll(keepingCapacity: capacity <= 4096) }
}
