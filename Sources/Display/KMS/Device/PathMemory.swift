/// Which way a display could be driven. Kept for as long as the output is open, so that what was refused once is not
/// tried again after each replug.
struct PathMemory: Hashable {
    /// How the next picture is handed over.
    enum Way: Int, Hashable, Comparable {
        /// Non-blocking, with an event: as it should be.
        case event
        /// A commit that waits and has no event.
        case blocking
        /// A mode set for each picture.
        case modeset
        /// One buffer that is painted while it is shown, and what changed in it told: for legacy drivers of serial and USB
        /// panels, which know no page flips.
        case dirty

        static func < (one: Way, other: Way) -> Bool { one.rawValue < other.rawValue }
    }

    /// The kernel's code of the format that a test commit took; nil while none was refused.
    var format: UInt32?
    var way = Way.event
    var refusesClips = false
    /// The plane does not turn the picture, whatever it says that it can.
    var refusesTurning = false
    /// There is no cursor plane that takes our picture.
    var refusesCursor = false

    /// What it is remembered by. Another mode may need another format.
    struct Key: Hashable {
        var driver: String
        var connector: String
        var mode: KMSMode
    }
}

extension PathMemory.Key {
    init(_ card: KMSCard, _ pipe: DisplayPipe) {
        self.init(driver: card.driver, connector: pipe.connector.name, mode: pipe.mode)
    }
}
