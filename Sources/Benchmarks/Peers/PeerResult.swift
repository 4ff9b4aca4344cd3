/// What one scene cost us and the peers in one run, frames taken in turns.
struct PeerResult: Codable {
    struct Cost: Codable {
        /// CPU milliseconds per frame, all threads.
        var median: Double
        var p99: Double
        /// Requests for memory per frame, the median.
        var allocations: Int
    }

    var scene: String
    var title: String
    var width: Int
    var height: Int
    var ours: Cost
    /// By the peer's name.
    var peers: [String: Cost]
    /// Milliseconds this machine takes to copy a whole frame, in the same run.
    var memcpy: Double

    var best: (name: String, cost: Cost)? { peers.min { $0.value.median < $1.value.median }.map { ($0.key, $0.value) } }

    /// What to say about a peer that is ahead of us; nil if none is.
    var shortfall: String? {
        guard let best, ours.median > best.cost.median else { return nil }
        return
            "\(scene) \(title): \(TextTable.time(ours.median)) ms, \(best.name) \(TextTable.time(best.cost.median)): "
            + "\(TextTable.ratio(ours.median / best.cost.median)) of it"
    }
}
