/// What one scene cost, per frame.
struct SceneResult: Codable {
    var scene: String
    var title: String
    var width: Int
    var height: Int
    /// CPU milliseconds of the main and render work of a frame.
    var median: Double
    var p99: Double
    var pixelsComposited: Int
    var bytesWritten: Int
    /// Requests for memory in a steady frame: the median over all frames.
    var allocations: Int
    /// Milliseconds this machine takes to copy a whole frame.
    var memcpy: Double
    /// The documented goal at 1920x1080, milliseconds, where there is one.
    var goal: Double?
    /// Only for the idle scene.
    var wakeUpsPerSecond: Double?
    var processorMillisecondsPerSecond: Double?
}
