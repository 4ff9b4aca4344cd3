/// What ties a copied node to the one it is a copy of. Apart from the nodes, and empty while nothing is copied.
struct InstanceLinks {
    /// The node this one is a copy of.
    var source = NodeLinks.none
    /// The first copy of this node; each names the next.
    var first = NodeLinks.none
    var next = NodeLinks.none
}

/// What a replicator layer made.
struct ReplicatorCopies {
    /// A node for each instance, between the replicator and its sublayers: it has the instance's transform, clock and
    /// colour. The first holds the sublayers themselves, the others hold copies.
    var wrappers: [Int32] = []
}
