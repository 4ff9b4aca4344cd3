/// Where a node stands in the tree, and what has to be done about it. Apart from the rest of the node because walking
/// past siblings touches nothing else.
struct NodeLinks {
    /// Means "no node" in every link.
    static let none: Int32 = -1

    var parent = NodeLinks.none
    /// Sublayers in drawing order: by z position, then by their place in the list; back to front.
    var firstChild = NodeLinks.none
    var next = NodeLinks.none
    var previous = NodeLinks.none
    /// Number of the record in `RenderTree.blocks` for the node and the siblings around it; -1 where those are few.
    var block: Int32 = -1
    /// Pixels that the node and everything below it may draw: outside it the subtree need not be looked at.
    var subtreeExtent = ScreenRect.empty
    var flags: NodeFlags = []
}

struct NodeFlags: OptionSet {
    var rawValue: UInt16

    /// The number is in use.
    static let exists = NodeFlags(rawValue: 1 << 0)
    /// Geometry, visibility or looks changed since the last pass.
    static let isDirty = NodeFlags(rawValue: 1 << 1)
    /// Something the layer draws itself changed in another way than by its geometry.
    static let looksChanged = NodeFlags(rawValue: 1 << 2)
    /// All pixels that the subtree showed may have changed, though no node in it did.
    static let subtreeChanged = NodeFlags(rawValue: 1 << 3)
    /// What sublayers are placed in changed, even if the layer did not.
    static let sublayersMoved = NodeFlags(rawValue: 1 << 4)
    /// Some node below is dirty. Then the same is set in all nodes above.
    static let hasDirtyDescendant = NodeFlags(rawValue: 1 << 5)
    /// During a pass: all sublayers are to be visited.
    static let visitsSublayers = NodeFlags(rawValue: 1 << 6)
    /// `subtreeExtent` may be too large and has to be made from the sublayers' again.
    static let extentIsStale = NodeFlags(rawValue: 1 << 7)
    /// `subtreeExtent` was enlarged for a sublayer; the node above does not know yet.
    static let extentHasGrown = NodeFlags(rawValue: 1 << 8)
    /// Made here, not by the model: a copy, or an instance of a replicator.
    static let isCopy = NodeFlags(rawValue: 1 << 15)
    /// Membership marks of `setSublayers`.
    static let isListed = NodeFlags(rawValue: 1 << 9)
    /// Some sublayer may lie otherwise than flat, so that `zPosition` alone does not say what covers what.
    static let hasDepth = NodeFlags(rawValue: 1 << 10)
    /// Sublayers are drawn as the node's record in `depthOrders` says, not along the links.
    static let isDepthOrdered = NodeFlags(rawValue: 1 << 11)
    /// The new superlayer or above it, in `setSublayers`.
    static let isAbove = NodeFlags(rawValue: 1 << 12)
    /// The node is its parent's mask: the first child, whatever its z position, and no sublayer.
    static let isMask = NodeFlags(rawValue: 1 << 13)
    /// What the node draws reaches the screen through an effect or a mask, its own or that of a node above.
    static let isFiltered = NodeFlags(rawValue: 1 << 14)
}
