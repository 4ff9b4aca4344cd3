/// What is asked of a running program: one line of JSON. Documentation/control-socket.md describes it.
public enum ControlRequest: Hashable, Sendable {
    /// Who is there.
    case ping
    /// Frame times, memory, the display. With `interval`, again and again until the connection is closed.
    case stats(interval: Double?)
    /// The trees of views and layers, or the windows alone.
    case inspect(Inspection)
    /// What is on a panel, as a PNG. Screens have numbers from 1, the main one's, and the names of their connectors.
    case screenshot(ScreenshotTurn, screen: String? = nil)
    /// The frames from now on, each as a PNG.
    case record(Recording)

    /// The version of the language. A program that speaks another one says so.
    public static let version = 1
    /// The longest request, bytes, with its line end.
    public static let maximumLength = 4096

    public struct Inspection: Hashable, Sendable {
        /// Windows only, without what is in them.
        public var isOnlyWindows = false
        /// Levels below the windows, 0 to 200.
        public var depth = maximumDepth
        /// Whether layers that belong to no view are told, too.
        public var hasLayers = true

        public static let maximumDepth = 200
        public static let depths = 0...maximumDepth

        public init(isOnlyWindows: Bool = false, depth: Int = maximumDepth, hasLayers: Bool = true) {
            self.isOnlyWindows = isOnlyWindows
            self.depth = depth
            self.hasLayers = hasLayers
        }
    }

    /// Which way up a picture is.
    public enum ScreenshotTurn: String, CaseIterable, Sendable {
        /// As a person in front of the panel sees it.
        case shown
        /// As it lies in the panel's memory: turned by the rotation.
        case panel
    }

    public struct Recording: Hashable, Sendable {
        /// At most so many frames, 1 to 100,000.
        public var frames: Int
        /// At most so many seconds, more than 0 and up to an hour.
        public var seconds: Double
        public var turn = ScreenshotTurn.shown
        /// The number of the screen, from 1, or its connector; nil: the main one.
        public var screen: String?

        public static let frameCounts = 1...100_000
        public static let durations = 0.01...3600.0

        public init(
            frames: Int = 600, seconds: Double = 10, turn: ScreenshotTurn = .shown, screen: String? = nil
        ) {
            self.frames = frames
            self.seconds = seconds
            self.turn = turn
            self.screen = screen
        }
    }

    /// How often `stats` may be repeated, seconds.
    public static let intervals = 0.1...3600.0

    /// The word for it in a request.
    public var name: String {
        switch self {
        case .ping: "ping"
        case .stats: "stats"
        case .inspect: "inspect"
        case .screenshot: "screenshot"
        case .record: "record"
        }
    }
}
