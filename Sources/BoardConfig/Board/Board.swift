/// The facts of one board or panel, as its file states them. Durations, sizes and units are in the names.
public struct Board: Hashable, Sendable {
    /// The file's name without `.json`; how the board is chosen by hand.
    public var id: String
    /// For people.
    public var name: String
    public var match = BoardMatch()
    public var drm = BoardCard()
    /// Connectors, the best first. Empty: any.
    public var connectors: [String] = []
    /// `nil`: what the panel prefers.
    public var mode: BoardMode?
    /// Formats of the primary plane, the best first. Empty: whatever the plane says.
    public var formats: [BoardPixelFormat] = []
    /// Degrees by which the picture is turned clockwise on its way to the panel: 0, 90, 180 or 270. Touch is turned back
    /// by the same.
    public var rotation = 0
    /// The lit area in its native orientation.
    public var panelMillimetres: SIMD2<Double>?
    /// Pixels per point. `nil`: for whoever composes the screen to decide.
    public var scale: Double?
    public var touch: [BoardTouch] = []
    public var backlight: BoardBacklight?
    public var blank = BlankMethod.dpms
    public var idle = BoardIdle()
    /// How bright the panel is at night. `nil`: as by day.
    public var night: BoardNight?
    /// Panels beside the one that the other fields describe.
    public var otherScreens: [BoardScreen] = []
    /// Scan-out buffers, 2 or 3.
    public var buffers = 2
    public var pacing = BoardPacing.measured
    /// Pictures a second at the most, for panels that take long to show one.
    public var maximumRate: Double?
    public var planes: BoardPlanes?
    /// For people, as their source says it.
    public var cpu: String?
    public var ram: String?
    public var memoryBandwidth: String?
    public var notes: [String] = []
    /// Where the facts are from.
    public var sources: [String] = []
    public var verified = BoardVerification.sourceOnly

    /// A board of which nothing is known: everything is taken from what the kernel reports.
    public static let generic = Board(id: "generic", name: "Any display")

    init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}
