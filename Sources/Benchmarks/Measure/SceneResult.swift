/// What one scene cost, per frame.
struct SceneResult: Codable {
    var scene: String
    var title: String
    var width: Int
    var height: Int
    /// CPU milliseconds of all threads: setters, layout, drawing, commit, composition, writing out.
    var median = 0.0
    var p99 = 0.0
    /// Milliseconds on the wall's clock.
    var wallMedian = 0.0
    var pixelsComposited = 0
    var bytesWritten = 0
    var layersVisited = 0
    /// Requests for memory in a steady frame: the median over all frames.
    var allocations = 0
    /// Milliseconds this machine takes to copy a whole frame, in the same run.
    var memcpy: Double
    /// The documented goal at this size, milliseconds, where there is one.
    var goal: Double?
    var remark: String?
    /// Only for the idle scene.
    var wakeUpsPerSecond: Double?
    var processorMillisecondsPerSecond: Double?

    /// What to say about a goal that was missed; nil if it was not.
    var shortfall: String? {
        if let wakeUps = wakeUpsPerSecond, let load = processorMillisecondsPerSecond {
            if wakeUps == 0, load <= 0.05 { return nil }
            return "\(scene) \(title): \(TextTable.time(load)) ms/s, \(wakeUps) wake-ups/s; goal 0.05 and 0"
        }
        guard let goal, median > goal else { return nil }
        return "\(scene) \(title): \(TextTable.time(median)) ms, goal \(TextTable.time(goal)): "
            + "\(TextTable.ratio(median / goal)) of it" + (remark.map { " (\($0))" } ?? "")
    }
}
